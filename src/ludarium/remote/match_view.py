"""What a player knows of a match on a server: seats, turn, offers, clocks; threads can wait for changes."""

import threading
import time
from collections.abc import Callable
from typing import Any

from ..contract.errors import LudariumError
from ..play.game import Game
from ..protocol.limits import GRACE_SECONDS
from ..protocol.messages import Changed, Moved, State, View, You
from .replica import GameReplica

GRACE = float(GRACE_SECONDS)


class MatchView:
    """A match as one of its clients sees it. Every method may be called from any thread.

    `watchers` are called after every change, in the thread that reads the connection.
    """

    def __init__(self, replica: GameReplica, clock: Callable[[], float] = time.monotonic) -> None:
        self.replica = replica
        self.watchers: list[Callable[[], None]] = []
        self.person: str | None = None  # the id that the server knows this client by
        self.is_connected = False
        self.changes = 0  # counts messages, and connections made and lost
        self.error: LudariumError | None = None  # why no more messages will come
        self._clock = clock
        self._changed = threading.Condition()
        self._away: dict[int, float] = {}  # since when a player has been disconnected
        self._seen_offers: set[str] = set()  # offers that `new_offers` has returned
        self._updated_at = 0.0  # when the last view came

    def receive(self, message: You | State | Moved | Changed) -> None:
        """Take a message of the server."""
        if isinstance(message, You):
            self.person = message.person
            return
        self.replica.apply(message)
        self._updated_at = self._clock()
        self._seen_offers &= set(self.offers())
        gone = {player.number for player in self.view.players if not player.here}
        self._away = {number: self._away.get(number, self._updated_at) for number in gone}

    def notify(self) -> None:
        """Wake the threads that wait, and call the watchers."""
        self.changes += 1
        self.wake()
        for watcher in [*self.watchers]:
            watcher()

    def wake(self) -> None:
        """Let the threads in `wait` check their condition again."""
        with self._changed:
            self._changed.notify_all()

    def wait(self, condition: Callable[[], Any], seconds: float | None = None) -> bool:
        """Wait until a condition holds; False after so many seconds. Raises `error` if no more messages will come."""
        holds = False

        def check() -> bool:
            nonlocal holds
            holds = bool(condition())
            return holds or self.error is not None

        with self._changed:
            self._changed.wait_for(check, seconds)
        if self.error and not holds:
            raise self.error
        return holds

    # The game

    @property
    def view(self) -> View:
        """The latest view of the match."""
        return self.replica.state.view

    @property
    def game(self) -> Game:
        """The game as it stands. Copy it before changing it."""
        return self.replica.game

    @property
    def move_texts(self) -> list[str]:
        """The moves as texts."""
        return self.replica.move_texts

    @property
    def moves_at_start(self) -> int:
        """How many moves were made before the game began, or before this client came."""
        return self.replica.moves_at_start

    @property
    def ending(self) -> tuple[str | None, str] | None:
        """The winner and the reason of a finished game."""
        return (self.view.ending.winner, self.view.ending.reason) if self.view.ending else None

    @property
    def next_id(self) -> str:
        """The id of the rematch, if there is one."""
        return self.view.next

    @property
    def takeback(self) -> str:
        """The moves that go if all agree to the takeback that a player has asked for."""
        return self.view.takeback

    # Seats

    @property
    def is_host(self) -> bool:
        """Whether this client has set the game up."""
        return self.person is not None and self.replica.state.owner == self.person

    @property
    def vacant(self) -> int:
        """How many seats are free."""
        return self.view.vacant

    @property
    def my_players(self) -> tuple[int, ...]:
        """The numbers of the players that this client plays for."""
        return tuple(each.number for each in self.view.players if self.person and each.person == self.person)

    @property
    def is_alone(self) -> bool:
        """Whether the game is for one player."""
        return self.view.count == 1

    @property
    def is_my_turn(self) -> bool:
        """Whether this client has to move now."""
        return self.is_ready and self.view.waits and self.view.turn in self.my_players

    @property
    def is_ready(self) -> bool:
        """Whether the game has begun and all seats are taken."""
        return self.view.begun and not self.view.vacant and not self.view.setting

    def title(self, player: int) -> str:
        """The name of the person or computer that plays for a player."""
        return next((each.title for each in self.view.players if each.number == player), "a player")

    @property
    def away_opponents(self) -> list[int]:
        """The players of others that are disconnected."""
        return [number for number in self._away if number not in self.my_players]

    @property
    def long_away(self) -> list[int]:
        """Those of them who have been away for longer than the grace period."""
        now = self._clock()
        return [number for number in self.away_opponents if now - self._away.get(number, now) > GRACE]

    def clocks(self) -> dict[int, int]:
        """The milliseconds that each player has now; empty in a game without clocks."""
        view, passed = self.view, round(1000 * (self._clock() - self._updated_at))
        return {number: left - (passed if number == view.running else 0) for number, left in view.clocks.items()}

    # Offers

    def offers(self) -> list[str]:
        """The open offers of others that this client has not answered."""
        mine = set(self.my_players)
        return [offer for offer, who in self.view.offers.items() if set(who) - mine and not set(who) & mine]

    def has_offered(self, offer: str) -> bool:
        """Whether an offer of this client is open."""
        return bool(set(self.view.offers.get(offer, ())) & set(self.my_players))

    @property
    def has_new_offers(self) -> bool:
        """Whether `new_offers` would return any."""
        return any(offer not in self._seen_offers for offer in self.offers())

    def new_offers(self) -> list[str]:
        """The open offers of others that this method has not returned before."""
        found = [offer for offer in self.offers() if offer not in self._seen_offers]
        self._seen_offers |= set(found)
        return found
