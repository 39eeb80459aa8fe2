"""Squares named as on a chessboard: columns `a`, `b`, ... from the left, rows `1`, `2`, ... from the bottom."""

COLUMNS = "abcdefghijklmnopqrstuvwxyz"


def square(x: int, y: int) -> str:
    """The name of the square in column x and row y, both counted from 0."""
    return f"{COLUMNS[x]}{y + 1}"


def place(name: str) -> tuple[int, int]:
    """Column and row of a square by its name."""
    return COLUMNS.index(name[0]), int(name[1:]) - 1
