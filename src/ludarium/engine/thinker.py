"""The alpha-beta search as Python sees it: its memory, and the search deeper and deeper."""

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..contract.kind import Kind, Row
from . import search
from .brain import UNLIMITED, Brain, Thought
from .engine import Numbers, as_array
from .search import AGE, BANNED, BEST, FORGETS, HALTED, INFINITE, LIMIT, MAX_PLY, NODES, SURE, THOROUGH, WIN, Work

ASPIRATION = 60  # how far from the last score the next one is first looked for


class Mind:
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
            history=np.zeros(2 * search.HISTORY, np.int64),
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
        score = int(search.negamax(self.game, unstopped, 0, 0, 1, -INFINITE, INFINITE))
        self.work.info[LIMIT] = limit
        return score

    def _aspire(self, depth: int) -> int:
        """The score at a depth, looked for around the last one first."""
        margin = ASPIRATION
        low, high = (self.score - margin, self.score + margin) if depth > 4 else (-INFINITE, INFINITE)
        while True:
            score = int(search.negamax(self.game, self.work, 0, 0, depth, low, high))
            if self.work.info[HALTED] or low < score < high:
                return score
            margin *= 4
            if score <= low:
                low = max(score - margin, -INFINITE)
            else:
                high = min(score + margin, INFINITE)


class Thinker(Brain):
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
        self._minds = [Mind(kind, game, table, self.flag) for _ in range(threads)]
        for mind in self._minds:
            mind.work.info[FORGETS], mind.work.info[THOROUGH] = forgets, thorough

    def _begin(self, row: Row, legal: Sequence[int], nodes: int, banned: Sequence[int]) -> None:
        self._age = (self._age + 1) % 1024
        for mind in self._minds:
            mind.begin(row, nodes, self._age, banned, legal[0])

    def _run(self, thread: int, depth: int) -> None:
        # Every other thread is a ply ahead, so that they find different things for each other
        self._minds[thread].deepen(1 + thread % 2, min(depth, MAX_PLY - 2), None if thread else self._tell)

    def _tell(self) -> None:
        """The first thread has reached another depth."""
        if self._report:
            self._report(self._thought(self._minds[0], time.perf_counter() - self._begun))

    def _found(self, seconds: float) -> Thought:
        return self._thought(max(self._minds, key=lambda mind: mind.depth), seconds)

    def _thought(self, mind: Mind, seconds: float) -> Thought:
        nodes = sum(int(mind.work.info[NODES]) for mind in self._minds)
        return Thought(int(mind.work.info[BEST]), mind.score, mind.depth, nodes, seconds, mind.line)
