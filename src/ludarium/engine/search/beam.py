"""Search for one player, where chance hides what comes.

The player imagines worlds: the game's `determinize` deals anew what is hidden, and a world is then searched as if it
were the true one. Nothing of what was really hidden is left in it. A first move is worth what it came to on average.

In a world, a pass opens one position of every ply, the most promising one, and makes all its moves. So there are lines
of full length after the first pass, and every further pass looks at more of them: a beam that grows wider as long as
there is time. A line is worth the points at its end and what the game's `evaluate` makes of the position there. It is
closed where the game ends or a new chapter of it begins, of which nothing can be known.
"""

import time
from array import array
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ...contract.bits import mix
from ...contract.kind import Kind
from ...contract.row import Row
from ..code import compiled
from ..memory import as_array, copy, numbers, room_for_moves, typecode_of
from ..native.signature import Grid, Numbers, Rows
from ..rule_calls import chapter, determinize, evaluate, key, moves, outcome, play, score
from .result import SearchResult
from .searcher import Searcher

HORIZON = 16  # plies looked ahead at most
NEAR = 6  # plies looked ahead in the first world, one more in each that follows
FEWEST, MOST = 16, 1024  # passes in the first world, twice as many in each that follows
WORLDS = 64  # imagined at most
MOST_OPEN = 1000  # positions of a ply that are kept open
SEEN = 1 << 15  # places of the table that knows positions again
FAR = 900_000  # scores stay this side of what a certain win is worth

# The state of a searching thread, by place in `info`.
NODES, LIMIT, LAST, CHAPTER, DEEPEST, FIRST_MOVES = range(6)


class Work(NamedTuple):
    """The memory of one searching thread. Of every ply the open positions, each in a slot of its own."""

    rows: Rows  # positions, those of a ply one after the other: see `at`
    lines: Grid  # and the moves that led to each
    roots: Grid  # roots[ply][slot] is which of the first moves is among them
    values: Grid  # values[ply] of the open positions, in ascending order
    slots: Grid  # and their slots; behind them the free ones
    opened: Numbers  # how many positions of a ply are open
    out: Numbers
    child: Row  # the position after a move that is being looked at
    seen: Numbers  # positions that were met in this world
    first: Numbers  # the first moves, banned ones left out
    worth: Numbers  # and what each is worth in this world
    reach: Numbers  # and the ply of the position that says so
    best: Grid  # and the line to it
    info: Numbers
    stop: Numbers


def value(game: Any, s: Row) -> int:
    """The points so far and what the position is expected to bring, in hundredths of a point."""
    return 100 * score(game, s, 0) + evaluate(game, s)


@compiled
def value_of(game: Any, s: Row) -> int:
    """The same, called from Python."""
    return value(game, s)


@compiled
def visible_key(game: Any, s: Row) -> int:
    """A hash of what can be seen of a position; the hidden part of the row is overwritten."""
    determinize(game, s, 0)
    return key(game, s)


def at(w: Work, ply: int, slot: int) -> int:
    """Where the position in a slot of a ply is."""
    return ply * len(w.roots[0]) + slot


def extend(w: Work, ply: int, slot: int, move: int, line: Numbers) -> None:
    """The line to an open position and a move after it."""
    before = w.lines[at(w, ply, slot)]
    for i in range(ply):
        line[i] = before[i]
    line[ply] = move


def place(w: Work, ply: int, worth: int) -> int:
    """Make room for a position among the open ones of a ply; returns its slot, or -1 if it is not good enough."""
    n, values, slots = w.opened[ply], w.values[ply], w.slots[ply]
    if n < len(values):
        slot, i = slots[n], n
        w.opened[ply] = n + 1
        while i > 0 and values[i - 1] >= worth:
            values[i], slots[i] = values[i - 1], slots[i - 1]
            i -= 1
    elif values[0] < worth:
        slot, i = slots[0], 0
        while i + 1 < n and values[i + 1] < worth:
            values[i], slots[i] = values[i + 1], slots[i + 1]
            i += 1
    else:
        return -1
    values[i], slots[i] = worth, slot
    return slot


def note(w: Work, ply: int, slot: int, root: int, move: int, worth: int, reach: int) -> None:
    """Let a first move be worth what the line over an open position and a move after it has come to.

    A longer line says more than a shorter one, and of equally long ones the best counts.
    """
    if reach > w.reach[root] or (reach == w.reach[root] and worth > w.worth[root]):
        w.worth[root], w.reach[root] = worth, reach
        extend(w, ply, slot, move, w.best[root])
        w.best[root][HORIZON] = ply + 1


def met(w: Work, h: int) -> bool:
    """Whether a position was met before, as far as the table remembers."""
    place = h & SEEN - 1
    if w.seen[place] == h:
        return True
    w.seen[place] = h
    return False


def open_best(game: Any, w: Work, ply: int) -> None:
    """Make all moves of the most promising open position of a ply."""
    w.opened[ply] -= 1
    slot, last = w.slots[ply][w.opened[ply]], w.info[LAST]
    s, c = w.rows[at(w, ply, slot)], w.child
    w.info[DEEPEST] = max(w.info[DEEPEST], ply + 1)
    n = moves(game, s, w.out, 0) if ply else w.info[FIRST_MOVES]
    for i in range(n):
        move = w.out[i] if ply else w.first[i]
        root = w.roots[ply][slot] if ply else i
        copy(game, s, c)
        play(game, c, move)
        w.info[NODES] += 1
        worth = value(game, c)
        if chapter(game, c) != w.info[CHAPTER] or outcome(game, c):
            # A good end is as good as a line of full length, a bad one says no more than any line so short
            note(w, ply, slot, root, move, worth, last if worth > w.worth[root] else ply + 1)
        elif ply == 0 or not met(w, mix(key(game, c), ply)):
            note(w, ply, slot, root, move, worth, ply + 1)
            to = place(w, ply + 1, worth) if ply + 1 < last else -1
            if to >= 0:
                copy(game, c, w.rows[at(w, ply + 1, to)])
                extend(w, ply, slot, move, w.lines[at(w, ply + 1, to)])
                w.roots[ply + 1][to] = root


def begin(game: Any, w: Work, row: Row, seed: int, depth: int) -> None:
    """Imagine the world of a seed, with nothing in it looked at."""
    for ply in range(depth):
        w.opened[ply] = 0
    for i in range(SEEN):
        w.seen[i] = 0
    root = w.rows[at(w, 0, w.slots[0][0])]
    copy(game, row, root)
    determinize(game, root, seed)
    w.opened[0] = 1
    w.info[CHAPTER], w.info[LAST] = chapter(game, root), depth
    for i in range(w.info[FIRST_MOVES]):
        w.worth[i], w.reach[i] = value(game, root), 0


def settle(w: Work, depth: int) -> None:
    """A first move of which no line came to full length is worth no more than the worst of which one did."""
    worst = 1 << 62
    for i in range(w.info[FIRST_MOVES]):
        if w.reach[i] == depth:
            worst = min(worst, w.worth[i])
    for i in range(w.info[FIRST_MOVES]):
        if w.reach[i] < depth:
            w.worth[i] = min(worst, w.worth[i])


@compiled
def search(game: Any, w: Work, row: Row, seed: int, depth: int, passes: int) -> None:
    """Look around in the world of a seed: at all first moves in any case, then as long as there is time."""
    begin(game, w, row, seed, depth)
    open_best(game, w, 0)
    idle = 0
    for step in range(1, passes * depth):
        if w.stop[0] or w.info[NODES] >= w.info[LIMIT] or idle == depth:
            break
        ply = step % depth
        idle += 1
        if w.opened[ply]:
            open_best(game, w, ply)
            idle = 0
    settle(w, depth)


class SearchThread:
    """The memory of one thread, and what it found about the first moves."""

    def __init__(self, kind: Kind, game: Any, room: int, stop: Numbers) -> None:
        self.game = game
        row, most = kind.rules.start(game, 0), kind.rules.most_moves(game)
        size = len(row) * as_array(row).itemsize
        slots = max(2, min(MOST_OPEN, room // (HORIZON * size)))
        self.work = Work(
            rows=Rows(typecode_of(row), HORIZON * slots, len(row)),
            lines=Rows("q", HORIZON * slots, HORIZON),
            roots=Rows("q", HORIZON, slots),
            values=Rows("q", HORIZON, slots),
            slots=Rows("q", HORIZON, slots),
            opened=numbers(HORIZON),
            out=room_for_moves(kind, game),
            child=as_array(row),
            seen=numbers(SEEN),
            first=numbers(most),
            worth=numbers(most),
            reach=numbers(most),
            best=Rows("q", most, HORIZON + 1),
            info=numbers(64),
            stop=stop,
        )
        for free in self.work.slots:
            free[:] = array("q", range(slots))
        self.total: list[int] = []
        self.weight = 0
        self.lines: list[list[int]] = []

    def begin(self, first: Sequence[int], nodes: int) -> None:
        work, info = self.work, self.work.info
        work.first[: len(first)] = array("q", first)
        info[NODES], info[LIMIT], info[DEEPEST], info[FIRST_MOVES] = 0, nodes, 0, len(first)
        self.total, self.weight, self.lines = [0] * len(first), 0, []

    def imagine(self, search: Callable[..., None], row: Row, seed: int, depth: int, passes: int, already: int) -> bool:
        """Search a world, which counts as much as was looked at in it; returns whether there is time for more.

        Sums are of what moves are worth more than what is there already, so that they stay small.
        """
        work = self.work
        search(self.game, work, row, seed, depth, passes)
        nodes = work.info[NODES] - self.weight
        self.total = [total + (worth - already) * nodes for total, worth in zip(self.total, work.worth, strict=False)]
        self.weight += nodes
        if not self.lines:
            self.lines = [list(line[: line[HORIZON]]) for line in work.best[: len(self.total)]]
        return not (work.stop[0] or work.info[NODES] >= work.info[LIMIT])


class BeamSearch(Searcher):
    """A searcher for one player, from what the player can see.

    Scores are hundredths of a point, those made so far among them. A line is what would follow in a world that was
    imagined; in the true one its later moves may turn out otherwise.
    """

    NEEDS = (search, value_of, visible_key)
    PACE = 8

    def __init__(self, kind: Kind, game: Any, *, megabytes: int = 16, threads: int = 1) -> None:
        super().__init__(kind, game, threads)
        self._searches = [SearchThread(kind, game, (megabytes << 20) // threads, self.flag) for _ in range(threads)]
        self._first: Sequence[int] = ()
        self._row = as_array(kind.rules.start(game, 0))
        self._seed = self._already = 0

    def final_score(self, row: Row, player: int) -> int:
        return _bounded(self.code.plain(value_of)(self.game, as_array(row)))

    def _begin(self, row: Row, legal: Sequence[int], nodes: int, banned: Sequence[int]) -> None:
        self._first = legal
        self._row = as_array(row)
        # From here on the row holds nothing of what was hidden; worlds are dealt from a seed that all who see it share
        self._seed = self._function(visible_key)(self.game, self._row)
        self._already = self._function(value_of)(self.game, self._row)
        for search in self._searches:
            search.begin(legal, nodes)

    def _run(self, thread: int, depth: int) -> None:
        thinker, depth = self._searches[thread], max(1, min(depth, HORIZON))
        for i, world in enumerate(range(thread, WORLDS, self.threads)):
            how = min(depth, NEAR + i), min(FEWEST << i, MOST)
            if not thinker.imagine(self._function(search), self._row, mix(self._seed, world), *how, self._already):
                return
            if self._report and thread == 0:
                self._report(self._found(time.perf_counter() - self._begun))

    def _found(self, seconds: float) -> SearchResult:
        total = [sum(parts) for parts in zip(*(search.total for search in self._searches), strict=True)]
        nodes = sum(search.weight for search in self._searches)
        best = total.index(max(total))
        worth = _bounded(self._already + round(total[best] / nodes))
        deepest = max(search.work.info[DEEPEST] for search in self._searches)
        return SearchResult(self._first[best], worth, deepest, nodes, seconds, tuple(self._searches[0].lines[best]))


def _bounded(worth: int) -> int:
    return max(-FAR, min(worth, FAR))
