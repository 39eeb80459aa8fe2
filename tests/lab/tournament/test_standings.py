"""Tables of tournaments: points, each against each, and Elo of all at once."""

import pytest

from ludarium.lab import elo
from ludarium.lab.elo import Tally
from ludarium.lab.tournament.ratings import rate
from ludarium.lab.tournament.standings import faults, standings

from ...support.tournaments import line

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
