"""A board in letters with the names of its rows and columns, for people who type moves."""

import re
from collections.abc import Callable

from ..contract.drawing.labels import Labels
from ..play.game import Game


def text_board(game: Game) -> str:
    """The game's own picture; names are added where each cell of a row is a letter or a word."""
    columns, rows = game.kind.board.shape(game.constants)
    lines = str(game).splitlines()
    cells = [line.split() if columns > 1 and " " in line.strip() else [*line] for line in lines[:rows]]
    labels = Labels(game.kind.board, game.constants, game.row)
    if any(len(row) != columns for row in cells):
        if not labels.has_margins:
            return str(game)
        written = lines[:rows]  # with blanks where a corner has no cell
    else:
        wide = max(len(cell) for row in cells for cell in row)
        written = [" ".join(f"{cell:<{wide}}" for cell in row) for row in cells]
    starts = [found.start() for found in re.finditer(r"\S+", max(written, key=len))]
    indent, most = " " * (labels.wide + 2), max(map(len, written))
    named = [
        f"{labels.row(y):>{labels.wide}}  {line:<{most}}  {labels.right(y)}".rstrip() for y, line in enumerate(written)
    ]
    head = [indent + _spread(starts, labels.above)] if labels.has_margins else []
    return "\n".join([*head, *named, indent + _spread(starts, labels.column), *lines[rows:]])


def _spread(starts: list[int], name: Callable[[int], str]) -> str:
    """The names of columns, each where its column starts."""
    text = ""
    for x, start in enumerate(starts):
        text = f"{text:<{start}}{name(x)}"
    return text.rstrip()
