"""Standard input that is no terminal: lines from a pipe or a file, waited for while others play."""

import os
import select
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress

from ...contract.errors import LudariumError
from ...shell.script import LONGEST, split

CHUNK = 1 << 16  # bytes read at a time
LOOK = 0.2  # seconds between two looks whether others have done something


class Pipe:
    """The lines of standard input as they arrive. While `has_others` is true, an empty line comes now and then."""

    def __init__(self, has_others: Callable[[], bool]) -> None:
        self._has_others = has_others
        self._lines, self._begun, self._ended = deque[bytes](), b"", sys.stdin is None
        self._file = -1
        with suppress(OSError, AttributeError):  # a closed input, or one that is no file
            self._file = sys.stdin.fileno()

    def lines(self) -> Iterator[bytes]:
        if self._file < 0:
            yield from [] if sys.stdin is None else split(sys.stdin.buffer)
            return
        while True:
            while self._lines:
                yield self._lines.popleft()
            if self._ended:
                return
            if self._has_others() and not self._is_readable(LOOK):
                yield b""
            else:
                self._read()

    def has_ended(self) -> bool:
        """Whether the input has ended, as far as that is known without waiting."""
        while not self._lines and not self._ended and self._is_readable(0):
            self._read()
        return not self._lines and self._ended

    def _is_readable(self, seconds: float) -> bool:
        try:
            return bool(select.select([self._file], [], [], seconds)[0])
        except (OSError, ValueError):
            return False

    def _read(self) -> None:
        """Read what has arrived. Of a line that is too long a part is enough to refuse it."""
        try:
            data = os.read(self._file, CHUNK)
        except OSError as error:
            raise LudariumError(f"cannot read standard input: {error.strerror}") from None
        *lines, begun = (self._begun + data).split(b"\n")
        self._lines.extend(line + b"\n" for line in lines)
        self._begun, self._ended = begun[: LONGEST + 2], not data
        if self._ended and self._begun:
            self._lines.append(self._begun)
