"""A board as a picture in SVG: the page's own drawings and colours, in one file that needs nothing else."""

import re
from functools import lru_cache
from xml.sax.saxutils import escape, quoteattr

from ...contract.scene import Cell, Piece, Scene
from ...play.game import Game
from .static import client

SIZE = 100  # of a cell
COLOURS = "red", "blue", "green", "yellow"  # names of players that are names of colours
BREEDS = COLOURS[:3]  # beetles and eggs that are drawn
SHAPES = 10  # tokens that are drawn
ARROWS = {"^": "arrow-n", "v": "arrow-s", "<": "arrow-w", ">": "arrow-e"}
GROUNDS = {"blue": "sky", "yellow": "sand", "margin": "margin", "field": "field", "block": "field"}
PLAIN = {"field": "#e6dfd0", "margin": "#eeeae1", "sky": "#c4d9ea", "sand": "#f0dca0"}  # where no theme says otherwise
GAP = 2  # between cells
# Where several of a kind stand on one square: the middle of each and its size.
SLOTS = (
    ((50, 50, 92),),
    ((29, 32, 58), (71, 68, 58)),
    ((50, 27, 54), (26, 73, 54), (74, 73, 54)),
    ((27, 27, 53), (73, 27, 53), (27, 73, 53), (73, 73, 53)),
)
DETAILED = 10_000  # cells, above which tokens are plain squares


def draw(game: Game) -> bytes:
    """The board as it is now."""
    scene = game.scene()
    wide, high = scene.columns * SIZE, scene.rows * SIZE
    detailed = len(scene.cells) <= DETAILED
    body = "".join(_cell(game, cell, detailed) for cell in scene.cells)
    symbols = _symbols(body)
    title = escape(game.kind.title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img" aria-label={quoteattr(title)}>'
        f"<title>{title}</title><style>{_style(scene, symbols + body)}</style><defs>{symbols}</defs>{body}</svg>\n"
    ).encode()


def _cell(game: Game, cell: Cell, detailed: bool) -> str:
    x, y = cell.x * SIZE, cell.y * SIZE
    ground = GROUNDS.get(cell.ground, "field")
    square = (
        f'<rect x="{x + GAP}" y="{y + GAP}" width="{SIZE - 2 * GAP}" height="{SIZE - 2 * GAP}" rx="8" '
        f'fill="var(--{ground}, {PLAIN[ground]})"/>'
    )
    if cell.ground == "block":
        return square + _use("block", x, y, SIZE)
    if cell.piece is None:
        return square
    colour = _colour(game, cell.piece)
    if not detailed:
        return square.replace(f"var(--{ground}, {PLAIN[ground]})", colour)
    return f'{square}<g style="--piece:{colour}">{_pieces(game, cell.piece, x, y)}</g>'


def _pieces(game: Game, piece: Piece, x: int, y: int) -> str:
    """What stands on a cell: a few beside each other, or one with its number."""
    name = symbol_of(game, piece)
    slots = SLOTS[piece.amount - 1] if piece.amount <= len(SLOTS) else SLOTS[0]
    drawn = "".join(_use(name, x + left - size // 2, y + top - size // 2, size) for left, top, size in slots)
    if piece.arrow in ARROWS:
        drawn += _use(ARROWS[piece.arrow], x, y, SIZE)
    if piece.amount <= len(SLOTS):
        return drawn
    middle = f'x="{x + SIZE // 2}" y="{y + SIZE // 2 + 14}" font-size="40" text-anchor="middle"'
    return f'{drawn}<text {middle} font-family="sans-serif">{piece.amount}</text>'


def symbol_of(game: Game, piece: Piece) -> str:
    """The drawing of a piece."""
    owner = max(piece.owner, 0)
    if piece.kind == "chip":
        return f"chip-{piece.colour}"
    if piece.kind == "piece":
        return f"piece-{owner % 2}"
    if piece.kind in ("beetle", "egg"):
        name = game.kind.board.player(game.constants, owner)
        return f"{piece.kind}-{name if name in BREEDS else BREEDS[owner % len(BREEDS)]}"
    return f"token-{owner % SHAPES}"


def _colour(game: Game, piece: Piece) -> str:
    if piece.kind == "chip":
        return f"var(--chip-{piece.colour}, #888)"
    name = game.kind.board.player(game.constants, max(piece.owner, 0))
    return f"var(--{name}, #888)" if name in COLOURS else f"var(--owner-{max(piece.owner, 0) % SHAPES}, #888)"


def _use(name: str, x: int, y: int, size: int) -> str:
    return f'<use href="#{name}" x="{x}" y="{y}" width="{size}" height="{size}"/>'


def _symbols(body: str) -> str:
    """The drawings that a picture needs; plain circles where the page has none."""
    known = _sprite(client().hash)
    names = sorted(set(re.findall(r'href="#([a-z0-9-]+)"', body)))
    plain = '<circle cx="50" cy="50" r="38" fill="var(--piece, #888)"/>'
    return "".join(known.get(name) or f'<symbol id="{name}" viewBox="0 0 100 100">{plain}</symbol>' for name in names)


@lru_cache(1)
def _sprite(hash: str) -> dict[str, str]:
    """The page's drawings by their names."""
    text = client().files.get("symbols.svg", b"").decode()
    return {found[1]: found[0] for found in re.finditer(r'<symbol id="([a-z0-9-]+)".*?</symbol>', text, re.S)}


def _style(scene: Scene, drawn: str) -> str:
    """The colours of the light theme, as far as they are used."""
    used = set(re.findall(r"var\(--([a-z0-9-]+)", drawn))
    return ":root{" + "".join(f"--{name}:{value};" for name, value in _theme(client().hash) if name in used) + "}"


@lru_cache(1)
def _theme(hash: str) -> tuple[tuple[str, str], ...]:
    """The first colours that the page's themes define: those of the light one."""
    text = client().files.get("page.css", b"").decode()
    found: dict[str, str] = {}
    for name, value in re.findall(r"--([a-z0-9-]+):\s*([^;{}]+);", text):
        found.setdefault(name, " ".join(value.split()))
    return tuple(found.items())
