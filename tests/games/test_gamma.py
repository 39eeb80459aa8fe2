"""Gamma: areas and their limit, golden moves, and the loads that programs of this kind find hard."""

from array import array
from random import Random
from typing import Any

import pytest

import ludarium

from ..support.gamma_play import MOST, FreePlay, Naive, drawn

# The commands of the batch mode


def test_a_game_of_a_few_commands() -> None:
    play = FreePlay(10, 10, 2, 3)
    assert [play.m(1, 0, 0), play.m(1, 3, 1), play.m(2, 1, 0), play.m(2, 1, 1), play.m(2, 0, 3)] == [1] * 5
    assert (play.f(1), play.q(1), play.g(1, 0, 3), play.q(1), play.g(1, 0, 1), play.b(1)) == (95, 1, 1, 0, 0, 3)
    assert (play.m(1, 5, 5), play.m(1, 6, 6), play.f(1), play.m(1, 3, 0)) == (0, 0, 8, 1)
    assert [play.f(2), play.b(2)] == [94, 2]
    assert play.p().split("\n")[-4:] == ["1.........", "..........", ".2.1......", "12.1......"]


def test_unknown_players_and_fields_get_nothing() -> None:
    play = FreePlay(3, 2, 2, 1)
    for player, x, y in (
        (0, 0, 0),
        (3, 0, 0),
        (MOST, 0, 0),
        (1, 3, 0),
        (1, 0, 2),
        (1, MOST, MOST),
        (-1, 0, 0),
        (1, -1, 0),
    ):
        assert play.m(player, x, y) == 0
    play.m(1, 0, 0)
    for player, x, y in (0, 0, 0), (3, 0, 0), (MOST, 0, 0), (2, 3, 0), (2, 0, 2), (2, MOST, 0):
        assert play.g(player, x, y) == 0
    for player in 0, 3, MOST:
        assert (play.b(player), play.f(player), play.q(player)) == (0, 0, 0)


def test_free_fields_are_all_below_the_limit_and_those_beside_the_own_at_it() -> None:
    play = FreePlay(5, 4, 2, 2)
    assert play.f(1) == 20
    play.m(1, 0, 0)
    assert (play.f(1), play.f(2)) == (19, 19)
    play.m(1, 4, 3)
    assert (play.f(1), play.f(2)) == (4, 18)
    play.m(2, 0, 1)
    assert (play.f(1), play.f(2)) == (3, 17)
    play.m(1, 1, 0)
    assert play.f(1) == 4
    play.g(2, 1, 0)
    assert play.f(1) == 2


def test_a_field_between_areas_joins_them() -> None:
    play = FreePlay(5, 5, 1, 4)
    for x, y in (2, 1), (2, 3), (1, 2), (3, 2):
        assert play.m(1, x, y) == 1
    assert (play.areas(1), play.m(1, 0, 0), play.m(1, 2, 2), play.areas(1)) == (4, 0, 1, 1)


def test_a_golden_move_needs_somebody_elses_field_and_is_made_once() -> None:
    play = drawn("12.\n...", areas=2)
    assert (play.q(1), play.g(1, 2, 0), play.g(1, 0, 1), play.g(1, 1, 1)) == (1, 0, 0, 1)
    assert (play.b(1), play.b(2), play.q(1), play.q(2)) == (2, 0, 0, 1)
    play.m(2, 2, 0)
    assert play.g(1, 2, 0) == 0


def test_a_failed_golden_move_is_not_used_up() -> None:
    play = drawn("1222.\n.....", areas=1)
    assert (play.g(1, 2, 1), play.g(1, 4, 0), play.q(1), play.g(1, 1, 1), play.q(1)) == (0, 0, 1, 1, 0)


@pytest.mark.parametrize("areas", [1, 2, 3, 4])
def test_the_robbed_player_stays_within_the_limit(areas: int) -> None:
    play = drawn("..2..\n..2..\n22222\n..2..\n..2..", areas=areas)
    assert play.g(1, 2, 2) == (areas >= 4)
    assert play.areas(2) == (4 if areas >= 4 else 1)


def test_a_ring_can_be_robbed_anywhere_and_a_path_at_its_ends() -> None:
    ring = "22222\n2...2\n2.1.2\n2...2\n22222"
    for x, y in (0, 0), (2, 0), (4, 4), (0, 3):
        assert drawn(ring).g(3, x, y) == 1
    for x, y in (1, 0), (3, 2):
        play = drawn(ring)
        assert play.g(3, 2, 4) == 1 and play.g(4, x, y) == 0 and play.g(4, 1, 4) == 1


def test_at_the_limit_a_golden_move_must_touch_the_own_fields() -> None:
    assert drawn("1...\n..22").q(1) == 0
    assert drawn("1...\n..22", areas=2).q(1) == 1
    play = drawn("1...\n.222")
    assert (play.q(1), play.m(1, 0, 0), play.q(1), play.g(1, 3, 0), play.g(1, 1, 0)) == (0, 1, 1, 0, 1)


def test_below_the_limit_somebody_elses_field_is_enough() -> None:
    play = FreePlay(3, 3, 3, 1)
    assert play.q(1) == 0
    play.m(1, 0, 0)
    assert (play.q(1), play.q(2), play.q(3)) == (0, 1, 1)


def test_the_hope_for_a_golden_move_comes_and_goes() -> None:
    """Player 1 stands beside the middle of a path that player 2 can only lose with an area to spare."""
    play = drawn("1...1\n.....\n22222\n..1..\n2....", areas=3)
    assert (play.areas(2), play.q(1)) == (2, 1)
    play = drawn("1....\n.....\n22222\n..1..\n2...2", areas=3)
    assert (play.areas(1), play.areas(2)) == (2, 3)
    play.m(1, 4, 4)
    assert (play.q(1), play.q(1)) == (0, 0)
    play.m(2, 4, 1)
    assert (play.areas(2), play.q(1)) == (2, 1)
    play.m(2, 2, 4)
    assert (play.areas(2), play.q(1)) == (3, 0)


def test_a_way_around_far_away_frees_a_field() -> None:
    play = drawn("222.222\n2.....2\n2.....2\n2.....2\n2222222\n..1....")
    assert play.q(1) == 0
    assert play.m(2, 3, 5) == 1
    assert play.q(1) == 1 and play.g(1, 2, 1) == 1


# The loads that programs of this kind find hard


def comb(width: int, height: int, others: int) -> FreePlay:
    """Player 1 holds a comb, the others a field each between two teeth, so that no golden move is possible."""
    play = FreePlay(width, height, others + 1, 1)
    for x in range(width):
        assert play.m(1, x, 0)
        for y in range(1, height if x % 2 == 0 else 0):
            assert play.m(1, x, y)
    for i in range(others):
        assert play.m(2 + i, 1 + 2 * i, height // 2)
    return play


def test_a_hopeless_question_on_a_comb() -> None:
    play = comb(41, 30, 20)
    assert [play.q(player) for player in range(1, 22)] == [1] + [0] * 20
    for y in 29, 15, 0:
        assert play.m(1, 1, y) == (y == 29)
    # The first two teeth are joined at their ends now: they stand beside players 2 and 3, and not beside player 4
    assert [play.q(2), play.q(3), play.q(4)] == [1, 1, 0]


def test_questions_and_refusals_do_not_walk_over_the_board() -> None:
    """Twice as many fields must not make an answer twice as slow. Steps are counted, not seconds."""

    class Counted(array):  # type: ignore[type-arg]
        reads = 0

        def __getitem__(self, place: Any) -> Any:
            Counted.reads += 1
            return super().__getitem__(place)

    for size in 20, 60:
        play = comb(size, size, 5)
        play.s = Counted("i", play.s)
        Counted.reads = 0
        for player in range(1, 7):
            assert play.q(player) == (player == 1)
            assert play.g(player, size - 2, 0) == 0
            play.f(player)
        assert Counted.reads < 2500


def test_a_snake_can_be_robbed_at_its_ends_only() -> None:
    size = 24
    path = []
    for y in range(0, size, 2):
        row = [(x, y) for x in range(size)]
        path += row if y % 4 == 0 else row[::-1]
        if y + 2 < size:
            path.append((path[-1][0], y + 1))
    play = FreePlay(size, size, 3, 1)
    assert all(play.m(1, x, y) for x, y in path)
    assert not any(play.g(2, x, y) for x, y in path[1:-1])
    assert play.q(2) == 1 and play.g(2, *path[-1]) == 1 and play.g(3, *path[0]) == 1


def test_many_golden_moves_in_one_big_area() -> None:
    size, random = 20, Random(1)
    play, naive = FreePlay(size, size, 150, size * size), Naive(size, size, 150, size * size)
    for x in range(size):
        for y in range(size):
            assert play.m(1, x, y) == naive.act(1, x, y, False) == 1
    for player in range(2, 151):
        x, y = random.randrange(size), random.randrange(size)
        assert play.g(player, x, y) == naive.act(player, x, y, True)
        assert (play.areas(1), play.b(1), play.f(1)) == (naive.areas(1), naive.b(1), 0)


def test_every_field_of_every_player_changes_the_key() -> None:
    keys = set[int]()
    fields = [f"{x},{y}" for x in range(6) for y in range(6)]
    for waiting in range(4):
        for field in fields:
            game = ludarium.new("gamma", width=6, height=6, players=4)
            for _ in range(waiting):
                game.push("skip")
            game.push(field)
            while game.turn != "1":
                game.push("skip")
            keys.add(game.kind.rules.key(game.constants, game.row))
    assert len(keys) == 4 * len(fields)
