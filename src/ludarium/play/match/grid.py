"""The cells of a large board in short: looks that many cells share, and runs of equal cells in each row.

A board of a million cells takes tens of megabytes as a list of cells, and seconds to describe. Most of it looks as it
did at the start, so the start of each kind of board is described once, and a position by how it differs from that.
"""

import re
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ...contract.kind import Kind
from ...contract.row import Row
from ...contract.scene import Cell
from ...protocol.messages import CellLook, Grid

STARTS = 8  # kinds of boards whose start is remembered
PARTS = re.compile(r"([^0-9A-Za-z]*)([A-Za-z]+|[0-9]+)([^0-9A-Za-z]*)([A-Za-z]+|[0-9]+)([^0-9A-Za-z]*)")

_starts: OrderedDict[tuple[object, ...], Grid | None] = OrderedDict()


def grid(kind: Kind, constants: Any, options: dict[str, Any], row: Row) -> Grid | None:
    """The cells of a position; None where the names of cells are not made of their column and row."""
    first = kind.start(constants, options)
    start = _start(kind, constants, options, first)
    if start is None:
        return None
    looks = {look: number for number, look in enumerate(start.looks)}
    changes: dict[int, list[tuple[int, int]]] = {}
    for x, y in kind.changes(constants, first, row):
        look = _look(kind.board.cell(constants, row, x, y))
        changes.setdefault(y, []).append((x, looks.setdefault(look, len(looks))))
    runs = list(start.runs)
    for y, places in changes.items():
        line = [*spread(runs[y])]
        for x, number in places:
            line[x] = number
        runs[y] = shorten(line)
    return Grid(start.name, start.columns, start.rows, tuple(looks), tuple(runs))


def cells(grid: Grid) -> Iterator[Cell]:
    """All cells of a grid, row by row."""
    for y, run in enumerate(grid.runs):
        for x, number in enumerate(spread(run)):
            look = grid.looks[number]
            if look:
                name = grid.name.format(column=grid.columns[x], row=grid.rows[y])
                yield Cell(name, x, y, look.ground, look.piece)


def spread(run: Sequence[int]) -> Iterator[int]:
    """The numbers of a row, one a cell."""
    last = 0
    for number in run:
        if number < 0:
            for _ in range(-number):
                yield last
        else:
            last = number
            yield number


def shorten(line: Sequence[int]) -> tuple[int, ...]:
    """A row of numbers as runs: a number, and below 0 how many more times it comes."""
    run: list[int] = []
    last, count = -1, 0
    for number in line:
        if number == last:
            count += 1
            continue
        if count:
            run.append(-count)
        run.append(number)
        last, count = number, 0
    return (*run, -count) if count else tuple(run)


def _start(kind: Kind, constants: Any, options: dict[str, Any], first: Row) -> Grid | None:
    """The board as it is at the start, remembered for the boards that were asked for last."""
    key = kind.id, *(kind.options[name].write(value) for name, value in options.items())
    if key not in _starts:
        _starts[key] = _describe(kind, constants, first)
        if len(_starts) > STARTS:
            _starts.popitem(last=False)
    _starts.move_to_end(key)
    return _starts[key]


def _look(cell: Cell | None) -> CellLook | None:
    return CellLook(cell.ground, cell.piece) if cell else None


def _describe(kind: Kind, constants: Any, row: Row) -> Grid | None:
    columns, rows = kind.board.shape(constants)
    find = kind.board.cell
    names, looks, runs = _Names(columns, rows), dict[CellLook | None, int](), list[tuple[int, ...]]()
    for y in range(rows):
        line = list[int]()
        while len(line) < columns:
            x = len(line)
            cell = find(constants, row, x, y)
            if cell and not names.take(cell):
                return None
            # The first row names the columns
            alike = kind.repeats(constants, row, x, y) if y else 1
            line += [looks.setdefault(_look(cell), len(looks))] * alike
        runs.append(shorten(line))
    return Grid(names.template, tuple(names.columns), tuple(names.rows), tuple(looks), tuple(runs))


class _Frame(NamedTuple):
    """What all names of a board have around and between their two parts."""

    left: str
    middle: str
    right: str
    is_row_first: bool


class _Names:
    """Finds how cells are named after their column and row, as `d4` and `3,12` are."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = [""] * columns, [""] * rows
        self._frame: _Frame | None = None
        self._first: Cell | None = None

    @property
    def template(self) -> str:
        """The name of a cell, with `{column}` and `{row}` for the names of its lines."""
        left, middle, right, is_row_first = self._frame or _Frame("", "", "", False)
        parts = ("{row}", "{column}") if is_row_first else ("{column}", "{row}")
        return f"{left}{parts[0]}{middle}{parts[1]}{right}"

    def take(self, cell: Cell) -> bool:
        """Learn a name; False if it does not fit the others."""
        x, y, frame = cell.x, cell.y, self._frame
        if frame and self.columns[x] and self.rows[y]:
            column, row = self.columns[x], self.rows[y]
            first, second = (row, column) if frame.is_row_first else (column, row)
            return cell.name == f"{frame.left}{first}{frame.middle}{second}{frame.right}"
        return self._learn(cell)

    def _learn(self, cell: Cell) -> bool:
        found = PARTS.fullmatch(cell.name)
        if not found or "{" in cell.name or "}" in cell.name:
            return False
        left, first, middle, _, right = found.groups()
        if self._first is None:
            self._first = cell
            return True
        if self._frame is None:
            start = PARTS.fullmatch(self._first.name)
            assert start
            # The part that stays the same within a row names the row
            same_row = cell.y == self._first.y
            is_row_first = (start[2] == first) == same_row
            self._frame = _Frame(left, middle, right, is_row_first)
            return self._name(self._first) and self._name(cell)
        return self._name(cell)

    def _name(self, cell: Cell) -> bool:
        found, frame = PARTS.fullmatch(cell.name), self._frame
        if not found or not frame or (found[1], found[3], found[5]) != frame[:3]:
            return False
        row, column = (found[2], found[4]) if frame.is_row_first else (found[4], found[2])
        known = self.columns[cell.x] in ("", column) and self.rows[cell.y] in ("", row)
        self.columns[cell.x], self.rows[cell.y] = column, row
        return known
