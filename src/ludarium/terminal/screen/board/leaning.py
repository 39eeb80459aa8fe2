"""Boards that are no grid of squares, as rows of text: where cells and names of lines stand, in widths of a cell."""

from typing import Any

from ....contract.drawing.letters import text_places
from ....contract.kind import Kind
from ....contract.scene import Label

Place = tuple[int, int]  # column and row


class Leaning:
    """Where the cells of a board stand in their rows of text. A board of squares has none."""

    def __init__(self, kind: Kind, constants: Any) -> None:
        geometry = kind.geometry(constants)
        cells = {(each.column, each.row): each.x for each in geometry.cells} if geometry else {}
        self.lefts: dict[Place, float] = text_places(cells)
        self.labels: tuple[Label, ...] = geometry.labels if geometry else ()
        first = min(cells.values(), default=0.0)
        self._scale = max(self.lefts.values(), default=0.0) / max(max(cells.values(), default=0.0) - first, 1e-9)
        self._first = first

    def __bool__(self) -> bool:
        return bool(self.lefts)

    @property
    def width(self) -> float:
        return max(self.lefts.values(), default=0.0) + 1

    def left_of(self, label: Label) -> float:
        """Where the name of a column stands."""
        return (label.x - self._first) * (self._scale or 1)

    def row(self, y: int) -> list[int]:
        """The columns that have a cell in a row, from the left."""
        return sorted((x for x, row in self.lefts if row == y), key=lambda x: self.lefts[x, y])

    def towards(self, place: Place, right: int, down: int) -> Place:
        """The nearest cell in a direction; above and below, of two as near the one of the same column."""
        x, y = place
        if place not in self.lefts:
            return min(self.lefts, key=lambda at: abs(at[0] - x) + abs(at[1] - y))
        if right:
            row = self.row(y)
            return row[min(max(row.index(x) + right, 0), len(row) - 1)], y
        rows = sorted({row for _, row in self.lefts if (row - y) * down > 0}, key=lambda row: abs(row - y))
        if not rows:
            return place
        found = rows[min(abs(down), len(rows)) - 1]
        here = self.lefts[place]
        return min(self.row(found), key=lambda at: (abs(self.lefts[at, found] - here), at != x)), found
