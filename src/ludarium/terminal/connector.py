"""Remote games from a terminal: hosted ones run on a server in this process."""

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

ALL_ADDRESSES = "0.0.0.0"  # the default address of a host: all networks
NAME = 24  # letters of a name, at most


class Connector:
    """Hosts and joins games. Client and server are imported late, since most sessions need neither."""

    def __init__(self, name: str = "") -> None:
        self.name = name or _own_name()

    def host(self, where: str, game: Game, me: int) -> "RemoteGame":
        """Host a game that is still in set-up as `ID` or `ID@HOST[:PORT]`; all seats but the host's are free."""
        players = game.kind.rules.players(game.constants)
        seats = ["human" if number == me else "open" for number in range(players)]
        remote = self.begin(where, game, seats, begun=False)
        if game.origin is not None or game.moves:
            remote.request("set up", record=game.record(), player=me)
        return remote

    def begin(self, where: str, game: Game, seats: Sequence[str], *, begun: bool = True) -> "RemoteGame":
        """Start a server and a game on it."""
        from ..remote import address
        from ..remote.client import Client
        from ..remote.remote_game import RemoteGame
        from ..web.ops.embedded import EmbeddedServer

        id, at, place = where.partition("@")
        address.check_alias(id)
        bind = address.parse_place(place) if at else address.Address(ALL_ADDRESSES, 0)
        port = (bind.port if place.rpartition(":")[2].isdigit() else None) if at else None
        server = EmbeddedServer(bind.host, port, kind=game.kind)
        try:
            here = address.Address("127.0.0.1" if bind.host == ALL_ADDRESSES else bind.host, server.port, alias=id)
            client = Client(here, self.name)
            client.sign_in()
            options = {name: game.kind.options[name].write(value) for name, value in game.options.items()}
            made = client.new_game(kind=game.kind.id, options=options, seats=list(seats), alias=id, begun=begun)
            remote = RemoteGame(client, made)
            remote.invitation = str(here._replace(host=_own_address() if bind.host == ALL_ADDRESSES else bind.host))
            remote.on_close.append(server.close)
        except BaseException:
            server.close()
            raise
        return remote.open()

    def join(self, where: str, kind: Kind | None = None) -> "RemoteGame":
        """Join a hosted game, and watch it if it is for one player. A game of another kind than `kind` is refused."""
        from ..remote.address import parse
        from ..remote.client import Client
        from ..remote.remote_game import RemoteGame

        client = Client(parse(where), self.name)
        client.sign_in()
        remote = RemoteGame(client, client.find_game()).open()
        try:
            found = remote.game.kind
            if kind and found is not kind:
                raise BadOption(f"this is a game of {found.id}; join it by ludarium {found.id}")
            if remote.view.count > 1:
                remote.sit()
        except BaseException:
            remote.close()
            raise
        return remote


def _own_name() -> str:
    """LUDARIUM_NAME, or the name of the user of this terminal."""
    try:
        name = os.environ.get("LUDARIUM_NAME") or getpass.getuser()
    except (OSError, KeyError):
        name = ""
    return "".join(c for c in name if c.isprintable())[:NAME] or "Guest"


def _own_address() -> str:
    """The address of this machine in its network; sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
