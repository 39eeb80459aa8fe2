"""The ways in from the command line."""

import os
import sys
from collections.abc import Sequence
from contextlib import closing
from typing import Any

from ...contract.errors import LudariumError
from ...games import kind as find
from ...play.game import Game
from ...play.match.seats import hosted_seats, read_seats
from ...play.opponents.opponent import VACANT
from ..connector import Connector
from .app import Ludarium
from .game.game_screen import Play
from .game.remote import wait_for_others, wait_for_the_host
from .game.saved_match import SavedMatch
from .waiting import Porch
from .widgets.sized_screen import LEAST


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
        raise LudariumError("others find a seat that waits for them by the game's name; --host ID gives it one")
    saved = SavedMatch.new(game, texts)
    _open(Ludarium(lambda: Play(saved, alone=True)))


def host_table(id: str, options: dict[str, Any], seats: Sequence[str], where: str) -> None:
    """Straight to a new game that others join; seats that are not named wait for them."""
    game = Game(find(id), **options)
    texts = read_seats(seats, game.kind, game.constants, hosted_seats)
    _check()
    with closing(Connector().begin(where, game, texts)) as link:
        run(Ludarium(lambda: Porch(link, wait_for_others)))


def join_table(where: str) -> None:
    """Straight to a game that somebody hosts."""
    _check()
    with closing(Connector().join(where)) as link:
        run(Ludarium(lambda: Porch(link, wait_for_the_host)))


def run(app: Ludarium) -> None:
    """Run until people leave."""
    # A shell may have told what size the terminal had once; only the terminal knows what it has now
    for name in "COLUMNS", "LINES":
        os.environ.pop(name, None)
    app.run()


def _open(app: Ludarium) -> None:
    _check()
    run(app)


def _check() -> None:
    reason = cannot_open()
    if reason:
        raise LudariumError(reason)
