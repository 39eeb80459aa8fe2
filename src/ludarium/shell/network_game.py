"""What line mode needs to play with somebody who is not at this machine. Whoever runs a shell may give it that."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from ..contract.kind import Kind
from ..play.game import Game
from ..play.opponents.opponent import Opponent


class NetworkGame(Protocol):
    """A game on a server, as one of its players sees it. Every call may fail with one sentence about why."""

    @property
    def invitation(self) -> str:
        """By what others join it."""

    @property
    def game(self) -> Game:
        """The game as it stands there. It is only looked at."""

    @property
    def moves_at_start(self) -> int:
        """The moves that had been made when the game began, or when one came."""

    @property
    def my_players(self) -> Sequence[int]:
        """The players that one plays for."""

    @property
    def vacant(self) -> int:
        """Seats that wait for somebody."""

    @property
    def is_ready(self) -> bool:
        """Whether the game has begun, with everybody there."""

    @property
    def ending(self) -> tuple[str | None, str] | None:
        """The winner and the reason, when it is over."""

    @property
    def is_host(self) -> bool:
        """Whether one has set it up."""

    @property
    def next_id(self) -> str:
        """The game that the same people went on to."""

    def title(self, player: int) -> str:
        """The name of whoever plays for a player."""

    def opponent(self, player: int) -> Opponent:
        """Whoever plays for a player, in a seat like any other."""

    def offers(self) -> list[str]:
        """What the others have offered, and have not been answered."""

    def new_offers(self) -> list[str]:
        """Those of the offers that nobody has been told of; they have been from now on."""

    def has_offered(self, offer: str) -> bool:
        """Whether one has offered something and not been answered."""

    def wait(self, condition: Callable[[], Any], seconds: float | None = None) -> bool:
        """Wait until something is so; False if it was not in time."""

    def request(self, do: str, **fields: Any) -> None:
        """Ask the server for something."""

    def play(self, move: str, at: int) -> None:
        """Make a move that was chosen when so many had been made."""

    def claim(self) -> None:
        """Claim the game from somebody who has gone away."""

    def resign(self) -> None:
        """Give up, if there is anything to be given up."""

    def open_next(self) -> "NetworkGame":
        """Go on to the next game."""

    def close(self) -> None:
        """Leave without a word."""


class Connector(Protocol):
    """Leads to games elsewhere."""

    def host(self, where: str, game: Game, me: int) -> NetworkGame:
        """Let others join a game, by a name; the player's number is one's own."""

    def join(self, where: str, kind: Kind) -> NetworkGame:
        """Take a seat in a game that somebody hosts, or look on if it is for one player."""
