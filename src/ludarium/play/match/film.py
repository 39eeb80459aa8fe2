"""Moves as they unfold, and what differs between two positions: cells for the wire."""

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
    """The cells that are not as before."""
    cells = (kind.board.cell(constants, after, x, y) for x, y in kind.changes(constants, before, after))
    return tuple(cell for cell in cells if cell is not None)


def film(kind: Kind, constants: Any, before: Row, number: int, after: Row) -> tuple[Frame, ...]:
    """The frames of a move from one position to another, which stay as they are; one at least, the last."""
    if not kind.unfolds:
        return (Frame(changed(kind, constants, before, after), panels(kind, constants, after)),)
    shown, frames = before[:], list[Frame]()
    for row in kind.frames(constants, before[:], number):
        frames.append(Frame(changed(kind, constants, shown, row), panels(kind, constants, row)))
        shown = row[:]
    return tuple(frame for frame in frames if frame.cells) or tuple(frames[-1:])


def different(before: Sequence[Cell], after: Sequence[Cell]) -> tuple[Cell, ...]:
    """The cells that are not as before, of two scenes of the same shape."""
    known = {(cell.x, cell.y): cell for cell in before}
    return tuple(cell for cell in after if known.get((cell.x, cell.y)) != cell)
