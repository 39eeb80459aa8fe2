"""Promises of `pieces.svg`: the pieces of the board find their drawings."""

import re
from collections.abc import Iterator
from difflib import get_close_matches

from ...contract.scene import Piece
from ...contract.shape import Flaw
from .subject import Subject

SYMBOL = re.compile(r"""<symbol\b[^>]*?\bid\s*=\s*["']([^"']+)["']""")
LOGO = "logo"
NEAR = 0.7  # how like each other two names are, from 0 to 1, of which one is taken for a slip


def symbols(subject: Subject) -> Iterator[Flaw]:
    """Pieces whose drawing has nearly their name have it by a slip: the page draws a token of its own."""
    file = subject.kind.folder / "pieces.svg"
    if not file.is_file():
        return
    drawn = {*SYMBOL.findall(file.read_text(encoding="utf-8", errors="replace"))} - {LOGO}
    wanted = dict[Piece, tuple[str, ...]]()
    for sample in subject.samples:
        for cell in subject.kind.scene(sample.game, sample.row).cells:
            if cell.piece and cell.piece not in wanted:
                wanted[cell.piece] = _names(subject, sample.game, cell.piece)
    unused = drawn - {name for names in wanted.values() for name in names}
    for piece, names in wanted.items():
        near = [] if drawn & {*names} else [each for name in names for each in get_close_matches(name, unused, 1, NEAR)]
        if near:
            yield subject.board(subject.kind.board.cell, f"pieces.svg has no symbol {piece.kind!r} for the pieces of "
                                f"this kind; it has {near[0]!r}")  # fmt: skip
            return


def _names(subject: Subject, game: object, piece: Piece) -> tuple[str, ...]:
    """The symbols that a piece may have."""
    if piece.owner < 0:
        return f"{piece.kind}-{piece.colour}", piece.kind
    name = subject.kind.board.player(game, piece.owner)
    return f"{piece.kind}-{name}", f"{piece.kind}-{piece.owner}", piece.kind
