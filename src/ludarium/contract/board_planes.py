"""What a learning program sees of a position, made of the board that people see, where a game does not say it itself.

The planes, each with a number for every place of the board's shape:

    0           1 where there is a cell
    1           the word of the cell's ground, as a number
    2 ...       how many pieces of each player stand there, the player who looks first, then the others in turn
    next        how many pieces without an owner
    next three  the word of the piece's kind as a number, its arrow, its colour
"""

from typing import Any

from .kind import Kind
from .row import Planes, Row
from .scene import Cell

ARROWS = " ^v<>"
MOST = 127  # the highest number of a plane
BESIDE = 6  # planes besides those of the players


def plane_count(kind: Kind, game: Any) -> int:
    return kind.rules.players(game) + BESIDE


def board_planes(kind: Kind, game: Any, s: Row, player: int, out: Planes) -> None:
    """Write the planes of a position as a player sees it; they are all 0 before."""
    columns, rows = kind.board.shape(game)
    players, size = kind.rules.players(game), columns * rows
    seen = kind.seen(game, s, player)
    for y in range(rows):
        for x in range(columns):
            cell = kind.board.cell(game, seen, x, y)
            for plane, number in _numbers(cell, player, players) if cell else ():
                out[plane * size + columns * y + x] = max(-MOST, min(number, MOST))


def _numbers(cell: Cell, player: int, players: int) -> list[tuple[int, int]]:
    """The planes in which a cell has a number, with these numbers."""
    found = [(0, 1), (1, word_number(cell.ground))]
    piece, beside = cell.piece, 2 + players
    if piece is None:
        return found
    owner = beside if piece.owner < 0 else 2 + (piece.owner - player) % players
    return [
        *found,
        (owner, piece.amount),
        (beside + 1, word_number(piece.kind)),
        (beside + 2, max(0, ARROWS.find(piece.arrow or " "))),
        (beside + 3, piece.colour),
    ]


def word_number(word: str) -> int:
    """A number from 1 to 127 for a word, the same in every process; few words share one."""
    number = 0
    for letter in word:
        number = (31 * number + ord(letter)) % MOST
    return number + 1
