"""The computer's search in line mode runs in a thread, so that Ctrl-C can interrupt it."""

import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager

from ..contract.kind import Kind
from ..engine.search.cancel import CancelToken
from ..play.move import Move

PATIENCE = 0.5  # seconds before a delay is explained

Work = Callable[[CancelToken], Move]


class ComputerThread:
    """Runs searches one after the other. `say` prints why the first one takes long: the engine is being compiled."""

    def __init__(self, kind: Kind, say: Callable[[str], None]) -> None:
        self._kind = kind
        self._say = say
        self._explained = False
        self._warm_up: threading.Thread | None = None
        self._search: Future[Move] | None = None
        self._cancel = CancelToken()
        self._interrupted = False

    @property
    def busy(self) -> bool:
        """Whether a thread still runs that cannot be stopped."""
        warming_up = self._warm_up is not None and self._warm_up.is_alive()
        return warming_up or (self._search is not None and not self._search.done())

    def get_ready(self) -> None:
        """Load or compile the engine in the background while the user types."""
        if self._warm_up is None:
            self._warm_up = threading.Thread(target=_warm_up, args=(self._kind,), daemon=True)
            self._warm_up.start()

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

    def run(self, work: Work) -> tuple[Move, bool]:
        """The move that a search finds, and whether Ctrl-C ended it early."""
        search = self._search = Future[Move]()
        threading.Thread(target=self._run, args=(work, self._cancel, search), daemon=True).start()
        while not search.done():
            try:
                search.result(timeout=PATIENCE)
            except TimeoutError:
                self._explain()
        interrupted, self._interrupted, self._cancel = self._interrupted, False, CancelToken()
        return search.result(), interrupted

    def _run(self, work: Work, cancel: CancelToken, search: "Future[Move]") -> None:
        try:
            if self._warm_up:
                self._warm_up.join()
            search.set_result(work(cancel))
        except BaseException as error:
            search.set_exception(error)

    def _explain(self) -> None:
        if self._warm_up and self._warm_up.is_alive() and not self._explained:
            self._explained = True
            self._say("The computer is getting ready; the first time on a machine that takes some seconds.")


def _warm_up(kind: Kind) -> None:
    # Late: numba is slow to import, and only a search needs it
    from ..engine.warm_up import in_background

    in_background(kind).join()
