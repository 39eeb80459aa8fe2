"""Othello as people see and type it: squares `a1`..`h8` from the top left, moves `d3`, and `pass`."""

from collections.abc import Sequence

from ludarium.contract import squares
from ludarium.contract.errors import BadNotation
from ludarium.contract.options import Choice
from ludarium.contract.quotation import quoted
from ludarium.contract.row import Row
from ludarium.contract.scene import Cell, Panel, Piece

from .rules import BLACK, EMPTY, PASS, Othello, can_move, score, square, start, turn

NAMES = "black", "white"
REASONS = "", "no player can move"
SIZES = 4, 6, 8, 10
OPTIONS = (
    Choice("size", SIZES, "squares along a side of the board", default=8).called(
        "Board", {size: f"{size} x {size}" for size in SIZES}
    ),
)

WORD = "pass"
LETTERS = ".bw"  # by what a square holds


def make(size: int) -> Othello:
    return Othello(size, size + 2)


def player(game: Othello, number: int) -> str:
    return NAMES[number]


def write(game: Othello, move: int) -> str:
    return WORD if move == PASS else squares.square(move % game.width - 1, move // game.width - 1)


def read(game: Othello, s: Row, text: str) -> int:
    word = text.strip().lower()
    if word == WORD:
        return PASS
    x, row = squares.COLUMNS.find(word[:1]), word[1:]
    if len(word) < 2 or not (row.isascii() and row.isdigit() and len(row) <= 2):
        raise BadNotation(f"{quoted(text)} is no move; a move is a square like d3, or {WORD}")
    last = game.size - 1
    if not (0 <= x <= last and 1 <= int(row) <= game.size):
        raise BadNotation(f"{quoted(text)} is off the board, which goes from a1 to {squares.square(last, last)}")
    return square(game, x, int(row) - 1)


def objection(game: Othello, s: Row, move: int) -> str:
    if move == PASS:
        return f"{NAMES[turn(game, s)]} can still move"
    if s[move] != EMPTY:
        return f"{write(game, move)} has a {NAMES[s[move] - BLACK]} disc"
    return f"a disc on {write(game, move)} would turn no other"


def paths(game: Othello, s: Row, move: int) -> Sequence[tuple[str, ...]]:
    return [(write(game, move),)]


def words(game: Othello, s: Row) -> Sequence[str]:
    return () if can_move(game, s, turn(game, s)) else (WORD,)


def at_turn(game: Othello, s: Row, player: int) -> Row:
    return [*s[:-1], player]


def _rows(game: Othello, s: Row) -> list[str]:
    return ["".join(LETTERS[s[square(game, x, y)]] for x in range(game.size)) for y in range(game.size)]


def picture(game: Othello, s: Row) -> str:
    return "\n".join(" ".join(row) for row in _rows(game, s))


def shape(game: Othello) -> tuple[int, int]:
    return game.size, game.size


def cell(game: Othello, s: Row, x: int, y: int) -> Cell:
    held = s[square(game, x, y)]
    return Cell(squares.square(x, y), x, y, piece=Piece(held - BLACK, "disc") if held != EMPTY else None)


def panels(game: Othello, s: Row) -> Sequence[Panel]:
    return [Panel(name, str(score(game, s, side))) for side, name in enumerate(NAMES)]


def write_position(game: Othello, s: Row) -> str:
    """The rows from the top and the side to move: `..../.wb./.bw./.... black`."""
    return squares.write_rows(_rows(game, s), NAMES[turn(game, s)])


def read_position(game: Othello, text: str) -> Row:
    rows, side = squares.read_rows(text, game.size, game.size, LETTERS, NAMES)
    s = at_turn(game, start(game, 0), side)
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            s[square(game, x, y)] = LETTERS.index(letter)
    return s
