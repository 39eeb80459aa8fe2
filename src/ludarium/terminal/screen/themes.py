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
    cursor: str
    open: str  # cells that may be chosen next
    taken: str  # chosen cells of an incomplete move
    hint: str
    last: str  # cells of the last move
    block: str  # the pattern on cells that no one can enter
    has_few_colours: bool = False  # whether only the 16 colours of the terminal are used, which cannot be mixed


CHIPS = "#e5484d", "#4c8dff", "#5fb85f", "#e8b93c", "#b06ee0", "#3fbfbf", "#ef7fb0", "#b08a5b", "#c9d1d9", "#8a94a6"

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
        "field": ("#29323c", "#3a4653"),
        "margin": ("#1a2028", "#202731"),
        "reserve": ("#1a2028", "#1a2028"),
        "block": ("#0c0f13", "#0c0f13"),
        "blue": ("#124a74", "#14507a"),
        "yellow": ("#5a5210", "#5f5718"),
    },
    named={"red": "#e5484d", "blue": "#4c8dff", "green": "#5fb85f", "yellow": "#e8b93c"},
    owners=CHIPS,
    chips=CHIPS,
    ink="#0d1014",
    cursor="#f5d98b",
    open="#8fd3e8",
    taken="#e6b450",
    hint="#8f6fd0",
    last="#2c6257",
    block="#8492a2",
)

DEEP = "#c22f2f", "#2c62c9", "#2f8a3c", "#a67c00", "#7e3fb0", "#1f8585", "#b8407d", "#7a5a2f"

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
        "field": ("#d3c9b3", "#e7e1d2"),
        "margin": ("#efece4", "#f1eee7"),
        "reserve": ("#f1eee7", "#f1eee7"),
        "block": ("#6f6a60", "#6f6a60"),
        "blue": ("#b4d3ee", "#b0d2f0"),
        "yellow": ("#efe0a6", "#f3e6b5"),
    },
    named={"red": "#c22f2f", "blue": "#2c62c9", "green": "#2f8a3c", "yellow": "#b98a00"},
    owners=(*DEEP, "#4a5568", "#556b00"),
    chips=(*DEEP, "#3c4148", "#707a88"),
    ink="#ffffff",
    cursor="#16324a",
    open="#0d5f80",
    taken="#d99a2b",
    hint="#b79be8",
    last="#a5d0b8",
    block="#d8d2c4",
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
        "field": ("#262626", "#444444"),
        "margin": ("#101010", "#181818"),
        "reserve": ("#141414", "#141414"),
        "block": ("#000000", "#000000"),
        "blue": ("#003f78", "#004585"),
        "yellow": ("#4f4600", "#5a5000"),
    },
    named={"red": "#ff5f4f", "blue": "#5fafff", "green": "#5fff5f", "yellow": "#ffff5f"},
    owners=BRIGHT,
    chips=BRIGHT,
    ink="#000000",
    cursor="#ffff00",
    open="#ffffff",
    taken="#ffff00",
    hint="#ff00ff",
    last="#00603f",
    block="#d0d0d0",
)

# With 16 colours, as Rich numbers and names them; grounds differ by them as far as they can, marks by their edges

ANSI = "#ff5555", "#5555ff", "#55ff55", "#ffff55", "#ff55ff", "#55ffff", "#ffffff", "#aa0000", "#00aa00", "#00aaaa"
DARK_ANSI = "#aa0000", "#0000aa", "#00aa00", "#aa5500", "#aa00aa", "#00aaaa", "#000000", "#555555", "#ff5555", "#5555ff"
FEW = "-16"  # after the name of a theme, in its variant for 16 colours


def _with_few_colours(look: Look, foreground: str, ground: str, accent: str, panel: str) -> Look:
    """A theme in the terminal's 16 colours."""
    muted, is_dark = "#aaaaaa" if look.theme.dark else "#555555", look.theme.dark
    theme = Theme(
        name=look.theme.name + FEW,
        primary=muted,
        secondary=muted,
        success=muted,
        accent=accent,
        warning=accent,
        error=accent,
        foreground=foreground,
        background=ground,
        surface=ground,
        panel=panel,
        dark=is_dark,
    )
    colours = ANSI if is_dark else DARK_ANSI
    return look._replace(
        theme=theme,
        grounds={
            "field": (ground, "#555555" if is_dark else "#aaaaaa"),
            "margin": (ground, ground),
            "reserve": (ground, ground),
            "block": (ground, ground),
            "blue": ("#0000aa", "#0000aa") if is_dark else ("#55ffff", "#55ffff"),
            "yellow": ("#aa5500", "#aa5500") if is_dark else ("#ffff55", "#ffff55"),
        },
        named=dict(zip(("red", "blue", "green", "yellow"), colours, strict=False)),
        owners=colours,
        chips=colours,
        ink=ground,
        cursor="#ffff55" if is_dark else "#000000",
        open="#55ffff" if is_dark else "#0000aa",
        taken="#aa5500" if is_dark else "#ffff55",
        hint="#aa00aa" if is_dark else "#ff55ff",
        last="#00aaaa" if is_dark else "#55ff55",
        block=foreground,
        has_few_colours=True,
    )


OFFERED = {look.theme.name: look for look in (DARK, LIGHT, CONTRAST)}  # what the user chooses from
LOOKS = OFFERED | {
    look.theme.name: look
    for look in (
        _with_few_colours(DARK, "#ffffff", "#000000", "#ffff55", "#555555"),
        _with_few_colours(LIGHT, "#000000", "#ffffff", "#aa0000", "#aaaaaa"),
        _with_few_colours(CONTRAST, "#ffffff", "#000000", "#ffff55", "#555555"),
    )
}


def shown_theme(chosen: str, colour_system: str | None, *, is_grey: bool = False) -> str:
    """The name of the theme that shows what the user has chosen in a terminal with these colours.

    The dark theme would have too little contrast in grey.
    """
    name = CONTRAST.theme.name if is_grey and chosen == DARK.theme.name else chosen
    return name + FEW if colour_system in ("standard", "windows") else name


@lru_cache(maxsize=1024)
def between(colour: str, other: str, part: float) -> str:
    """A mix of two colours; `part` is the share of the other one."""
    return Color.parse(colour).blend(Color.parse(other), part).hex
