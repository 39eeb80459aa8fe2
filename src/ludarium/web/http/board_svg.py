"""A board as a picture in SVG, drawn as the page draws it: one file that needs nothing else.

Where pieces lie on a cell and which symbol and colour they have is said once, in `client/board/piece_layout.js`: the
value there is strict JSON, which this module reads. Symbols and colours come from the page and from the game's folder.
"""

import json
import re
from functools import lru_cache
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from ...contract.kind import Kind
from ...contract.scene import Cell, Piece
from ...play.game import Game
from .static import FOLDER, STYLE, client, game_symbols, symbols

SIZE = 100  # of a cell
DETAILED = 10_000  # cells, above which pieces are plain squares


@lru_cache(1)
def layout() -> dict[str, Any]:
    """How pieces lie on a cell."""
    text = (FOLDER / "board" / "piece_layout.js").read_text(encoding="utf-8").partition("PIECE_LAYOUT = ")[2]
    value: dict[str, Any] = json.loads(text.rstrip().removesuffix(";"))
    return value


def draw(game: Game) -> bytes:
    """The board as it is now."""
    scene = game.scene()
    wide, high = scene.columns * SIZE, scene.rows * SIZE
    picture = _Picture(game)
    detailed = len(scene.cells) <= DETAILED
    body = "".join(picture.cell(cell, detailed) for cell in scene.cells)
    drawn = picture.used_symbols(body)
    title = escape(game.kind.title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img" aria-label={quoteattr(title)}>'
        f"<title>{title}</title><style>{_style(game.kind, drawn + body)}</style><defs>{drawn}</defs>{body}</svg>\n"
    ).encode()


class _Picture:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.files = client().files
        self.own = game_symbols(self.files, game.kind.id)
        self.layout = layout()

    def cell(self, cell: Cell, detailed: bool) -> str:
        x, y = cell.x * SIZE, cell.y * SIZE
        tile, odd = self.layout["tile"], "-odd" if (cell.x + cell.y) % 2 else ""
        colour = self.layout["ground"].format(ground=_slug(cell.ground), odd=odd)
        if cell.piece and not detailed:
            colour = self.colour_of(cell.piece)
        square = (
            f'<rect x="{x + tile["inset"]}" y="{y + tile["inset"]}" width="{tile["size"]}" height="{tile["size"]}" '
            f'rx="{tile["radius"]}" fill="{colour}"/>'
        )
        if cell.ground in self.own:
            square += _use(cell.ground, x, y, SIZE)
        if cell.piece is None or not detailed:
            return square
        return f'{square}<g style="--piece:{self.colour_of(cell.piece)}">{self.pieces(cell.piece, x, y)}</g>'

    def pieces(self, piece: Piece, x: int, y: int) -> str:
        """What stands on a cell: a few beside each other, or one with its number."""
        name, slots = self.symbol_of(piece), self.layout["slots"]
        places = slots[min(piece.amount, len(slots)) - 1]
        drawn = "".join(_use(name, x + left - size / 2, y + top - size / 2, size) for left, top, size in places)
        if arrow := self.layout["arrows"].get(piece.arrow):
            inset = self.layout["arrow"]["inset"]
            drawn += _use(arrow, x + inset, y + inset, self.layout["arrow"]["size"])
        return drawn + self._count(piece.amount, x, y) if piece.amount > len(slots) else drawn

    def _count(self, amount: int, x: int, y: int) -> str:
        count, middle = self.layout["count"], SIZE // 2
        plate = f'<circle cx="{x + middle}" cy="{y + middle}" r="{count["radius"]}" fill="var(--plate)"/>'
        place = f'x="{x + middle}" y="{y + count["baseline"]}" font-size="{count["size"]}" text-anchor="middle"'
        return f'{plate}<text {place} font-family="sans-serif" font-weight="bold">{amount}</text>'

    def symbol_of(self, piece: Piece) -> str:
        """The id of the symbol that shows a piece."""
        values = self._values(piece)
        names: list[str] = [text.format(**values) for text in self._rule(piece)["symbols"]]
        return next((name for name in names if name in self.own), names[-1])

    def colour_of(self, piece: Piece) -> str:
        """The colour of a piece, as a CSS value."""
        text: str = self._rule(piece)["colour"]
        return text.format(**self._values(piece))

    def _rule(self, piece: Piece) -> dict[str, Any]:
        rule: dict[str, Any] = self.layout["unowned" if piece.owner < 0 else "owned"]
        return rule

    def _values(self, piece: Piece) -> dict[str, object]:
        owner, number = piece.owner, max(piece.colour, 1) - 1 if piece.owner < 0 else piece.owner
        name = "" if owner < 0 else _slug(self.game.kind.board.player(self.game.constants, owner))
        token = number % self.layout["tokens"]
        return {"kind": _slug(piece.kind), "owner": owner, "name": name, "colour": number + 1, "token": token}

    def used_symbols(self, body: str) -> str:
        """The symbols that a drawing needs."""
        known = symbols(self.files.get("symbols.svg", b"")) | self.own
        return "".join(known.get(name, "") for name in sorted(set(re.findall(r'href="#([a-z0-9-]+)"', body))))


def _slug(word: str) -> str:
    """A word as a part of an id or of a custom property."""
    return re.sub(r"[^a-z0-9]+", "-", word.lower())


def _use(name: str, x: float, y: float, size: float) -> str:
    return f'<use href="#{name}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"/>'


def _style(kind: Kind, drawn: str) -> str:
    """The colours that are used, of the light theme: those that the page declares, and the game in its page.css."""
    used = set(re.findall(r"var\(--([a-z0-9-]+)", drawn))
    own = kind.folder / STYLE
    found = _colours(":root", (FOLDER / "core" / "themes.css").read_text(encoding="utf-8"))
    if own.is_file():
        found |= _colours(f'[data-kind="{kind.id}"]', own.read_text(encoding="utf-8"))
    return ":root{" + "".join(f"--{name}:{value};" for name, value in found.items() if name in used) + "}"


def _colours(selector: str, style: str) -> dict[str, str]:
    """The custom properties of the first rule with a selector."""
    rule = re.search(rf"^{re.escape(selector)} \{{([^}}]*)\}}", style, re.MULTILINE)
    return dict(re.findall(r"--([a-z0-9-]+):\s*([^;]+);", rule[1])) if rule else {}
