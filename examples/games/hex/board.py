"""Hex as people see and type it: cells `a1`..`k11` from the top left, moves `d4`, and `swap`."""

from collections.abc import Sequence

from ludarium.contract.errors import BadNotation
from ludarium.contract.options import Flag, Whole
from ludarium.contract.quotation import quoted
from ludarium.contract.row import Row
from ludarium.contract.scene import Cell, Outline, Piece, Stroke
from ludarium.contract.shapes import ROW, hexagon
from ludarium.contract.squares import COLUMNS, square

from .rules import STONES, SWAP, TURN, Hex, can_swap, put, start, turn

NAMES = "red", "blue"
REASONS = "", "two opposite sides are joined"
OPTIONS = (
    Whole("size", 11, 3, 19, "cells along a side of the board"),
    Flag("swap", True, "whether the second player may take over the first stone"),
)

WORD = "swap"
EMPTY, LETTERS = ".", "rb"


def make(size: int, swap: bool) -> Hex:
    return Hex(size, size + 2, (size + 2) * (size + 2), int(swap))


def player(game: Hex, number: int) -> str:
    return NAMES[number]


def number_of(game: Hex, x: int, y: int) -> int:
    """The number of the cell in column x and row y, both counted from 0 at the top left."""
    return game.width * (y + 1) + x + 1


def write(game: Hex, move: int) -> str:
    return WORD if move == SWAP else square(move % game.width - 1, move // game.width - 1)


def read(game: Hex, s: Row, text: str) -> int:
    word = text.strip().lower()
    if word == WORD:
        return SWAP
    x, row = COLUMNS.find(word[:1]), word[1:]
    if len(word) < 2 or not (row.isascii() and row.isdigit() and len(row) <= 2):
        raise BadNotation(f"{quoted(text)} is no move; a move is a cell like d4, or {WORD}")
    if not (0 <= x < game.size and 1 <= int(row) <= game.size):
        last = square(game.size - 1, game.size - 1)
        raise BadNotation(f"{quoted(text)} is off the board, which goes from a1 to {last}")
    return number_of(game, x, int(row) - 1)


def objection(game: Hex, s: Row, move: int) -> str:
    if move == SWAP:
        return "only the second player may swap, and only as the first move" if game.swap else "this game has no swap"
    return f"{write(game, move)} has a {NAMES[s[move] < 0]} stone"


def words(game: Hex, s: Row) -> Sequence[str]:
    return (WORD,) if can_swap(game, s) else ()


def at_turn(game: Hex, s: Row, player: int) -> Row:
    row = s[:]
    row[game.cells + TURN] = player
    return row


def _letter(held: int) -> str:
    return LETTERS[held < 0] if held else EMPTY


def _rows(game: Hex, s: Row) -> list[str]:
    return ["".join(_letter(s[number_of(game, x, y)]) for x in range(game.size)) for y in range(game.size)]


def shape(game: Hex) -> tuple[int, int]:
    return game.size, game.size


def cell(game: Hex, s: Row, x: int, y: int) -> Cell:
    held = s[number_of(game, x, y)]
    return Cell(square(x, y), x, y, piece=Piece(int(held < 0), "stone") if held else None)


def outline(game: Hex, x: int, y: int) -> Outline:
    """Each row begins half a cell to the right of the one above."""
    return hexagon(x + y / 2, y * ROW)


def strokes(game: Hex) -> Sequence[Stroke]:
    """The sides of the players, just outside the cells: red has the top and the bottom, blue the left and the right."""
    last, far, edge = game.size - 1, 0.62, 0.36
    top, bottom = -far, last * ROW + far
    return [
        Stroke(((-edge, top), (last + edge, top)), 0),
        Stroke(((last / 2 - edge, bottom), (last * 1.5 + edge, bottom)), 0),
        Stroke(((-far, 0.05), (last / 2 - far, last * ROW + 0.05)), 1),
        Stroke(((last + far, -0.05), (last * 1.5 + far, last * ROW - 0.05)), 1),
    ]


def write_position(game: Hex, s: Row) -> str:
    """The rows from the top and the side to move: `.../.r./... blue`."""
    return f"{'/'.join(_rows(game, s))} {NAMES[turn(game, s)]}"


def read_position(game: Hex, text: str) -> Row:
    board, _, side = text.strip().lower().partition(" ")
    rows = board.split("/")
    if side not in NAMES:
        raise BadNotation(f"the side to move is {' or '.join(NAMES)}, not {quoted(side, 20)}")
    if [len(row) for row in rows] != [game.size] * game.size or set(board) - set(f"{LETTERS}{EMPTY}/"):
        raise BadNotation(f"a board is {game.size} rows of {game.size} of the letters {LETTERS}{EMPTY}, joined by /")
    s = at_turn(game, start(game, 0), NAMES.index(side))
    for colour, letter in enumerate(LETTERS):
        for y, row in enumerate(rows):
            for x in range(game.size):
                if row[x] == letter:
                    put(game, s, number_of(game, x, y), colour)
                    s[game.cells + STONES] += 1
    return s
