"""Films: the frames of a move, each as the cells that changed since the frame before."""

from collections.abc import Sequence
from typing import Any

from ...contract.kind import Kind
from ...contract.row import Row
from ...contract.scene import Cell, Panel
from ...protocol.messages import Frame


def panels(kind: Kind, constants: Any, row: Row) -> tuple[Panel, ...]:
    """The facts beside the board."""
    return tuple(kind.panels(constants, row))


def changed(kind: Kind, constants: Any, before: Row, after: Row) -> tuple[Cell, ...]:
    """The cells that differ between two positions, as they are after."""
    cells = (kind.board.cell(constants, after, x, y) for x, y in kind.changes(constants, before, after))
    return tuple(cell for cell in cells if cell is not None)


def film(kind: Kind, constants: Any, before: Row, number: int, after: Row) -> tuple[Frame, ...]:
    """The frames of a move between two positions, at least one."""
    if not kind.unfolds:
        return (Frame(changed(kind, constants, before, after), panels(kind, constants, after)),)
    shown, frames = before[:], list[Frame]()
    for row in kind.frames(constants, before[:], number):
        frames.append(Frame(changed(kind, constants, shown, row), panels(kind, constants, row)))
        shown = row[:]
    return tuple(frame for frame in frames if frame.cells) or tuple(frames[-1:])


def different(before: Sequence[Cell], after: Sequence[Cell]) -> tuple[Cell, ...]:
    """The cells of a scene that differ from those of another scene of the same shape."""
    known = {(cell.x, cell.y): cell for cell in before}
    return tuple(cell for cell in after if known.get((cell.x, cell.y)) != cell)
