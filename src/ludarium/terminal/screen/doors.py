"""The ways in from the command line."""

import os
import sys
from collections.abc import Sequence
from typing import Any

from ...contract.errors import LudariumError
from ...games import kind as find
from ...play.game import Game
from ...play.party import read_seats
from ...play.table import VACANT
from .app import Ludarium
from .play import Play
from .room import LEAST
from .sitting import Sitting


def cannot_open() -> str:
    """Why there is no full screen here, or nothing. The keyboard is standard input, and the screen standard error."""
    if not (sys.__stdin__ and sys.__stderr__ and sys.__stdin__.isatty() and sys.__stderr__.isatty()):
        return "the full screen needs a terminal, and this is none"
    wide, high = os.get_terminal_size(sys.__stderr__.fileno())
    if wide < LEAST[0] or high < LEAST[1]:
        return f"this terminal has {wide} x {high} characters, and {LEAST[0]} x {LEAST[1]} are needed"
    return ""


def open_house() -> None:
    """The house, from its first room."""
    _open(Ludarium())


def open_table(id: str, options: dict[str, Any], seats: Sequence[str]) -> None:
    """Straight to a new game, and out again after it."""
    game = Game(find(id), **options)
    texts = read_seats(seats, game.kind, game.constants)
    if VACANT.name in texts:
        raise LudariumError("a seat that waits for somebody elsewhere is chosen in the house: ludarium opens it")
    sitting = Sitting(game, texts)
    _open(Ludarium(lambda: Play(sitting, alone=True)))


def run(app: Ludarium) -> None:
    """Run until people leave."""
    # A shell may have told what size the terminal had once; only the terminal knows what it has now
    for name in "COLUMNS", "LINES":
        os.environ.pop(name, None)
    app.run()


def _open(app: Ludarium) -> None:
    reason = cannot_open()
    if reason:
        raise LudariumError(reason)
    run(app)
