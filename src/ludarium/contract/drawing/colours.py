"""The colours of players: by a name that every theme knows, or by a value."""

import re
from collections.abc import Sequence

from ..errors import BadOption
from ..quotation import quoted

# What the names mean where a theme has no colour of its own for them
VALUES = {
    "black": "#1d1f23",
    "white": "#fbfaf5",
    "red": "#c8401c",
    "blue": "#2c62c9",
    "green": "#2a7d37",
    "yellow": "#e8b93c",
    "orange": "#d9730d",
    "purple": "#7e3fb0",
    "teal": "#17777a",
    "pink": "#b8407d",
    "brown": "#7a5a2f",
    "grey": "#6b7480",
}
DARK, PALE = 0.22, 0.72  # below and above which a colour needs a rim, and how light other things on it must be
PALE_RIM, DARK_RIM = "#d8d3c8", "#3a3d42"


def check_colours(id: str, colours: Sequence[str]) -> None:
    """Refuse what is no colour."""
    for colour in colours:
        if colour not in VALUES and not re.fullmatch("#[0-9a-f]{6}", colour):
            names = ", ".join(VALUES)
            raise BadOption(
                f"{quoted(colour, 20)} is no colour for a player of {id}: write #2f8a3c, with small letters, or {names}"
            )


def lightness(colour: str) -> float:
    """How light a value is, from 0 for black to 1 for white."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def rim_of(colour: str) -> str:
    """The colour of a rim with which a value is seen on every board; empty where it needs none."""
    light = lightness(VALUES.get(colour, colour))
    return PALE_RIM if light < DARK else DARK_RIM if light > PALE else ""
