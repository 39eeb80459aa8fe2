"""How the cells of a board lie that is no grid of squares, computed once for all that draw it."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..board import Board
from ..row import Row
from ..scene import Geometry, Label, Outline, Placed, Stroke
from .labels import Labels

LARGEST = 1024  # cells, above which every board is drawn as a grid of squares
AWAY = 1.0  # of a step: how far beyond the last cell of a line its name stands
ROOM = 0.3  # around a name
THICK = 0.09  # half of the thickest line
DIGITS = 4  # after the point

Outlines = dict[tuple[int, int], Outline]


def geometry(
    board: Board, game: Any, row: Row, outline: Callable[[Any, int, int], Outline], strokes: Iterable[Stroke]
) -> Geometry | None:
    """The geometry of a board whose cells have outlines; None of one with too many cells."""
    columns, rows = board.shape(game)
    if columns * rows > LARGEST:
        return None
    places = ((x, y) for y in range(rows) for x in range(columns))
    found = {(x, y): outline(game, x, y) for x, y in places if board.cell(game, row, x, y)}
    lines, names = [*strokes], _labels(Labels(board, game, row), found)
    left, top, right, bottom = _extent(found, lines, names)
    forms = list(dict.fromkeys(_form(each) for each in found.values()))

    def moved(x: float, y: float) -> tuple[float, float]:
        return round(x - left, DIGITS), round(y - top, DIGITS)

    return Geometry(
        width=round(right - left, DIGITS),
        height=round(bottom - top, DIGITS),
        forms=tuple(forms),
        cells=tuple(Placed(*at, *moved(each.x, each.y), forms.index(_form(each))) for at, each in found.items()),
        strokes=tuple(Stroke(tuple(moved(*point) for point in line.points), line.owner) for line in lines),
        labels=tuple(Label(text, *moved(x, y), row, is_of_row) for text, x, y, row, is_of_row in names),
    )


def _form(outline: Outline) -> tuple[float, ...]:
    corners = tuple(round(number, DIGITS) for corner in outline.corners for number in corner)
    return corners or (outline.radius,)


def _labels(names: Labels, outlines: Outlines) -> list[Label]:
    """The names of lines: of a row before its first cell, of a column after its last, in its direction."""
    columns, rows = _lines(outlines, 0), _lines(outlines, 1)
    found = []
    for y, line in rows.items():
        x, down = _beyond(outlines, line[::-1], (-1, 0))
        found.append(Label(names.row(y), x, down, y, True))
    for column, line in columns.items():
        x, down = _beyond(outlines, line, (0, 1))
        found.append(Label(names.column(column), x, down, line[-1][1] + 1, False))
    return [label for label in found if label.text]


def _lines(outlines: Outlines, part: int) -> dict[int, list[tuple[int, int]]]:
    """The places of each column or row, in order."""
    lines: dict[int, list[tuple[int, int]]] = {}
    for at in sorted(outlines):
        lines.setdefault(at[part], []).append(at)
    return lines


def _beyond(outlines: Outlines, line: Sequence[tuple[int, int]], alone: tuple[float, float]) -> tuple[float, float]:
    """The place after the last cell of a line, in the direction of its last two; a single cell has one of its own."""
    last = outlines[line[-1]]
    right, down = alone
    if len(line) > 1:
        before = outlines[line[-2]]
        right, down = last.x - before.x, last.y - before.y
    return last.x + AWAY * right, last.y + AWAY * down


def _extent(
    outlines: Outlines, strokes: Iterable[Stroke], labels: Iterable[Label]
) -> tuple[float, float, float, float]:
    """The least and the greatest x and y of all that is drawn: left, top, right, bottom."""
    points = [(each.x + x, each.y + y) for each in outlines.values() for x, y in each.corners or _square(each.radius)]
    points += [(x + u, y + v) for stroke in strokes for x, y in stroke.points for u, v in _square(THICK)]
    points += [(each.x + x, each.y + y) for each in labels for x, y in _square(ROOM)]
    across, down = [x for x, _ in points], [y for _, y in points]
    return min(across), min(down), max(across), max(down)


def _square(size: float) -> Sequence[tuple[float, float]]:
    return (-size, -size), (size, size)
