"""A board as text: a letter for each piece, a dot for an empty cell, and the names of lines around them."""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from ..board import Board
from ..row import Row
from ..scene import Cell, Outline, Piece
from .labels import Labels

EMPTY, BLOCK = ".", "#"


def letter_of(piece: Piece, name: str, letters: Mapping[str, str]) -> str:
    """A piece in a letter: that of its kind, small for all players but the first; else its owner's, or its colour's."""
    if piece.kind in letters:
        letter = letters[piece.kind]
        return letter.lower() if piece.owner > 0 else letter
    if piece.owner >= 0:
        return name if name.isdigit() else name[:1].upper()
    return chr(ord("A") + piece.colour - 1) if piece.colour else "o"


def draw_letters(
    board: Board, game: Any, s: Row, letters: Mapping[str, str], outline: Callable[[Any, int, int], Outline] | None
) -> str:
    """The rows of a board from the top."""
    columns, rows = board.shape(game)
    cells = {(x, y): cell for y in range(rows) for x in range(columns) if (cell := board.cell(game, s, x, y))}
    texts = {at: _text(board, game, cell, letters) for at, cell in cells.items()}
    step = max(map(len, texts.values()), default=1) + 1
    places = text_places({at: outline(game, *at).x if outline else at[0] for at in cells})
    names = Labels(board, game, s)
    wide = names.wide + 1 if names.wide else 0
    lines = []
    for y in range(rows):
        line = ""
        for x in range(columns):
            if (x, y) in cells:
                start = wide + round(places[x, y] * step)
                if not line.strip() and names.row(y):
                    line = f"{names.row(y)} ".rjust(start)
                line = line.ljust(start) + texts[x, y]
        lines.append(line)
    return "\n".join([*lines, *_foot(names, places, step, wide, columns)])


def text_places(places: dict[tuple[int, int], float]) -> dict[tuple[int, int], float]:
    """Where cells stand in their rows of text, from 0 on: one beside the other nowhere nearer than a whole step."""
    rows: dict[int, list[float]] = {}
    for (_, y), x in places.items():
        rows.setdefault(y, []).append(x)
    gaps = [b - a for row in map(sorted, rows.values()) for a, b in pairwise(row)]
    left, scale = min(places.values(), default=0), 1 / min([1.0, *(gap for gap in gaps if gap > 0)])
    return {at: (x - left) * scale for at, x in places.items()}


def _text(board: Board, game: Any, cell: Cell, letters: Mapping[str, str]) -> str:
    piece = cell.piece
    if piece is None:
        return BLOCK if cell.ground == "block" else EMPTY
    name = board.player(game, piece.owner) if piece.owner >= 0 else ""
    return f"{letter_of(piece, name, letters)}{piece.amount if piece.amount > 1 else ''}"


def _foot(names: Labels, places: dict[tuple[int, int], float], step: int, wide: int, columns: int) -> list[str]:
    """The names of columns, below their last cells; none where they would run into each other."""
    line = ""
    for x in range(columns):
        ends = [at for at in places if at[0] == x]
        if not ends or not names.column(x):
            continue
        last = max(ends, key=lambda at: at[1])
        before = places.get((x, last[1] - 1), places[last])
        start = wide + round((2 * places[last] - before) * step)
        if len(line) > start:
            return []
        line = line.ljust(start) + names.column(x)
    return [line] if line else []
