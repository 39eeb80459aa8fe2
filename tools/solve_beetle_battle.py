"""Solves Beetle Battle on 4x4: which of its 75,969,140,625 positions the player to move wins.

    python tools/solve_beetle_battle.py [--threads N]

There are as many beetles on the board as moves were made. So the positions with a number of beetles, a *layer*, lead to
those with one more, and 32 beetles are the most that can lie still: each layer follows from the one after it, from the
last one back to the empty board. A position takes a bit; reflections at the middle lines are left out.

The board is cut into two halves of eight squares, numbered from the edge to the cut, so that both look alike:

    0 1 2 3
    4 5 6 7    A half is a number of eight digits, one for each square with as many values as there are numbers of
    -------    beetles of both colours. Tables hold what becomes of each half when a beetle comes to a square of it, and
    4 5 6 7    how many beetles then jump over the cut.
    0 1 2 3
"""

import argparse
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt
from numba import njit

import ludarium
from ludarium.play.game import Game
from ludarium.play.move import Move

Array = npt.NDArray[Any]

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
FIRST_WIN = 3  # the move from which on a player without beetles has lost

HALF = (1 << 32) - 1  # the part of a table's number that is the half; above it 8 bits a square along the cut
WORD = 64
FROM, ILLEGAL, MANY = 24, -1, ALONG + 1
EVERY_SECOND = np.uint64(0x5555555555555555)

CHUNK = 64  # rows that a thread solves at a time

Function = TypeVar("Function", bound=Callable[..., Any])


def fast(function: Function) -> Function:
    """The function compiled, so that several threads can run it."""
    compiled: Function = njit(nogil=True)(function)
    return compiled


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


@fast
def swapped(word: np.uint64) -> np.uint64:
    """Each two bits the other way round."""
    one = np.uint64(1)
    return word >> one & EVERY_SECOND | (word & EVERY_SECOND) << one


@fast
def view(t: Tables, layer: Layer, a: int, group: int) -> tuple[int, int]:
    """Where in a layer the row of a half stands for the columns of a group, in bits, and from which column on it is
    that of the mirror image, in which each two columns stand the other way round."""
    words = t.words_of[group]
    if t.row[a] >= 0:
        return WORD * (layer.begin[t.total[a]] + t.row[a] * words), WORD * words
    return WORD * (layer.begin[t.total[a]] + t.row[t.mirror[a]] * words), WORD * t.even[group]


@fast
def is_lost(layer: Layer, seen: tuple[int, int], column: int) -> bool:
    """Whether the player to move loses in a column of a row."""
    bit = seen[0] + (column if column < seen[1] else column ^ 1)
    return not layer.bits[bit // WORD] >> np.uint64(bit % WORD) & np.uint64(1)


@fast
def place_in_row(t: Tables, after: Layer, player: int, a: int, group: int, won: Array) -> None:
    """Mark all columns of a group with which a row wins by placing a beetle on its half, if none jumps over the cut."""
    for square in range(SQUARES):
        found = t.come_to[player, a, square]
        if t.legal[player, a] >> square & 1 and found <= HALF:
            begin, mirrored = view(t, after, found, group)
            for i in range(t.words_of[group]):
                word = after.bits[begin // WORD + i]
                won[i] |= ~(word if WORD * i < mirrored else swapped(word))


@fast
def solve_row(t: Tables, after: Layer, beetles: int, group: int, row: int, won: Array) -> None:
    """Find which positions of a row the player to move wins by a move that lets one beetle at most jump over the cut.

    Where both halves have as many beetles, moves on the row's half that stay there and moves on the column's half that
    do not are missing: they are the same as those that are found with the board turned round.
    """
    player, other, a = beetles & 1, beetles - group, t.rows[group, row]
    won[:] = 0
    if group < other:
        place_in_row(t, after, player, a, other, won)
    # The rows after the moves: 0 the row as it is, then as it is after a beetle came over the cut to each square along
    # it, and then after each move on this half from which one beetle jumps, with where it jumps to
    came = [view(t, after, a, other + 1) if other < MOST else (0, 0)] * (1 + ALONG)
    gone, jumps, n = [(0, 0)] * SQUARES, np.zeros(SQUARES, np.int64), 0
    for i in range(ALONG if group < other else 0):
        found = t.come_to[player, a, ALONG + i]
        came[1 + i] = view(t, after, found, other) if found <= HALF else (-1, 0)
    for square in range(SQUARES):
        found = t.come_to[player, a, square]
        for i in range(ALONG):
            if other < MOST and t.legal[player, a] >> square & 1 and found >> 32 == 1 << 8 * i:
                gone[n], jumps[n] = view(t, after, found & HALF, other + 1), i
                n += 1
    most = ALONG if group < other else 0
    for column in range(WORD * t.words_of[other]):
        word, bit = column // WORD, np.uint64(column % WORD)
        if won[word] >> bit & np.uint64(1) or t.columns[other, column] < 0:
            continue
        for i in range(SQUARES + n):
            if i < SQUARES:
                found = t.placed[player, other, column, i]
                if found < 0 or found >> FROM > most:
                    continue
                seen = came[found >> FROM]
            else:
                found, seen = t.received[player, other, column, jumps[i - SQUARES]], gone[i - SQUARES]
                if found >> FROM:
                    continue
            if seen[0] >= 0 and is_lost(after, seen, found & (1 << FROM) - 1):
                won[word] |= np.uint64(1) << bit
                break


@fast
def is_simple(t: Tables, player: int, a: int, b: int, square: int) -> bool:
    """Whether a move on half a was looked at by `solve_row`, with half b in the row or the column."""
    found = t.come_to[player, a, square]
    if found <= HALF:
        return True
    for i in range(ALONG):
        if found >> 32 == 1 << 8 * i:
            return bool(t.come_to[player, b, ALONG + i] <= HALF)
    return False


@fast
def finish_row(t: Tables, layer: Layer, after: Layer, beetles: int, group: int, row: int, won: Array) -> None:
    """Add what is won by moves that let more beetles jump over the cut; and where both halves have as many beetles,
    what is won with the board turned round. Other threads may add to that board meanwhile; they find the same."""
    player, other, a = beetles & 1, beetles - group, t.rows[group, row]
    for column in range(WORD * t.words_of[other]):
        b, word, bit = t.columns[other, column], column // WORD, np.uint64(column % WORD)
        if b < 0 or won[word] >> bit & np.uint64(1):
            continue
        found = group == other and wins(t, layer, b, a)
        for square in range(SQUARES):
            for one, two in ((a, b), (b, a)):
                if not found and t.legal[player, one] >> square & 1 and not is_simple(t, player, one, two, square):
                    found = wins_by(t, after, player, beetles + 1, one, two, square)
        if found:
            won[word] |= np.uint64(1) << bit


@fast
def count_row(t: Tables, beetles: int, group: int, row: int, won: Array) -> tuple[int, int]:
    """How many positions of a row the player to move wins, and how many there are. Where a colour has no beetles left
    the game is over, and the player to move has lost it."""
    other, a, count, total = beetles - group, t.rows[group, row], 0, 0
    for column in range(WORD * t.words_of[other]):
        word, bit = column // WORD, np.uint64(column % WORD)
        colours = t.colours[a] | t.colours_of[other, column]
        if beetles < FIRST_WIN or colours == 3:
            if t.columns[other, column] >= 0:
                total += 1
                count += won[word] >> bit & np.uint64(1)
        else:
            won[word] &= ~(np.uint64(1) << bit)
    times = (1 if t.mirror[a] == a else 2) * (1 if group == other else 2)
    return times * count, times * total


@fast
def solve_rows(t: Tables, layer: Layer, after: Layer, beetles: int, group: int, first: int, last: int) -> None:
    """Begin with some rows of a layer."""
    words = t.words_of[beetles - group]
    for row in range(first, last):
        begin = layer.begin[group] + row * words
        solve_row(t, after, beetles, group, row, layer.bits[begin : begin + words])


@fast
def finish_rows(
    t: Tables, layer: Layer, after: Layer, beetles: int, group: int, first: int, last: int
) -> tuple[int, int]:
    """Complete some rows of a layer; returns how many positions the player to move wins, and how many there are."""
    words, count, total = t.words_of[beetles - group], 0, 0
    for row in range(first, last):
        begin = layer.begin[group] + row * words
        won = layer.bits[begin : begin + words]
        finish_row(t, layer, after, beetles, group, row, won)
        found = count_row(t, beetles, group, row, won)
        count, total = count + found[0], total + found[1]
    return count, total


class Solved(NamedTuple):
    """A layer, how many of its positions the player to move wins, and how many there are."""

    layer: Layer
    won: int
    positions: int


class Processor:
    """Solves layers on this machine's processor, in several threads."""

    def __init__(self, t: Tables, threads: int) -> None:
        self._t, self._pool = t, ThreadPoolExecutor(threads)

    def solve(self, beetles: int, after: Layer) -> Solved:
        """A layer from the one after it."""
        t, layer = self._t, empty_layer(self._t, beetles)
        rows = [
            (t, layer, after, beetles, group, first, min(first + CHUNK, t.rows_of[group]))
            for group in groups(beetles)
            for first in range(0, t.rows_of[group], CHUNK)
        ]
        for job in [self._pool.submit(solve_rows, *some) for some in rows]:
            job.result()
        found = [job.result() for job in [self._pool.submit(finish_rows, *some) for some in rows]]
        return Solved(layer, sum(won for won, _ in found), sum(all for _, all in found))


# The same for a GPU, which needs no short cuts: each of its threads tries all moves of one position.
KERNEL = r"""
struct Tables { const long long *come_to; const int *mirror, *total, *colours, *legal, *row, *column; };
struct Layer { const unsigned *bits; const long long *begin, *words_of; };

__device__ bool wins(Tables t, Layer layer, int a, int b) {
    if (t.total[a] > t.total[b]) { int c = a; a = b; b = c; }
    if (t.row[a] < 0) { a = t.mirror[a]; b = t.mirror[b]; }
    long long at = 64 * (layer.begin[t.total[a]] + t.row[a] * layer.words_of[t.total[b]]) + t.column[b];
    return layer.bits[at >> 5] >> (at & 31) & 1;
}

__device__ bool wins_by(Tables t, Layer after, int other, int moves, int a, int b, int square) {
    long long found = t.come_to[8 * a + square];
    a = (int) found;
    for (long long over = found >> 32; over; ) {
        found = 0;
        for (int i = 0; i < 4; i++)
            for (int n = over >> 8 * i & 255; n; n--) {
                long long one = t.come_to[8 * b + 4 + i];
                b = (int) one;
                found += one >> 32;
            }
        int c = a; a = b; b = c;
        over = found;
        if (over && moves >= FIRST_WIN && !((t.colours[a] | t.colours[b]) & other)) return true;
    }
    return !wins(t, after, a, b);
}

extern "C" __global__ void solve(
    const long long *come_to, const int *mirror, const int *total, const int *colours, const int *legal,
    const int *row, const int *column, const int *rows, const int *columns,
    long long rows_count, long long columns_count, const unsigned *after_bits,
    const long long *begin, const long long *words_of, int player, int beetles, int is_square,
    unsigned *bits, unsigned long long *counts)
{
    Tables t = {come_to, mirror, total, colours, legal, row, column};
    Layer after = {after_bits, begin, words_of};
    long long at = blockIdx.x * (long long) blockDim.x + threadIdx.x;
    if (at >= rows_count * columns_count) return;
    int a = rows[at / columns_count], b = columns[at % columns_count], won = 0, open = 0;
    if (b >= 0 && (beetles < FIRST_WIN || (colours[a] | colours[b]) == 3)) {
        open = 1;
        for (int i = 0; i < 16 && !won; i++) {
            int one = i < 8 ? a : b, two = i < 8 ? b : a, square = i & 7;
            won = legal[one] >> square & 1 && wins_by(t, after, 2 - player, beetles + 1, one, two, square);
        }
    }
    unsigned word = __ballot_sync(~0u, won), all = __ballot_sync(~0u, open);
    if (threadIdx.x % 32 == 0) {
        int times = (mirror[a] == a ? 1 : 2) * (is_square ? 1 : 2);
        bits[at >> 5] = word;
        atomicAdd(counts, (unsigned long long) times * __popc(word));
        atomicAdd(counts + 1, (unsigned long long) times * __popc(all));
    }
}
"""


class Gpu:
    """Solves layers on a GPU, with CuPy."""

    BLOCK = 256

    def __init__(self, t: Tables) -> None:
        import cupy  # type: ignore[import-not-found]

        self._cupy, self._t = cupy, t
        self._kernel = cupy.RawKernel(KERNEL.replace("FIRST_WIN", str(FIRST_WIN)), "solve")
        self._tables = [cupy.asarray(table) for table in (t.mirror, t.total, t.colours)]
        self._places = [cupy.asarray(table) for table in (t.row, t.column)]
        self._of_player = [[cupy.asarray(table[player]) for table in (t.come_to, t.legal)] for player in range(2)]

    def solve(self, beetles: int, after: Layer) -> Solved:
        """A layer from the one after it."""
        cupy, t, layer, player = self._cupy, self._t, empty_layer(self._t, beetles), beetles & 1
        after_bits, begin, words_of = (cupy.asarray(each) for each in (after.bits, after.begin, t.words_of))
        come_to, legal = self._of_player[player]
        counts = cupy.zeros(2, cupy.uint64)
        for group in groups(beetles):
            other = beetles - group
            rows, columns = int(t.rows_of[group]), WORD * int(t.words_of[other])
            bits = cupy.zeros(rows * columns // WORD, cupy.uint64)
            sides = cupy.asarray(t.rows[group, :rows]), cupy.asarray(t.columns[other, :columns])
            known = np.int64(rows), np.int64(columns), after_bits, begin, words_of
            where = np.int32(player), np.int32(beetles), np.int32(group == other), bits, counts
            arguments = come_to, *self._tables, legal, *self._places, *sides, *known, *where
            self._kernel((-(-rows * columns // self.BLOCK),), (self.BLOCK,), arguments)
            layer.bits[layer.begin[group] : layer.begin[group] + len(bits)] = bits.get()
        return Solved(layer, *map(int, counts.get()))


def layers(t: Tables, solver: Processor | Gpu, folder: Path | None = None) -> Iterator[tuple[int, Solved]]:
    """The layers by their beetles, from the last one to the empty board; those in the folder are not solved again."""
    after = empty_layer(t, LAST + 1)
    for beetles in range(LAST, -1, -1):
        file = folder / f"{beetles:02}.npz" if folder else None
        solved = read_layer(t, beetles, file) if file and file.exists() else solver.solve(beetles, after)
        if file and not file.exists():
            write_layer(solved, file)
        yield beetles, solved
        after = solved.layer


def write_layer(solved: Solved, file: Path) -> None:
    part = file.with_name(file.name + ".part")
    with part.open("wb") as out:
        np.savez(out, bits=solved.layer.bits, counts=np.array([solved.won, solved.positions]))
    part.replace(file)


def read_layer(t: Tables, beetles: int, file: Path) -> Solved:
    with np.load(file) as found:
        return Solved(empty_layer(t, beetles)._replace(bits=found["bits"]), *map(int, found["counts"]))


def halves(row: Sequence[int]) -> tuple[int, int]:
    """The halves of a position of the house's game."""
    return written(np.array(row[:8])), written(np.array([*row[12:16], *row[8:12]]))


def show_openings(t: Tables, known: dict[int, Layer]) -> None:
    """Who wins after the first moves; of those that look alike in a mirror one is shown."""
    game = ludarium.new("beetle-battle", size=4)
    print(f"before the first move {winner(t, known, game)} wins")
    for first in "0,0", "0,1", "1,1":
        game.push(first)
        print(f"after {first} {winner(t, known, game)} wins", end="")
        replies = [str(reply) for reply in game.legal_moves if winner(t, known, game.copy(), reply) == "blue"]
        print(f"; replies that win: {', '.join(replies)}" if replies else "")
        game.pop()


def winner(t: Tables, known: dict[int, Layer], game: Game, move: Move | None = None) -> str:
    """Who wins a game, after another move if one is given."""
    if move:
        game.push(move)
    beetles = len(game.moves)
    return game.turn if wins(t, known[beetles], *halves(game.row)) else ("red", "blue")[1 - beetles % 2]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="of the processor")
    parser.add_argument("--gpu", action="store_true", help="solve on a GPU; takes CuPy")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where layers are kept, 2.5 GB; goes on with them")
    given = parser.parse_args()
    if given.keep:
        given.keep.mkdir(parents=True, exist_ok=True)
    t, begun, first, won, positions = make_tables(), time.perf_counter(), dict[int, Layer](), 0, 0
    for beetles, solved in layers(t, Gpu(t) if given.gpu else Processor(t, given.threads), given.keep):
        won, positions = won + solved.won, positions + solved.positions
        print(
            f"{beetles:>3} beetles {_told(solved.won, solved.positions)} {time.perf_counter() - begun:.0f} s",
            flush=True,
        )
        if beetles <= 2:
            first[beetles] = solved.layer
    print(f"    together {_told(won, positions)}")
    show_openings(t, first)


def _told(won: int, positions: int) -> str:
    return f"{positions:>15,} positions, {won:>15,} won by the player to move ({100 * won / positions:.1f} %)"


if __name__ == "__main__":
    main()
