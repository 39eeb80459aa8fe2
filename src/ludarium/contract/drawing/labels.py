"""The names of columns and rows, derived from the names of cells: `d` and `4` of `d4`.

Where margins surround a board, moves are made on them: each line has the names of its margin cells, at both ends.
"""

import re
from functools import lru_cache
from typing import Any

from ..board import Board
from ..row import Row


class Labels:
    """The names at the edges of a board. A row or column whose cells share no name has none."""

    def __init__(self, board: Board, constants: Any, row: Row) -> None:
        self._board, self._constants, self._position = board, constants, row
        self._columns, self._rows = board.shape(constants)
        self.column = lru_cache(maxsize=1024)(self._column)
        self.row = lru_cache(maxsize=1024)(self._row)
        self.has_margins = bool(self._margin(0, self._rows // 2))
        # Which of the two parts of a name changes from column to column?
        x, y = self._columns // 2, self._rows // 2
        here, beside = self._parts(x, y), self._parts(x - 1 if x else x + 1, y)
        self._part = 1 if len(here) == 2 and len(beside) == 2 and here[0] == beside[0] else 0

    @property
    def wide(self) -> int:
        """The width of the names of rows, without the blank after them."""
        return max(len(self.row(0)), len(self.row(self._rows // 2)), len(self.row(self._rows - 1)))

    def above(self, x: int) -> str:
        """The name over a column; empty unless there are margins."""
        return self._margin(x, 0)

    def right(self, y: int) -> str:
        """The name to the right of a row; empty unless there are margins."""
        return self._margin(self._columns - 1, y)

    def _margin(self, x: int, y: int) -> str:
        """The name of a margin cell, as its inner place has it."""
        cell = self._board.cell(self._constants, self._position, x, y)
        return re.sub(r"\W+$", "", cell.name) if cell and cell.ground == "margin" else ""

    def _parts(self, x: int, y: int) -> list[str]:
        if not (0 <= x < self._columns and 0 <= y < self._rows):
            return []
        cell = self._board.cell(self._constants, self._position, x, y)
        return re.findall(r"[A-Za-z]+|[0-9]+", cell.name) if cell else []

    def _column(self, x: int) -> str:
        if self.has_margins:
            return self._margin(x, self._rows - 1)
        return self._named(x) if self._named(x) not in (self._named(x - 1), self._named(x + 1)) else ""

    def _named(self, x: int) -> str:
        middle = self._rows // 2
        return self._shared([self._parts(x, y) for y in (middle, middle - 1, middle + 1)], self._part)

    def _row(self, y: int) -> str:
        if self.has_margins:
            return self._margin(0, y)
        middle = self._columns // 2
        return self._shared([self._parts(x, y) for x in (middle, middle - 1, middle + 1)], 1 - self._part)

    def _shared(self, names: list[list[str]], part: int) -> str:
        """The part that all these names share, if they differ in the other part."""
        found = [name for name in names if len(name) == 2]
        same, others = {name[part] for name in found}, {name[1 - part] for name in found}
        return same.pop() if len(same) == 1 and len(others) == len(found) else ""
