"""A position described for drawing: text, terminal and page each draw any scene."""

from typing import NamedTuple


class Piece(NamedTuple):
    """What stands on a cell."""

    owner: int = -1  # the player's number, or -1 for no owner
    kind: str = "piece"  # the game's own word, such as piece
    amount: int = 1  # how many of them stand there
    arrow: str = ""  # ^ v < > : where it points
    colour: int = 0  # for pieces that differ by colour and not by owner
    room: int = 0  # how many of them fill the cell, so that they leave it; 0 for any number


class Cell(NamedTuple):
    """One place. Its name is what a path of squares is made of."""

    name: str
    x: int  # grows to the right
    y: int  # grows downwards, so that row 0 is drawn first
    ground: str = "field"  # the game's own word, such as field, block, margin or reserve
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


class Outline(NamedTuple):
    """Where a cell lies and what form it has, on a board that is no grid of squares; `shapes` makes them.

    The unit is the width of a cell. Any place may be the origin: the board is moved to where it fits.
    """

    x: float  # of the middle
    y: float  # grows downwards
    corners: tuple[tuple[float, float], ...] = ()  # around the middle; none of a circle
    radius: float = 0.5  # of a circle


class Stroke(NamedTuple):
    """A line that is drawn below the cells, such as a way between them or the side of a player; units as in Outline."""

    points: tuple[tuple[float, float], ...]
    owner: int = -1  # the player whose colour it has, or -1


class Placed(NamedTuple):
    """The outline of the cell at a column and row, moved to where the board fits; corners begin at the middle."""

    column: int
    row: int
    x: float
    y: float
    form: int  # which of the geometry's forms it has


class Label(NamedTuple):
    """The name of a line of cells, and where it stands: one step beyond its end."""

    text: str
    x: float
    y: float
    row: int  # among the rows of cells, where text is all that there is
    is_of_row: bool


class Geometry(NamedTuple):
    """How the cells of a board lie that is no grid of squares; the board has its origin at the top left."""

    width: float
    height: float
    forms: tuple[tuple[float, ...], ...]  # the corners x, y, x, y, ...; of a circle its radius alone
    cells: tuple[Placed, ...]
    strokes: tuple[Stroke, ...]
    labels: tuple[Label, ...]
