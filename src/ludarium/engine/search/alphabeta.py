"""Alpha-beta for two players: the memory of a search, and iterative deepening. `negamax` is the part that compiles."""

import time
from array import array
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from ...contract.kind import Kind
from ...contract.row import Row
from ..memory import as_array, numbers
from ..native.signature import Numbers, Rows
from ..native.zeros import zeros
from ..net.evaluation import make_judge
from ..net.net import Net
from . import negamax
from .deadline import HAS_THREADS
from .negamax import (
    AGE,
    ALONE,
    ALONE_AT,
    BANNED,
    BEST,
    DEEPEST,
    FORGETS,
    LIMIT,
    MAX_PLY,
    NODES,
    NONE,
    ROOT_DEPTH,
    SALT,
    STOPPED,
    THOROUGH,
    WIN,
    Work,
)
from .notes import FLAG, SLOTS
from .result import INFINITE, SURE, UNLIMITED, SearchResult
from .searcher import Searcher
from .table import ENTRY, UPPER, probe

ASPIRATION = 60  # half the width of the first window around the last score
WITHOUT_ENDINGS = 0x1F83D9ABFB41BD6B  # what keys are mixed with in a search that does without the table of endings
SAMPLE = 1000  # entries that tell how full the table is


class Overlay(dict[int, int]):
    """What plain Python writes over a table, which stays as it is until that is settled."""

    def __init__(self, table: Numbers) -> None:
        super().__init__()
        self._table = table

    def __missing__(self, place: int) -> int:
        return self._table[place]

    def __len__(self) -> int:
        return len(self._table)

    def settle(self) -> None:
        """Write it into the table."""
        for place, number in self.items():
            self._table[place] = number
        self.clear()


class Variation(NamedTuple):
    """One of the best lines that a search to some depth has found."""

    score: int
    line: tuple[int, ...]

    @property
    def is_sure(self) -> bool:
        return abs(self.score) > SURE

    def is_decided(self, depth: int) -> bool:
        """Whether no deeper search can find another end."""
        return self.is_sure and WIN - abs(self.score) <= depth


class SearchThread:
    """The memory of one thread, and its search."""

    def __init__(
        self,
        kind: Kind,
        game: Any,
        table: Numbers,
        stop: Numbers,
        net: Net | None = None,
        endings: Numbers | None = None,
    ) -> None:
        self.game = game
        row = kind.rules.start(game, 0)
        plies, most = MAX_PLY + 2, kind.rules.most_moves(game)
        self.work = Work(
            stack=Rows.beginning_with(row, plies),
            out=numbers(plies * most),
            rank=numbers(plies * most),
            table=table,
            killers=numbers(2 * plies, -1),
            history=zeros("h", 2 * negamax.HISTORY),
            line=numbers(plies * negamax.LINE),
            banned=numbers(most),
            info=numbers(64),
            stop=stop,
            judge=make_judge(kind, game, net),
            pairs=zeros("h", negamax.PREVIOUS * negamax.HISTORY),
            played=numbers(plies),
            glances=zeros("q", 2 * negamax.GLANCES),
            worths=numbers(plies),
            endings=numbers(0) if endings is None else endings,
        )
        self.overlay = Overlay(table)
        self._work = self.work
        self._search: Callable[..., int] = negamax.negamax
        self.depth = 0
        self.variations: list[Variation] = []
        self._running: list[Variation] = []  # of the last depth, with or without the table of endings
        self._certain: list[Variation] = []  # by the table of endings

    @cached_property
    def _plain_work(self) -> Work:
        """The same memory for plain Python, which is quicker with rows that are lists."""
        rows: Any = [list(row) for row in self.work.stack]
        overlay: Any = self.overlay
        return self.work._replace(stack=rows, table=overlay)

    @property
    def memory(self) -> tuple[Any, ...]:
        """What it remembers from one search to the next, besides the table."""
        return self.work.killers, self.work.history, self.work.pairs

    def forget(self) -> None:
        """Drop what it remembers besides the table."""
        self.overlay.clear()
        self.work.killers[:] = numbers(len(self.work.killers), -1)
        for part in self.work.history, self.work.pairs:
            part[:] = zeros("h", len(part))

    @property
    def is_certain(self) -> bool:
        """Whether the table of endings says who wins."""
        return bool(self._certain)

    @property
    def is_won(self) -> bool:
        """Whether it says that the player to move does."""
        return self.is_certain and self._certain[0].score > 0

    @property
    def best(self) -> int:
        """The best move so far, in a search that may still be running."""
        return self.variations[0].line[0] if self.is_won else self.work.info[BEST]

    def known(self, key: int) -> int:
        """What the table knows of a position, or 0."""
        return probe(self._work.table, key ^ self.work.info[SALT])

    def ages(self, count: int) -> list[int]:
        """The searches that the first entries of the table come from."""
        return [self._work.table[place] >> 52 for place in range(1, ENTRY * count, ENTRY)]

    def begin(
        self,
        search: Callable[..., int],
        fade: Callable[..., None],
        is_native: bool,
        row: Row,
        nodes: int,
        age: int,
        banned: Sequence[int],
        legal: Sequence[int],
        lines: int,
    ) -> None:
        self.overlay.settle()
        self._search = search
        self._work = self.work if is_native else self._plain_work
        work, info = self.work, self.work.info
        self._work.stack[0][:] = as_array(row) if is_native else list(row)
        info[NODES], info[LIMIT], info[BEST], info[STOPPED] = 0, nodes, legal[0], 0
        info[AGE], info[BANNED], info[DEEPEST] = age, len(banned), 0
        info[ALONE_AT] = info[ALONE] = NONE
        info[SALT] = 0
        work.banned[: len(banned)] = array("q", banned)
        fade(self.game, self._work)
        self.depth, self._certain = 0, []
        self.variations = self._running = [Variation(0, (move,)) for move in legal[:lines]]

    def deepen(self, first: int, last: int, report: Callable[[], None] | None = None) -> None:
        """Search deeper and deeper until stopped; `depth` and `variations` are those of the last whole search.

        A table of endings says who wins, but not how: then the way is looked for without it.
        """
        self._deepen(first, last, report)
        if len(self._work.endings) and all(each.is_sure for each in self.variations):
            self._certain = self.variations
            self._work = self._work._replace(endings=numbers(0))
            self.work.info[SALT] = WITHOUT_ENDINGS
            self._deepen(first, last, report)

    def _deepen(self, first: int, last: int, report: Callable[[], None] | None) -> None:
        """The first ply is always searched: it takes no time, and an arbitrary move would be a poor answer."""
        asks = len(self._work.endings) > 0
        for depth in range(first, last + 1):
            found = self._search_lines(depth)
            if self.work.info[STOPPED]:
                return
            self._running = found
            if found := self._agreeing(found):
                self.depth, self.variations = depth, found
                if report:
                    report()
            if all(each.is_sure if asks else each.is_decided(depth) for each in self._running):
                return

    def _agreeing(self, found: list[Variation]) -> list[Variation]:
        """What is found without the table of endings, as far as the table agrees: a certain win is not left for a move
        that only looks good, and what is lost is lost whatever it looks like."""
        if not self._certain or all(each.is_sure for each in found):
            return found
        if self.is_won:
            return []
        return [each if each.is_sure else each._replace(score=self._certain[0].score) for each in found]

    def _search_lines(self, depth: int) -> list[Variation]:
        """The best lines of a depth, each one searched without the first moves of those before it."""
        work, info, found = self.work, self.work.info, list[Variation]()
        info[ROOT_DEPTH] = depth
        others = info[BANNED]
        for last in self._running:
            score = self._aspire(depth, last.score) if depth > 1 else self._search_one_ply()
            if info[STOPPED]:
                break
            found.append(Variation(score, tuple(work.line[: work.line[MAX_PLY]])))
            work.banned[info[BANNED]] = info[BEST]
            info[BANNED] += 1
        info[BANNED] = others
        found.sort(key=lambda each: -each.score)
        if found:
            info[BEST] = found[0].line[0]
        return found

    def _search_one_ply(self) -> int:
        """The score at depth 1, whatever the limits."""
        limit = self.work.info[LIMIT]
        self.work.info[LIMIT] = UNLIMITED
        unstopped = self._work._replace(stop=numbers(len(self.work.stop)))
        score = self._search(self.game, unstopped, 0, 0, 1, -INFINITE, INFINITE)
        self.work.info[LIMIT] = limit
        return score

    def _aspire(self, depth: int, last: int) -> int:
        """The score at a depth, searched first in a window around the last one."""
        margin = ASPIRATION
        low, high = (last - margin, last + margin) if depth > 4 else (-INFINITE, INFINITE)
        while True:
            score = self._search(self.game, self._work, 0, 0, depth, low, high)
            if self.work.info[STOPPED] or low < score < high:
                return score
            margin *= 4
            if score <= low:
                low = max(score - margin, -INFINITE)
            else:
                high = min(score + margin, INFINITE)


class AlphaBeta(Searcher):
    """Alpha-beta for two players; keeps its table from move to move. It finds and reports as many `lines` as are set.

    With `forgets` it does without the table, and with `thorough` it searches late moves as deep as early ones: both are
    weaker, and tests compare with them.
    """

    def __init__(
        self,
        kind: Kind,
        game: Any,
        *,
        megabytes: int = 16,
        threads: int = 1,
        forgets: bool = False,
        thorough: bool = False,
        net: Net | None = None,
        endings: Numbers | None = None,
    ) -> None:
        super().__init__(kind, game, threads)
        self._table = zeros("q", ENTRY << max(6, (megabytes << 16).bit_length() - 1))
        self._age = 0
        self._row: Row = []
        self.lines = 1
        if threads > 1 and HAS_THREADS:
            self.flag = numbers(FLAG + SLOTS)
        self._searches = [SearchThread(kind, game, self._table, self.flag, net, endings) for _ in range(threads)]
        for search in self._searches:
            search.work.info[FORGETS], search.work.info[THOROUGH] = forgets, thorough

    NEEDS = (negamax.negamax,)

    def forget(self) -> None:
        self._age = 0
        self._table[:] = zeros("q", len(self._table))
        for search in self._searches:
            search.forget()

    def _save(self) -> Callable[[], None]:
        memory = [part for search in self._searches for part in search.memory]
        saved, age = [bytes(part) for part in memory], self._age

        def restore() -> None:
            self._age = age
            for part, content in zip(memory, saved, strict=True):
                memoryview(part).cast("B")[:] = content
            for search in self._searches:
                search.overlay.clear()

        return restore

    def _begin(self, row: Row, legal: Sequence[int], nodes: int, banned: Sequence[int]) -> None:
        self._age, self._row = (self._age + 1) % 1024, row
        functions = self._function(negamax.negamax), self._function(negamax.fade)
        # The limit is for all threads together; plain Python has one
        each = max(1, nodes // self.threads) if self._is_native else nodes
        for search in self._searches:
            search.begin(*functions, self._is_native, row, each, self._age, banned, legal, self.lines)

    def _run(self, thread: int, depth: int) -> None:
        # Every other thread is a ply ahead, so that they fill the table with different positions
        self._searches[thread].deepen(1 + thread % 2, min(depth, MAX_PLY - 2), None if thread else self._report_depth)

    def _report_depth(self) -> None:
        """Report the lines of the first thread, which has reached another depth."""
        if self._report:
            seconds = time.perf_counter() - self._begun
            for rank in range(len(self._searches[0].variations)):
                self._report(self._result(self._searches[0], seconds, rank))

    def _found(self, seconds: float) -> SearchResult:
        return self._result(max(self._searches, key=lambda search: (search.is_certain, search.depth)), seconds)

    def _result(self, search: SearchThread, seconds: float, rank: int = 0) -> SearchResult:
        score, line = search.variations[rank]
        # A search that was stopped may know a better move than the last whole one
        if not rank and line[0] != search.best:
            line = (search.best,)
        nodes, deepest = sum(each.work.info[NODES] for each in self._searches), search.work.info[DEEPEST]
        whole = self._lengthened(line, search)
        return SearchResult(
            line[0], score, search.depth, nodes, seconds, whole, rank + 1, deepest, self._table_use(search)
        )

    def _lengthened(self, line: tuple[int, ...], search: SearchThread) -> tuple[int, ...]:
        """A line and what the table knows of its end: where the table answers, a search has no line of its own."""
        rules, row, seen = self.kind.rules, self._row[:], set[int]()
        for move in line:
            rules.play(self.game, row, move)
        while len(line) < MAX_PLY:
            key = rules.key(self.game, row)
            data = search.known(key)
            move = data & 0xFFFFF
            if not data or key in seen or data >> 50 & 3 == UPPER or not self.kind.is_legal(self.game, row, move):
                break
            seen.add(key)
            line += (move,)
            rules.play(self.game, row, move)
        return line

    def _table_use(self, search: SearchThread) -> int:
        """Thousandths of the table that this search has filled, by a sample."""
        return 1000 * sum(age == self._age for age in search.ages(SAMPLE)) // SAMPLE
