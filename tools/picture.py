"""Draws docs/house.svg, the picture of the README, from the scenes of the five games after a few moves."""

from pathlib import Path
from random import Random
from typing import Any

import ludarium
from ludarium.contract.scene import Cell, Scene

SIDE = 13  # of a cell
BOARD = 12 * SIDE  # the room for a board
GAP = 18
INK, PAPER, FIELD, EDGE = "#2b2a33", "#fbf9f4", "#e9e2d0", "#cfc4a8"
GROUNDS = {"block": "#6b6674", "yellow": "#f2d264", "blue": "#b9d3ea", "margin": "#f3eee1"}
OWNERS = "#c8452f", "#2f6db5", "#3d8f4e", "#8a4fb0"
GREEN_FIRST = "#3d8f4e", "#c8452f"
CHIPS = "#c8452f", "#2f6db5", "#3d8f4e", "#d9a021", "#8a4fb0", "#2aa2a2", "#b8628f", "#7a7a7a", "#7b5a33", "#101418"
TURNS = {"^": 0, ">": 90, "v": 180, "<": 270}

# The games, how many random moves to show them after, and their options.
SHOWN: list[tuple[str, int, dict[str, Any]]] = [
    ("ataxx", 22, {"blocks": "3gh"}),
    ("beetle-battle", 34, {}),
    ("battle-of-the-beetles", 19, {}),
    ("gamma", 58, {"players": 4, "areas": 3}),
    ("abatis", 9, {"seed": 4}),
]


def dot(x: float, y: float, r: float, fill: str) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}"/>'


def diamond(x: float, y: float, r: float, fill: str) -> str:
    return f'<path d="M{x:g} {y - r:g}l{r:g} {r:g}l{-r:g} {r:g}l{-r:g} {-r:g}z" fill="{fill}"/>'


def drawn(cell: Cell, colours: tuple[str, ...], side: float) -> str:
    """A cell and what stands on it. Owners differ by shape as well as by colour."""
    x, y = cell.x * side, cell.y * side
    svg = f'<rect x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}" fill="{GROUNDS.get(cell.ground, FIELD)}"'
    svg += f' stroke="{EDGE}" stroke-width=".6"/>'
    piece, middle, r = cell.piece, (x + side / 2, y + side / 2), side * 0.36
    if piece is None:
        return svg
    fill = CHIPS[piece.colour - 1] if piece.kind == "chip" else colours[piece.owner % len(colours)]
    if piece.kind == "egg":
        return svg + dot(*middle, r, "#fffdf6") + (dot if piece.owner == 0 else diamond)(*middle, r * 0.55, fill)
    shape = dot if piece.owner % 2 == 0 or piece.kind == "chip" else diamond
    spots = {1: [(0.0, 0.0)], 2: [(-0.2, 0.0), (0.2, 0.0)], 3: [(-0.2, 0.18), (0.2, 0.18), (0.0, -0.2)]}
    if piece.kind == "beetle" and piece.amount > 1:
        places = spots[min(piece.amount, 3)]
        return svg + "".join(shape(middle[0] + a * side, middle[1] + b * side, r * 0.55, fill) for a, b in places)
    svg += shape(*middle, r if shape is dot else r * 1.15, fill)
    if piece.arrow:
        turn = f'transform="rotate({TURNS[piece.arrow]} {middle[0]:g} {middle[1]:g})"'
        svg += f'<path d="M{middle[0]:g} {middle[1] - 3:g}l2.6 5h-5.2z" fill="#fff" {turn}/>'
    return svg


def board(scene: Scene, title: str, colours: tuple[str, ...], left: float) -> str:
    side = BOARD / max(scene.columns, scene.rows)
    cells = "".join(drawn(cell, colours, side) for cell in scene.cells)
    label = f'<text x="{BOARD / 2:g}" y="{BOARD + 20}" text-anchor="middle">{title}</text>'
    return f'<g transform="translate({left:g} {GAP})">{cells}{label}</g>'


def main() -> None:
    boards = []
    for i, (id, moves, options) in enumerate(SHOWN):
        game, random = ludarium.new(id, **options), Random(3)
        while len(game.moves) < moves and (legal := game.legal_moves):
            game.push(random.choice(legal[: -1 if id == "gamma" else None]))
        colours = GREEN_FIRST if id == "battle-of-the-beetles" else OWNERS
        boards.append(board(game.scene(), game.kind.title, colours, GAP + i * (BOARD + GAP)))
    width, height = GAP + len(SHOWN) * (BOARD + GAP), BOARD + GAP + 32
    style = f'font-family="system-ui, sans-serif" font-size="13" fill="{INK}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {style}>'
    svg += f'<title>The five games of Ludarium</title><rect width="100%" height="100%" fill="{PAPER}" rx="8"/>'
    file = Path(__file__).parents[1] / "docs" / "house.svg"
    file.write_text(svg + "\n".join(["", *boards, "</svg>", ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
