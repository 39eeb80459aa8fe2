"""The computer at work in line mode: in a thread of its own, so that Ctrl-C is heard meanwhile."""

import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager

from ..contract.kind import Kind
from ..engine.cancel import CancelToken
from ..play.move import Move

PATIENCE = 0.5  # seconds that may pass without a word

Work = Callable[[CancelToken], Move]


class Thinking:
    """Whoever waits for the computer waits here. `tell` hears it when that is because it has to get ready first."""

    def __init__(self, kind: Kind, tell: Callable[[str], None]) -> None:
        self._kind = kind
        self._tell = tell
        self._told = False
        self._getting_ready: threading.Thread | None = None
        self._thought: Future[Move] | None = None
        self._cancel = CancelToken()
        self._hurried = False

    @property
    def busy(self) -> bool:
        """Whether something still goes on that cannot be stopped."""
        getting_ready = self._getting_ready is not None and self._getting_ready.is_alive()
        return getting_ready or (self._thought is not None and not self._thought.done())

    def get_ready(self) -> None:
        """Load or compile what the computer needs, while somebody looks at the board and types."""
        if self._getting_ready is None:
            self._getting_ready = threading.Thread(target=_get_ready, args=(self._kind,), daemon=True)
            self._getting_ready.start()

    @contextmanager
    def listening(self) -> Iterator[None]:
        """As long as this lasts, Ctrl-C hurries the computer; pressed again before it has moved, it interrupts all."""
        self._hurried, self._cancel = False, CancelToken()
        before = signal.getsignal(signal.SIGINT)
        if before is not signal.default_int_handler or threading.current_thread() is not threading.main_thread():
            yield  # somebody else listens, or nobody shall
            return
        signal.signal(signal.SIGINT, lambda *_: self._hurry())
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _hurry(self) -> None:
        if self._hurried:
            raise KeyboardInterrupt
        self._hurried = True
        self._cancel.cancel()

    def wait_for(self, work: Work) -> tuple[Move, bool]:
        """What the computer answers, and whether it was hurried."""
        thought = self._thought = Future[Move]()
        threading.Thread(target=self._think, args=(work, self._cancel, thought), daemon=True).start()
        while not thought.done():
            try:
                thought.result(timeout=PATIENCE)
            except TimeoutError:
                self._explain()
        hurried, self._hurried, self._cancel = self._hurried, False, CancelToken()
        return thought.result(), hurried

    def _think(self, work: Work, cancel: CancelToken, thought: "Future[Move]") -> None:
        try:
            if self._getting_ready:
                self._getting_ready.join()
            thought.set_result(work(cancel))
        except BaseException as error:
            thought.set_exception(error)

    def _explain(self) -> None:
        if self._getting_ready and self._getting_ready.is_alive() and not self._told:
            self._told = True
            self._tell("The computer is getting ready; the first time on a machine that takes some seconds.")


def _get_ready(kind: Kind) -> None:
    # numba takes its time to import: not before somebody waits for the computer, and here
    from ..engine.warm_up import in_background

    in_background(kind).join()
