"""Painting one cell of any game: its ground, its piece, and its marks."""

from functools import lru_cache
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style

from ....contract.scene import Piece
from ..themes import LOOKS, Look, between

# Owners differ by shape and letter as well as by colour; eggs are hollow
SHAPES = "●■▲◆★✚▼♣⬢♥"
HOLLOW = {"egg": "○□△◇☆✛▽♧⬡♡"}
ARROWS = {"^": "↑", "v": "↓", "<": "←", ">": "→", "": ""}
NO_OWNER = "●"

# Sizes of a cell in columns and lines, the largest first; a letter is about twice as high as wide
SIZES = (10, 5), (8, 4), (6, 3), (5, 2), (4, 2), (4, 1), (3, 1)


class Marks(NamedTuple):
    """How a cell is marked."""

    cursor: bool = False
    open: bool = False  # may be chosen next
    dim: bool = False  # may not be chosen, while other cells may
    taken: bool = False  # is chosen already
    hint: bool = False
    last: bool = False  # the last move was made here


PLAIN = Marks()


class OwnerStyle(NamedTuple):
    """How the pieces of an owner are shown."""

    shape: int
    initial: str
    colour: str


@lru_cache(maxsize=1024)
def owner_style(theme: str, number: int, name: str) -> OwnerStyle:
    """The style of a player; one whose name is a colour has that colour."""
    look = LOOKS[theme]
    colour = look.named.get(name, look.owners[number % len(look.owners)])
    initial = name if name.isdigit() else name[:1].upper()
    return OwnerStyle(number % len(SHAPES), initial, colour)


def label(piece: Piece, style: OwnerStyle | None) -> str:
    """A piece in as few letters as possible: `●R`, `■B3`, `○G`, `A↓`."""
    if style:
        shape = HOLLOW.get(piece.kind, SHAPES)[style.shape]
        return f"{shape}{style.initial}{piece.amount if piece.amount > 1 else ''}"
    letter = chr(ord("A") + piece.colour - 1) if piece.colour else NO_OWNER
    return f"{letter}{ARROWS.get(piece.arrow, '')}"


@lru_cache(maxsize=1 << 14)
def paint(
    theme: str,
    size: tuple[int, int],
    line: int,
    ground: str,
    odd: bool,
    piece: Piece | None,
    style: OwnerStyle | None,
    marks: Marks,
) -> tuple[Segment, ...]:
    """One line of a cell."""
    look, (wide, high) = LOOKS[theme], size
    below = _ground(look, ground, odd, marks)
    edge = 1 if wide > 3 else 0
    gap = wide - 2 * edge if edge else wide - 1
    inside = _piece(look, gap, high, line, piece, style, marks, below) if piece else None
    middle = inside or _empty(look, gap, high, line, ground, marks, below)
    if not edge:
        mark = "◂" if marks.cursor else " "
        return _joined(middle, Segment(mark, Style(color=look.cursor, bgcolor=below, bold=True)))
    left, right = _edges(look, high, line, marks, below)
    return _joined(left, middle, right)


def _joined(*segments: Segment) -> tuple[Segment, ...]:
    """Merge blanks with neighbours on the same ground: fewer segments are painted faster."""
    joined = [segments[0]]
    for segment in segments[1:]:
        last = joined[-1]
        same = last.style and segment.style and last.style.bgcolor == segment.style.bgcolor
        if same and not segment.text.strip():
            joined[-1] = Segment(last.text + segment.text, last.style)
        elif same and not last.text.strip():
            joined[-1] = Segment(last.text + segment.text, segment.style)
        else:
            joined.append(segment)
    return tuple(joined)


def _ground(look: Look, ground: str, odd: bool, marks: Marks) -> str:
    shade = look.grounds.get(ground, look.grounds["field"])[odd]
    if marks.hint:
        return between(shade, look.hint, 0.75)
    if marks.taken:
        return between(shade, look.taken, 0.6)
    if marks.last:
        shade = look.last
    if marks.open:
        shade = between(shade, look.open, 0.16)
    if marks.dim:
        return between(shade, look.pale, look.dimming)
    return shade


def _edges(look: Look, high: int, line: int, marks: Marks, below: str) -> tuple[Segment, Segment]:
    """The columns beside the piece: brackets at the cursor."""
    style = Style(color=look.cursor, bgcolor=below, bold=True)
    if not marks.cursor:
        pair = "  "
    elif high == 1:
        pair = "[]"
    elif line == 0:
        pair = "┏┓"
    else:
        pair = "┗┛" if line == high - 1 else "┃┃"
    return Segment(pair[0], style), Segment(pair[1], style)


def _piece(
    look: Look, gap: int, high: int, line: int, piece: Piece, style: OwnerStyle | None, marks: Marks, below: str
) -> Segment:
    colour = style.colour if style else look.chips[(piece.colour - 1) % len(look.chips)]
    hollow = piece.kind in HOLLOW
    if marks.dim or hollow:
        colour = between(colour, below, look.dimming / (2 if marks.dim else 3) * (1.4 if marks.dim and hollow else 1))
    if high > 2 and line == 0:
        return Segment(_cap("▗▄▖" if _round(style) else "▄▄▄", gap), Style(color=colour, bgcolor=below))
    if high > 1 and line == high - 1:
        return Segment(_cap("▝▀▘" if high > 2 and _round(style) else "▀▀▀", gap), Style(color=colour, bgcolor=below))
    text = _written(piece, style, gap, high, line)
    return Segment(text, Style(color=look.ink, bgcolor=colour, bold=not hollow))


def _round(style: OwnerStyle | None) -> bool:
    return style is None or style.shape % 2 == 0


def _cap(ends: str, gap: int) -> str:
    return ends[0] + ends[1] * (gap - 2) + ends[2]


def _written(piece: Piece, style: OwnerStyle | None, gap: int, high: int, line: int) -> str:
    """The letters on one line of a piece; large cells repeat the shape for each of several pieces."""
    short = label(piece, style)
    if len(short) > gap:
        short = short[1:] if style else short
    if high < 4:
        middle = 0 if high < 3 else 1
        return (short if line == middle else "").center(gap)[:gap]
    middle = (high - 1) // 2
    if line == middle + 1 and style and piece.amount > 1:
        return " ".join(SHAPES[style.shape] * piece.amount).center(gap)[:gap]
    return (short if line == middle else "").center(gap)[:gap]


def _empty(look: Look, gap: int, high: int, line: int, ground: str, marks: Marks, below: str) -> Segment:
    if ground == "block":
        return Segment("▒" * gap, Style(color=look.last, bgcolor=below))
    if line != (high - 1) // 2:
        return Segment(" " * gap, Style(bgcolor=below))
    mark = "?" if marks.hint else "·" if marks.open else ""
    return Segment(mark.center(gap), Style(color=look.open, bgcolor=below, bold=True))
