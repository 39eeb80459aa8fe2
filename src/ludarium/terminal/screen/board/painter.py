"""Painting one cell of any game: its ground, its piece, and its marks."""

from functools import lru_cache
from typing import Any, NamedTuple

from rich.segment import Segment
from rich.style import Style

from ....contract.drawing.colours import PALE, VALUES, lightness
from ....contract.kind import Kind
from ....contract.scene import Piece
from ..themes import LOOKS, Look, between

# Owners differ by shape and letter as well as by colour; eggs are hollow
SHAPES = "●■▲◆★✚▼♣⬢♥"
HOLLOW = {"egg": "○□△◇☆✛▽♧⬡♡"}
ARROWS = {"^": "↑", "v": "↓", "<": "←", ">": "→", "": ""}
NO_OWNER = "●"
FULL = "!"  # one piece more fills the cell, so that they leave it
PALE_INK, DARK_INK = "#ffffff", "#000000"  # letters on the colours that a game says, which no theme has chosen

# Sizes of a cell in columns and lines, the largest first; a letter is about twice as high as wide
SIZES = *((2 * high, high) for high in range(12, 2, -1)), (5, 2), (4, 2), (4, 1), (3, 1)

# The edges of a marked cell: corners of a high cell, the sides of one with a single line, and a mark after one without
# edges. Marks differ by them as well as by colour, for terminals with few colours.
CORNERS = {"cursor": "┏┓┗┛", "taken": "┏┓┗┛", "hint": "╔╗╚╝", "last": "╭╮╰╯", "open": "    ", "": "    "}
SIDES = {"cursor": "[]", "taken": "<>", "hint": "{}", "last": "()", "open": "··", "": "  "}
AFTER = {"cursor": "◂", "taken": "<", "hint": "?", "last": "'", "open": "·", "": " "}


class Marks(NamedTuple):
    """How a cell is marked."""

    cursor: bool = False
    open: bool = False  # may be chosen next
    taken: bool = False  # is chosen already
    hint: bool = False
    last: bool = False  # the last move was made here

    def edge(self, has_piece: bool) -> str:
        """The mark that the edges show; an empty cell that may be chosen has a dot in its middle instead."""
        if self.open and not (has_piece or self.cursor or self.taken or self.hint or self.last):
            return ""
        return next((name for name in ("cursor", "taken", "hint", "last", "open") if getattr(self, name)), "")


PLAIN = Marks()


class OwnerStyle(NamedTuple):
    """How the pieces of an owner are shown."""

    shape: int
    initial: str
    colour: str
    ink: str  # of the letters on them


def owner_style(theme: str, kind: Kind, constants: Any, number: int) -> OwnerStyle:
    """The style of a player, in the colour that the game says or that the player's name is."""
    said = kind.colours[number] if number < len(kind.colours) else ""
    return _owner_style(theme, number, kind.board.player(constants, number), said)


@lru_cache(maxsize=1024)
def _owner_style(theme: str, number: int, name: str, said: str) -> OwnerStyle:
    look = LOOKS[theme]
    colour = look.named.get(said or name) or VALUES.get(said or name, said)
    usual = look.owners[number % len(look.owners)]
    ink = look.ink
    if colour and (said or name) not in look.named:
        ink = PALE_INK if lightness(colour) < PALE else DARK_INK
    initial = name if name.isdigit() else name[:1].upper()
    return OwnerStyle(number % len(SHAPES), initial, colour or usual, ink)


def label(piece: Piece, style: OwnerStyle | None, gap: int, letter: str = "") -> str:
    """A piece in as many letters as fit: `●R`, `■B3`, `○G`, `A↓`; `■B3!` where one piece more fills the cell; with the
    letter of its kind `K` and `K2`.
    """
    if letter:
        return f"{letter}{piece.amount if piece.amount > 1 else ''}{ARROWS.get(piece.arrow, '')}"
    if style:
        shape, amount = HOLLOW.get(piece.kind, SHAPES)[style.shape], piece.amount if piece.amount > 1 else ""
        warning = FULL if piece.room and piece.amount >= piece.room - 1 else ""
        own = f"{style.initial}{amount}{warning}"
        least = f"{style.initial}{warning or amount}"
        return next((text for text in (f"{shape}{own}", own) if len(text) <= gap), least)
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
    letter: str = "",
) -> tuple[Segment, ...]:
    """One line of a cell; `letter` stands for the kind of its piece, if the game has one for it."""
    look, (wide, high) = LOOKS[theme], size
    below = _ground(look, ground, odd, marks)
    edge = 1 if wide > 3 else 0
    gap = wide - 2 * edge if edge else wide - 1
    inside = _piece(look, gap, high, line, piece, style, below, letter) if piece else None
    middle = inside or _empty(look, gap, high, line, ground, marks, below)
    shown = marks.edge(piece is not None)
    colour = look.cursor if shown == "cursor" else look.open
    sides = Style(color=colour, bgcolor=below, bold=True)
    if not edge:
        return _joined(middle, Segment(AFTER[shown], sides))
    left, right = _edges(shown, high, line)
    return _joined(Segment(left, sides), middle, Segment(right, sides))


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
        return _tint(look, shade, look.hint, 0.75)
    if marks.taken:
        return _tint(look, shade, look.taken, 0.6)
    if marks.last:
        return look.last
    return shade if look.has_few_colours or not marks.open else between(shade, look.open, 0.16)


def _tint(look: Look, shade: str, colour: str, part: float) -> str:
    """A mix of two colours, as far as the terminal has colours for it."""
    return colour if look.has_few_colours else between(shade, colour, part)


def _edges(shown: str, high: int, line: int) -> tuple[str, str]:
    """The columns beside the piece."""
    if high == 1 or (shown == "open" and line == (high - 1) // 2):
        return SIDES[shown][0], SIDES[shown][1]
    corners = CORNERS[shown]
    if line == 0:
        return corners[0], corners[1]
    if line == high - 1:
        return corners[2], corners[3]
    return ("┃", "┃") if shown == "cursor" else (" ", " ")


def _piece(
    look: Look, gap: int, high: int, line: int, piece: Piece, style: OwnerStyle | None, below: str, letter: str
) -> Segment:
    colour = style.colour if style else look.chips[(piece.colour - 1) % len(look.chips)]
    hollow = piece.kind in HOLLOW
    text = _written(piece, style, gap, high, line, letter)
    if hollow and look.has_few_colours and not text.strip():
        return Segment(text, Style(bgcolor=below))  # a paler colour is not to be had, so it is smaller
    if hollow:
        colour = colour if look.has_few_colours else between(colour, below, 0.18)
    if high > 2 and line == 0:
        return Segment(_cap("▗▄▖" if _round(style) else "▄▄▄", gap), Style(color=colour, bgcolor=below))
    if high > 1 and line == high - 1:
        return Segment(_cap("▝▀▘" if high > 2 and _round(style) else "▀▀▀", gap), Style(color=colour, bgcolor=below))
    return Segment(text, Style(color=style.ink if style else look.ink, bgcolor=colour, bold=not hollow))


def _round(style: OwnerStyle | None) -> bool:
    return style is None or style.shape % 2 == 0


def _cap(ends: str, gap: int) -> str:
    return ends[0] + ends[1] * (gap - 2) + ends[2]


def _written(piece: Piece, style: OwnerStyle | None, gap: int, high: int, line: int, letter: str) -> str:
    """The letters on one line of a piece; large cells repeat the shape for each of several pieces."""
    short = label(piece, style, gap, letter)
    if high < 4:
        middle = 0 if high < 3 else 1
        return (short if line == middle else "").center(gap)[:gap]
    middle = (high - 1) // 2
    if line == middle + 1 and style and piece.amount > 1 and not letter:
        return " ".join(SHAPES[style.shape] * piece.amount).center(gap)[:gap]
    return (short if line == middle else "").center(gap)[:gap]


def _empty(look: Look, gap: int, high: int, line: int, ground: str, marks: Marks, below: str) -> Segment:
    if ground == "block":
        return Segment("▒" * gap, Style(color=look.block, bgcolor=below))
    if line != (high - 1) // 2:
        return Segment(" " * gap, Style(bgcolor=below))
    mark = "?" if marks.hint else "·" if marks.open else ""
    return Segment(mark.center(gap), Style(color=look.open, bgcolor=below, bold=True))
