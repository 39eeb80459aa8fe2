"""The search: what it finds, that it finds the same again, and that it can be stopped at any moment."""

import threading
from array import array
from random import Random
from typing import Any

import pytest

import ludarium
from ludarium.engine.code import game_code
from ludarium.engine.memory import numbers
from ludarium.engine.search import negamax
from ludarium.engine.search.alphabeta import AlphaBeta, SearchThread
from ludarium.engine.search.cancel import CancelToken
from ludarium.engine.search.mcts import Mcts
from ludarium.engine.search.negamax import MAX_PLY, WIN
from ludarium.engine.search.result import SURE
from ludarium.engine.search.searcher import Searcher
from ludarium.games import kind

from ..support.cases import CASES, played

# Variants for two players on boards that alpha-beta plays
TWO = [case for case in CASES if kind(case.values[0]).rules.players(kind(case.values[0]).make(case.values[1])) == 2]
two_players = pytest.mark.parametrize(("id", "options"), TWO)


def alphabeta(game: ludarium.Game, **how: Any) -> AlphaBeta:
    return AlphaBeta(game.kind, game.constants, **{"megabytes": 1, **how})


def notation(game: ludarium.Game, move: int) -> str:
    return game.kind.board.write(game.constants, move)


def minimax(game: ludarium.Game, depth: int) -> int:
    """The score to a depth by plain recursion over the plain rules: no window, no table, no order."""
    rules, constants = game.kind.rules, game.constants
    me = rules.turn(constants, game.row)
    if rules.outcome(constants, game.row):
        part = rules.share(constants, game.row, me)
        return 0 if part == 500 else WIN if part > 500 else -WIN
    if depth == 0:
        return 0
    best = -2 * WIN
    for move in game.legal_moves:
        game.push(move)
        score = minimax(game, depth - 1)
        best = max(best, score if rules.turn(constants, game.row) == me else -score)
        game.pop()
    return best


def test_an_immediate_win_is_found_at_once() -> None:
    game = ludarium.new("ataxx", "7/7/7/7/7/4x2/5o1 x 0 1", rules="uai")
    result = alphabeta(game).search(game.row, depth=3)
    game.push(ludarium.Move(game.kind, game.constants, result.move))
    assert result.score == WIN - 1 and game.outcome() is not None
    assert game.outcome().winner == "red"  # type: ignore[union-attr]


@two_players
def test_certain_wins_are_those_that_plain_recursion_finds(id: str, options: dict[str, Any]) -> None:
    """From positions near the end: a win the search is sure of is one, and none is missed.

    Late moves are looked at less deep first, so a win may be seen some plies later than it could be.
    """
    checked = 0
    for seed in range(12):
        # Three moves back, and on a large board one: as far as plain recursion can look
        for back, widest in (3, 11), (1, 100):
            game = played(id, options, seed, 400)
            for _ in range(min(back, len(game.moves))):
                game.pop()
            if not game.outcome() and len(game.legal_moves) <= widest:
                break
        else:
            continue
        truth = minimax(game, back)
        score = alphabeta(game).search(game.row, depth=7).score
        assert score > SURE if truth == WIN else score < -SURE if truth == -WIN else abs(score) < WIN - back
        checked += 1
        if checked == 4:
            break
    assert checked


@two_players
def test_the_same_search_again_is_the_same(id: str, options: dict[str, Any]) -> None:
    game = played(id, options, 3, 6)
    assert not game.outcome()
    first = alphabeta(game).search(game.row, nodes=3000)
    again = alphabeta(game).search(game.row, nodes=3000)
    assert first[:4] == again[:4] and first.line == again.line and first.nodes <= 3001


@two_players
def test_lines_can_be_played(id: str, options: dict[str, Any]) -> None:
    for seed in range(4):
        game = played(id, options, seed, 5 + seed)
        assert not game.outcome()
        result = alphabeta(game).search(game.row, nodes=2000)
        assert result.line and result.move in {move.number for move in game.legal_moves}
        for move in result.line:
            game.push(ludarium.Move(game.kind, game.constants, move))


@pytest.mark.parametrize(("id", "options"), [("beetle-battle", {"size": 4}), ("battle-of-the-beetles", {})])
def test_the_table_changes_no_score(id: str, options: dict[str, Any]) -> None:
    """In these games a position always has the same number of moves behind it, so what the table knows is as deep."""
    random = Random(5)
    for plies in range(2, 16, 2):
        game = ludarium.new(id, **options)
        for _ in range(plies):
            if game.legal_moves:
                game.push(random.choice(game.legal_moves))
        assert not game.outcome()
        for depth in 2, 4:
            found = [
                AlphaBeta(game.kind, game.constants, megabytes=1, forgets=forgets, thorough=True).search(
                    game.row, depth=depth
                )
                for forgets in (False, True)
            ]
            assert found[0].score == found[1].score and found[0].move in {move.number for move in game.legal_moves}


def test_threads_agree_on_what_is_certain() -> None:
    game = ludarium.new("beetle-battle", size=3)
    for move in "0,0", "2,2", "0,1", "1,2", "1,1", "2,1", "1,0", "2,1", "1,0":
        game.push(move)
    alone = alphabeta(game).search(game.row, depth=12)
    together = alphabeta(game, threads=2).search(game.row, depth=12)
    assert (alone.score > SURE, alone.score < -SURE) == (together.score > SURE, together.score < -SURE)


@pytest.mark.parametrize("searcher_class", [AlphaBeta, Mcts])
def test_a_stop_at_any_moment_leaves_a_legal_move(searcher_class: type[Searcher]) -> None:
    game = ludarium.new("ataxx")
    searcher = searcher_class(game.kind, game.constants)  # type: ignore[call-arg]
    searcher.search(game.row, nodes=1)
    legal = {move.number for move in game.legal_moves}
    for delay in 0.0, 0.0005, 0.003, 0.02:
        cancel = CancelToken()
        impatient = threading.Timer(delay, cancel.cancel)
        impatient.start()
        result = searcher.search(game.row, cancel=cancel)
        impatient.join()
        assert result.move in legal


@pytest.mark.parametrize("searcher_class", [AlphaBeta, Mcts])
def test_a_cancel_counts_before_a_search_and_not_after(searcher_class: type[Searcher]) -> None:
    game = ludarium.new("ataxx")
    searcher = searcher_class(game.kind, game.constants)  # type: ignore[call-arg]
    cancel = CancelToken()
    cancel.cancel()
    assert searcher.search(game.row, cancel=cancel).nodes < 100
    assert searcher.search(game.row, nodes=200).nodes >= 200
    searcher.search(game.row, nodes=10, cancel=(late := CancelToken()))
    late.cancel()
    assert searcher.search(game.row, nodes=200).nodes >= 200


def test_banned_moves_are_left_out() -> None:
    game = ludarium.new("ataxx")
    numbers = [move.number for move in game.legal_moves]
    for searcher in alphabeta(game), Mcts(game.kind, game.constants):
        assert searcher.search(game.row, nodes=500, banned=numbers[:-1]).move == numbers[-1]


def test_a_mirrored_position_scores_the_same() -> None:
    for depth in 1, 2, 3:
        scores = set()
        for fen in "x5o/7/2x4/7/4o2/7/o5x x 0 1", "o5x/7/4x2/7/2o4/7/x5o x 0 1", "o5x/7/4o2/7/2x4/7/x5o x 0 1":
            game = ludarium.new("ataxx", fen)
            scores.add(alphabeta(game).search(game.row, depth=depth).score)
        assert len(scores) == 1


def test_plain_sampling_prefers_what_wins() -> None:
    game = ludarium.new("ataxx", "7/7/7/7/7/4x2/5o1 x 0 1", rules="uai")
    result = Mcts(game.kind, game.constants, plain=True, seed=1).search(game.row, nodes=3000)
    game.push(ludarium.Move(game.kind, game.constants, result.move))
    assert game.outcome() is not None and result.score > 900


def test_the_history_stays_small_however_deep_the_cutoffs_are() -> None:
    """Plain Python ended with an error where its numbers went beyond 64 bits, and compiled code ordered by nonsense."""
    game = ludarium.new("ataxx")
    work = SearchThread(game.kind, game.constants, numbers(64), numbers(8)).work
    remember = game_code(game.kind).plain(negamax.remember)
    work.out[:3] = array("q", game.kind.legal_moves(game.constants, game.row)[:3])
    for depth in (31, 40, 95, MAX_PLY):
        for time in range(200):
            remember(game.constants, work, game.row, 0, 0, time % 3, depth)
        assert max(map(abs, work.history)) < 1 << 16  # less than one step of a game's own order
