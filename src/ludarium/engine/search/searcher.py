"""The base class of all searchers: threads, limits, and a way to stop with the best move so far.

Where compiled code is not there yet, a search begins in plain Python, over the same memory. A short one ends there, and
finds what compiled code would have found; a longer one begins anew in compiled code as soon as that is ready.
"""

import math
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any, NamedTuple

from ...contract.kind import Kind
from ...contract.row import Row
from ..code import Function, game_code
from ..memory import numbers, typecode_of
from .cancel import CancelToken
from .deadline import HAS_THREADS, DeadlineFlag
from .overdue import Overdue
from .patience import Patience
from .result import CERTAIN, UNLIMITED, SearchResult

Report = Callable[[SearchResult], None]

DEEPEST = 100  # plies, which no search without a limit of depth reaches
FEW = 5000  # nodes of alpha-beta that plain Python searches soon enough
HEAVY = 500_000  # numbers of a row above which every step of plain Python takes seconds
INTERIM = 2.0  # seconds that plain Python searches at most for a move in the time before compiled code is there
QUICK = 0.7  # seconds that plain Python searches at most before a quick answer


class Task(NamedTuple):
    """What is searched, how far, and for whom."""

    row: Row
    seconds: float | None
    depth: int
    nodes: int
    banned: Sequence[int]
    report: Report | None
    cancel: CancelToken
    patience: Patience

    @property
    def is_counted(self) -> bool:
        """Whether nodes or plies are its only limits, so that it finds the same whenever it is searched."""
        return self.seconds is None and (self.nodes < UNLIMITED or self.depth < DEEPEST)


class Searcher:
    """Finds moves in one game. A subclass says how a search begins, what each thread does, and what it found."""

    NEEDS: tuple[Function, ...] = ()  # the functions that it calls, all of one unit
    PACE = 1  # nodes that alpha-beta searches in the time of one node of this searcher
    PLAYS_RANDOM_GAMES = False  # whether a node is a random game to its end, since the game judges no positions

    def mirrored(self, score: int) -> int:
        """A score as the other player, or all others together, see it."""
        return -score

    def final_score(self, row: Row, player: int) -> int:
        """The score of a finished game for a player."""
        part = self.kind.rules.share(self.game, row, player)
        return 0 if part == 500 else CERTAIN if part > 500 else -CERTAIN

    def __init__(self, kind: Kind, game: Any, threads: int) -> None:
        self.kind, self.game, self.threads = kind, game, threads
        self.code = game_code(kind, typecode_of(kind.rules.start(game, 0)))
        self.flag: Any = numbers(8) if HAS_THREADS else DeadlineFlag()  # eight numbers are a cache line of its own
        self._pool = ThreadPoolExecutor(threads)
        self._is_native = False
        self._begun = 0.0
        self._report: Report | None = None

    def get_ready(self) -> "Future[Any]":
        """Load or compile what a search needs, in the background; it is done when that is there, or cannot be had."""
        return self.code.coming(self.NEEDS[0])

    @property
    def is_ready(self) -> bool:
        """Whether searches run at native speed now."""
        ready = self.get_ready()
        return ready.done() and ready.exception() is None

    def wait_until_ready(self, cancel: CancelToken) -> None:
        """Wait until searches run at native speed, or cannot, or until it is cancelled."""
        self._wait_for(self.get_ready(), cancel)

    def forget(self) -> None:
        """Drop what earlier searches have learned: the next one finds what a new searcher would find."""

    def search(
        self,
        row: Row,
        *,
        seconds: float | None = None,
        depth: int = DEEPEST,
        nodes: int = UNLIMITED,
        banned: Sequence[int] = (),
        report: Report | None = None,
        cancel: CancelToken | None = None,
        patience: Patience = Patience.QUICK,
    ) -> SearchResult:
        """The best move within these limits, banned ones left out; there must be a legal one.

        A searcher that works in rounds calls `report` after each of them, from one of its threads. `cancel` ends the
        search at any time, even before it has begun; the result is then the best move so far.
        """
        return self.fulfil(Task(row, seconds, depth, nodes, banned, report, cancel or CancelToken(), patience))

    def fulfil(self, task: Task) -> SearchResult:
        """Search as `search` does. A subclass that searches in another way replaces this."""
        ready, cancel, seconds = self.get_ready(), task.cancel, task.seconds
        if len(task.row) > HEAVY and not ready.done():
            self._wait_for(ready, cancel)
            if cancel.cancelled and not ready.done():
                return self._first_legal(task)
        if ready.done():
            return self._search(task, natively=self.is_ready)
        waits = seconds is None or task.patience == Patience.UNTIL_READY
        most = QUICK if task.patience == Patience.QUICK else math.inf
        limit = None if waits or seconds is None else min(seconds, most)
        if task.nodes <= FEW // self.PACE:
            return self._search(task._replace(seconds=limit), natively=False)
        restore, over = self._save(), CancelToken()
        task = task._replace(report=_Deepest(task.report))
        ready.add_done_callback(lambda _: over.cancel())
        with cancel.on_cancel(over.cancel):
            found = self._search(task._replace(seconds=INTERIM if waits else limit, cancel=over), natively=False)
        if waits and found.seconds >= INTERIM:
            self._wait_for(ready, cancel)  # and leave the processor to the compiler
        left = seconds if waits or seconds is None else seconds - found.seconds
        if cancel.cancelled or not ready.done() or (left is not None and left <= 0):
            return found
        restore()
        return self._search(task._replace(seconds=left), natively=self.is_ready)

    def _wait_for(self, ready: "Future[Any]", cancel: CancelToken) -> None:
        """Wait until compiled code is there, or until the search is cancelled."""
        over = threading.Event()
        ready.add_done_callback(lambda _: over.set())
        with cancel.on_cancel(over.set):
            over.wait()

    def _first_legal(self, task: Task) -> SearchResult:
        """A legal move, without any search."""
        move = next(move for move in self.kind.legal_moves(self.game, task.row) if move not in task.banned)
        return SearchResult(move, 0, 0, 0, 0.0, (move,))

    def _search(self, task: Task, *, natively: bool) -> SearchResult:
        """Search in compiled code, or in plain Python."""
        self._is_native = natively
        self._begun, self._report = time.perf_counter(), task.report
        self.flag[0] = 0
        overdue = Overdue()

        def stop() -> None:
            self._raise_flag()
            overdue.begin()

        with ExitStack() as stack:
            stack.callback(overdue.end)
            stack.enter_context(task.cancel.on_cancel(stop))
            if not HAS_THREADS:
                self.flag.set_deadline(task.seconds)
            elif task.seconds is not None:
                clock = threading.Timer(task.seconds, stop)
                stack.callback(clock.join)  # or it might stop the next search
                stack.callback(clock.cancel)
                clock.start()
            self._run_threads(task, self.threads if natively else 1)
        return self._found(time.perf_counter() - self._begun)

    def _run_threads(self, task: Task, threads: int) -> None:
        """Search in all threads until the first is done."""
        legal = [move for move in self.kind.legal_moves(self.game, task.row) if move not in task.banned]
        self._begin(task.row, legal, task.nodes, task.banned)
        if not HAS_THREADS:
            self._run(0, task.depth)
            return
        jobs = [self._pool.submit(self._run, thread, task.depth) for thread in range(threads)]
        try:
            jobs[0].result()
        finally:
            self._raise_flag()
            for job in jobs:
                job.exception()

    def _raise_flag(self) -> None:
        self.flag[0] = 1

    def _function(self, function: Function) -> Function:
        """A function as the running search calls it: at native speed, or plain."""
        return self.code.native(function) if self._is_native else self.code.plain(function)

    def _save(self) -> Callable[[], None]:
        """Save what later searches depend on; returns what brings it back."""
        return lambda: None

    def _begin(self, row: Row, legal: Sequence[int], nodes: int, banned: Sequence[int]) -> None:
        """Prepare all threads to search a position."""
        raise NotImplementedError

    def _run(self, thread: int, depth: int) -> None:
        """Search, in one of the threads, until done or stopped."""
        raise NotImplementedError

    def _found(self, seconds: float) -> SearchResult:
        """The result of the search."""
        raise NotImplementedError


class _Deepest:
    """Reports only what is at least as deep as before: a search that begins anew says nothing until it is."""

    def __init__(self, report: Report | None) -> None:
        self._report, self._depth = report, 0

    def __call__(self, result: SearchResult) -> None:
        if self._report and result.depth >= self._depth:
            self._depth = result.depth
            self._report(result)
