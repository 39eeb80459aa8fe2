"""Searching where there are no threads, as in a browser: nothing but the search itself can look at the clock."""

import sys
import time
from collections.abc import Callable

HAS_THREADS = sys.platform != "emscripten"
GLANCE = 0.05  # seconds between two looks at what else has happened


class DeadlineFlag:
    """The flag that stops a search, which is up as soon as a time has come. The search reads it at every node."""

    pause: Callable[[], None] | None = None  # lets other work be done for a moment; it may raise the flag

    def __init__(self) -> None:
        self._is_up, self._deadline, self._next_glance = 0, 0.0, 0.0

    def set_deadline(self, seconds: float | None) -> None:
        """Be up in so many seconds, or only when it is raised."""
        now = time.perf_counter()
        self._deadline, self._next_glance = now + (1e9 if seconds is None else seconds), now + GLANCE

    def __len__(self) -> int:
        return 1

    def __setitem__(self, place: int, value: int) -> None:
        self._is_up = value

    def __getitem__(self, place: int) -> int:
        if self._is_up:
            return 1
        now = time.perf_counter()
        if now >= self._deadline:
            self._is_up = 1
        elif now >= self._next_glance and DeadlineFlag.pause:
            DeadlineFlag.pause()
            self._next_glance = time.perf_counter() + GLANCE
        return self._is_up
