"""What games bring for the page: drawings that are checked, and the colours of their players."""

import re

from ...contract.drawing.colours import VALUES, rim_of
from ...contract.kind import Kind

LARGEST_DRAWINGS = 256 * 1024  # bytes of a file of drawings
DRAWINGS = "pieces.svg"
MOST_NAMES = 16  # players whose colours can be said
THEMED = "black", "white", "red", "blue", "green"  # colours that the themes of the page have

OUTSIDE = "it refers to something outside the file: {}"
ACTIVE = rb"<\s*(?:script|foreignobject|iframe|embed|object|audio|video|image|style|animate\w*|set)\b"
FORBIDDEN = (
    (re.compile(ACTIVE, re.IGNORECASE), "it has {}"),
    (re.compile(rb"\son[a-z]+\s*=", re.IGNORECASE), "it has the handler {}"),
    (re.compile(rb"(?:href|src)\s*=\s*(?:\"\s*[^\"#\s]|'\s*[^'#\s]|[^\"'#\s>])[^\"'\s>]*", re.IGNORECASE), OUTSIDE),
    (re.compile(rb"url\(\s*[\"']?\s*[^\"'#\s)][^)]*", re.IGNORECASE), OUTSIDE),
    (re.compile(rb"<!doctype|<!entity|@import|javascript:", re.IGNORECASE), "it has {}"),
)


def problem_of_drawings(data: bytes) -> str:
    """What is wrong with a file of drawings; empty if nothing is. They are drawn in the pages of all users."""
    if len(data) > LARGEST_DRAWINGS:
        return f"it has {len(data):,} bytes, and {LARGEST_DRAWINGS:,} are allowed"
    try:
        data.decode()
    except UnicodeDecodeError:
        return "it is not text in UTF-8"
    for pattern, words in FORBIDDEN:
        if found := pattern.search(data):
            return words.format(found[0].decode(errors="replace").strip()[:60])
    if re.search(r'<symbol id="[a-z0-9-]+"', data.decode()) is None:
        return 'it has no <symbol id="..."> with a name of small letters, digits and -'
    return ""


def _names(kind: Kind) -> list[str]:
    """The names of the first players by default."""
    game = kind.make(kind.choose({}))
    return [kind.board.player(game, number) for number in range(min(MOST_NAMES, kind.rules.players(game)))]


def player_colours(kind: Kind) -> dict[str, str]:
    """The colours of the players as custom properties, where the game says them."""
    found = dict[str, str]()
    for number, (colour, player) in enumerate(zip(kind.colours, _names(kind), strict=False)):
        name = re.sub(r"[^a-z0-9]+", "-", player.lower())
        if colour != name:
            value = f"var(--player-{colour})" if colour in VALUES else colour
            found |= {f"player-{name}": value, f"owner-{number}": value}
            if rim := rim_of(colour):
                found[f"rim-{name}"] = rim
    return found


def named_colours() -> dict[str, str]:
    """The colours of players by name, as far as themes have none of their own."""
    return {f"player-{name}": value for name, value in VALUES.items() if name not in THEMED}


def style_of_names() -> str:
    """The same as a style sheet."""
    rules = "".join(f"  --{name}: {value};\n" for name, value in named_colours().items())
    return f":root {{\n{rules}}}\n"


def needs_rim(kind: Kind) -> bool:
    """Whether the game's own drawings are in very dark or very light colours; the page's own tokens have a rim."""
    colours = kind.colours or [name for name in _names(kind) if name in VALUES]
    return (kind.folder / DRAWINGS).is_file() and any(map(rim_of, colours))
