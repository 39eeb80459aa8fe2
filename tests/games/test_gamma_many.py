"""Gamma: areas against flood fills, large boards, many players."""

from array import array
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludarium
from ludarium.contract.errors import BadOption
from ludarium.contract.row import Row
from ludarium.games.gamma import board, contours, layout, memory, players, rules
from ludarium.games.gamma.layout import Gamma

from ..support.gamma_play import KIND, MOST, FreePlay, Naive, gamma

# Against flood fills, on random play


SHAPES = st.tuples(
    st.integers(1, 6), st.integers(1, 6), st.sampled_from([1, 2, 3, 5, 40, MOST]), st.sampled_from([1, 2, 3, 30])
)
ACTIONS = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 6), st.integers(0, 5), st.integers(0, 7)), min_size=10, max_size=80
)


@settings(max_examples=150)
@given(shape=SHAPES, actions=ACTIONS)
def test_areas_and_answers_equal_a_flood_fill(shape: tuple[int, int, int, int], actions: list[tuple[int, ...]]) -> None:
    play, naive = FreePlay(*shape), Naive(*shape)
    names = [1 + i * max(shape[2] // 5, 1) for i in range(5)]
    for who, x, y, what in actions:
        player = names[who]
        if what == 0:
            assert play.g(player, x, y) == naive.act(player, x, y, True)
        else:
            assert play.m(player, x, y) == naive.act(player, x, y, False)
        assert [play.areas(name) for name in names] == [naive.areas(name) for name in names]
        assert play.b(player) == naive.b(player)
        if what < 4:
            asked = names[(who + what) % 5]
            known = asked <= shape[2]
            assert play.q(asked) == (known and any(naive.tries(asked, True)))
            assert play.f(asked) == (sum(naive.tries(asked, False)) if known else 0)


@given(seed=st.integers(0, 10**6))
def test_long_games_on_a_small_board_equal_a_flood_fill(seed: int) -> None:
    """Fields go back and forth between many players, so that areas are cut and joined in every way."""
    random = Random(seed)
    shape = random.randint(3, 7), random.randint(3, 7), 60, random.choice([1, 2, 3, 6])
    play, naive = FreePlay(*shape), Naive(*shape)
    for step in range(120):
        player, x, y = random.choice([1, 2, 3, random.randint(4, 60)]), random.randrange(7), random.randrange(7)
        golden = random.random() < 0.3
        assert (play.g if golden else play.m)(player, x, y) == naive.act(player, x, y, golden)
        if step % 8 == 0:
            assert [play.areas(name) for name in range(1, 61)] == [naive.areas(name) for name in range(1, 61)]
            assert [play.q(name) for name in range(1, 9)] == [any(naive.tries(name, True)) for name in range(1, 9)]


def labels_apart(game: Gamma, s: Row) -> dict[tuple[int, int], int]:
    """Which pairs of an old and a new label there are when the whole board is labelled anew."""
    fresh = s[:]
    contours.label_all(game, fresh)
    places = (layout.label_at(game, side) for side in range(4 * game.fields))
    return {(s[at], fresh[at]): at for at in places if fresh[at]}


@given(seed=st.integers(0, 10**6))
def test_every_contour_has_one_label_of_its_own(seed: int) -> None:
    random = Random(seed)
    play = FreePlay(6, 6, 30, 36)
    for _ in range(60):
        act = play.g if random.random() < 0.3 else play.m
        act(random.choice([1, 1, 2, random.randint(3, 30)]), random.randrange(6), random.randrange(6))
    pairs = labels_apart(play.game, play.s)
    assert len(pairs) == len({old for old, _ in pairs}) == len({new for _, new in pairs})


def test_labels_are_given_out_anew_before_they_run_out() -> None:
    play, naive, random = FreePlay(5, 5, 2, 3), Naive(5, 5, 2, 3), Random(3)
    for step in range(80):
        if step % 10 == 9:
            play.s[layout.LABEL] = contours.LAST_LABEL + 1
            assert rules.crowded(play.game, play.s) and rules.take(play.game, play.s, 0, 0, 0) == 0
        player, x, y = random.randint(1, 2), random.randrange(5), random.randrange(5)
        assert play.m(player, x, y) == naive.act(player, x, y, False)
    assert 0 < play.s[layout.LABEL] < 200


def test_larger_boards_have_larger_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "LARGEST", 9)
    assert [FreePlay(width, 2, 2, 1).s.typecode for width in (4, 5)] == ["i", "q"]  # type: ignore[attr-defined]
    play = FreePlay(3, 3, MOST, 1)
    assert play.m(MOST, 1, 1) == 1 and play.q(1) == 1 and play.p().split("\n")[1].split() == [".", str(MOST), "."]


# Sizes and many players


def test_four_billion_players_cost_nothing() -> None:
    assert len(ludarium.new("gamma", players=MOST).row) < 15_000
    play = FreePlay(10, 10, MOST, 1)
    assert play.m(MOST, 0, 0) == 1 and play.g(MOST - 1, 0, 0) == 1 and play.b(MOST) == 0 and play.q(MOST) == 1
    assert play.p().split("\n")[-1] == f"{MOST - 1} " + 9 * ".          "


def test_a_row_grows_with_those_who_act() -> None:
    play, naive, random = FreePlay(4, 4, MOST, 2), Naive(4, 4, MOST, 2), Random(5)
    for i in range(3000):
        player = 1 + (i * 2654435761) % MOST
        x, y = random.randrange(4), random.randrange(4)
        golden = naive.fields.get((x, y)) is not None
        assert (play.g if golden else play.m)(player, x, y) == naive.act(player, x, y, golden)
    assert play.s[layout.ROOM] == 4 * (1024 + 2)
    assert all(play.b(player) == naive.b(player) and play.q(player) == 0 for player in list(naive.golden)[:50])


def test_a_crowded_row_refuses_newcomers_and_stays_whole() -> None:
    play = FreePlay(2, 2, MOST, 1)
    room = play.s[layout.ROOM]
    for player in range(1, room + 1):
        assert play.g(player, 0, 0) if player > 1 else play.m(player, 0, 0)
    assert rules.crowded(play.game, play.s)
    before = list(play.s)
    assert rules.take(play.game, play.s, MOST - 1, 1, 1) == 0 == rules.golden(play.game, play.s, MOST - 1, 0, 0)
    assert list(play.s) == before
    assert rules.golden(play.game, play.s, 0, 0, 0) == 1  # player 1 has an account and the golden move left
    assert play.g(MOST, 0, 0) == 1 and not rules.crowded(play.game, play.s)


def test_a_game_by_turns_ends_when_no_more_players_can_be_remembered() -> None:
    game = gamma(1, 1, MOST, 5)
    s = rules.start(game, 0)
    rules.play(game, s, 0)
    for player in range(1, 1025):
        assert rules.turn(game, s) == player and not rules.outcome(game, s) and rules.legal(game, s, 1)
        rules.play(game, s, 1)
    assert board.REASONS[rules.outcome(game, s)].startswith("more players have made golden moves")
    assert (rules.share(game, s, 1024), rules.share(game, s, 1023), rules.score(game, s, 1024)) == (1000, 0, 1)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 7), (7, 1), (2, 2)])
def test_small_and_narrow_boards(width: int, height: int) -> None:
    play, naive, random = FreePlay(width, height, 4, 1), Naive(width, height, 4, 1), Random(2)
    for _ in range(60):
        player, x, y = random.randint(1, 4), random.randrange(width), random.randrange(height)
        golden = random.random() < 0.3
        assert (play.g if golden else play.m)(player, x, y) == naive.act(player, x, y, golden)
        assert [play.q(name) for name in range(1, 5)] == [any(naive.tries(name, True)) for name in range(1, 5)]


def test_a_field_takes_at_most_forty_bytes() -> None:
    for width, height, many in (
        (1000, 1000, 10),
        (1000, 1000, 100_000),
        (1000, 1000, MOST),
        (300, 200, 2),
        (20_000, 1, 9),
    ):
        s = rules.free_start(gamma(width, height, many, 5))
        assert isinstance(s, array) and len(s) * s.itemsize <= 40 * width * height
    by_turns = KIND.start(gamma(1000, 1000, 200_000, 5), {})
    assert isinstance(by_turns, array) and len(by_turns) * by_turns.itemsize <= 40 * 1000 * 1000


@pytest.mark.parametrize("size", [(MOST, MOST), (MOST, 1), (1, MOST), (200_000, 200_000)])
def test_a_board_that_memory_does_not_hold_is_refused_before_it_is_made(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch, pytest.raises(BadOption) as caught:
        patch.setattr(rules, "start", lambda *_: pytest.fail("a row was made"))
        ludarium.new("gamma", width=size[0], height=size[1])
    assert (
        str(caught.value) == f"a board of {size[0]} x {size[1]} fields does not fit into memory; choose a smaller one"
    )
    monkeypatch.setattr(board, "available", lambda: None)
    if size[0] == size[1] == MOST:
        with pytest.raises(BadOption):
            ludarium.new("gamma", width=size[0], height=size[1])


def test_memory_is_what_the_machine_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setattr(memory, "MEMINFO", tmp_path / "meminfo")
    monkeypatch.setattr(memory, "GROUP_LIMIT", tmp_path / "max")
    assert memory.available() == memory._physical()
    (tmp_path / "meminfo").write_text("MemTotal: 9 kB\nMemAvailable:    3 kB\n")
    assert memory.available() == 3072
    (tmp_path / "max").write_text("2000\n")
    assert memory.available() == 2000
    (tmp_path / "max").write_text("max\n")
    assert memory.available() == 3072
    with pytest.raises(BadOption):
        ludarium.new("gamma")
