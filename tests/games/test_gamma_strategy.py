"""What a computer knows about Gamma, and how it plays with any number of players on boards of any shape."""

import threading
from random import Random
from typing import Any

import pytest

from ludarium.contract.row import Row
from ludarium.engine.search import mcts
from ludarium.engine.search.alphabeta import AlphaBeta
from ludarium.engine.search.cancel import CancelToken
from ludarium.engine.search.mcts import Mcts
from ludarium.engine.search.searcher import Searcher
from ludarium.games import kind
from ludarium.games.gamma import board, rules, strategy
from ludarium.games.gamma.layout import SHIFT, TURN, WHO, Gamma, account
from ludarium.games.gamma.reach import clear, measure

KIND = kind("gamma")

SHAPES = [
    (1, 1, 1, 1),
    (1, 1, 2, 1),
    (7, 1, 2, 1),
    (1, 9, 3, 2),
    (6, 5, 1, 2),
    (5, 5, 3, 2),
    (6, 6, 10, 3),
    (4, 3, 2, 2),
]


def position(width: int, height: int, players: int, areas: int, text: str = "") -> tuple[Gamma, Row]:
    game = board.make(width, height, players, areas)
    return game, board.read_position(game, text) if text else rules.start(game, 0)


def some_positions(game: Gamma, random: Random, games: int = 4) -> list[Row]:
    """Unfinished positions of random games."""
    found = []
    for _ in range(games):
        s = rules.start(game, 0)
        while not rules.outcome(game, s) and random.random() < 0.98:
            found.append(s[:])
            rules.play(game, s, random.choice(KIND.legal_moves(game, s)))
    return found


def searchers(game: Gamma) -> list[Searcher]:
    mcts: list[Searcher] = [Mcts(KIND, game, megabytes=1), Mcts(KIND, game, megabytes=1, plain=True)]
    return mcts + ([AlphaBeta(KIND, game, megabytes=1)] if game.players == 2 else [])


def shares(game: Gamma, s: Row) -> list[int]:
    found = [0] * game.players
    strategy.expected_shares(game, s, found)
    return found


def chosen(searcher: Searcher, s: Row, nodes: int = 400) -> str:
    return board.write(searcher.game, searcher.search(s, nodes=nodes).move)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_computer_plays_legal_moves_to_the_end(shape: tuple[int, int, int, int]) -> None:
    game, s = position(*shape)
    playing = searchers(game)
    for ply in range(400):
        if rules.outcome(game, s):
            break
        move = playing[ply % len(playing)].search(s, nodes=40).move
        assert rules.legal(game, s, move)
        rules.play(game, s, move)
    assert rules.outcome(game, s)


def test_nobody_skips_while_there_is_something_to_take() -> None:
    """Four who take what they can are done after as many moves as there are fields and golden moves."""
    game, s = position(6, 6, 4, 2)
    searcher = Mcts(KIND, game, megabytes=1)
    for _ in range(game.fields + game.players):
        if not rules.outcome(game, s):
            move = searcher.search(s, nodes=60).move
            assert move != 2 * game.fields
            rules.play(game, s, move)
    assert rules.outcome(game, s)


@pytest.mark.parametrize("players", [1, 2, 4, 10])
def test_the_first_move_is_to_take_a_field(players: int) -> None:
    game, s = position(10, 10, players, 5)
    for searcher in searchers(game):
        assert searcher.search(s, nodes=300).move < game.fields


def test_a_golden_move_that_wins_is_made() -> None:
    game, s = position(4, 1, 2, 1, "1x2,2x2 1 2")
    for searcher in searchers(game):
        assert chosen(searcher, s) == "g 2,0"
    game, s = position(6, 1, 3, 1, "1x2,2x2,3x2 2 1,3")
    for searcher in searchers(game):
        assert chosen(searcher, s) in ("g 1,0", "g 4,0")


def test_a_way_is_closed_before_the_other_comes_out() -> None:
    """What both can reach comes first: what only the mover can reach does not run away."""
    game, s = position(8, 1, 2, 1, ".x2,1,.x3,2,. 1 1-2")
    for searcher in searchers(game):
        assert chosen(searcher, s) == "3,0"


def test_a_stop_at_any_moment_leaves_a_legal_move() -> None:
    game, s = position(10, 10, 4, 5)
    searcher = Mcts(KIND, game, megabytes=1)
    searcher.search(s, nodes=1)
    for delay in 0.0, 0.001, 0.01:
        cancel = CancelToken()
        clock = threading.Timer(delay, cancel.cancel)
        clock.start()
        assert rules.legal(game, s, searcher.search(s, seconds=60, cancel=cancel).move)
        clock.join()
    assert rules.legal(game, s, searcher.search(s, nodes=0).move)


def test_large_boards_are_played() -> None:
    game, s = position(100, 100, 4, 20)
    searcher = Mcts(KIND, game, megabytes=4)
    for _ in range(8):
        move = searcher.search(s, nodes=60).move
        assert move < game.fields
        rules.play(game, s, move)


def test_a_position_larger_than_the_memory_for_some_is_searched() -> None:
    game, s = position(200, 200, 3, 20)
    assert rules.legal(game, s, Mcts(KIND, game, megabytes=1).search(s, nodes=3).move)


def test_the_same_is_found_however_many_positions_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    game, s = position(8, 8, 3, 3)
    found = Mcts(KIND, game, megabytes=1).search(s, nodes=500)
    monkeypatch.setattr(mcts, "MOST_KEPT", 3)
    assert Mcts(KIND, game, megabytes=1).search(s, nodes=500)._replace(seconds=found.seconds) == found


@pytest.mark.parametrize("shape", SHAPES)
def test_shares_are_parts_of_one_win(shape: tuple[int, int, int, int]) -> None:
    game = board.make(*shape)
    for s in some_positions(game, Random(1)):
        before = s[:]
        found = shares(game, s)
        assert all(0 <= share <= 1000 for share in found)
        assert 1000 - game.players <= sum(found) <= 1000
        assert s == before


def test_of_very_many_players_none_is_asked_for_the_share() -> None:
    game, s = position(3, 3, 4294967295, 2)
    assert not KIND.expects_shares(game)
    assert rules.legal(game, s, Mcts(KIND, game, megabytes=1).search(s, nodes=20).move)


def mirrored(game: Gamma, s: Row) -> Row:
    """The same position on the board turned over, row by row."""
    rows, mover, golden = board.write_position(game, s).split()
    text = "/".join(",".join(reversed(row.split(","))) for row in reversed(rows.split("/")))
    return board.read_position(game, f"{text} {mover} {golden}")


def swapped(game: Gamma, s: Row) -> Row:
    """The same position with the two players changed for each other."""
    rows, mover, golden = board.write_position(game, s).split()
    other: Any = str.maketrans("12", "21")
    runs = [[run.split("x") for run in row.split(",")] for row in rows.split("/")]
    text = "/".join(",".join("x".join([run[0].translate(other), *run[1:]]) for run in row) for row in runs)
    golden = golden if golden == "1-2" else golden.translate(other)
    return board.read_position(game, f"{text} {mover.translate(other)} {golden}")


def test_symmetric_positions_are_worth_the_same() -> None:
    game = board.make(6, 5, 2, 3)
    for s in some_positions(game, Random(2)):
        value, found = strategy.evaluate(game, s), shares(game, s)
        for other, order in (mirrored(game, s), 1), (swapped(game, s), -1):
            assert strategy.evaluate(game, other) == value
            assert shares(game, other) == found[::order]


def test_what_one_player_has_the_other_has_not() -> None:
    game = board.make(6, 5, 2, 3)
    for s in some_positions(game, Random(3)):
        before, value = s[:], strategy.evaluate(game, s)
        assert s == before
        s[TURN] = 1 - rules.turn(game, s) - SHIFT
        assert value + strategy.evaluate(game, s) == 2 * strategy.WEIGHTS[strategy.TEMPO]


@pytest.mark.parametrize(
    ("shape", "text", "reach"),
    [
        ((5, 2, 2, 1), ".,1,.x2,2/.x5 1 -", [5, 3]),
        ((5, 1, 2, 1), "1,.x3,2 1 -", [1, 1]),
        ((3, 1, 1, 1), ".x3 1 -", [0]),
    ],
)
def test_reach_is_what_one_gets_to_first(shape: tuple[int, int, int, int], text: str, reach: list[int]) -> None:
    game, s = position(*shape, text)
    measure(game, s)
    assert [s[account(game, owner + 1) + WHO] for owner in range(game.players)] == reach
    clear(game, s)
    assert s == board.read_position(game, text)


def test_a_skip_is_the_last_move_to_look_at() -> None:
    for shape in SHAPES:
        game = board.make(*shape)
        for s in some_positions(game, Random(4), games=2):
            legal = KIND.legal_moves(game, s)
            assert min(legal, key=lambda move: strategy.order(game, s, move)) == 2 * game.fields
