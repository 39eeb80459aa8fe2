"""Breakthrough as people see and type it: squares `a1`..`h8`, moves `a2-a3`."""

import re
from collections.abc import Sequence

from ludarium.contract.errors import BadNotation
from ludarium.contract.options import Whole
from ludarium.contract.quotation import quoted
from ludarium.contract.row import Row
from ludarium.contract.scene import Cell, Panel, Piece
from ludarium.contract.squares import place, read_rows, square, write_rows

from .rules import CAPTURED, EMPTY, REACHED, TURN, WHITE, Breakthrough, score, turn

NAMES = "white", "black"
REASONS = "", "a piece has reached the other side", "one side has no pieces left"
OPTIONS = (Whole("size", 8, 5, 10, "squares along a side of the board"),)

LETTERS = ".wb"  # by what a square holds


def make(size: int) -> Breakthrough:
    return Breakthrough(size, size * size)


def player(game: Breakthrough, number: int) -> str:
    return NAMES[number]


def _name(game: Breakthrough, cell: int) -> str:
    return square(cell % game.size, cell // game.size)


def _path(game: Breakthrough, move: int) -> tuple[str, ...]:
    return _name(game, move // game.cells), _name(game, move % game.cells)


def write(game: Breakthrough, move: int) -> str:
    return "-".join(_path(game, move))


def read(game: Breakthrough, s: Row, text: str) -> int:
    """Takes `a2-a3`, and `a2xb3` for a capture."""
    found = re.fullmatch(r"([a-z][0-9]{1,2})[-x ]?([a-z][0-9]{1,2})", text.strip().lower())
    if not found:
        raise BadNotation(f"{quoted(text)} is no move; a move is like a2-a3")
    cells = []
    for x, y in map(place, found.groups()):
        if not (x < game.size and 0 <= y < game.size):
            raise BadNotation(f"{quoted(text)} leaves the board, which goes from a1 to {_name(game, game.cells - 1)}")
        cells.append(game.size * y + x)
    return game.cells * cells[0] + cells[1]


def objection(game: Breakthrough, s: Row, move: int) -> str:
    me, origin, to = turn(game, s), move // game.cells, move % game.cells
    mine, (start, end) = WHITE + me, _path(game, move)
    if s[origin] != mine:
        return f"{start} has no {NAMES[me]} piece"
    if s[to] == mine:
        return f"{end} has a {NAMES[me]} piece"
    ahead = (to // game.size - origin // game.size) * (1 - 2 * me)
    if ahead == 1 and to % game.size == origin % game.size:
        return "a piece captures diagonally, not straight ahead"
    return "too far; a piece goes one square ahead, straight or diagonally"


def paths(game: Breakthrough, s: Row, move: int) -> Sequence[tuple[str, ...]]:
    return [_path(game, move)]


def at_turn(game: Breakthrough, s: Row, player: int) -> Row:
    row = s[:]
    row[game.cells + TURN] = player
    return row


def _rows(game: Breakthrough, s: Row) -> list[str]:
    """The letters of the board, rows from the top."""
    ranks = range(game.cells - game.size, -1, -game.size)
    return ["".join(LETTERS[s[cell]] for cell in range(rank, rank + game.size)) for rank in ranks]


def picture(game: Breakthrough, s: Row) -> str:
    return "\n".join(" ".join(row) for row in _rows(game, s))


def shape(game: Breakthrough) -> tuple[int, int]:
    return game.size, game.size


def cell(game: Breakthrough, s: Row, x: int, y: int) -> Cell:
    number = game.size * (game.size - 1 - y) + x
    held = s[number]
    return Cell(_name(game, number), x, y, piece=Piece(held - WHITE) if held != EMPTY else None)


def panels(game: Breakthrough, s: Row) -> Sequence[Panel]:
    return [Panel(name, str(score(game, s, side))) for side, name in enumerate(NAMES)]


def write_position(game: Breakthrough, s: Row) -> str:
    """The rows from the top and the side to move: `bbbbb/bbbbb/...../wwwww/wwwww white`."""
    return write_rows(_rows(game, s), NAMES[turn(game, s)])


def read_position(game: Breakthrough, text: str) -> Row:
    rows, me = read_rows(text, game.size, game.size, LETTERS, NAMES)
    pieces = ["".join(rows).count(letter) for letter in LETTERS[1:]]
    if max(pieces) > 2 * game.size:
        raise BadNotation(f"a side has {2 * game.size} pieces at most, not {max(pieces)}")
    arrived = LETTERS[1] in rows[0], LETTERS[2] in rows[-1]
    if arrived[me] or not pieces[1 - me]:
        raise BadNotation(f"{NAMES[me]} has won already, so it cannot be {NAMES[me]}'s turn")
    squares = [LETTERS.index(letter) for row in reversed(rows) for letter in row]
    return [*squares, me, *pieces, REACHED if arrived[1 - me] else 0 if pieces[me] else CAPTURED]
