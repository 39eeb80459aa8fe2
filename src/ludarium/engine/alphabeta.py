"""The alpha-beta search as Python sees it: its memory, and the search deeper and deeper."""

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..contract.kind import Kind
from ..contract.row import Row
from . import negamax
from .negamax import AGE, BANNED, BEST, FORGETS, HALTED, INFINITE, LIMIT, MAX_PLY, NODES, SURE, THOROUGH, WIN, Work
from .perft import Numbers, as_array
from .searcher import UNLIMITED, Searcher, SearchResult

ASPIRATION = 60  # how far from the last score the next one is first looked for


class SearchThread:
    """One searching thread."""

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
        info[NODES], info[LIMIT], info[BEST], info[HALTED] = 0, nodes, any_move, 0
        info[AGE], info[BANNED] = age, len(banned)
        work.banned[: len(banned)] = banned
        work.history[:] //= 8
        self.score = self.depth = 0
        self.line = (any_move,)

    def deepen(self, first: int, last: int, tell: Callable[[], None] | None = None) -> None:
        """Search deeper and deeper until told to stop; what was found last is always ready, and told.

        The first ply is looked at in any case: it takes no time, and any move at all would be a poor answer.
        """
        for depth in range(first, last + 1):
            score = self._aspire(depth) if depth > 1 else self._look_around()
            if self.work.info[HALTED]:
                return
            self.score, self.depth = score, depth
            self.line = tuple(self.work.line[0, : self.work.line[0, MAX_PLY]].tolist())
            if tell:
                tell()
            if abs(score) > SURE and WIN - abs(score) <= depth:
                return

    def _look_around(self) -> int:
        """The score at depth 1, whatever the limits."""
        limit = self.work.info[LIMIT]
        self.work.info[LIMIT] = UNLIMITED
        unstopped = self.work._replace(stop=np.zeros_like(self.work.stop))
        score = int(negamax.negamax(self.game, unstopped, 0, 0, 1, -INFINITE, INFINITE))
        self.work.info[LIMIT] = limit
        return score

    def _aspire(self, depth: int) -> int:
        """The score at a depth, looked for around the last one first."""
        margin = ASPIRATION
        low, high = (self.score - margin, self.score + margin) if depth > 4 else (-INFINITE, INFINITE)
        while True:
            score = int(negamax.negamax(self.game, self.work, 0, 0, depth, low, high))
            if self.work.info[HALTED] or low < score < high:
                return score
            margin *= 4
            if score <= low:
                low = max(score - margin, -INFINITE)
            else:
                high = min(score + margin, INFINITE)


class AlphaBeta(Searcher):
    """Alpha-beta for two players; keeps its table from move to move.

    One that forgets does without the table, and a thorough one looks at late moves as deep as at early ones: both are
    weaker, and show whether the table and the reductions are right.
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
        self._minds = [SearchThread(kind, game, table, self.flag) for _ in range(threads)]
        for searcher in self._minds:
            searcher.work.info[FORGETS], searcher.work.info[THOROUGH] = forgets, thorough

    def _begin(self, row: Row, legal: Sequence[int], nodes: int, banned: Sequence[int]) -> None:
        self._age = (self._age + 1) % 1024
        for searcher in self._minds:
            searcher.begin(row, nodes, self._age, banned, legal[0])

    def _run(self, thread: int, depth: int) -> None:
        # Every other thread is a ply ahead, so that they find different things for each other
        self._minds[thread].deepen(1 + thread % 2, min(depth, MAX_PLY - 2), None if thread else self._tell)

    def _tell(self) -> None:
        """The first thread has reached another depth."""
        if self._report:
            self._report(self._thought(self._minds[0], time.perf_counter() - self._begun))

    def _found(self, seconds: float) -> SearchResult:
        return self._thought(max(self._minds, key=lambda searcher: searcher.depth), seconds)

    def _thought(self, searcher: SearchThread, seconds: float) -> SearchResult:
        nodes = sum(int(searcher.work.info[NODES]) for searcher in self._minds)
        return SearchResult(
            int(searcher.work.info[BEST]), searcher.score, searcher.depth, nodes, seconds, searcher.line
        )
