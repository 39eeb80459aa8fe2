"""A position as a picture: text, an array of pixels, or SVG as the page draws it."""

from typing import Any

import numpy as np

from ..contract.board_planes import word_number
from ..contract.drawing.colours import VALUES
from ..contract.row import Row
from ..contract.scene import Cell, Piece
from ..play.game import Game
from .encoding import Encoding

MODES = "ansi", "rgb_array", "svg"

CELL = 32  # pixels along a side of a cell
BACKGROUND, PIP = (236, 231, 219), (250, 250, 250)
PALETTE = [*VALUES.values()]
DISC, SMALL = 0.38, 0.07  # radii of a piece and of a pip, in cells
MOST_PIPS = 9

NumpyArray = np.ndarray[Any, np.dtype[Any]]


def draw(encoding: Encoding, row: Row, mode: str) -> str | NumpyArray:
    """The position in one of the MODES."""
    if mode == "rgb_array":
        return pixels(encoding, row)
    if mode == "svg":
        from ..web.http.board_svg import draw as draw_svg

        return draw_svg(Game(encoding.kind, **encoding.options), row).decode()
    kind, game = encoding.kind, encoding.constants
    scene = kind.scene(game, row)
    facts = [f"{panel.label}: {panel.value}" for panel in scene.panels]
    turn = "the game is over" if scene.turn is None else f"{kind.player_title(game, scene.turn)} to move"
    return "\n".join([kind.picture(game, row), *facts, turn, ""])


def pixels(encoding: Encoding, row: Row) -> NumpyArray:
    """The board as colours: tiles by their ground, pieces as discs in the colours of their owners, with pips."""
    kind, game = encoding.kind, encoding.constants
    geometry = kind.geometry(game)
    columns, rows = kind.board.shape(game)
    wide, high = (geometry.width, geometry.height) if geometry else (columns, rows)
    picture = np.full((round(high * CELL), round(wide * CELL), 3), BACKGROUND, np.uint8)
    places = {(each.column, each.row): (each.x, each.y) for each in geometry.cells} if geometry else {}
    for cell in kind.scene(game, row).cells:
        x, y = places.get((cell.x, cell.y), (cell.x + 0.5, cell.y + 0.5))
        _tile(picture, x, y, _ground(cell), is_round=bool(places))
        if cell.piece:
            _disc(picture, x, y, DISC, _colour(encoding, cell.piece))
            _pips(picture, x, y, cell.piece.amount if cell.piece.amount > 1 or cell.piece.room else 0)
    return picture


def _ground(cell: Cell) -> tuple[int, int, int]:
    """A shade for a word, the same everywhere."""
    number = word_number(cell.ground)
    return 190 - number % 7 * 9, 196 - number % 5 * 11, 182 - number % 3 * 13


def _colour(encoding: Encoding, piece: Piece) -> tuple[int, int, int]:
    name = encoding.kind.board.player(encoding.constants, piece.owner) if piece.owner >= 0 else ""
    own = encoding.kind.colours
    chosen = own[piece.owner] if 0 <= piece.owner < len(own) else name
    number = piece.owner if piece.owner >= 0 else piece.colour
    value = VALUES.get(chosen, chosen if chosen.startswith("#") else PALETTE[(number + 2) % len(PALETTE)])
    return int(value[1:3], 16), int(value[3:5], 16), int(value[5:7], 16)


def _tile(picture: NumpyArray, x: float, y: float, colour: tuple[int, int, int], *, is_round: bool) -> None:
    if is_round:
        _disc(picture, x, y, 0.48, colour)
        return
    left, top = round((x - 0.5) * CELL), round((y - 0.5) * CELL)
    picture[top + 1 : top + CELL - 1, left + 1 : left + CELL - 1] = colour


def _disc(picture: NumpyArray, x: float, y: float, radius: float, colour: tuple[int, int, int]) -> None:
    left, top = max(0, round((x - radius) * CELL)), max(0, round((y - radius) * CELL))
    right, bottom = round((x + radius) * CELL) + 1, round((y + radius) * CELL) + 1
    part = picture[top:bottom, left:right]
    down, across = np.ogrid[top : top + part.shape[0], left : left + part.shape[1]]
    part[(down + 0.5 - y * CELL) ** 2 + (across + 0.5 - x * CELL) ** 2 <= (radius * CELL) ** 2] = colour


def _pips(picture: NumpyArray, x: float, y: float, amount: int) -> None:
    """As many dots as there are pieces, in rows of three."""
    for number in range(min(amount, MOST_PIPS)):
        _disc(picture, x + (number % 3 - 1) * 0.18, y + (number // 3 - 1) * 0.18, SMALL, PIP)
