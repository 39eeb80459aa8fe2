"""Lines that are typed at a terminal, or come through a pipe."""

import sys
from collections.abc import Iterator


def typed_lines() -> Iterator[str]:
    """The lines without blank ones, until the input ends; a prompt asks for each at a terminal."""
    prompt = "> " if sys.stdin.isatty() and sys.stdout.isatty() else ""
    while True:
        try:
            line = input(prompt)
        except EOFError:
            return
        if line.strip():
            yield line
