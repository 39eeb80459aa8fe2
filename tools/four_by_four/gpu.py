"""Solves layers on a GPU, which needs no short cuts: each of its threads tries all moves of one position."""

import numpy as np

from .halves import WORD, Tables
from .layers import FIRST_WIN, Layer, Solved, empty_layer, groups

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
