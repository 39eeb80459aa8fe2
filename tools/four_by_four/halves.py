"""The halves of a board of 4x4, and all that is asked about them.

A half has eight squares, numbered from the edge of the board to the cut:

    0 1 2 3
    4 5 6 7    A half is a number of eight digits, one for each square with as many values as there are numbers of
    -------    beetles of both colours. Tables hold what becomes of each half when a beetle comes to a square of it, and
    4 5 6 7    how many beetles then jump over the cut.
    0 1 2 3
"""

from typing import NamedTuple

import numpy as np
from fast import Array, fast

FULL = np.array((2, 3, 3, 2, 3, 4, 4, 3))  # the beetles that fill each square of a half
STATES = 2 * FULL - 1
SQUARES = len(FULL)
ALONG = 4  # squares along the cut, which are the last ones of a half
PLACES = np.array([np.prod(STATES[square + 1 :]) for square in range(SQUARES)])
HALVES = int(np.prod(STATES))
MOST = int(np.sum(FULL - 1))  # beetles that can lie still on a half
LAST = 2 * MOST
BESIDE = np.array(  # the squares beside each in the same half; -1 where there are no more
    [[1, 4, -1], [0, 2, 5], [1, 3, 6], [2, 7, -1], [0, 5, -1], [1, 4, 6], [2, 5, 7], [3, 6, -1]]
)
MIRRORED = np.array((3, 2, 1, 0, 7, 6, 5, 4))

HALF = (1 << 32) - 1  # the part of a table's number that is the half; above it 8 bits a square along the cut
WORD = 64
FROM, ILLEGAL, MANY = 24, -1, ALONG + 1


@fast
def read(half: int, beetles: Array) -> None:
    """The beetles on each square of a half: above zero where they are red, below where they are blue."""
    for square in range(SQUARES):
        beetles[square] = half // PLACES[square] % STATES[square] - FULL[square] + 1


@fast
def written(beetles: Array) -> int:
    half = 0
    for square in range(SQUARES):
        half += (beetles[square] + FULL[square] - 1) * PLACES[square]
    return half


@fast
def come(beetles: Array, waiting: Array, square: int, sign: int) -> int:
    """A beetle comes to a square, and all that follows on this half; returns who jumps over the cut."""
    over, n = 0, 1
    waiting[0] = square
    while n:
        n -= 1
        square = waiting[n]
        beetles[square] = sign * (abs(beetles[square]) + 1)
        if abs(beetles[square]) == FULL[square]:
            beetles[square] = 0
            if square >= ALONG:
                over += 1 << 8 * (square - ALONG)
            for near in BESIDE[square]:
                if near >= 0:
                    waiting[n] = near
                    n += 1
    return over


@fast
def tabulate(come_to: Array, mirror: Array, total: Array, colours: Array, legal: Array) -> None:
    """Write down all that is asked about halves."""
    beetles, other, waiting = np.zeros(SQUARES, np.int64), np.zeros(SQUARES, np.int64), np.zeros(256, np.int64)
    for half in range(HALVES):
        read(half, beetles)
        total[half] = np.sum(np.abs(beetles))
        colours[half] = np.any(beetles > 0) + 2 * np.any(beetles < 0)
        for square in range(SQUARES):
            other[square] = beetles[MIRRORED[square]]
        mirror[half] = written(other)
        for player in range(2):
            sign = 1 - 2 * player
            for square in range(SQUARES):
                if sign * beetles[square] >= 0:
                    legal[player, half] |= 1 << square
                other[:] = beetles
                over = come(other, waiting, square, sign)
                come_to[player, half, square] = written(other) | over << 32


class Tables(NamedTuple):
    """All that is known about halves. Halves with as many beetles are a *group*.

    A board is kept as a row and a column, the half with fewer beetles as the row. Of halves that mirror each other only
    one is a row. Columns begin with the halves that mirror themselves; all others stand beside their mirror images, so
    that a board is mirrored by exchanging bits.
    """

    come_to: Array  # by player, half and square: the half after a beetle came there, and those that jump over the cut
    mirror: Array
    total: Array  # beetles
    colours: Array  # a bit for each colour that it has
    legal: Array  # by player and half: the squares that the player may choose, as bits
    row: Array  # the place among the rows of its group, or -1
    column: Array
    rows: Array  # by group and row: the half
    columns: Array  # by group and column: the half, or -1
    colours_of: Array  # by group and column
    placed: Array  # by player, group, column and square: what a move does, see `told`
    received: Array  # the same for a beetle that jumps over the cut, by the squares along it
    rows_of: Array  # rows in each group
    words_of: Array  # words that the columns of each group take
    even: Array  # words of each group whose halves mirror themselves


def make_tables() -> Tables:
    come_to = np.zeros((2, HALVES, SQUARES), np.int64)
    mirror, total, colours = (np.zeros(HALVES, np.int32) for _ in range(3))
    legal = np.zeros((2, HALVES), np.int32)
    tabulate(come_to, mirror, total, colours, legal)
    row, column = np.full(HALVES, -1, np.int32), np.full(HALVES, -1, np.int32)
    rows_of, words_of, even = (np.zeros(MOST + 1, np.int64) for _ in range(3))
    rows, columns = [], []
    for group in range(MOST + 1):
        alike = np.flatnonzero((total == group) & (mirror == np.arange(HALVES)))
        first = np.flatnonzero((total == group) & (mirror > np.arange(HALVES)))
        pairs = np.stack([first, mirror[first]], axis=1).reshape(-1)
        found = np.concatenate([_padded(alike), _padded(pairs)])
        column[found[found >= 0]] = np.flatnonzero(found >= 0)
        columns.append(found)
        rows.append(np.concatenate([alike, first]))
        row[rows[-1]] = np.arange(len(rows[-1]))
        rows_of[group], words_of[group], even[group] = len(rows[-1]), len(found) // WORD, len(_padded(alike)) // WORD
    all_rows, all_columns = _even_up(rows), _even_up(columns)
    placed = np.full((2, *all_columns.shape, SQUARES), ILLEGAL, np.int32)
    received = np.full((2, *all_columns.shape, ALONG), ILLEGAL, np.int32)
    for player in range(2):
        for square in range(SQUARES):
            found = told(column, come_to[player, all_columns, square])
            may = (all_columns >= 0) & (legal[player, all_columns] >> square & 1 > 0)
            placed[player, :, :, square] = np.where(may, found, ILLEGAL)
            if square >= ALONG:
                received[player, :, :, square - ALONG] = found
    return Tables(
        come_to=come_to,
        mirror=mirror,
        total=total,
        colours=colours,
        legal=legal,
        row=row,
        column=column,
        rows=all_rows,
        columns=all_columns,
        colours_of=colours[all_columns],
        placed=placed,
        received=received,
        rows_of=rows_of,
        words_of=words_of,
        even=even,
    )


def told(column: Array, come_to: Array) -> Array:
    """What becomes of a column when a beetle comes, in one number: the column after it, and above it from FROM on 0 if
    no beetle jumps over the cut, or the square along the cut, counted from 1, that one jumps to, or MANY."""
    over = come_to >> 32
    to = np.where(over == 0, 0, MANY)
    for square in range(ALONG):
        to = np.where(over == 1 << 8 * square, square + 1, to)
    found: Array = column[come_to & HALF] + (to << FROM)
    return found


def _padded(halves: Array) -> Array:
    """With -1 at the end, so that they fill whole words."""
    return np.concatenate([halves, np.full(-len(halves) % WORD, -1)])


def _even_up(parts: list[Array]) -> Array:
    found = np.full((len(parts), max(map(len, parts))), -1, np.int32)
    for line, part in zip(found, parts, strict=True):
        line[: len(part)] = part
    return found
