"""Tables of endings that games bring with them: they say who wins, and how long it takes at most.

A game says in its strategy.py in which file the table is (`endings_name`), and what the table says of a position
(`ending`). The table is a row of numbers that the game alone understands.
"""

from array import array
from functools import cache
from pathlib import Path
from typing import Any

from ....contract.errors import LudariumError
from ....contract.kind import Kind
from ...memory import numbers
from ...native import cpu
from ...native.signature import Numbers
from ...packed import pack, read_packed, unpack

FORMAT = "Ludarium endings 1"


def encode_endings(table: Numbers) -> bytes:
    """The content of a table's file."""
    return pack(FORMAT, {"numbers": len(table)}, array("q", table).tobytes())


def decode_endings(content: bytes, name: str = "the table") -> "array[int]":
    """The table in the content of a file, which errors name. LudariumError if it is damaged or no table."""
    try:
        _, table = unpack(FORMAT, content)
        return array("q", table)
    except ValueError:
        raise LudariumError(f"{name} is damaged, or no table of this version; take another file") from None


def endings_of(kind: Kind, game: Any) -> Numbers:
    """The table in a game's folder for these options. It is empty where there is none, and where only plain Python
    runs, which is quicker without."""
    name = kind.endings_name(game)
    return _read(kind.folder / name) if name and cpu.can_compile() else numbers(0)


@cache
def _read(file: Path) -> "array[int]":
    return decode_endings(read_packed(file, "table of endings"), str(file))
