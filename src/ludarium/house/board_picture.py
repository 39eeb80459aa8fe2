"""A board as a picture in SVG, drawn as the page draws it: one file that needs nothing else."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ..contract.row import Row
from ..contract.scene import Cell, Piece, Placed
from ..play.game import Game
from ..play.match.grid import grid, shorten, spread
from ..protocol.messages import CellLook

SIZE = 100  # of a cell
DETAILED = 10_000  # cells, above which pieces are plain squares
MOST_RUNS = 100_000  # areas of one colour, above which a large board is drawn from every second cell, or fewer


class Drawings(NamedTuple):
    """What the boards of a game are drawn with."""

    layout: dict[str, Any]  # how pieces lie on a cell, as `client/board/drawing/piece_layout.js` says it
    symbols: dict[str, str]  # the drawings of the page, by id
    own: dict[str, str]  # those that the game brings
    colours: dict[str, str]  # of the light theme, by the names of their custom properties


def draw(game: Game, drawings: Drawings, row: Row | None = None) -> bytes:
    """The board as it is now, or as one sees it who does not see everything."""
    columns, rows = game.kind.board.shape(game.constants)
    picture = _Picture(game, drawings, game.row if row is None else row)
    if columns * rows > DETAILED:
        body = picture.overview()
    else:
        body = picture.lines() + "".join(map(picture.cell, game.kind.scene(game.constants, picture.row).cells))
    return _frame(picture, body, body).encode()


class Replays(NamedTuple):
    """Games on the same board, each as the cells that its moves change: small enough for many games in one file."""

    frame: str  # the picture, with BODY where the cells belong
    looks: list[str]  # all cells as they are drawn, each once
    games: list[list[list[tuple[int, int]]]]  # at the start and after each move, places of cells and their looks


BODY = "BODY"


def draw_replays(games: Sequence[Game], drawings: Drawings) -> Replays:
    """All positions of games whose boards have the same cells, at most `DETAILED` of them."""
    looks, drawn = dict[str, int](), dict[Cell, int]()
    picture = _Picture(games[0], drawings, games[0].row)

    def number(cell: Cell) -> int:
        if cell not in drawn:
            drawn[cell] = looks.setdefault(picture.cell(cell), len(looks))
        return drawn[cell]

    steps = list[list[list[tuple[int, int]]]]()
    for game in games:
        steps.append([])
        shown = dict[int, int]()
        for count in range(len(game.moves) + 1):
            scene = game.kind.scene(game.constants, game.row_after(count))
            now = {place: number(cell) for place, cell in enumerate(scene.cells)}
            steps[-1].append([(place, look) for place, look in now.items() if shown.get(place) != look])
            shown = now
    body = picture.lines() + "".join(looks)
    return Replays(_frame(picture, body, picture.lines() + BODY), [*looks], steps)


def _frame(picture: "_Picture", used: str, body: str) -> str:
    """A picture with a body, and the symbols and colours of all that is used."""
    game, geometry = picture.game, picture.geometry
    columns, rows = game.kind.board.shape(game.constants)
    wide, high = (geometry.width, geometry.height) if geometry else (columns, rows)
    drawn = picture.used_symbols(used)
    style = _style(picture.drawings.colours, drawn + used)
    title, box = _escape(game.kind.title), f"0 0 {wide * SIZE:g} {high * SIZE:g}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" aria-label="{title}">'
        f"<title>{title}</title><style>{style}</style><defs>{drawn}</defs>{body}</svg>\n"
    )


class _Picture:
    def __init__(self, game: Game, drawings: Drawings, row: Row) -> None:
        self.game, self.row, self.drawings = game, row, drawings
        self.geometry = game.kind.geometry(game.constants)
        self.places = {(each.column, each.row): each for each in self.geometry.cells} if self.geometry else {}
        self.own, self.layout = drawings.own, drawings.layout

    def overview(self) -> str:
        """All cells as areas of their colours, a path for each colour; where that is too much, a sample of them."""
        lines, looks = self._lines()
        step = 1
        while sum(len(line) for line in lines[::step]) > MOST_RUNS:
            step *= 2
            lines = [shorten([*spread(line)][::2]) if y % step == 0 else () for y, line in enumerate(lines)]
        areas: dict[str, list[str]] = {}
        for y in range(0, len(lines), step):
            x = 0
            for number, count in _runs(lines[y]):
                look, wide = looks[number], count * step
                if look:
                    areas.setdefault(self._area_colour(look), []).append(f"M{x} {y}h{wide}v{step}h-{wide}z")
                x += wide
        paths = "".join(f'<path fill="{colour}" d="{"".join(parts)}"/>' for colour, parts in areas.items())
        return f'<g transform="scale({SIZE})">{paths}</g>'

    def _lines(self) -> tuple[list[tuple[int, ...]], Sequence[CellLook | None]]:
        """The rows of the board as runs of numbers, and the looks that these number."""
        game = self.game
        if found := grid(game.kind, game.constants, game.options, self.row):
            return [*found.runs], found.looks
        columns, rows = game.kind.board.shape(game.constants)
        looks: dict[CellLook | None, int] = {None: 0}
        lines = [[0] * columns for _ in range(rows)]
        for cell in game.kind.scene(game.constants, self.row).cells:
            lines[cell.y][cell.x] = looks.setdefault(CellLook(cell.ground, cell.piece), len(looks))
        return [*map(shorten, lines)], [*looks]

    def _area_colour(self, look: CellLook) -> str:
        text: str = self.layout["ground"].format(ground=_slug(look.ground), odd="")
        return self.colour_of(look.piece) if look.piece else text

    def lines(self) -> str:
        """What lies below the cells of a board that is no grid of squares: lines, and the names of rows and columns."""
        if not self.geometry:
            return ""
        drawn = ""
        for points, owner in self.geometry.strokes:
            colour = "var(--board-line)" if owner < 0 else self.colour_of(Piece(owner))
            places = " ".join(f"{x * SIZE:g},{y * SIZE:g}" for x, y in points)
            round_ends = 'stroke-linecap="round" stroke-linejoin="round"'
            width = 6 if owner < 0 else 16
            drawn += f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="{width}" {round_ends}/>'
        for text, x, y, *_ in self.geometry.labels:
            font = 'font-size="34" font-family="sans-serif" text-anchor="middle" fill="var(--muted)"'
            drawn += f'<text x="{x * SIZE:g}" y="{y * SIZE + 12:g}" {font}>{_escape(text)}</text>'
        return drawn

    def cell(self, cell: Cell) -> str:
        x, y, odd = float(cell.x * SIZE), float(cell.y * SIZE), "-odd" if (cell.x + cell.y) % 2 else ""
        placed = self.places.get((cell.x, cell.y))
        if placed:
            x, y, odd = placed.x * SIZE - SIZE / 2, placed.y * SIZE - SIZE / 2, ""
        colour = self.layout["ground"].format(ground=_slug(cell.ground), odd=odd)
        square = self._shape(placed, colour) if placed else self._tile(x, y, colour)
        if cell.ground in self.own:
            square += _use(cell.ground, x, y, SIZE)
        if cell.piece is None:
            return square
        style = f"--piece:{self.colour_of(cell.piece)}{self._rim(cell.piece)}"
        return f'{square}<g style="{style}">{self.pieces(cell.piece, x, y)}</g>'

    def _rim(self, piece: Piece) -> str:
        """The rim of a piece that would not be seen on every board."""
        rim = f"rim-{self._values(piece)['name']}" if piece.owner >= 0 else ""
        return f";--rim:var(--{rim})" if rim in self.drawings.colours else ""

    def _tile(self, x: float, y: float, colour: str) -> str:
        tile = self.layout["tile"]
        return (
            f'<rect x="{x + tile["inset"]:g}" y="{y + tile["inset"]:g}" width="{tile["size"]}" '
            f'height="{tile["size"]}" rx="{tile["radius"]}" fill="{colour}"/>'
        )

    def _shape(self, placed: Placed, colour: str) -> str:
        """A cell of any form."""
        assert self.geometry
        form, size = self.geometry.forms[placed.form], SIZE * self.layout["tile"]["size"] / 100
        if len(form) == 1:
            return f'<circle cx="{placed.x * SIZE:g}" cy="{placed.y * SIZE:g}" r="{form[0] * size:g}" fill="{colour}"/>'
        corners = zip(form[::2], form[1::2], strict=True)
        points = " ".join(f"{placed.x * SIZE + x * size:g},{placed.y * SIZE + y * size:g}" for x, y in corners)
        return f'<polygon points="{points}" fill="{colour}"/>'

    def pieces(self, piece: Piece, x: float, y: float) -> str:
        """What stands on a cell, with its number where there may be several."""
        name, counted = self.symbol_of(piece), piece.amount > 1 or piece.room > 0
        place = self.layout["counted" if counted else "piece"]
        size = place["size"]
        drawn = _use(name, x + place["x"] - size / 2, y + place["y"] - size / 2, size)
        if arrow := self.layout["arrows"].get(piece.arrow):
            inset = self.layout["arrow"]["inset"]
            drawn += _use(arrow, x + inset, y + inset, self.layout["arrow"]["size"])
        if name.startswith("token-") and piece.owner >= self.layout["tokens"]:
            drawn += self._name(piece.owner, x, y)
        return drawn + self._count(piece, x, y) if counted else drawn

    def _name(self, owner: int, x: float, y: float) -> str:
        """A player's name on a token, whose shape and colour another player has too."""
        name, number, middle = self.game.kind.board.player(self.game.constants, owner), self.layout["number"], SIZE // 2
        size = min(number["size"], number["width"] / len(name))
        place = (
            f'x="{x + middle:g}" y="{y + middle + number["drop"] * size:g}" font-size="{size:g}" text-anchor="middle"'
        )
        outline = 'stroke="var(--plate)" stroke-width="12" paint-order="stroke"'
        return f'<text {place} {outline} font-family="sans-serif" font-weight="bold">{_escape(name)}</text>'

    def _count(self, piece: Piece, x: float, y: float) -> str:
        count = self.layout["count"]
        left, top, drop = count["x"], count["y"], count["drop"]
        plate = f'<circle cx="{left}" cy="{top}" r="{count["radius"]}" fill="var(--plate)" stroke="#000"/>'
        if piece.room and piece.amount >= piece.room - 1:
            plate = f'<path d="{count["burst"]}" fill="var(--alarm)" stroke="#000"/>'
        font = f'font-size="{count["size"]}" font-family="sans-serif" font-weight="bold" text-anchor="middle"'
        text = f'<text x="{left}" y="{top + drop}" {font}>{piece.amount}</text>'
        return f'<g transform="translate({x:g} {y:g})">{plate}{text}</g>'

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
        known = self.drawings.symbols | self.own
        return "".join(known.get(name, "") for name in sorted(set(re.findall(r'href="#([a-z0-9-]+)"', body))))


def _runs(line: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The runs of a row: a number, and how many cells have it."""
    for at, number in enumerate(line):
        if number >= 0:
            following = line[at + 1] if at + 1 < len(line) else 0
            yield number, 1 - min(0, following)


def _slug(word: str) -> str:
    """A word as a part of an id or of a custom property."""
    return re.sub(r"[^a-z0-9]+", "-", word.lower())


def _escape(text: str) -> str:
    """A text in XML. By hand, since a static site has neither of Python's modules html and xml."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _use(name: str, x: float, y: float, size: float) -> str:
    return f'<use href="#{name}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"/>'


def _style(colours: dict[str, str], drawn: str) -> str:
    """The colours that are used."""
    used = set(re.findall(r"var\(--([a-z0-9-]+)", drawn))
    used |= {name for each in used & colours.keys() for name in re.findall(r"var\(--([a-z0-9-]+)", colours[each])}
    return ":root{" + "".join(f"--{name}:{value};" for name, value in colours.items() if name in used) + "}"
