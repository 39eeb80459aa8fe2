"""The colours of a terminal that has 256 of them.

Rich would show dark greys with a tint as navy or teal: this finds the colour that the eye takes for the nearest.
"""

from functools import lru_cache

from rich.color import Color, ColorType
from rich.palette import Palette
from rich.segment import Segment
from rich.style import Style
from textual import color as textual_color
from textual.filter import LineFilter

STEPS = 0, 95, 135, 175, 215, 255
FIRST = 16  # the colours before it are what the user has made them
GREYS = [(level, level, level) for level in range(8, 248, 10)]
PALETTE = Palette([*((r, g, b) for r in STEPS for g in STEPS for b in STEPS), *GREYS])


class Palette256(LineFilter):
    """Shows every colour as one of 256."""

    def apply(self, segments: list[Segment], background: textual_color.Color) -> list[Segment]:
        return [Segment(text, fitted(style) if style else style, control) for text, style, control in segments]


@lru_cache(maxsize=4096)
def fitted(style: Style) -> Style:
    """A style in colours of the palette."""
    return style + Style.from_color(*(_fitted(colour) if colour else None for colour in (style.color, style.bgcolor)))


@lru_cache(maxsize=4096)
def _fitted(colour: Color) -> Color:
    if colour.type != ColorType.TRUECOLOR or colour.triplet is None:
        return colour
    return Color(colour.name, ColorType.EIGHT_BIT, number=FIRST + PALETTE.match(colour.triplet))
