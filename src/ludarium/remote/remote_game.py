"""One game on a server: what a player sees of it, and what a player can do."""

from collections.abc import Callable
from typing import Any

from ..protocol.messages import Error
from .client import Client, to_error_text
from .connection import TIMEOUT, Connection
from .errors import Lost, Refused
from .match_view import GRACE, MatchView
from .remote_player import RemotePlayer
from .replica import GameReplica


class RemoteGame(MatchView):
    """A game on a server, followed move by move over all connections."""

    def __init__(self, client: Client, id: str, *, grace: float = GRACE) -> None:
        super().__init__(GameReplica(client, id))
        self.client, self.id = client, id
        self.invitation = str(client.address)  # the address by which others join
        self.on_close: list[Callable[[], None]] = []  # called at the end of `close`
        self._grace = grace
        self._connection = Connection(client, id, self, grace)

    def open(self) -> "RemoteGame":
        """Connect, and wait for the state of the game; one sentence says why that is impossible."""
        self.client.sign_in()
        self._connection.open()
        try:
            if not self.wait(lambda: self.replica.is_known, TIMEOUT):
                raise Lost(f"{self.client.address.place} does not send the state of the game")
        except BaseException:
            self.close()
            raise
        return self

    def close(self) -> None:
        """Disconnect. The seat is kept: this neither resigns nor frees it."""
        self._connection.close()
        while self.on_close:
            self.on_close.pop()()

    def open_next(self) -> "RemoteGame":
        """Close this game and open its rematch on the same server."""
        following = RemoteGame(self.client, self.next_id, grace=self._grace)
        following.on_close, self.on_close = self.on_close, []
        self.close()
        return following.open()

    @property
    def page(self) -> str:
        """The address of the game for a browser."""
        place = self.invitation.rpartition("@")[2]
        return f"http://{place}/#/game/{self.id}" if "://" not in place else f"{place}/#/game/{self.id}"

    def opponent(self, player: int) -> RemotePlayer:
        """What sits for a player of others here."""
        return RemotePlayer(self, player)

    # Requests

    def request(self, do: str, **fields: Any) -> None:
        """Send a request and wait for its answer; Refused with the server's reason."""
        request = self._connection.request(do, **fields)
        # A request sent twice may be refused because it was carried out the first time and its answer was lost
        if isinstance(request.answer, Error) and (request.times_sent < 2 or not self._was_done(do, fields)):
            raise Refused(to_error_text(request.answer.message))

    def _was_done(self, do: str, fields: dict[str, Any]) -> bool:
        if do == "play":
            before = self.game.after(fields["at"])
            return [*map(str, self.game.moves[fields["at"] :][:1])] == [str(before.parse(fields["move"]))]
        return do != "sit" or bool(self.my_players)

    def play(self, move: str, at: int) -> None:
        """Make a move that was chosen when `at` moves had been made."""
        self.request("play", at=at, move=move)

    def sit(self, player: int | None = None) -> None:
        """Take a free seat, unless this client has one."""
        if not self.my_players:
            if not self.view.vacant:
                raise Refused("all seats of this game are taken")
            self.request("sit", player=player)

    def resign(self) -> None:
        """Resign, if this client plays and the game is not over."""
        if self.my_players and not self.view.ending:
            self.request("resign", player=self.my_players[0])

    def claim(self) -> None:
        """Claim the win over a player who has been disconnected for longer than the grace period."""
        away = self.away_opponents
        if not away:
            raise Refused("all players are connected; there is nothing to claim")
        self.request("claim", player=away[0])
