"""Searches that do not stop when they are told to: a rule that they have called does not return."""

import threading
from collections.abc import Callable
from typing import ClassVar

SECONDS = 10.0  # after which a search that was told to stop is overdue; it looks at its flag at every node


class Overdue:
    """Notices that a search is overdue. Only a process that can be ended has something to do then."""

    on_overdue: ClassVar[Callable[[], None] | None] = None

    def __init__(self) -> None:
        self._timer: threading.Timer | None = None

    def begin(self) -> None:
        """The search was told to stop."""
        if Overdue.on_overdue and not self._timer:
            self._timer = threading.Timer(SECONDS, Overdue.on_overdue)
            self._timer.daemon = True
            self._timer.start()

    def end(self) -> None:
        """The search has stopped."""
        if self._timer:
            self._timer.cancel()
