"""A progress line for long work."""

import sys
import time

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

    def show(self, done: int, of: int) -> None:
        """Update the progress; may be called any number of times."""
        self.how_far = f"{done} of {of} {self.what}"
        now = time.monotonic()
        if self.live and now >= self.next:
            self.next = now + AGAIN
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
