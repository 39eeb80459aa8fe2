"""Several threads of alpha-beta: they divide the moves between them, and find what one finds."""

from typing import Any

import pytest

import ludarium
from ludarium.engine.code import game_code
from ludarium.engine.memory import numbers
from ludarium.engine.search import negamax
from ludarium.engine.search.alphabeta import AlphaBeta, SearchThread
from ludarium.engine.search.negamax import NONE, SHARED, Work
from ludarium.engine.search.notes import FLAG, PLACES, SLOTS, is_noted, leave_note, note_of, take_note
from ludarium.engine.search.result import INFINITE, SURE, UNLIMITED

ENDINGS = (
    "7/7/7/7/7/4x2/5o1 x 0 1",
    "x5o/7/2x4/7/4o2/7/o5x x 0 1",
    "xxxxxoo/xxxxooo/xxxoooo/xx1ooox/xxoooxx/oo1oxxx/ooo1xxx x 0 1",
)


def prepared(game: ludarium.Game, stop: Any) -> Work:
    """The memory of a thread that is about to search a position."""
    search = SearchThread(game.kind, game.constants, numbers(1 << 12), stop)
    code = game_code(game.kind)
    legal = game.kind.legal_moves(game.constants, game.row)
    search.begin(code.plain(negamax.negamax), code.plain(negamax.fade), True, game.row, UNLIMITED, 1, (), legal, 1)
    return search.work


def searched(game: ludarium.Game, work: Work) -> int:
    """The score at the depth from which on moves are set aside, in plain Python."""
    score: int = game_code(game.kind).plain(negamax.negamax)(game.constants, work, 0, 0, SHARED, -INFINITE, INFINITE)
    return score


@pytest.mark.parametrize("fen", ENDINGS)
def test_several_threads_are_as_sure_of_an_end_as_one(fen: str) -> None:
    game = ludarium.new("ataxx", fen, rules="uai")
    scores = [
        AlphaBeta(game.kind, game.constants, megabytes=1, threads=threads).search(game.row, depth=7).score
        for threads in (1, 2, 5)
    ]
    ends = {(score > SURE) - (score < -SURE) for score in scores}
    assert len(ends) == 1


def test_a_move_that_another_thread_searches_comes_last() -> None:
    game = ludarium.new("ataxx", ENDINGS[1], rules="uai")
    alone = prepared(game, numbers(8))
    score, count = searched(game, alone), len(game.legal_moves)
    key = game.kind.rules.key(game.constants, game.row)
    notes = numbers(FLAG + SLOTS)
    second = alone.out[1]
    leave_note(notes, note_of(key, second, NONE))
    work = prepared(game, notes)
    assert searched(game, work) == score
    assert second not in work.out[: count - 1] and work.out[count - 1] == second


def test_a_thread_without_others_searches_like_one_that_has_no_notes() -> None:
    game, counts = ludarium.new("beetle-battle"), list[int]()
    code, legal = game_code(game.kind), game.kind.legal_moves(game.constants, game.row)
    for stop in numbers(8), numbers(FLAG + SLOTS):
        search = SearchThread(game.kind, game.constants, numbers(1 << 16), stop)
        find, fade = code.native(negamax.negamax), code.native(negamax.fade)
        search.begin(find, fade, True, game.row, UNLIMITED, 1, (), legal, 1)
        for depth in range(1, 9):
            search.work.info[negamax.ROOT_DEPTH] = depth
            find(game.constants, search.work, 0, 0, depth, -INFINITE, INFINITE)
        counts.append(search.work.info[negamax.NODES])
    assert counts[0] == counts[1]


def test_moves_that_other_threads_search_are_searched_all_the_same() -> None:
    """If nothing came of the other threads, nothing may be missed: here the one win."""
    game = ludarium.new("ataxx", ENDINGS[0], rules="uai")
    score = searched(game, prepared(game, numbers(8)))
    key = game.kind.rules.key(game.constants, game.row)
    notes = numbers(FLAG + SLOTS)
    for move in game.kind.legal_moves(game.constants, game.row):
        leave_note(notes, note_of(key, move, NONE))
    work = prepared(game, notes)
    assert score > SURE and searched(game, work) == score


@pytest.mark.parametrize("limit", [{"nodes": 40_000}, {"depth": 5}])
def test_no_note_is_left_by_a_search(limit: dict[str, Any]) -> None:
    game = ludarium.new("ataxx")
    searcher = AlphaBeta(game.kind, game.constants, megabytes=1, threads=3)
    searcher.get_ready().result()
    searcher.search(game.row, **limit)
    assert len(searcher.flag) == FLAG + SLOTS and not any(searcher.flag[FLAG:])


def test_one_thread_has_no_notes() -> None:
    game = ludarium.new("ataxx")
    assert len(AlphaBeta(game.kind, game.constants).flag) <= FLAG


def test_a_full_bucket_forgets_a_note() -> None:
    notes = numbers(FLAG + SLOTS)
    several = [1 + SLOTS * i for i in range(PLACES + 1)]  # in one bucket
    for note in several:
        leave_note(notes, note)
    assert is_noted(notes, several[-1]) and sum(is_noted(notes, note) for note in several) == PLACES
    for note in several:
        take_note(notes, note)
    assert not any(notes)
