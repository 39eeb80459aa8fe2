"""Opens the page from the command line: the server runs in this process until Ctrl-C."""

import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import quote, urlencode

from ...contract.errors import BadOption, LudariumError
from ...contract.kind import Kind
from ...games import kind as find
from ...play.game import Game
from ...play.judging.analysis import Limit
from ...play.match.seats import SHOWN, read_seats
from ...play.opponents.opponent import HUMAN, VACANT
from .bot import maker

SECONDS = 1.0  # that a player on the page has for a move


def place_of(id: str, options: dict[str, Any], seats: Sequence[str]) -> str:
    """The address on the page that begins a new game; the options and seats are checked."""
    game = Game(find(id), **options)
    who = read_seats(seats, game.kind, game.constants) if seats else ()
    query = urlencode([*_chosen(game, options).items(), *(("seat", text) for text in who)], quote_via=quote)
    return f"#/play/{id}{'?' if query else ''}{query}"


def _chosen(game: Game, options: dict[str, Any]) -> dict[str, str]:
    """The options that the user has given, as texts."""
    return {name: game.kind.options[name].write(game.options[name]) for name in options}


def display(id: str, options: dict[str, Any] | None = None, seats: Sequence[str] = (), player: str = "") -> None:
    """Open a new game on the page.

    A server starts no program for its users, so `player` is a bot, which begins the game and leaves the first seat.
    """
    from ...web.ops.serve import run

    if not player:
        run(path=place_of(id, options or {}, seats))
        return
    if seats:
        raise BadOption("on the page, --player takes all seats but yours; --seat is of no use beside it")
    game, make = Game(find(id), **options or {}), maker(player, Limit(seconds=SECONDS))
    make(game.kind).close()
    others = min(game.kind.rules.players(game.constants), SHOWN) - 1
    if not others:
        raise BadOption(f"{game.kind.title} is for one player, whom the full screen shows: leave --display out")
    begin = {"kind": id, "options": _chosen(game, options or {}), "seats": [VACANT.name, *[HUMAN.name] * others]}
    run(open_browser=False, on_listening=lambda address: _begin(address, begin, make))


def _begin(address: str, begin: dict[str, Any], make: Callable[[Kind], Any]) -> None:
    """Let a bot begin a game and play it, in a thread that ends with the server; open the game in a browser."""
    from ...remote.address import parse
    from ...remote.bot import Bot
    from ...web.ops.serve import show_in_browser

    def play() -> None:
        bot = Bot(parse(address), make, lambda line: print(line, flush=True), name="Program")
        try:
            place = f"{address}#/game/{bot.begin(**begin)}"
            print(f"Your game is at {place}", flush=True)
            show_in_browser(place)
            bot.run()
        except LudariumError as error:
            print(f"ludarium: {error}", file=sys.stderr, flush=True)

    threading.Thread(target=play, daemon=True).start()
