"""Solves layers on this machine's processor, in several threads.

Most moves let one beetle at most jump over the cut. They lead from all columns of a row to one row of the next layer,
whose words are looked at as a whole or one after the other; all other moves are played.
"""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from fast import Array, fast

from .halves import ALONG, FROM, HALF, MOST, SQUARES, WORD, Tables
from .layers import FIRST_WIN, Layer, Solved, empty_layer, groups, wins, wins_by

CHUNK = 64  # rows that a thread solves at a time
EVERY_SECOND = np.uint64(0x5555555555555555)


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
