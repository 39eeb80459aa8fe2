"""What every mind has in common: threads that think, a clock, and a way to stop with the best move so far."""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from ..contract.kind import Kind
from ..contract.row import Row
from .cancel import CancelToken
from .compile import register

UNLIMITED = 1 << 62
CERTAIN = 1_000_000  # the score of a win that is there; less by one for each ply it takes


class SearchResult(NamedTuple):
    """What a mind has found: the move, its score for the player to move, how deep, and the line that follows."""

    move: int
    score: int
    depth: int
    nodes: int
    seconds: float
    line: tuple[int, ...]


class Searcher:
    """A mind for one game. Those who extend it say how to begin, what each thread does, and what was found."""

    PACE = 1  # in the time of one of its nodes, alpha-beta looks at so many
    MISTAKE, BLUNDER = 100, 300  # what a move may give away before it is called so

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
        """The best move that can be found within these limits, banned ones left out; there must be a legal one.

        A mind that thinks in rounds reports what it has found after each of them, from one of its threads. A halt that
        is given ends the thought whenever it is set, even before it has begun; the answer is then the best so far.
        """
        self._begun, self._report = time.perf_counter(), report
        self.flag[0] = 0
        clock = threading.Timer(seconds, self._raise_flag) if seconds is not None else None
        with (cancel or CancelToken()).on_cancel(self._raise_flag):
            if clock:
                clock.start()
            try:
                self._think(row, depth, nodes, banned)
            finally:
                if clock:
                    clock.cancel()
                    clock.join()  # or it might ring in the next thought
        return self._found(time.perf_counter() - self._begun)

    def _think(self, row: Row, depth: int, nodes: int, banned: Sequence[int]) -> None:
        """Let all threads think until the first is done."""
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
        """Get ready to think about a position."""
        raise NotImplementedError

    def _run(self, thread: int, depth: int) -> None:
        """Think, in one of the threads, until done or told to stop."""
        raise NotImplementedError

    def _found(self, seconds: float) -> SearchResult:
        """What has come of it."""
        raise NotImplementedError
