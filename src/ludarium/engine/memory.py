"""Memory, random numbers and threads for the functions of the engine, plain or compiled."""

import os
from array import array
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from ..contract.bits import mix, scramble
from ..contract.kind import Kind
from ..contract.row import Row
from .native.signature import Numbers
from .rule_calls import kept

HIGH = 0x2545F4914F6CDD1D


def typecode_of(row: Row) -> str:
    """The type of a row's numbers as arrays name it: 64 bits, or as many as an array has."""
    return getattr(row, "typecode", "q")


def as_array(row: Row) -> "array[int]":
    """A copy of a row for compiled code."""
    return array(typecode_of(row), row)


def numbers(count: int, value: int = 0) -> "array[int]":
    """So many whole numbers."""
    return array("q", [value]) * count


def reals(count: int) -> "array[float]":
    """So many real numbers, all of them 0."""
    return array("d", [0.0]) * count


def room_for_moves(kind: Kind, game: Any, plies: int = 1) -> "array[int]":
    return numbers(plies * kind.rules.most_moves(game))


def generator(seed: int) -> "array[int]":
    """The state of a random number generator."""
    return array("q", [mix(seed, 1) | 1])


def draw(random: Numbers, n: int) -> int:
    """A number below n from the generator whose state is random[0]."""
    random[0] = scramble(random[0])
    drawn: int = (random[0] * HIGH >> 32 & 0xFFFFFFFF) * n >> 32
    return drawn


def copy(game: Any, a: Row, b: Row) -> None:
    """Copy the position in row a to row b."""
    n = kept(game)
    for i in range(n if n else len(a)):
        b[i] = a[i]


@contextmanager
def thread_pool(threads: int | None) -> Iterator[tuple[ThreadPoolExecutor, "array[int]"]]:
    """Threads for compiled work, and the flag that stops it: stop[0] is 1. An exception in the block stops it too."""
    stop = numbers(8)  # a cache line of its own
    pool = ThreadPoolExecutor(threads or os.cpu_count() or 1)
    try:
        yield pool, stop
    except BaseException:
        stop[0] = 1
        pool.shutdown(wait=False, cancel_futures=True)  # a rule that never returns does not see the flag
        raise
    pool.shutdown()
