"""A progress line for long work."""

import sys
import time
from collections.abc import Callable

from ..games.blame import blame

PATIENCE = 0.5  # seconds before the line is shown
AGAIN = 0.1  # seconds between two updates


class Progress:
    """Shown on standard error if that is a terminal, and erased at the end. Ctrl-C prints how far the work got."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.how_far = "the start"
        self.next = time.monotonic() + PATIENCE
        self.live = sys.stderr.isatty()
        self.shown = False

    @property
    def is_due(self) -> bool:
        """Whether the next update is shown."""
        return self.live and time.monotonic() >= self.next

    def show(self, done: int, of: int) -> None:
        """Update the progress; may be called any number of times."""
        self.how_far = f"{done} of {of} {self.what}"
        if self.is_due:
            self.next = time.monotonic() + AGAIN
            self.shown = True
            sys.stderr.write(f"\r{self.how_far} ({100 * done // of} %); Ctrl-C stops")
            sys.stderr.flush()

    def clear(self) -> None:
        """Erase the line, so that something else can be printed; it comes back with the next update."""
        if self.shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()
            self.shown = False

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, error: type[BaseException] | None, value: BaseException | None, _: object) -> None:
        if self.shown:
            sys.stderr.write("\r\033[K")
        if error is KeyboardInterrupt:
            sys.stderr.write(f"ludarium: stopped at {self.how_far}\n")
            if value and (fault := blame(value)):
                sys.stderr.write(f"ludarium: {fault}\n")
        sys.stderr.flush()


class Pace:
    """How quickly work is done, and when it will be done at that speed."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._begun, self._done = clock, clock(), 0

    @property
    def seconds(self) -> float:
        """Since the work began."""
        return max(self._clock() - self._begun, 1e-9)

    def count(self, done: int) -> None:
        """So much more has been done."""
        self._done += done

    def told(self, left: float) -> str:
        """The speed and the time for what is left, as `1,234 a second, 2 min left`."""
        speed = self._done / self.seconds
        if not speed:
            return "none yet"
        return f"{speed:,.0f} a second, {_duration(max(left, 0) / speed)} left"


def _duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{minutes} min" if minutes < 100 else f"{minutes / 60:.1f} h"
