"""Tables of endings that games bring with them: they say who wins, and how long it takes at most.

A game says in its strategy.py in which file the table is (`endings_name`), and what the table says of a position
(`ending`). The table is a row of numbers that the game alone understands.
"""

from array import array
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from ....contract.errors import LudariumError
from ....contract.kind import Kind
from ....contract.row import Row
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


class Endings:
    """What is certain of the endings of one game; with an empty table, nothing."""

    def __init__(self, kind: Kind, game: Any, table: Numbers | None = None) -> None:
        self._kind, self._game = kind, game
        self.table: Numbers = numbers(0) if table is None else table

    def plies(self, row: Row) -> int:
        """In how many plies at most a position is won for the player to move, below 0 if lost; 0 if not certain."""
        return self._kind.ending(self._game, row, self.table) if len(self.table) else 0

    def after(self, row: Row, move: int) -> int:
        """The same for the player who makes a move, which counts among the plies."""
        rules, game, child = self._kind.rules, self._game, row[:]
        rules.play(game, child, move)
        is_mine = rules.turn(game, child) == rules.turn(game, row)
        if rules.outcome(game, child):
            part = rules.share(game, child, rules.turn(game, row))
            return (part > 500) - (part < 500)
        plies = self._kind.known(game, child) or self.plies(child)
        sign = (plies > 0) - (plies < 0)
        return (plies if is_mine else -plies) + (sign if is_mine else -sign)

    def mistakes(self, row: Row, legal: Sequence[int]) -> list[int]:
        """The moves that give a certain win away; none where there is no such win."""
        if self.plies(row) <= 0:
            return []
        return [move for move in legal if self.after(row, move) <= 0]


def endings_of(kind: Kind, game: Any) -> Endings:
    """The table in a game's folder for these options. Nothing is certain where there is none, and where only plain
    Python runs, which is quicker without."""
    name = kind.endings_name(game)
    return Endings(kind, game, _read(kind.folder / name) if name and cpu.can_compile() else None)


@cache
def _read(file: Path) -> "array[int]":
    return decode_endings(read_packed(file, "table of endings"), str(file))
