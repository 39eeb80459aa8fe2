"""Alpha-beta for two players: the memory of a search, and iterative deepening. `negamax` is the compiled part."""

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...contract.kind import Kind
from ...contract.row import Row
from ..arrays import Numbers, as_array
from . import negamax
from .negamax import AGE, BANNED, BEST, FORGETS, INFINITE, LIMIT, MAX_PLY, NODES, STOPPED, SURE, THOROUGH, WIN, Work
from .searcher import UNLIMITED, Searcher, SearchResult

ASPIRATION = 60  # half the width of the first window around the last score


class SearchThread:
    """The memory of one thread, and its search."""

    def __init__(self, kind: Kind, game: Any, table: Numbers, stop: Numbers) -> None:
        self.game = game
        row = as_array(kind.rules.start(game, 0))
        room = (MAX_PLY + 2) * kind.rules.most_moves(game)
        self.work = Work(
            stack=np.zeros((MAX_PLY + 2, len(row)), row.dtype),
            out=np.zeros(room, np.int64),
            rank=np.zeros(room, np.int64),
            table=table,
            killers=np.full((MAX_PLY + 2, 2), -1, np.int64),
            history=np.zeros(2 * negamax.HISTORY, np.int64),
            line=np.zeros((MAX_PLY + 2, MAX_PLY + 2), np.int64),
            banned=np.zeros(room, np.int64),
            info=np.zeros(64, np.int64),
            stop=stop,
        )
        self.score = self.depth = 0
        self.line: tuple[int, ...] = ()

    def begin(self, row: Row, nodes: int, age: int, banned: Sequence[int], any_move: int) -> None:
        work, info = self.work, self.work.info
        work.stack[0] = row
        info[NODES], info[LIMIT], info[BEST], info[STOPPED] = 0, nodes, any_move, 0
        info[AGE], info[BANNED] = age, len(banned)
        work.banned[: len(banned)] = banned
        work.history[:] //= 8
        self.score = self.depth = 0
        self.line = (any_move,)

    def deepen(self, first: int, last: int, report: Callable[[], None] | None = None) -> None:
        """Search deeper and deeper until stopped; `score`, `depth` and `line` are those of the last whole search.

        The first ply is always searched: it takes no time, and an arbitrary move would be a poor answer.
        """
        for depth in range(first, last + 1):
            score = self._aspire(depth) if depth > 1 else self._search_one_ply()
            if self.work.info[STOPPED]:
                return
            self.score, self.depth = score, depth
            self.line = tuple(self.work.line[0, : self.work.line[0, MAX_PLY]].tolist())
            if report:
                report()
            if abs(score) > SURE and WIN - abs(score) <= depth:
                return

    def _search_one_ply(self) -> int:
        """The score at depth 1, whatever the limits."""
        limit = self.work.info[LIMIT]
        self.work.info[LIMIT] = UNLIMITED
        unstopped = self.work._replace(stop=np.zeros_like(self.work.stop))
        score = int(negamax.negamax(self.game, unstopped, 0, 0, 1, -INFINITE, INFINITE))
        self.work.info[LIMIT] = limit
        return score

    def _aspire(self, depth: int) -> int:
        """The score at a depth, searched first in a window around the last one."""
        margin = ASPIRATION
        low, high = (self.score - margin, self.score + margin) if depth > 4 else (-INFINITE, INFINITE)
        while True:
            score = int(negamax.negamax(self.game, self.work, 0, 0, depth, low, high))
            if self.work.info[STOPPED] or low < score < high:
                return score
            margin *= 4
            if score <= low:
                low = max(score - margin, -INFINITE)
            else:
                high = min(score + margin, INFINITE)


class AlphaBeta(Searcher):
    """Alpha-beta for two players; keeps its table from move to move.

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
    ) -> None:
        super().__init__(kind, game, threads)
        table = np.zeros((1 << max(6, (megabytes << 16).bit_length() - 1), 2), np.int64)
        self._age = 0
        self._searches = [SearchThread(kind, game, table, self.flag) for _ in range(threads)]
        for search in self._searches:
            search.work.info[FORGETS], search.work.info[THOROUGH] = forgets, thorough

    def _begin(self, row: Row, legal: Sequence[int], nodes: int, banned: Sequence[int]) -> None:
        self._age = (self._age + 1) % 1024
        for search in self._searches:
            search.begin(row, nodes, self._age, banned, legal[0])

    def _run(self, thread: int, depth: int) -> None:
        # Every other thread is a ply ahead, so that they fill the table with different positions
        self._searches[thread].deepen(1 + thread % 2, min(depth, MAX_PLY - 2), None if thread else self._report_depth)

    def _report_depth(self) -> None:
        """Report the result of the first thread, which has reached another depth."""
        if self._report:
            self._report(self._result(self._searches[0], time.perf_counter() - self._begun))

    def _found(self, seconds: float) -> SearchResult:
        return self._result(max(self._searches, key=lambda search: search.depth), seconds)

    def _result(self, search: SearchThread, seconds: float) -> SearchResult:
        nodes = sum(int(search.work.info[NODES]) for search in self._searches)
        return SearchResult(int(search.work.info[BEST]), search.score, search.depth, nodes, seconds, search.line)
