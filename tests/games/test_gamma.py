"""Gamma: areas and their limit, golden moves, turns, accounts of many players, and what people see and type."""

import time
from array import array
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludarium
from ludarium.contract.errors import BadNotation, BadOption, IllegalMove
from ludarium.contract.kind import Row
from ludarium.games import kind
from ludarium.games.gamma import board, contours, layout, memory, players, rules
from ludarium.games.gamma.layout import Gamma

KIND = kind("gamma")
MOST = 4294967295


def gamma(width: int, height: int, players: int, areas: int) -> Gamma:
    return board.make(width, height, players, areas)


class FreePlay:
    """A game in which anybody acts at any time. Players are counted from 1, as people do."""

    def __init__(self, width: int, height: int, players: int, areas: int) -> None:
        self.game = gamma(width, height, players, areas)
        self.s: Row = rules.free_start(self.game)

    def roomy(self) -> Row:
        if rules.crowded(self.game, self.s):
            self.s = rules.grown(self.game, self.s)
        return self.s

    def m(self, player: int, x: int, y: int) -> int:
        return rules.take(self.game, self.roomy(), player - 1, x, y)

    def g(self, player: int, x: int, y: int) -> int:
        return rules.golden(self.game, self.roomy(), player - 1, x, y)

    def b(self, player: int) -> int:
        return rules.busy(self.game, self.s, player - 1)

    def f(self, player: int) -> int:
        return rules.free(self.game, self.s, player - 1)

    def q(self, player: int) -> int:
        return rules.golden_possible(self.game, self.s, player - 1)

    def p(self) -> str:
        return board.picture(self.game, self.s)

    def areas(self, player: int) -> int:
        owner = players.find(self.game, self.s, player - 1) if player <= self.game.players else 0
        return self.s[layout.account(self.game, owner) + layout.AREAS] if owner else 0

    def draw(self, rows: str) -> "FreePlay":
        """Give the fields of a drawing to the players in it, whatever the limit says meanwhile."""
        for y, row in enumerate(reversed(rows.split())):
            for x, name in enumerate(row):
                if name != ".":
                    rules.hand_over(self.game, self.s, self.game.width * y + x, int(name) - 1)
        return self


def drawn(rows: str, players: int = 9, areas: int = 1) -> FreePlay:
    lines = rows.split()
    return FreePlay(len(lines[0]), len(lines), players, areas).draw(rows)


class Naive:
    """The same game with a dictionary, flood fills, and every golden move really tried."""

    def __init__(self, width: int, height: int, players: int, areas: int) -> None:
        self.width, self.height, self.players, self.limit = width, height, players, areas
        self.fields: dict[tuple[int, int], int] = {}
        self.golden: set[int] = set()

    def areas(self, player: int) -> int:
        left, found = {place for place, owner in self.fields.items() if owner == player}, 0
        while left:
            found += 1
            flood = [left.pop()]
            while flood:
                x, y = flood.pop()
                near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & left
                left -= near
                flood += near
        return found

    def act(self, player: int, x: int, y: int, golden: bool, really: bool = True) -> int:
        inside = 0 <= x < self.width and 0 <= y < self.height and 1 <= player <= self.players
        other = self.fields.get((x, y))
        if not inside or (other is not None) != golden or other == player or (golden and player in self.golden):
            return 0
        self.fields[x, y] = player
        fine = self.areas(player) <= self.limit and (other is None or self.areas(other) <= self.limit)
        if fine and really:
            self.golden |= {player} if golden else set()
        elif other is None:
            del self.fields[x, y]
        else:
            self.fields[x, y] = other
        return int(fine)

    def tries(self, player: int, golden: bool) -> Iterator[int]:
        for x in range(self.width):
            for y in range(self.height):
                yield self.act(player, x, y, golden, really=False)

    def b(self, player: int) -> int:
        return sum(owner == player for owner in self.fields.values())


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
    begin = contours.labels(game)
    sides = (side for side in range(begin, begin + 4 * game.fields) if fresh[side])
    return {(s[side], fresh[side]): side for side in sides}


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
    begun = time.process_time()
    game = ludarium.new("gamma", players=MOST)
    assert time.process_time() - begun < 0.5 and len(game.row) < 15_000
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
def test_a_board_that_memory_does_not_hold_is_refused_at_once(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = time.process_time()
    with pytest.raises(BadOption) as caught:
        ludarium.new("gamma", width=size[0], height=size[1])
    assert (
        str(caught.value) == f"a board of {size[0]} x {size[1]} fields does not fit into memory; choose a smaller one"
    )
    monkeypatch.setattr(board, "available", lambda: None)
    if size[0] == size[1] == MOST:
        with pytest.raises(BadOption):
            ludarium.new("gamma", width=size[0], height=size[1])
    assert time.process_time() - begun < 1


def test_memory_is_what_the_machine_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setattr(memory, "MEMINFO", tmp_path / "meminfo")
    monkeypatch.setattr(memory, "GROUP_LIMIT", tmp_path / "max")
    assert memory.available() is None or memory.available() == memory._physical()
    (tmp_path / "meminfo").write_text("MemTotal: 9 kB\nMemAvailable:    3 kB\n")
    assert memory.available() == 3072
    (tmp_path / "max").write_text("2000\n")
    assert memory.available() == 2000
    (tmp_path / "max").write_text("max\n")
    assert memory.available() == 3072
    with pytest.raises(BadOption):
        ludarium.new("gamma")


# By turns


def place(rows: str, mover: int = 1, golden: str = "-", players: int = 2, areas: int = 1) -> ludarium.Game:
    lines = rows.split()
    position = f"{'/'.join(','.join(line) for line in lines)} {mover} {golden}"
    return ludarium.new("gamma", position, width=len(lines[0]), height=len(lines), players=players, areas=areas)


def test_a_short_game() -> None:
    game = ludarium.new("gamma", width=2, height=2, players=2, areas=1)
    assert [str(move) for move in game.legal_moves] == ["0,0", "1,0", "0,1", "1,1", "skip"]
    for text in "0,0", "1,1", "1,0", "0,1":
        game.push(text)
    assert (str(game), game.turn) == ("22\n11", "1")
    assert [str(move) for move in game.legal_moves] == ["g 0,1", "g 1,1", "skip"]
    game.push("g 0,1")
    assert [str(move) for move in game.legal_moves] == ["g 1,0", "g 0,1", "skip"]
    game.push("g 0,1")
    ended = game.outcome()
    assert ended == (None, (2, 2), "nobody can move") and not game.legal_moves
    assert [rules.share(game.constants, game.row, player) for player in range(2)] == [500, 500]
    with pytest.raises(IllegalMove, match="comes too late"):
        game.push("skip")


def test_the_most_fields_win() -> None:
    game = place("112\n13.", mover=3, golden="1-3", players=3)
    game.push("2,0")
    assert game.outcome() == ("1", (3, 1, 2), "nobody can move")
    assert [rules.share(game.constants, game.row, player) for player in range(3)] == [1000, 0, 0]


def test_three_can_share() -> None:
    game = place("123", golden="1-3", players=4)
    assert game.outcome() is None and game.turn == "1"
    game = place("123", golden="1-4", players=4)
    assert game.outcome() is not None
    assert [rules.share(game.constants, game.row, player) for player in range(4)] == [333, 333, 333, 0]


def test_one_player_alone() -> None:
    game = ludarium.new("gamma", width=3, height=1, players=1, areas=1)
    for text, moves in ("0,0", 2), ("skip", 2), ("1,0", 2), ("2,0", 0):
        game.push(text)
        assert len(game.legal_moves) == moves
    assert game.outcome() == ("1", (3,), "nobody can move")


def test_the_turn_passes_those_who_cannot_move() -> None:
    """Player 2 is walled in and has used the golden move."""
    game = place("21..\n11..\n....", mover=1, golden="2", players=2)
    game.push("2,2")
    assert game.turn == "1"
    for text in "2,1", "0,0", "1,0", "2,0", "3,0", "3,1":
        game.push(text)
        assert game.turn == "1"
    game.push("3,2")
    assert game.turn == "1" and [str(move) for move in game.legal_moves] == ["g 0,2", "skip"]
    game.push("skip")
    assert game.turn == "1"
    game.push("g 0,2")
    assert game.outcome() == ("1", (12, 0), "nobody can move")


def test_a_player_who_has_lost_everything_can_come_back() -> None:
    game = place("12..", mover=1, players=2, golden="2")
    game.push("g 1,0")
    assert game.turn == "2"
    game.push("3,0")
    assert str(game) == "11.2"


def test_skipping_is_always_allowed() -> None:
    game = ludarium.new("gamma", players=3)
    for turn in "1", "2", "3", "1":
        assert game.turn == turn
        game.push("skip")
    assert str(game) == "\n".join(["." * 10] * 10)


def test_the_key_is_that_of_the_position() -> None:
    def key(game: ludarium.Game) -> int:
        return rules.key(game.constants, game.row)

    first, second = ludarium.new("gamma", areas=9), ludarium.new("gamma", areas=9)
    for one, other in ("0,0", "3,3"), ("5,5", "6,6"), ("3,3", "0,0"), ("6,6", "5,5"):
        assert key(first) != key(second) or not first.moves
        first.push(one)
        second.push(other)
    assert key(first) == key(second) and first == second
    assert key(first) == key(ludarium.new("gamma", first.position, areas=9))
    keys = {key(first)}
    for text in "skip", "skip", "g 5,5", "g 5,5", "skip":
        first.push(text)
        keys.add(key(first))
    assert len(keys) == 5  # twice skipped is where it was; with golden moves used it is not
    assert all(0 <= each < 1 << 63 for each in keys)


def test_looking_changes_nothing() -> None:
    game = place("1....\n.....\n22222\n..1..\n2...2", players=3, areas=3)
    row = list(game.row)
    game.scene(), game.legal_moves, game.paths(), str(game), game.position, game.outcome(), game.turn
    assert list(game.row) == row


def test_large_boards_are_played_and_taken_back() -> None:
    game = ludarium.new("gamma", width=300, height=300, players=3)
    rows = []
    for text in "0,0", "5,5", "g 0,0", "1,0", "g 1,0", "skip", "0,1":
        rows.append(game.row[:])
        game.push(text)
    while rows:
        game.pop()
        assert game.row[:] == rows.pop()


# What people see and type


def test_the_picture_of_many_players() -> None:
    play = FreePlay(3, 2, 10, 5)
    play.m(10, 0, 0), play.m(2, 2, 1)
    assert play.p() == ".  .  2  \n10 .  .  "
    play = FreePlay(3, 2, 9, 5)
    play.m(9, 0, 0)
    assert play.p() == "...\n9.."


def test_a_picture_of_a_million_fields_is_quick() -> None:
    play = FreePlay(1000, 1000, 10, 5)
    play.m(10, 0, 0)
    begun = time.process_time()
    assert play.p()[-3000:-2997] == "10 "
    assert time.process_time() - begun < 3


def test_the_scene() -> None:
    game = place("1.\n.2", players=12)
    scene = game.scene()
    assert [(cell.name, cell.piece and cell.piece.owner) for cell in scene.cells] == [
        ("0,1", 0),
        ("1,1", None),
        ("0,0", None),
        ("1,0", 1),
    ]
    assert scene.words == ("skip",) and scene.turn == 0
    assert [tuple(panel) for panel in scene.panels[:4]] == [
        ("free fields", "2"),
        ("areas", "1/1"),
        ("golden move", "no"),
        ("player 1", "1"),
    ]
    assert len(scene.panels) == 3 + board.SHOWN_PLAYERS
    game.push("0,0")
    assert game.scene().words == ("g", "skip")
    assert set(game.paths()) == {("1,1",), ("g", "0,0"), ("skip",)}


@pytest.mark.parametrize("text", ["3,4", " 3 , 4 ", "03,4"])
def test_spellings_of_a_field(text: str) -> None:
    assert str(ludarium.new("gamma").parse(text)) == "3,4"


@pytest.mark.parametrize("text", ["g 3,4", "G 3,4", "g3,4", "g  3 ,4"])
def test_spellings_of_a_golden_move(text: str) -> None:
    game = ludarium.new("gamma")
    game.push("3,4")
    assert str(game.parse(text)) == "g 3,4"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "'' is no move; a move is like 3,4 or g 3,4 or skip"),
        ("pass", "'pass' is no move; a move is like 3,4 or g 3,4 or skip"),
        ("3;4", "'3;4' is no move; a move is like 3,4 or g 3,4 or skip"),
        ("-1,4", "'-1,4' is no move; a move is like 3,4 or g 3,4 or skip"),
        ("٣,4", "'٣,4' is no move; a move is like 3,4 or g 3,4 or skip"),
        ("g", "'g' lacks a number; a field is its column and row from the bottom left, as in 3,4"),
        ("3,", "'3,' lacks a number; a field is its column and row from the bottom left, as in 3,4"),
        ("g 3", "'g 3' lacks a number; a field is its column and row from the bottom left, as in 3,4"),
        ("12,0", "'12,0' is off the board; columns go from 0 to 11 and rows from 0 to 7"),
        ("0,8", "'0,8' is off the board; columns go from 0 to 11 and rows from 0 to 7"),
    ],
)
def test_a_text_that_is_no_move_says_why(text: str, sentence: str) -> None:
    game = ludarium.new("gamma", width=12, height=8)
    before = list(game.row)
    with pytest.raises(BadNotation) as caught:
        game.push(text)
    assert str(caught.value) == sentence and list(game.row) == before


@pytest.mark.parametrize("text", ["0,0", "1,0", "2,1", "g 0,0", "g 0,1", "g 2,0", "g 3,0"])
def test_a_move_that_is_not_allowed_changes_nothing(text: str) -> None:
    game = place("....\n1222", players=2)
    before = list(game.row)
    with pytest.raises(IllegalMove, match=f"^{text} is not a legal move for 1$"):
        game.push(text)
    assert list(game.row) == before


def test_positions_are_short_and_read_again() -> None:
    play = ludarium.new("gamma", width=1000, height=1000, players=9)
    play.push("7,999")
    assert play.position.startswith(".x7,1,.x992/.x1000/") and len(play.position) < 8000
    again = ludarium.new("gamma", play.position, width=1000, height=1000, players=9)
    assert again == play and again.turn == "2"
    text = "1,.x4/.x2,2x2,./.,1,2,.x2/1x2,.x3 2 1"
    game = ludarium.new("gamma", text, width=5, height=4)
    assert str(game) == "1....\n..22.\n.12..\n11..." and game.position == text
    assert "g 0,0" in game.legal_moves
    game.push("skip")
    assert "g 2,1" not in game.legal_moves


def test_golden_moves_in_a_position_are_joined() -> None:
    game = ludarium.new("gamma", "1,2,3/.x3 5 7,1-3,9,8", width=3, height=2, players=9)
    assert game.position == "1,2,3/.x3 5 1-3,7-9"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "a position is a board, who moves and who made golden moves, not 0 parts"),
        (".x2/.x2 1", "a position is a board, who moves and who made golden moves, not 2 parts"),
        (".x2 1 -", "the board '.x2' has 1 rows joined by / and not 2"),
        (".x2/. 1 -", "row 0, '.', has 1 fields and not 2"),
        (".x3/.x2 1 -", "row 1, '.x3', has 3 fields and not 2"),
        (".x4294967295/.x2 1 -", "row 1, '.x4294967295', has 4294967295 fields and not 2"),
        ("1x0,.x2/.x3 1 -", "row 0, '.x3', has 3 fields and not 2"),
        (".,a/.x2 1 -", "row 1 has 'a', which is neither a player nor . nor such a run as 2x5"),
        (".,/.x2 1 -", "row 1 has '', which is neither a player nor . nor such a run as 2x5"),
        (".,4/.x2 1 -", "players go from 1 to 3, and '4' is none of them"),
        (".,0/.x2 1 -", "players go from 1 to 3, and '0' is none of them"),
        (".x2/.x2 4 -", "players go from 1 to 3, and '4' is none of them"),
        (".x2/.x2 x -", "players go from 1 to 3, and 'x' is none of them"),
        (".x2/.x2 1 4", "players go from 1 to 3, and '4' is none of them"),
        (".x2/.x2 1 1,", "players go from 1 to 3, and '' is none of them"),
        (".x2/.x2 1 3-2", "the golden moves '3-2' have '3-2' where the smaller number comes first"),
        (".x2/.x2 1 1,1-3", "the golden moves '1,1-3' name player 1 twice"),
        ("1,./.,1 1 -", "player 1 has 2 areas on this board, and 1 are allowed"),
    ],
)
def test_a_text_that_is_no_position_says_why(text: str, sentence: str) -> None:
    with pytest.raises(BadNotation) as caught:
        ludarium.new("gamma", text, width=2, height=2, players=3, areas=1)
    assert str(caught.value) == sentence


def test_a_position_cannot_name_more_players_than_a_game_remembers() -> None:
    begun = time.process_time()
    with pytest.raises(BadNotation, match="are of more players than a game remembers"):
        ludarium.new("gamma", ". 1 1-4294967295", width=1, height=1, players=MOST)
    assert time.process_time() - begun < 1


@pytest.mark.parametrize("name", ["width", "height", "players", "areas"])
@pytest.mark.parametrize("value", [0, -1, MOST + 1, "x", "1.5", None, True, 2.0, "1" * 30])
def test_options_are_whole_numbers(name: str, value: Any) -> None:
    with pytest.raises(BadOption) as caught:
        ludarium.new("gamma", **{name: value})
    assert str(caught.value).startswith(f"{name} takes a whole number from 1 to 4294967295, not ")
