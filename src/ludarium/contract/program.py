"""A command program that a game had before it was added: it reads lines and answers them, byte for byte.

`program.py` of a game is written like its rules, reads bytes and writes bytes, and is compiled like them. All memory is
the caller's, so that compiled code can go on in the middle of a line where plain Python stopped.
"""

from collections.abc import MutableSequence, Sequence
from typing import Annotated, Any, Protocol, TypeAlias

from .row import Row

# Each with the type of its numbers, as arrays name it.
Text: TypeAlias = Annotated[Sequence[int], "B"]
Buffer: TypeAlias = Annotated[MutableSequence[int], "B"]
Talk: TypeAlias = Annotated[MutableSequence[int], "q"]

# A conversation is a row of numbers. The first of them are the caller's too; those from OWN on are the program's.
AT = 0  # bytes read of the text that is being read
SAID, BLAMED = 1, 2  # bytes in the buffers for answers and for errors
TOGETHER = 3  # 1 if errors go where answers go, and so into one buffer, in their order
OWN = 4

# What `converse` needs to go on.
INPUT = 1  # more text
FLUSH = 2  # empty buffers
BOARD = 3  # the board that the line asks for
SCREEN = 4  # the game on the full screen, as the line asks for it
ROOM = 5  # a row with more room


class Program(Protocol):
    """What `program.py` must have."""

    TALK: int  # how many numbers a conversation has, all of them 0 at its beginning
    LONGEST: int  # bytes that a buffer must have at least
    WITHOUT_SCREEN: str  # what to do where the full screen cannot be opened

    def converse(self, game: Any, s: Row, talk: Talk, text: Text, out: Buffer, errors: Buffer) -> int:
        """Read and answer lines until something is needed; returns what."""

    def no_board(self) -> tuple[Any, Row]:
        """Constants and a row of the right types, for the time before there is a board."""

    def board(self, talk: Talk) -> tuple[Any, Row]:
        """The board that the line asks for; BadOption if it cannot be had."""

    def options(self, talk: Talk) -> dict[str, Any]:
        """The options of the game that the line asks for."""

    def begin(self, talk: Talk, out: Buffer) -> None:
        """Go on with the board that was needed."""

    def refuse(self, talk: Talk, out: Buffer, errors: Buffer) -> None:
        """Answer that the line is an error."""

    def skip(self, talk: Talk) -> None:
        """Go on without the screen that was needed."""

    def grow(self, game: Any, s: Row, talk: Talk) -> Row:
        """The same position in a row with more room, as far as memory allows."""

    def close(self, talk: Talk, out: Buffer, errors: Buffer) -> None:
        """Answer an unfinished last line at the end of the input."""
