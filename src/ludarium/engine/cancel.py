"""A way to end work that goes on in another thread, or has yet to begin there."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class CancelToken:
    """Whoever holds it can set it at any moment; work that listens ends soon, and work that comes later at once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asked = False
        self._listeners: list[Callable[[], None]] = []

    def cancel(self) -> None:
        with self._lock:
            self._asked = True
            for listener in self._listeners:
                listener()

    @contextmanager
    def on_cancel(self, listener: Callable[[], None]) -> Iterator[None]:
        """As long as this lasts, the listener is called when the halt is set, or at once if it has been."""
        with self._lock:
            self._listeners.append(listener)
            if self._asked:
                listener()
        try:
            yield
        finally:
            with self._lock:
                self._listeners.remove(listener)
