"""Who plays whom in each format."""

from collections import Counter
from pathlib import Path

import pytest

from ludarium.lab.tournament.formats import Fixture, stages, total
from ludarium.lab.tournament.journal import GameLine
from ludarium.lab.tournament.settings import Tournament

from ...support.tournaments import GAMMA_FOR_THREE, SHORT_ABATIS, line, make


def played(tournament: Tournament) -> list[list[Fixture]]:
    """All stages, where the player who comes first in the file wins each game."""
    results, found = dict[int, GameLine](), list[list[Fixture]]()
    for stage in stages(tournament, results):
        found.append(stage)
        for fixture in stage:
            names = tournament.names
            first, second = fixture.players
            results[fixture.number] = line(fixture.number, (names[first], names[second]), float(first < second))
    return found


def pairs(fixtures: list[Fixture]) -> Counter[tuple[int, ...]]:
    return Counter(fixture.players for fixture in fixtures)


def test_in_a_round_robin_each_plays_each_other_from_both_seats(tmp_path: Path) -> None:
    tournament = make(tmp_path, "rounds = 2", ["random"] * 4)
    (stage,) = played(tournament)
    assert len(stage) == total(tournament) == 24 and [fixture.number for fixture in stage] == [*range(1, 25)]
    assert pairs(stage) == {(i, j): 2 for i in range(4) for j in range(4) if i != j}
    assert [fixture.round for fixture in stage] == [1] * 12 + [2] * 12


def test_more_rounds_leave_the_numbers_of_games_as_they_are(tmp_path: Path) -> None:
    (short,), (long,) = (played(make(tmp_path, f"rounds = {rounds}", ["random"] * 3)) for rounds in (1, 3))
    assert long[: len(short)] == short


def test_in_a_gauntlet_the_first_plays_all_others(tmp_path: Path) -> None:
    tournament = make(tmp_path, 'format = "gauntlet"\nrounds = 2', ["random"] * 3)
    (stage,) = played(tournament)
    assert len(stage) == total(tournament) == 8
    assert pairs(stage) == {(0, 1): 2, (1, 0): 2, (0, 2): 2, (2, 0): 2}


def test_a_test_is_of_two_players(tmp_path: Path) -> None:
    tournament = make(tmp_path, 'format = "test"\ntest = [0, 10]\ngames = 6')
    (stage,) = played(tournament)
    assert total(tournament) == 6 and pairs(stage) == {(0, 1): 3, (1, 0): 3}


def test_in_a_swiss_tournament_those_with_equal_points_meet(tmp_path: Path) -> None:
    tournament = make(tmp_path, 'format = "swiss"\nrounds = 3', ["random"] * 4)
    stages = [[fixture.players for fixture in stage[::2]] for stage in played(tournament)]
    # The winners of the first round play each other in the second
    assert stages == [[(0, 1), (2, 3)], [(0, 2), (1, 3)], [(0, 3), (1, 2)]]
    assert total(tournament) == 12


@pytest.mark.parametrize("players", [3, 5, 7])
def test_each_is_free_once_at_most_and_meets_another_one_once(tmp_path: Path, players: int) -> None:
    tournament = make(tmp_path, f'format = "swiss"\nrounds = {players}', ["random"] * players)
    free, met = Counter[int](), Counter[frozenset[int]]()
    for stage in played(tournament):
        seated = {player for fixture in stage for player in fixture.players}
        free.update({*range(players)} - seated)
        met.update(frozenset(fixture.players) for fixture in stage[::2])
    assert {*free.values()} == {1} and len(free) == players
    assert {*met.values()} == {1}


def test_players_meet_again_where_all_have_met(tmp_path: Path) -> None:
    assert [len(stage) for stage in played(make(tmp_path, 'format = "swiss"\nrounds = 3'))] == [2, 2, 2]


# Games that are not for two


def of_three(folder: Path, head: str, players: int) -> list[Fixture]:
    tournament = make(folder, f"{GAMMA_FOR_THREE}\n{head}", ["random"] * players, "gamma")
    (stage,) = stages(tournament, {})
    assert len(stage) == total(tournament) and [fixture.number for fixture in stage] == [*range(1, len(stage) + 1)]
    return stage


def test_all_groups_of_three_play_from_all_seats(tmp_path: Path) -> None:
    stage = of_three(tmp_path, "", 4)
    assert [fixture.players for fixture in stage[:3]] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    groups = Counter(frozenset(fixture.players) for fixture in stage)
    assert groups == {frozenset(group): 3 for group in ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))}
    seated = Counter(each for fixture in stage for each in enumerate(fixture.players))
    assert seated == {(seat, player): 3 for seat in range(3) for player in range(4)}


def test_the_next_round_seats_a_group_in_another_order(tmp_path: Path) -> None:
    short, long = of_three(tmp_path, "rounds = 1", 3), of_three(tmp_path, "rounds = 3", 3)
    assert long[:3] == short
    # In two rounds each of three sits as often before another one as behind it
    assert [fixture.players for fixture in long[3:6]] == [(0, 2, 1), (2, 1, 0), (1, 0, 2)]
    assert [fixture.players for fixture in long[6:]] == [fixture.players for fixture in short]


def test_in_a_gauntlet_of_three_the_first_is_in_each_group(tmp_path: Path) -> None:
    stage = of_three(tmp_path, 'format = "gauntlet"\nrounds = 2', 4)
    groups = Counter(frozenset(fixture.players) for fixture in stage)
    assert groups == {frozenset(group): 6 for group in ((0, 1, 2), (0, 1, 3), (0, 2, 3))}


def test_alone_each_plays_each_deal_once(tmp_path: Path) -> None:
    tournament = make(tmp_path, f"{SHORT_ABATIS}\nrounds = 2", ["random"] * 3, "abatis")
    (stage,) = stages(tournament, {})
    assert [(fixture.round, fixture.players) for fixture in stage] == [(i, (j,)) for i in (1, 2) for j in range(3)]
    assert total(tournament) == 6
