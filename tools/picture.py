"""Draws docs/house.svg, the picture of the README: the five boards after a few moves, as the page draws them."""

from base64 import b64encode
from pathlib import Path
from random import Random
from typing import Any

import ludarium
from ludarium.web.http.board_svg import draw

BOARD = 170  # pixels of a board, with its gap
GAP = 16
INK, PAPER = "#2b2a33", "#fbf9f4"

# The games, how many random moves to show them after, and their options.
SHOWN: list[tuple[str, int, dict[str, Any]]] = [
    ("ataxx", 22, {"blocks": "3gh"}),
    ("beetle-battle", 34, {}),
    ("battle-of-the-beetles", 19, {}),
    ("gamma", 46, {"players": 4, "areas": 3, "width": 8, "height": 8}),
    ("abatis", 9, {"seed": 4}),
]


def played(id: str, moves: int, options: dict[str, Any]) -> ludarium.Game:
    """A game after some random moves."""
    game, random = ludarium.new(id, **options), Random(3)
    while len(game.moves) < moves and (legal := game.legal_moves):
        game.push(random.choice(legal[:-1] or legal))  # the last one may be a pass
    return game


def board(game: ludarium.Game, left: int) -> str:
    """A board with its title. It is a picture of its own: the symbols of two games may have the same name."""
    picture = b64encode(draw(game)).decode()
    side = BOARD - GAP
    image = f'<image width="{side}" height="{side}" href="data:image/svg+xml;base64,{picture}"/>'
    label = f'<text x="{side // 2}" y="{BOARD + 4}" text-anchor="middle">{game.kind.title}</text>'
    return f'<g transform="translate({left} {GAP})">{image}{label}</g>'


def main() -> None:
    boards = [board(played(*each), GAP + i * BOARD) for i, each in enumerate(SHOWN)]
    width, height = GAP + len(SHOWN) * BOARD, BOARD + GAP + 16
    style = f'font-family="system-ui, sans-serif" font-size="13" fill="{INK}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {style}>'
    svg += f'<title>The five games of Ludarium</title><rect width="100%" height="100%" fill="{PAPER}" rx="8"/>'
    file = Path(__file__).parents[1] / "docs" / "house.svg"
    file.write_text(svg + "\n".join(["", *boards, "</svg>", ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
