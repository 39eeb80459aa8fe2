"""The computer's search in line mode runs in a thread, so that Ctrl-C can interrupt it."""

import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

from ..engine.search.cancel import CancelToken
from ..play.judging.analysis import get_ready
from ..play.move import Move
from ..play.position import Position

PATIENCE = 0.5  # seconds before a delay is explained

Work = Callable[[CancelToken], Move]


class ComputerThread:
    """Runs searches one after the other. `say` prints why one takes long: the engine is being compiled."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._explained = False
        self._coming: Future[Any] | None = None
        self._search: Future[Move] | None = None
        self._cancel = CancelToken()
        self._interrupted = False

    @property
    def busy(self) -> bool:
        """Whether a thread still runs that cannot be stopped."""
        return self._search is not None and not self._search.done()

    def get_ready(self, game: Position) -> None:
        """Load or compile the engine in the background while the user types."""
        self._coming = get_ready(game)

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """Within this context Ctrl-C ends a search early; a second Ctrl-C before the move raises KeyboardInterrupt."""
        self._interrupted, self._cancel = False, CancelToken()
        before = signal.getsignal(signal.SIGINT)
        if before is not signal.default_int_handler or threading.current_thread() is not threading.main_thread():
            yield  # the program handles or ignores the signal itself, or this thread cannot
            return
        signal.signal(signal.SIGINT, lambda *_: self._interrupt())
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _interrupt(self) -> None:
        if self._interrupted:
            raise KeyboardInterrupt
        self._interrupted = True
        self._cancel.cancel()

    def run(self, work: Work, *, soon: bool = False, compiled: bool = True) -> tuple[Move, bool]:
        """The move that a search finds, and whether Ctrl-C ended it early; `soon` does not wait for compiled code.

        `compiled` says whether the opponent that searches runs compiled code at all.
        """
        search = self._search = Future[Move]()
        threading.Thread(target=self._run, args=(work, self._cancel, search), daemon=True).start()
        while not search.done():
            try:
                search.result(timeout=PATIENCE)
            except TimeoutError:
                if compiled and self._coming and not self._coming.done():
                    if soon:
                        self._cancel.cancel()
                    else:
                        self._explain()
        interrupted, self._interrupted, self._cancel = self._interrupted, False, CancelToken()
        return search.result(), interrupted

    def _run(self, work: Work, cancel: CancelToken, search: "Future[Move]") -> None:
        try:
            search.set_result(work(cancel))
        except BaseException as error:
            search.set_exception(error)

    def _explain(self) -> None:
        if not self._explained:
            self._explained = True
            self._say(
                "The computer is getting ready, which takes some seconds once on a machine; Ctrl-C makes it move."
            )
