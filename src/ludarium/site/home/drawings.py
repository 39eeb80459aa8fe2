"""What pictures of boards are drawn with in a browser: a file that the export writes, since the page has its own."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from ...contract.kind import Kind
from ...house.board_picture import Drawings

FILE = Path(__file__).with_name("drawings.json")


def drawings_of(kind: Kind) -> Drawings:
    """What the boards of a game are drawn with."""
    told = _told()
    own, colours = told["kinds"][kind.id]
    return Drawings(told["layout"], told["symbols"], own, colours)


@cache
def _told() -> Any:
    return json.loads(FILE.read_text(encoding="utf-8"))
