"""What line mode needs for remote games. The caller of the shell passes a Connector."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from ...contract.errors import LudariumError
from ...contract.kind import Kind
from ...play.game import Game
from ...play.opponents.opponent import Opponent


class NetworkGame(Protocol):
    """A game on a server, for one of its players or watchers. Every call may raise a LudariumError."""

    @property
    def invitation(self) -> str:
        """What others type after `join`."""

    @property
    def game(self) -> Game:
        """The game as it is on the server; read only."""

    @property
    def move_texts(self) -> Sequence[str]:
        """Its moves, as they were typed where the server says so."""

    @property
    def moves_at_start(self) -> int:
        """The number of moves when the game began, or when this client joined."""

    @property
    def my_players(self) -> Sequence[int]:
        """The players that this client plays for."""

    @property
    def vacant(self) -> int:
        """The number of free seats."""

    @property
    def is_ready(self) -> bool:
        """Whether the game has begun with all seats taken."""

    @property
    def ending(self) -> tuple[str | None, str] | None:
        """The winner and the reason, when it is over."""

    @property
    def is_host(self) -> bool:
        """Whether this client hosts it."""

    @property
    def next_id(self) -> str:
        """The id of the rematch, or an empty text."""

    @property
    def is_connected(self) -> bool:
        """Whether there is a connection to the server now."""

    @property
    def error(self) -> LudariumError | None:
        """Why no more will come from the server."""

    @property
    def changes(self) -> int:
        """A number that grows with everything that comes from the server."""

    @property
    def away_opponents(self) -> Sequence[int]:
        """The players of others that are disconnected."""

    @property
    def long_away(self) -> Sequence[int]:
        """Those of them against whom a win can be claimed."""

    def title(self, player: int) -> str:
        """The name of the user who plays for a player."""

    def opponent(self, player: int) -> Opponent:
        """The remote opponent who plays for a player."""

    def offers(self) -> list[str]:
        """The open offers of the others."""

    def new_offers(self) -> list[str]:
        """The open offers that this method has not returned before."""

    @property
    def takeback(self) -> str:
        """The moves that go if all agree to the takeback that a player has asked for."""

    def has_offered(self, offer: str) -> bool:
        """Whether this client has made an offer that is still open."""

    def wait(self, condition: Callable[[], Any], seconds: float | None = None) -> bool:
        """Wait until a condition is true; False after the given seconds."""

    def request(self, do: str, **fields: Any) -> None:
        """Send a request to the server."""

    def play(self, move: str, at: int) -> None:
        """Make a move; `at` is the number of moves before it."""

    def claim(self) -> None:
        """Claim a win against a player who has left."""

    def resign(self) -> None:
        """Resign, if the game is not over."""

    def open_next(self) -> "NetworkGame":
        """Open the rematch."""

    def close(self) -> None:
        """Close the connection."""


class Connector(Protocol):
    """Hosts and joins remote games."""

    def host(self, where: str, game: Game, me: int) -> NetworkGame:
        """Host a game under a name; `me` is the number of the host's player."""

    def join(self, where: str, kind: Kind) -> NetworkGame:
        """Join a hosted game, or watch it if it is for one player."""
