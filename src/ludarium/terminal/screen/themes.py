"""Three themes: those of Textual, with the colours of boards and pieces."""

from functools import lru_cache
from typing import NamedTuple

from textual.color import Color
from textual.theme import Theme


class Look(NamedTuple):
    """One theme. Grounds are a pair of shades, as on a chessboard."""

    title: str
    theme: Theme
    grounds: dict[str, tuple[str, str]]  # by the ground's name in the game; any other ground looks like a field
    named: dict[str, str]  # the colour of a player whose name is one
    owners: tuple[str, ...]  # the colours of players whose names are numbers, repeated for more players
    chips: tuple[str, ...]  # the colours of pieces without an owner
    ink: str  # text on pieces
    pale: str  # the colour that greyed-out cells approach
    cursor: str
    open: str  # cells that may be chosen next
    taken: str  # chosen cells of an incomplete move
    hint: str
    last: str  # cells of the last move
    dimming: float = 0.55  # how far cells that may not be chosen are greyed out


CHIPS = "#e4572e", "#4c8dff", "#5fb85f", "#e8b93c", "#b06ee0", "#3fbfbf", "#ef7fb0", "#b08a5b", "#c9d1d9", "#8a94a6"

DARK = Look(
    title="dark",
    theme=Theme(
        name="ludarium-dark",
        primary="#6ea8c9",
        secondary="#8fb996",
        accent="#e6b450",
        foreground="#d8dee4",
        background="#12161b",
        surface="#181d24",
        panel="#202731",
        success="#8fb996",
        warning="#e6b450",
        error="#e4572e",
        dark=True,
    ),
    grounds={
        "field": ("#2b343f", "#313b47"),
        "margin": ("#1c222a", "#1f262f"),
        "block": ("#0c0f13", "#0c0f13"),
        "blue": ("#27405a", "#2b4763"),
        "yellow": ("#5b522c", "#645a31"),
    },
    named={"red": "#e4572e", "blue": "#4c8dff", "green": "#5fb85f", "yellow": "#e8b93c"},
    owners=CHIPS,
    chips=CHIPS,
    ink="#0d1014",
    pale="#1a1f26",
    cursor="#f5d98b",
    open="#8fd3e8",
    taken="#e6b450",
    hint="#8f6fd0",
    last="#4a5868",
)

DEEP = "#c8401c", "#2c62c9", "#2f8a3c", "#a67c00", "#7e3fb0", "#1f8585", "#b8407d", "#7a5a2f"

LIGHT = Look(
    title="light",
    theme=Theme(
        name="ludarium-light",
        primary="#2f6f8f",
        secondary="#4d7f57",
        accent="#a8690a",
        foreground="#22272d",
        background="#f6f4ef",
        surface="#fbfaf7",
        panel="#e9e5dc",
        success="#4d7f57",
        warning="#a8690a",
        error="#b8391a",
        dark=False,
    ),
    grounds={
        "field": ("#dcd5c5", "#e4deD0"),
        "margin": ("#efece4", "#f1eee7"),
        "block": ("#6f6a60", "#6f6a60"),
        "blue": ("#bcd3e6", "#c7dbeb"),
        "yellow": ("#efe0a6", "#f3e6b5"),
    },
    named={"red": "#c8401c", "blue": "#2c62c9", "green": "#2f8a3c", "yellow": "#b98a00"},
    owners=(*DEEP, "#4a5568", "#556b00"),
    chips=(*DEEP, "#3c4148", "#707a88"),
    ink="#ffffff",
    pale="#f0ede6",
    cursor="#16324a",
    open="#0d5f80",
    taken="#d99a2b",
    hint="#b79be8",
    last="#bfb59f",
    dimming=0.6,
)

BRIGHT = "#ff5f4f", "#5fafff", "#5fff5f", "#ffff5f", "#ff87ff", "#5fffff", "#ffaf5f", "#ffffff", "#afafff", "#d7d787"

CONTRAST = Look(
    title="high contrast",
    theme=Theme(
        name="ludarium-contrast",
        primary="#ffffff",
        secondary="#ffffff",
        accent="#ffff00",
        foreground="#ffffff",
        background="#000000",
        surface="#000000",
        panel="#303030",
        success="#5fff5f",
        warning="#ffff00",
        error="#ff5f4f",
        dark=True,
        text_alpha=1.0,
    ),
    grounds={
        "field": ("#303030", "#404040"),
        "margin": ("#101010", "#181818"),
        "block": ("#000000", "#000000"),
        "blue": ("#00305f", "#003a70"),
        "yellow": ("#4f4600", "#5a5000"),
    },
    named={"red": "#ff5f4f", "blue": "#5fafff", "green": "#5fff5f", "yellow": "#ffff5f"},
    owners=BRIGHT,
    chips=BRIGHT,
    ink="#000000",
    pale="#000000",
    cursor="#ffff00",
    open="#ffffff",
    taken="#ffff00",
    hint="#ff00ff",
    last="#707070",
    dimming=0.5,
)

LOOKS = {look.theme.name: look for look in (DARK, LIGHT, CONTRAST)}


@lru_cache(maxsize=1024)
def between(colour: str, other: str, part: float) -> str:
    """A mix of two colours; `part` is the share of the other one."""
    return Color.parse(colour).blend(Color.parse(other), part).hex
