"""Opens the page from the command line: the server runs in this process until Ctrl-C."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote, urlencode

from ...games import kind as find
from ...play.game import Game
from ...play.match.seats import read_seats


def place_of(id: str, options: dict[str, Any], seats: Sequence[str]) -> str:
    """The address on the page that begins a new game; the options and seats are checked."""
    game = Game(find(id), **options)
    chosen = [(name, game.kind.options[name].write(game.options[name])) for name in options]
    who = read_seats(seats, game.kind, game.constants) if seats else ()
    query = urlencode([*chosen, *(("seat", text) for text in who)], quote_via=quote)
    return f"#/play/{id}{'?' if query else ''}{query}"


def display(id: str, options: dict[str, Any] | None = None, seats: Sequence[str] = ()) -> None:
    """Open a new game on the page."""
    from ...web.ops.serve import run

    run(path=place_of(id, options or {}, seats))
