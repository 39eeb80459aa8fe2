"""Perft: the number of lines of play to a depth."""

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, wait
from typing import Any

from ..contract.kind import Kind
from ..contract.row import Row
from .code import compiled, game_code
from .memory import copy, room_for_moves, thread_pool, typecode_of
from .native.signature import Numbers, Rows
from .rule_calls import count_moves, moves, outcome, play


@compiled
def count_lines(
    game: Any, stack: Rows, out: Numbers, base: int, ply: int, depth: int, counted: int, stop: Numbers
) -> int:
    """The number of lines of play of this many plies, the last move of each played, or only counted."""
    s, child = stack[ply], stack[ply + 1]
    if depth == 1 and counted:
        return count_leaves(game, s, out, base)
    if outcome(game, s) or stop[0]:
        return 0
    end = moves(game, s, out, base)
    total = 0
    for i in range(base, end):
        copy(game, s, child)
        play(game, child, out[i])
        if depth == 1:
            total += 1
        elif depth == 2 and counted:
            total += count_leaves(game, child, out, end)
        else:
            total += count_lines(game, stack, out, end, ply + 1, depth - 1, counted, stop)
    return total


def count_leaves(game: Any, s: Row, out: Numbers, base: int) -> int:
    """The number of moves in a position; a finished game has none."""
    return 0 if outcome(game, s) else count_moves(game, s, out, base)


def divide(
    kind: Kind,
    game: Any,
    row: Row,
    depth: int,
    *,
    counted: bool = True,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> dict[int, int]:
    """For each legal move, the lines of play that begin with it; `progress` gets how many are done of how many."""
    legal = kind.legal_moves(game, row)
    if depth == 1:
        return dict.fromkeys(legal, 1)
    count = game_code(kind, typecode_of(row)).native(count_lines)

    def lines(move: int, stop: Numbers) -> int:
        child = row[:]
        kind.rules.play(game, child, move)
        stack = Rows.beginning_with(child, depth)
        return int(count(game, stack, room_for_moves(kind, game, depth), 0, 0, depth - 1, counted, stop))

    with thread_pool(threads) as (pool, stop):
        jobs = {pool.submit(lines, move, stop): move for move in legal}
        waiting = set(jobs)
        while waiting:
            _, waiting = wait(waiting, timeout=0.1, return_when=FIRST_COMPLETED)
            if progress:
                progress(len(jobs) - len(waiting), len(jobs))
    return {move: job.result() for job, move in jobs.items()}


def perft(kind: Kind, game: Any, row: Row, depth: int, **how: Any) -> int:
    """The number of lines of play of this many plies."""
    return sum(divide(kind, game, row, depth, **how).values()) if depth else 1
