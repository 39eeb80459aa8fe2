"""How the command line opens the full screen."""

import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from ...contract.errors import BadGame, LudariumError
from ...contract.kind import Kind
from ...games import kind as find
from ...games.blame import blame
from ...play.game import Game
from ...play.match.seats import default_seats, hosted_seats, read_seats, seats_against
from ...play.opponents.opponent import VACANT
from ...play.opponents.registry import check_seat
from ...play.puzzles import puzzles_of
from ...play.record import load
from ..connector import Connector
from .app import Ludarium
from .base_app import FAILED
from .exercises.learn import LearnScreen
from .game.game_screen import GameScreen
from .game.remote import wait_for_others, wait_for_the_host
from .game.replay import ReplayScreen, Watched
from .game.saved_match import SavedMatch
from .waiting import WaitingScreen
from .widgets.sized_screen import LEAST


def cannot_open() -> str:
    """Why the full screen cannot be opened, or an empty text. It reads standard input and writes standard error."""
    if not (sys.__stdin__ and sys.__stderr__ and sys.__stdin__.isatty() and sys.__stderr__.isatty()):
        return "the full screen needs a terminal, and this is none"
    wide, high = os.get_terminal_size(sys.__stderr__.fileno())
    if wide < LEAST[0] or high < LEAST[1]:
        return f"this terminal has {wide} x {high} characters, and {LEAST[0]} x {LEAST[1]} are needed"
    return ""


def open_home() -> None:
    """Open the home screen."""
    _open(Ludarium())


def open_game(id: str, options: dict[str, Any], seats: Sequence[str], player: str = "") -> None:
    """Open a new game; leaving it ends the program. Without options and seats it offers to continue the last one.

    `player` takes all seats that are not named, but the user's.
    """
    game = Game(find(id), **options)
    texts = read_seats(seats, game.kind, game.constants, seats_against(player) if player else default_seats)
    for text in {*texts}:
        check_seat(text, game.kind)
    if VACANT.name in texts:
        raise LudariumError("others find a seat that waits for them by the game's name; --host ID gives it one")
    saved, is_plain = SavedMatch.new(game, texts), not (options or seats or player)
    _open(Ludarium(lambda: GameScreen(saved, alone=True, offers_kept=is_plain)))


def open_record(file: Path) -> None:
    """Step through the moves of a record; leaving it ends the program."""
    watched = Watched.of_record(load(file))
    _open(Ludarium(lambda: ReplayScreen(watched, 0, alone=True)))


def open_introduction(kind: Kind) -> None:
    """Open the introduction to a game; leaving it ends the program."""
    _open(Ludarium(lambda: LearnScreen(kind, alone=True)))


def open_puzzles(kind: Kind, *, daily: bool) -> None:
    """Open the puzzles of a game, at first that of the day if wished; leaving them ends the program."""
    from .exercises.puzzle_screen import PuzzleScreen

    puzzles_of(kind)  # refuses a game without puzzles
    _open(Ludarium(lambda: PuzzleScreen(kind, daily=daily, alone=True)))


def open_daily(kind: Kind) -> None:
    """Open the deal of the day; leaving it ends the program."""
    from .daily import DailyScreen

    _open(Ludarium(lambda: DailyScreen(kind, alone=True)))


def host_game_at(id: str, options: dict[str, Any], seats: Sequence[str], where: str) -> None:
    """Host a new game and open it; seats that are not named are free for others."""
    game = Game(find(id), **options)
    texts = read_seats(seats, game.kind, game.constants, hosted_seats)
    _check()
    with closing(Connector().begin(where, game, texts)) as remote:
        run(Ludarium(lambda: WaitingScreen(remote, wait_for_others)))


def join_game_at(where: str) -> None:
    """Join a hosted game and open it."""
    _check()
    with closing(Connector().join(where)) as remote:
        run(Ludarium(lambda: WaitingScreen(remote, wait_for_the_host)))


def run(app: Ludarium) -> None:
    """Run until the user leaves."""
    # A shell may have exported the size that the terminal had at first; Textual would not notice that it has changed
    for name in "COLUMNS", "LINES":
        os.environ.pop(name, None)
    app.run()
    if app.return_code == FAILED:
        if app._exception and (fault := blame(app._exception)):
            raise BadGame(f"the full screen has ended by an error in a game: {fault}")
        raise LudariumError(f"the full screen has ended by an error in the program{_cause(app)}")
    if app.return_code:
        sys.exit(app.return_code)


def _cause(app: Ludarium) -> str:
    """What went wrong, in a line for a report."""
    error = app._exception
    if error is None:
        return ""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f": {type(error).__name__} in {Path(place.filename).name}, line {place.lineno}: {error!s:.200}"


def _open(app: Ludarium) -> None:
    _check()
    run(app)


def _check() -> None:
    reason = cannot_open()
    if reason:
        raise LudariumError(reason)
