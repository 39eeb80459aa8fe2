"""A position described for drawing: text, terminal and page each draw any scene."""

from typing import NamedTuple


class Piece(NamedTuple):
    """What stands on a cell."""

    owner: int = -1  # the player's number, or -1 for no owner
    kind: str = "piece"  # the game's own word, such as piece
    amount: int = 1  # how many of them stand there
    arrow: str = ""  # ^ v < > : where it points
    colour: int = 0  # for pieces that differ by colour and not by owner


class Cell(NamedTuple):
    """One place. Its name is what a path of squares is made of."""

    name: str
    x: int  # grows to the right
    y: int  # grows downwards, so that row 0 is drawn first
    ground: str = "field"  # the game's own word, such as field, block or margin
    piece: Piece | None = None


class Panel(NamedTuple):
    """A line of facts beside the board."""

    label: str
    value: str


class Scene(NamedTuple):
    """Everything a screen needs to draw a position. Places without a cell are not part of the board."""

    columns: int
    rows: int
    cells: tuple[Cell, ...]
    panels: tuple[Panel, ...]
    turn: int | None  # the player to move, None when the game is over
    words: tuple[str, ...]  # moves that are words and not squares, as far as they are legal now
