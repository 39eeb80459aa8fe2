"""Beetle Battle as people see and type it: squares and moves `row,column` from the top left, beetles `r1` and `b3`."""

import re
from collections.abc import Sequence

from ...contract.board import Dialect
from ...contract.errors import BadNotation
from ...contract.options import Choice
from ...contract.quotation import quoted
from ...contract.row import Row
from ...contract.scene import Cell, Panel, Piece
from .rules import FIRST_WIN, MOVES, SIZES, SQUARES, TURN, BeetleBattle, capacity, outcome, score, start

NAMES = "red", "blue"

REASONS = "", "one colour is gone"

OPTIONS = (
    Choice("size", SIZES, "squares along a side of the board", default=5).called(
        "Board", {size: f"{size} x {size}" for size in SIZES}
    ),
)

DIALECT = Dialect({"dimension": "size"}, "winner", "color", ("row", "column"))

EMPTY = "."


def make(size: int) -> BeetleBattle:
    return BeetleBattle(size, size * size)


def player(game: BeetleBattle, number: int) -> str:
    return NAMES[number]


def write(game: BeetleBattle, move: int) -> str:
    return f"{move // game.size},{move % game.size}"


def read(game: BeetleBattle, s: Row, text: str) -> int:
    """Takes `1,2`, also with blanks around the numbers."""
    found = re.fullmatch(r"([0-9]{1,9})(?: *, *([0-9]{1,9})?)?", text.strip())
    if not found:
        raise BadNotation(f"{quoted(text)} is no move; a move is a row and a column, as in 0,2")
    if found[2] is None:
        raise BadNotation(f"{quoted(text)} lacks the column; a move is a row and a column, as in 0,2")
    row, column = int(found[1]), int(found[2])
    if row >= game.size or column >= game.size:
        raise BadNotation(f"{quoted(text)} is off the board; rows and columns go from 0 to {game.size - 1}")
    return game.size * row + column


def objection(game: BeetleBattle, s: Row, move: int) -> str:
    return f"the beetles on {write(game, move)} are {NAMES[s[move] < 0]}"


def at_turn(game: BeetleBattle, s: Row, player: int) -> Row:
    row = s[:]
    row[game.cells + TURN] = player
    return row


def _beetles(s: Row, cell: int) -> str:
    return f"{'rb'[s[cell] < 0]}{abs(s[cell])}" if s[cell] else EMPTY


def _rows(game: BeetleBattle, s: Row, between: str) -> list[str]:
    lines = range(0, game.cells, game.size)
    return [between.join(_beetles(s, cell) for cell in range(line, line + game.size)) for line in lines]


def picture(game: BeetleBattle, s: Row) -> str:
    return "\n".join(_rows(game, s, " "))


def shape(game: BeetleBattle) -> tuple[int, int]:
    return game.size, game.size


def cell(game: BeetleBattle, s: Row, x: int, y: int) -> Cell:
    number = game.size * y + x
    beetles = Piece(int(s[number] < 0), "beetle", abs(s[number]), room=capacity(game, number))
    piece = beetles if s[number] else None
    return Cell(write(game, number), x, y, "field", piece)


def changes(game: BeetleBattle, before: Row, after: Row) -> Sequence[tuple[int, int]]:
    """Numbers are compared, and not cells: a cascade can have hundreds of frames."""
    return [(at % game.size, at // game.size) for at in range(game.cells) if before[at] != after[at]]


def panels(game: BeetleBattle, s: Row) -> Sequence[Panel]:
    return [Panel(name, str(score(game, s, side))) for side, name in enumerate(NAMES)]


def write_position(game: BeetleBattle, s: Row) -> str:
    """The board's rows from the top, the side to move, and the moves made: `r1,.,./.,b1,./.,.,. red 2`."""
    return f"{'/'.join(_rows(game, s, ','))} {NAMES[s[game.cells + TURN]]} {s[game.cells + MOVES]}"


def read_position(game: BeetleBattle, text: str) -> Row:
    parts = text.lower().split()
    if len(parts) != 3:
        raise BadNotation(f"a position is a board, the side to move and the moves made, not {len(parts)} parts")
    board, side, made = parts
    if side not in NAMES:
        raise BadNotation(f"the side to move is red or blue, not {quoted(side, 20)}")
    if not re.fullmatch("[0-9]{1,4}", made):
        raise BadNotation(f"the moves made are a whole number, not {quoted(made, 20)}")
    s = start(game, 0)
    s[game.cells + TURN], s[game.cells + MOVES] = NAMES.index(side), int(made)
    _read_board(game, s, board)
    _check(game, s)
    return s


def _read_board(game: BeetleBattle, s: Row, board: str) -> None:
    rows = board.split("/")
    if len(rows) != game.size:
        raise BadNotation(f"the board {quoted(board)} has {len(rows)} rows joined by / and not {game.size}")
    for y, row in enumerate(rows):
        squares = row.split(",")
        if len(squares) != game.size:
            raise BadNotation(
                f"row {y}, {quoted(row)}, has {len(squares)} squares joined by commas and not {game.size}"
            )
        for x, beetles in enumerate(squares):
            if not re.fullmatch(r"\.|[rb][1-9]", beetles):
                raise BadNotation(
                    f"square {y},{x} has {quoted(beetles, 20)}, which is neither . nor beetles like r1 or b3"
                )
            if beetles != EMPTY:
                colour = "rb".index(beetles[0])
                s[game.size * y + x] = (1 - 2 * colour) * int(beetles[1])
                s[game.cells + SQUARES + colour] += 1


def _check(game: BeetleBattle, s: Row) -> None:
    """BadNotation if it is easy to see that no game can reach this position."""
    made, mover = s[game.cells + MOVES], s[game.cells + TURN]
    red, blue = score(game, s, 0), score(game, s, 1)
    if red + blue != made:
        raise BadNotation(f"the beetles on the board, {red + blue}, must be as many as the moves made, {made}")
    if mover != made % 2:
        raise BadNotation(f"move {made + 1} is made by {NAMES[made % 2]}, not by {NAMES[mover]}")
    if made < FIRST_WIN and red - blue != mover:
        raise BadNotation(
            f"before move {made + 1} no beetle can have changed its colour, so the colours must be as placed"
        )
    if outcome(game, s):
        if s[game.cells + SQUARES + mover]:
            raise BadNotation(
                f"{NAMES[1 - mover]} moved last, so it cannot be {NAMES[1 - mover]} whose beetles are gone"
            )
        return
    for number in range(game.cells):
        if abs(s[number]) >= capacity(game, number):
            full = f"square {write(game, number)} has {abs(s[number])} beetles"
            raise BadNotation(f"{full}, but {capacity(game, number)} have to jump off while the game goes on")
