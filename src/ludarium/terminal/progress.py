"""A line that shows how far long work has come."""

import sys
import time
from typing import Any

PATIENCE = 0.5  # seconds that may pass without a word


class Progress:
    """Shown on standard error if that is a terminal, and wiped away at the end."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.shown = False
        self.next = time.monotonic() + PATIENCE
        self.live = sys.stderr.isatty()

    def show(self, done: int, of: int) -> None:
        now = time.monotonic()
        if self.live and now >= self.next:
            self.next = now + 0.1
            self.shown = True
            sys.stderr.write(f"\r{done} of {of} {self.what} ({100 * done // of} %); Ctrl-C stops")
            sys.stderr.flush()

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: Any) -> None:
        if self.shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()
