"""The walks as Python sees them: memory, threads, and a way to stop."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..contract.bits import mix
from ..contract.kind import Kind
from ..contract.row import Row
from . import kernels
from .compile import register

Numbers = npt.NDArray[Any]

LONGEST = 10_000  # plies after which a random game is left unfinished; some games need never end


def as_array(row: Row) -> Numbers:
    """A copy of a row for compiled code: 64 bits a number, or as many as an array has."""
    return np.array(row, getattr(row, "typecode", np.int64))


def room_for_moves(kind: Kind, game: Any, plies: int = 1) -> Numbers:
    return np.zeros(plies * kind.rules.most_moves(game), np.int64)


def generator(seed: int) -> Numbers:
    """The state of a compiled generator."""
    return np.array([mix(seed, 1) | 1], np.int64)


@contextmanager
def crew(threads: int | None) -> Iterator[tuple[ThreadPoolExecutor, Numbers]]:
    """Threads for compiled work, and the flag that ends it; leaving in any way ends it too."""
    stop = np.zeros(8, np.int64)  # a cache line of its own
    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        try:
            yield pool, stop
        except BaseException:
            stop[0] = 1
            pool.shutdown(cancel_futures=True)
            raise


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
    """For each legal move, the lines of play that begin with it; progress hears how many are done of how many."""
    register(kind)

    def lines(move: int, stop: Numbers) -> int:
        child = row[:]
        kind.rules.play(game, child, move)
        stack = np.zeros((depth, len(child)), as_array(child).dtype)
        stack[0] = child
        return int(kernels.perft(game, stack, room_for_moves(kind, game, depth), 0, 0, depth - 1, int(counted), stop))

    legal = kind.legal_moves(game, row)
    if depth == 1:
        return dict.fromkeys(legal, 1)
    with crew(threads) as (pool, stop):
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


class Playouts(NamedTuple):
    """What random games came to: each player's part of the wins, and the plies played."""

    games: int
    plies: int
    shares: tuple[float, ...]


def playouts(
    kind: Kind, game: Any, row: Row, games: int, *, seed: int = 0, limit: int = LONGEST, threads: int | None = 1
) -> Playouts:
    """Play random games from a position to their ends. The same seed and number of threads play the same games."""
    register(kind)
    threads = threads or os.cpu_count() or 1
    start = as_array(row)
    # Thousands of players would make the table larger than the games; their sum alone would say nothing either
    seats = min(kind.rules.players(game), 1024)
    shares = np.zeros((threads, seats), np.int64)

    def some(i: int, stop: Numbers) -> int:
        mine = games // threads + (i < games % threads)
        out, random = room_for_moves(kind, game), generator(mix(seed, i))
        return int(kernels.playouts(game, start, start.copy(), out, random, mine, limit, shares[i], stop))

    with crew(threads) as (pool, stop):
        plies = sum(pool.map(lambda i: some(i, stop), range(threads)))
    return Playouts(games, plies, tuple(float(part) / 1000 / max(games, 1) for part in shares.sum(axis=0)))
