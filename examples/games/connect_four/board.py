"""Connect Four as people see and type it: a move is its column, `a` to `g`."""

from collections.abc import Sequence

from ludarium.contract.errors import BadNotation
from ludarium.contract.options import Whole
from ludarium.contract.quotation import quoted
from ludarium.contract.row import Row
from ludarium.contract.scene import Cell, Piece
from ludarium.contract.squares import COLUMNS, square

from .rules import TURN, ConnectFour, bit, connected

NAMES = "red", "yellow"
REASONS = "", "four discs in a line", "the board is full"
OPTIONS = (
    Whole("columns", 7, 4, 9, "columns of the board"),
    Whole("rows", 6, 4, 6, "rows of the board"),
)

EMPTY = "."
LETTERS = "ry"


def make(columns: int, rows: int) -> ConnectFour:
    return ConnectFour(columns, rows)


def player(game: ConnectFour, number: int) -> str:
    return NAMES[number]


def write(game: ConnectFour, move: int) -> str:
    return COLUMNS[move]


def read(game: ConnectFour, s: Row, text: str) -> int:
    word = text.strip().lower()
    if len(word) != 1 or word not in COLUMNS[: game.columns]:
        raise BadNotation(f"{quoted(text)} is no move; a move is a column, a to {COLUMNS[game.columns - 1]}")
    return COLUMNS.index(word)


def objection(game: ConnectFour, s: Row, move: int) -> str:
    return f"column {write(game, move)} is full"


def paths(game: ConnectFour, s: Row, move: int) -> Sequence[tuple[str, ...]]:
    """A column is chosen by any of its free places."""
    return [(square(move, y),) for y in range(game.rows) if _letter(game, s, move, y) == EMPTY]


def at_turn(game: ConnectFour, s: Row, player: int) -> Row:
    return [s[0], s[1], player]


def _letter(game: ConnectFour, s: Row, x: int, y: int) -> str:
    place = bit(game, x, y)
    return LETTERS[0] if s[0] & place else LETTERS[1] if s[1] & place else EMPTY


def _rows(game: ConnectFour, s: Row) -> list[str]:
    """The letters of the board, rows from the top."""
    return ["".join(_letter(game, s, x, y) for x in range(game.columns)) for y in range(game.rows - 1, -1, -1)]


def picture(game: ConnectFour, s: Row) -> str:
    return "\n".join(" ".join(row) for row in _rows(game, s))


def shape(game: ConnectFour) -> tuple[int, int]:
    return game.columns, game.rows


def cell(game: ConnectFour, s: Row, x: int, y: int) -> Cell:
    up = game.rows - 1 - y
    letter = _letter(game, s, x, up)
    return Cell(square(x, up), x, y, piece=None if letter == EMPTY else Piece(LETTERS.index(letter), "disc"))


def write_position(game: ConnectFour, s: Row) -> str:
    """The rows from the top and the side to move: `..../..../y.../rr.. yellow`."""
    return f"{'/'.join(_rows(game, s))} {NAMES[s[TURN]]}"


def read_position(game: ConnectFour, text: str) -> Row:
    board, _, side = text.strip().lower().partition(" ")
    rows = board.split("/")
    if side not in NAMES:
        raise BadNotation(f"the side to move is {' or '.join(NAMES)}, not {quoted(side, 20)}")
    if [len(row) for row in rows] != [game.columns] * game.rows or set(board) - set(f"{LETTERS}{EMPTY}/"):
        raise BadNotation(f"a board is {game.rows} rows of {game.columns} of the letters {LETTERS}{EMPTY}, joined by /")
    s: list[int] = [0, 0, NAMES.index(side)]
    for x in range(game.columns):
        column = "".join(row[x] for row in reversed(rows)).rstrip(EMPTY)
        if EMPTY in column:
            raise BadNotation(f"a disc of column {COLUMNS[x]} hangs in the air")
        for y, letter in enumerate(column):
            s[LETTERS.index(letter)] |= bit(game, x, y)
    if connected(game, s[s[TURN]]):
        raise BadNotation(f"{side} has four in a line, so it cannot be {side}'s turn")
    return s
