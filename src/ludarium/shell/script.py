"""The lines that a shell executes: its input, and the lines of the files that it loads."""

import io
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from ..contract.errors import LudariumError
from ..contract.quotation import quoted

LONGEST = 4096  # bytes in a line
NAMING = "load", "save", "scores"  # commands whose argument is a name, which may contain a #


class BadLine(LudariumError):
    """A line that is no text, or too long."""


def split(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream as they arrive; one that is too long is cut just above the limit."""
    while line := stream.readline(LONGEST + 2):
        rest = line
        while not rest.endswith(b"\n") and len(rest) == LONGEST + 2:
            rest = stream.readline(LONGEST + 2)
        yield line


def text_of(line: bytes) -> str:
    """A line without its comment and the blanks around it."""
    if len(line.rstrip(b"\r\n")) > LONGEST:
        raise BadLine(f"this line is longer than {LONGEST} bytes, and no command is")
    if b"\0" in line:
        raise BadLine("this line has a NUL byte in it; commands are text")
    try:
        text = line.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadLine("this line is not text in UTF-8") from None
    first = text.split(maxsplit=1)[:1]
    comment = r"(?:^|\s)#" if first and first[0].lower() in NAMING else "#"
    return re.split(comment, text, maxsplit=1)[0].strip()


class Script:
    """A source of lines, and the number of its last line. The outermost has no file."""

    def __init__(self, lines: Iterator[bytes], name: str = "", file: Path | None = None) -> None:
        self.lines = lines
        self.name = name
        self.file = file
        self.number = 0


class Lines:
    """The lines to execute, those of loaded files first. Files may nest to any depth: they are a list, not calls.

    An empty line without a line end is no line of the input: it lets the shell look what others have done.
    """

    def __init__(
        self, lines: Iterator[bytes], *, counted: bool = True, ended: Callable[[], bool] = lambda: False
    ) -> None:
        self._counted, self._ended = counted, ended
        self._scripts = [Script(lines)]

    def load(self, name: str, file: Path, data: bytes) -> None:
        """Execute the lines of a file next."""
        file = Path(os.path.realpath(file))
        if any(script.file == file for script in self._scripts):
            raise LudariumError(
                f"{quoted(name, 300)} is being loaded already: a file cannot load itself, nor one that loads it"
            )
        self._scripts.append(Script(split(io.BytesIO(data)), name, file))

    def next(self) -> bytes | None:
        """The next line, or None when there are no more."""
        while self._scripts:
            script = self._scripts[-1]
            line = next(script.lines, None)
            if line is not None:
                script.number += bool(line)
                return line
            self._scripts.pop()
        return None

    @property
    def has_ended(self) -> bool:
        """Whether it is known without waiting that no more lines will come."""
        return len(self._scripts) == 1 and self._ended()

    @property
    def are_typed(self) -> bool:
        """Whether the last line comes from the input itself and not from a loaded file."""
        return len(self._scripts) == 1

    @property
    def where(self) -> str:
        """The place of the last line, as a prefix of error messages; empty at a terminal."""
        script = self._scripts[-1]
        if script.name:
            return f"{script.name}, line {script.number}: "
        return f"line {script.number}: " if self._counted else ""
