"""What boards are drawn with as pictures: symbols and colours from the page and from the folders of games.

Where pieces lie on a cell and which symbol and colour they have is said once, in
`client/board/drawing/piece_layout.js`: the value there is strict JSON, which this module reads.
"""

import json
import re
from functools import lru_cache
from typing import Any

from ...contract.kind import Kind
from ...contract.row import Row
from ...house import board_picture
from ...house.board_picture import Drawings
from ...play.game import Game
from .game_files import named_colours, player_colours
from .static import FOLDER, STYLE, client, game_symbols, symbols


def draw(game: Game, row: Row | None = None) -> bytes:
    """The board as it is now, or as one sees it who does not see everything."""
    return board_picture.draw(game, drawings(game.kind), row)


def drawings(kind: Kind) -> Drawings:
    """What the boards of a game are drawn with."""
    return Drawings(layout(), page_symbols(), game_symbols(client().files, kind.id), _colours_of(kind))


def page_symbols() -> dict[str, str]:
    """The drawings of the page, by id."""
    return symbols(client().files.get("symbols.svg", b""))


@lru_cache(1)
def layout() -> dict[str, Any]:
    """How pieces lie on a cell."""
    text = (
        (FOLDER / "board" / "drawing" / "piece_layout.js").read_text(encoding="utf-8").partition("PIECE_LAYOUT = ")[2]
    )
    value: dict[str, Any] = json.loads(text.rstrip().removesuffix(";"))
    return value


def _colours_of(kind: Kind) -> dict[str, str]:
    """The colours of the light theme: those that the page declares, and the game in its page.css."""
    own = kind.folder / STYLE
    page = _colours(":root", (FOLDER / "core" / "themes.css").read_text(encoding="utf-8"))
    found = page | named_colours() | player_colours(kind)
    if own.is_file():
        found |= _colours(f'[data-kind="{kind.id}"]', own.read_text(encoding="utf-8"))
    return found


def _colours(selector: str, style: str) -> dict[str, str]:
    """The custom properties of the first rule with a selector."""
    rule = re.search(rf"^{re.escape(selector)} \{{([^}}]*)\}}", style, re.MULTILINE)
    return dict(re.findall(r"--([a-z0-9-]+):\s*([^;]+);", rule[1])) if rule else {}
