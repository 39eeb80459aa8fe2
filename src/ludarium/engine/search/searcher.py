"""The base class of all searchers: threads, limits, and a way to stop with the best move so far."""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from ...contract.kind import Kind
from ...contract.row import Row
from ..compile import register
from .cancel import CancelToken

UNLIMITED = 1 << 62
CERTAIN = 1_000_000  # the score of a proven win; less by one for each ply it takes


class SearchResult(NamedTuple):
    """The result of a search: the move, its score for the player to move, the depth, and the line that follows."""

    move: int
    score: int
    depth: int
    nodes: int
    seconds: float
    line: tuple[int, ...]


class Searcher:
    """Finds moves in one game. A subclass says how a search begins, what each thread does, and what it found."""

    PACE = 1  # nodes that alpha-beta searches in the time of one node of this searcher
    MISTAKE, BLUNDER = 100, 300  # loss of score from which on a move is called so

    def mirrored(self, score: int) -> int:
        """A score as the other player, or all others together, see it."""
        return -score

    def final_score(self, row: Row, player: int) -> int:
        """The score of a finished game for a player."""
        part = self.kind.rules.share(self.game, row, player)
        return 0 if part == 500 else CERTAIN if part > 500 else -CERTAIN

    def __init__(self, kind: Kind, game: Any, threads: int) -> None:
        register(kind)
        self.kind, self.game, self.threads = kind, game, threads
        self.flag = np.zeros(8, np.int64)  # a cache line of its own
        self._pool = ThreadPoolExecutor(threads)
        self._begun = 0.0
        self._report: Callable[[SearchResult], None] | None = None

    def _raise_flag(self) -> None:
        self.flag[0] = 1

    def search(
        self,
        row: Row,
        *,
        seconds: float | None = None,
        depth: int = 100,
        nodes: int = UNLIMITED,
        banned: Sequence[int] = (),
        report: Callable[[SearchResult], None] | None = None,
        cancel: CancelToken | None = None,
    ) -> SearchResult:
        """The best move within these limits, banned ones left out; there must be a legal one.

        A searcher that works in rounds calls `report` after each of them, from one of its threads. `cancel` ends the
        search at any time, even before it has begun; the result is then the best move so far.
        """
        self._begun, self._report = time.perf_counter(), report
        self.flag[0] = 0
        clock = threading.Timer(seconds, self._raise_flag) if seconds is not None else None
        with (cancel or CancelToken()).on_cancel(self._raise_flag):
            if clock:
                clock.start()
            try:
                self._run_threads(row, depth, nodes, banned)
            finally:
                if clock:
                    clock.cancel()
                    clock.join()  # or it might stop the next search
        return self._found(time.perf_counter() - self._begun)

    def _run_threads(self, row: Row, depth: int, nodes: int, banned: Sequence[int]) -> None:
        """Search in all threads until the first is done."""
        legal = [move for move in self.kind.legal_moves(self.game, row) if move not in banned]
        self._begin(row, legal, nodes, banned)
        jobs = [self._pool.submit(self._run, thread, depth) for thread in range(self.threads)]
        try:
            jobs[0].result()
        finally:
            self._raise_flag()
            for job in jobs:
                job.exception()

    def _begin(self, row: Row, legal: Sequence[int], nodes: int, banned: Sequence[int]) -> None:
        """Prepare all threads to search a position."""
        raise NotImplementedError

    def _run(self, thread: int, depth: int) -> None:
        """Search, in one of the threads, until done or stopped."""
        raise NotImplementedError

    def _found(self, seconds: float) -> SearchResult:
        """The result of the search."""
        raise NotImplementedError
