"""A line that shows how far long work has come."""

import sys
import time

PATIENCE = 0.5  # seconds that may pass without a word
AGAIN = 0.1  # seconds between two looks at the same work


class Progress:
    """Shown on standard error if that is a terminal, and wiped away at the end. Ctrl-C leaves how far it got."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.how_far = "the start"
        self.next = time.monotonic() + PATIENCE
        self.live = sys.stderr.isatty()
        self.shown = False

    def show(self, done: int, of: int) -> None:
        """Say that so many are done of so many; may be called as often as one likes."""
        self.how_far = f"{done} of {of} {self.what}"
        now = time.monotonic()
        if self.live and now >= self.next:
            self.next = now + AGAIN
            self.shown = True
            sys.stderr.write(f"\r{self.how_far} ({100 * done // of} %); Ctrl-C stops")
            sys.stderr.flush()

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        if self.shown:
            sys.stderr.write("\r\033[K")
        if error is KeyboardInterrupt:
            sys.stderr.write(f"ludarium: stopped at {self.how_far}\n")
        sys.stderr.flush()
