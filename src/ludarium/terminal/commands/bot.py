"""`ludarium bot`: a program as a player on a server."""

import importlib
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Annotated, Any

import typer

from ...contract.errors import BadOption
from ...contract.kind import Kind
from ...contract.quotation import quoted
from ...games import kind as find
from ...play.judging.analysis import Limit
from ...play.opponents.registry import is_known, parse

TOKEN = "LUDARIUM_TOKEN"  # the variable with the token: an argument would show in the list of processes


def bot(
    where: Annotated[str, typer.Argument(help="A game, as ID@HOST[:PORT] or its address; or a server's address.")],
    player: Annotated[str, typer.Argument(help="Who plays: module:Class, python:FILE, level:5, search, uai:COMMAND.")],
    game: Annotated[str, typer.Option(metavar="GAME", help="In the lobby, games of this kind alone.")] = "",
    name: Annotated[str, typer.Option(help="What it is called, if it has no token.")] = "Program",
    token: Annotated[str, typer.Option(envvar=TOKEN, help="By which the server knows it.")] = "",
    games: Annotated[int, typer.Option(min=1, help="How many games at once, at most.")] = 1,
    movetime: Annotated[int, typer.Option(metavar="MS", min=1, help="For search, mcts, uai and python.")] = 1000,
) -> None:
    """Let a program play on a server: one game, or the games that wait in its lobby for a player."""
    from ...remote.address import parse as read_address
    from ...remote.bot import Bot

    if game:
        find(game)
    playing = Bot(
        read_address(where),
        maker(player, Limit(seconds=movetime / 1000)),
        lambda line: print(f"{line}\n", end="", flush=True),  # one write: threads print at once
        name=name,
        token=token,
        kind=game,
        games=games,
    )

    def leave(number: int, frame: FrameType | None) -> None:
        # A second signal ends the process at once
        signal.signal(number, signal.SIG_DFL)
        playing.leave()

    for number in signal.SIGINT, signal.SIGTERM:
        signal.signal(number, leave)
    _run(playing.run)


def _run(work: Callable[[], None]) -> None:
    """Work in another thread: this one handles signals."""
    raised: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join()
    if raised:
        raise raised[0]


def maker(text: str, limit: Limit) -> Callable[[Kind], Any]:
    """The factory of the player that a text names: a known opponent, or a class of the user."""
    if is_known(text):
        return lambda kind: parse(text, kind, limit, None)
    module, colon, name = text.partition(":")
    if not (module and colon and name):
        raise BadOption(f"{quoted(text)} is no player; a class of your own is named as module:Class")
    sys.path.insert(0, str(Path.cwd()))
    try:
        made = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise BadOption(f"{quoted(text)} cannot be found: {error}") from None
    if not callable(getattr(made, "choose", None)):
        raise BadOption(f"{quoted(text)} has no method choose(game)")
    return lambda kind: made()
