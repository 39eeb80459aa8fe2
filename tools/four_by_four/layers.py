"""Layers: the positions with the same number of beetles, a bit for each that the player to move wins."""

from pathlib import Path
from typing import NamedTuple

import numpy as np
from fast import Array, fast

from .halves import ALONG, HALF, MOST, WORD, Tables

FIRST_WIN = 3  # the move from which on a player without beetles has lost


class Layer(NamedTuple):
    """The positions with a number of beetles: a bit for each that the player to move wins."""

    bits: Array
    begin: Array  # by the group of the rows: where its first row begins, in words


def empty_layer(t: Tables, beetles: int) -> Layer:
    """A layer of which nothing is known."""
    begin, size = np.zeros(MOST + 1, np.int64), 0
    for group in groups(beetles):
        begin[group] = size
        size += t.rows_of[group] * t.words_of[beetles - group]
    return Layer(np.zeros(size, np.uint64), begin)


def groups(beetles: int) -> range:
    """The groups of the rows of a layer."""
    return range(max(0, beetles - MOST), beetles // 2 + 1)


@fast
def wins(t: Tables, layer: Layer, a: int, b: int) -> bool:
    """Whether the player to move wins on a board of two halves."""
    if t.total[a] > t.total[b]:
        a, b = b, a
    if t.row[a] < 0:
        a, b = t.mirror[a], t.mirror[b]
    group = t.total[b]
    word = layer.begin[t.total[a]] + t.row[a] * t.words_of[group] + t.column[b] // WORD
    return bool(layer.bits[word] >> np.uint64(t.column[b] % WORD) & np.uint64(1))


@fast
def wins_by(t: Tables, after: Layer, player: int, moves: int, a: int, b: int, square: int) -> bool:
    """Whether a player wins by placing a beetle on a square of a half; b is the other half."""
    other = 2 - player  # the colour of the other player, as a bit
    found = t.come_to[player, a, square]
    a, over = found & HALF, found >> 32
    while over:
        found = 0
        for i in range(ALONG):
            for _ in range(over >> 8 * i & 255):
                one = t.come_to[player, b, ALONG + i]
                b, found = one & HALF, found + (one >> 32)
        a, b, over = b, a, found
        # Without this, beetles of one colour might jump for ever
        if over and moves >= FIRST_WIN and not (t.colours[a] | t.colours[b]) & other:
            return True
    return not wins(t, after, a, b)


class Solved(NamedTuple):
    """A layer, how many of its positions the player to move wins, and how many there are."""

    layer: Layer
    won: int
    positions: int


def write_layer(solved: Solved, file: Path) -> None:
    part = file.with_name(file.name + ".part")
    with part.open("wb") as out:
        np.savez(out, bits=solved.layer.bits, counts=np.array([solved.won, solved.positions]))
    part.replace(file)


def read_layer(t: Tables, beetles: int, file: Path) -> Solved:
    with np.load(file) as found:
        return Solved(empty_layer(t, beetles)._replace(bits=found["bits"]), *map(int, found["counts"]))
