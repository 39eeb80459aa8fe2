"""Games with others from a terminal: a server in this process for those that are hosted, links to both sorts."""

import getpass
import os
import socket
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..contract.errors import BadOption
from ..contract.kind import Kind
from ..play.game import Game

if TYPE_CHECKING:
    from ..remote.remote_game import RemoteGame

EVERYWHERE = "0.0.0.0"  # whose calls a host takes if nothing else is said
NAME = 24  # letters of a name


class Connector:
    """Hosts games and joins them. What that needs is imported when somebody does."""

    def __init__(self, name: str = "") -> None:
        self.name = name or _own_name()

    def host(self, where: str, game: Game, me: int) -> "RemoteGame":
        """Host a game that is still set up, by `ID` or `ID@HOST[:PORT]`; the others take the seats but one's own."""
        players = game.kind.rules.players(game.constants)
        seats = ["human" if number == me else "open" for number in range(players)]
        link = self.begin(where, game, seats, begun=False)
        if game.origin is not None or game.moves:
            link.request("set up", record=game.record(), player=me)
        return link

    def begin(self, where: str, game: Game, seats: Sequence[str], *, begun: bool = True) -> "RemoteGame":
        """Begin a game in a server of one's own."""
        from ..remote import address
        from ..remote.client import Client
        from ..remote.remote_game import RemoteGame
        from ..web.ops.embedded import EmbeddedServer

        id, at, place = where.partition("@")
        address.check_alias(id)
        asked = address.parse_place(place) if at else address.Address(EVERYWHERE, 0)
        server = EmbeddedServer(
            asked.host, (asked.port if place.rpartition(":")[2].isdigit() else None) if at else None
        )
        try:
            here = address.Address("127.0.0.1" if asked.host == EVERYWHERE else asked.host, server.port, alias=id)
            client = Client(here, self.name)
            client.sign_in()
            options = {name: game.kind.options[name].write(value) for name, value in game.options.items()}
            made = client.new_game(kind=game.kind.id, options=options, seats=list(seats), alias=id, begun=begun)
            link = RemoteGame(client, made)
            link.invitation = str(here._replace(host=_own_address() if asked.host == EVERYWHERE else asked.host))
            link.on_close.append(server.close)
        except BaseException:
            server.close()
            raise
        return link.open()

    def join(self, where: str, kind: Kind | None = None) -> "RemoteGame":
        """Take a seat in a game that somebody hosts, of a kind if one is named. One for one player is looked at."""
        from ..remote.address import parse
        from ..remote.client import Client
        from ..remote.remote_game import RemoteGame

        client = Client(parse(where), self.name)
        client.sign_in()
        link = RemoteGame(client, client.find_game()).open()
        try:
            found = link.game.kind
            if kind and found is not kind:
                raise BadOption(f"this is a game of {found.id}; join it by ludarium {found.id}")
            if link.view.count > 1:
                link.sit()
        except BaseException:
            link.close()
            raise
        return link


def _own_name() -> str:
    """The name of whoever is at this terminal, or the one that LUDARIUM_NAME says."""
    try:
        name = os.environ.get("LUDARIUM_NAME") or getpass.getuser()
    except (OSError, KeyError):
        name = ""
    return "".join(c for c in name if c.isprintable())[:NAME] or "Guest"


def _own_address() -> str:
    """Where others find this machine, as far as it knows; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))
            return str(asked.getsockname()[0])
        except OSError:
            return socket.gethostname()
