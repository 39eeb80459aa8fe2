"""A token that cancels work in another thread, running or yet to begin."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class CancelToken:
    """Cancelled once, it stays so: running work that listens ends soon, later work ends at once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._cancelled = False
        self._listeners: list[Callable[[], None]] = []

    def cancel(self) -> None:
        with self._lock:
            self._cancelled = True
            for listener in self._listeners:
                listener()

    @property
    def cancelled(self) -> bool:
        return self._cancelled

    @contextmanager
    def on_cancel(self, listener: Callable[[], None]) -> Iterator[None]:
        """In this block the listener is called when the token is cancelled, at once if it already is."""
        with self._lock:
            self._listeners.append(listener)
            if self._cancelled:
                listener()
        try:
            yield
        finally:
            with self._lock:
                self._listeners.remove(listener)
