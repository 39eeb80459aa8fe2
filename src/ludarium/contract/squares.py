"""Boards of squares, named as on a chessboard: columns `a`, `b`, ... from the left, rows `1`, `2`, ... from the bottom.

A position as text is its rows, joined by `/`, and the side to move: `..../.wb./.bw./.... black`.
"""

from collections.abc import Sequence

from .errors import BadNotation
from .quotation import quoted

COLUMNS = "abcdefghijklmnopqrstuvwxyz"


def square(x: int, y: int) -> str:
    """The name of the square in column x and row y, both counted from 0."""
    return f"{COLUMNS[x]}{y + 1}"


def place(name: str) -> tuple[int, int]:
    """Column and row of a square by its name."""
    return COLUMNS.index(name[0]), int(name[1:]) - 1


def write_rows(rows: Sequence[str], side: str) -> str:
    """A position as one line of text: a letter for each square, rows from the top, and the side to move."""
    return f"{'/'.join(rows)} {side}"


def read_rows(text: str, width: int, height: int, letters: str, sides: Sequence[str]) -> tuple[list[str], int]:
    """The rows of such a line and the number of the side to move; BadNotation if it fits no board of this size.

    Capitals count only where some of the letters are capitals.
    """
    board, _, side = text.strip().partition(" ")
    board, side = board if letters != letters.lower() else board.lower(), side.lower()
    rows = board.split("/")
    if side not in sides:
        raise BadNotation(f"the side to move is {' or '.join(sides)}, not {quoted(side, 20)}")
    if [len(row) for row in rows] != [width] * height or set(board) - {*letters, "/"}:
        raise BadNotation(f"a board is {height} rows of {width} of the letters {letters}, joined by /")
    return rows, sides.index(side)
