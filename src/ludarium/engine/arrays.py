"""Memory, random numbers and threads for compiled code."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt

from ..contract.bits import mix
from ..contract.kind import Kind
from ..contract.row import Row
from .compile import helper, kept

Numbers = npt.NDArray[Any]

HIGH = 0x2545F4914F6CDD1D


def as_array(row: Row) -> Numbers:
    """A copy of a row for compiled code: 64 bits a number, or as many as an array has."""
    return np.array(row, getattr(row, "typecode", np.int64))


def room_for_moves(kind: Kind, game: Any, plies: int = 1) -> Numbers:
    return np.zeros(plies * kind.rules.most_moves(game), np.int64)


def generator(seed: int) -> Numbers:
    """The state of a compiled random number generator."""
    return np.array([mix(seed, 1) | 1], np.int64)


@helper
def draw(random: Any, n: int) -> int:
    """A number below n from the generator whose state is random[0] (xorshift; never 0)."""
    x = random[0]
    x ^= x << 13
    x ^= x >> 7 & 0x1FFFFFFFFFFFFFF
    x ^= x << 17
    random[0] = x
    drawn: int = (x * HIGH >> 32 & 0xFFFFFFFF) * n >> 32
    return drawn


@helper
def copy(game: Any, a: Any, b: Any) -> None:
    """Copy the position in row a to row b."""
    n = kept(game)
    for i in range(n if n else a.size):
        b[i] = a[i]


@contextmanager
def thread_pool(threads: int | None) -> Iterator[tuple[ThreadPoolExecutor, Numbers]]:
    """Threads for compiled work, and the flag that stops it: stop[0] is 1. An exception in the block stops it too."""
    stop = np.zeros(8, np.int64)  # a cache line of its own
    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        try:
            yield pool, stop
        except BaseException:
            stop[0] = 1
            pool.shutdown(cancel_futures=True)
            raise
