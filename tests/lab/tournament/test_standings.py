"""Tables of tournaments: points, each against each, and Elo of all at once."""

from math import log, sqrt
from random import Random
from statistics import fmean

import pytest

from ludarium.lab import elo
from ludarium.lab.elo import Tally
from ludarium.lab.tournament.journal import GameLine
from ludarium.lab.tournament.ratings import SCALE, rate
from ludarium.lab.tournament.standings import faults, standings

from ...support.tournaments import line, table_line

GAMES = [
    line(1, ("A", "B"), 1.0),
    line(2, ("B", "A"), 0.5),
    line(3, ("B", "C"), 1.0, "C loses: it crashed"),
    line(4, ("C", "B"), 0.0, "C loses: it crashed"),
    line(5, ("A", "C"), 0.5, "broken off; the points decide"),
]


def test_the_table() -> None:
    first, second, third = standings(["A", "B", "C"], GAMES)
    assert [(each.place, each.name, each.points) for each in (first, second, third)] == [
        (1, "B", 2.5), (2, "A", 2.0), (3, "C", 0.5)
    ]  # fmt: skip
    assert first.tally == Tally(2, 1, 1) and first.against == (Tally(), Tally(0, 1, 1), Tally(2, 0, 0))
    assert [each.forfeits for each in (first, second, third)] == [0, 0, 2]
    assert second.seconds == 0.5 + 0.25 + 0.5
    assert faults(GAMES) == {"C loses: it crashed": [3, 4], "broken off; the points decide": [5]}


def test_before_the_first_game_all_are_equal() -> None:
    table = standings(["A", "B"], [])
    assert [(each.name, each.rating.elo) for each in table] == [("A", 0), ("B", 0)] and table[0].rating.error > 400


def test_two_players_are_as_far_apart_as_their_score_says() -> None:
    a, b = rate(2, {(0, 1): 7500, (1, 0): 2500}, {(0, 1): 10_000, (1, 0): 10_000})
    assert a.elo - b.elo == pytest.approx(elo.elo(0.75), abs=0.2) and a.elo == pytest.approx(-b.elo)
    # Half of the difference, as both stand equally far from their average
    low, high = elo.score_range(Tally(7500, 0, 2500))
    assert 2 * a.error == pytest.approx((elo.elo(high) - elo.elo(low)) / 2, rel=0.01)


def test_who_has_won_all_games_has_a_number() -> None:
    a, b = rate(2, {(0, 1): 10}, {(0, 1): 10, (1, 0): 10})
    assert 300 < a.elo - b.elo < 1200 and a.error > 100


def test_strength_goes_through_others() -> None:
    """A has beaten B, and B has beaten C; A and C have not met."""
    games = {(0, 1): 100.0, (1, 0): 100.0, (1, 2): 100.0, (2, 1): 100.0}
    a, b, c = rate(3, {(0, 1): 64, (1, 0): 36, (1, 2): 64, (2, 1): 36}, games)
    assert a.elo - b.elo == pytest.approx(b.elo - c.elo) and a.elo - b.elo == pytest.approx(100, abs=3)
    assert b.error < a.error == pytest.approx(c.error)


# More than two who have played the same


def test_in_a_game_of_three_each_is_compared_with_each() -> None:
    games = [
        table_line(1, "ABC", 1, 0.5, 0),
        table_line(2, "BCA", 0.25, 1, 0.25),
        table_line(3, "CAB", 0.5, 1, 0, why="B loses: it crashed; among the others the points decide"),
    ]
    first, second, third = standings(["A", "B", "C"], games)
    assert [(each.name, each.points, each.games, each.firsts) for each in (first, second, third)] == [
        ("A", 4.5, 3, 2), ("C", 3, 3, 1), ("B", 1.5, 3, 0)
    ]  # fmt: skip
    assert first.against == (Tally(), Tally(2, 0, 1), Tally(2, 1, 0)) and first.tally == Tally(4, 1, 1)
    assert [each.forfeits for each in (first, second, third)] == [0, 0, 1] and first.seconds == 1.5
    assert first.score == pytest.approx((1 + 0.25 + 1) / 3)


def test_alone_all_who_had_the_same_deal_are_compared() -> None:
    games = [
        table_line(1, "A", 50),
        table_line(2, "B", 40),
        table_line(3, "C", 50),
        table_line(4, "A", 10, round=2),
        table_line(5, "B", 90, why="B loses: it crashed", round=2),
    ]
    table = {each.name: each for each in standings(["A", "B", "C"], games)}
    # Who is at fault is behind all others, whatever its points are; the third has still to play the second deal
    assert table["A"].tally == Tally(2, 1, 0) and table["B"].tally == Tally(0, 0, 3)
    assert table["C"].tally == Tally(1, 1, 0)
    assert [table[name].firsts for name in "ABC"] == [1.5, 0, 0.5]
    assert [table[name].score for name in "ABC"] == [30, 65, 50] and table["B"].forfeits == 1


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_ratings_are_as_far_off_as_their_errors_say(seats: int) -> None:
    """Players whose results are drawn by Elo: places within a game depend on each other, and the error says so."""
    chance, names, strengths = Random(seats), "ABCDE"[:seats], [30.0 * seat for seat in range(seats)]
    average, off, told = fmean(strengths), list[float](), list[float]()
    for _ in range(400):
        games = [_drawn(number, names, strengths, chance) for number in range(1, 41)]
        for each in standings([*names], games):
            off.append((each.rating.elo - strengths[names.index(each.name)] + average) ** 2)
            told.append((each.rating.error / elo.NORMAL_95) ** 2)
    assert sqrt(fmean(off)) == pytest.approx(sqrt(fmean(told)), rel=0.08)


def _drawn(number: int, names: str, strengths: list[float], chance: Random) -> GameLine:
    """A game in which the chance of each against each is that of the difference in Elo."""
    luck = [strength / SCALE - log(-log(chance.random())) for strength in strengths]
    worths = (sum(mine > other for other in luck) / (len(luck) - 1) for mine in luck)
    return table_line(number, names, *worths)
