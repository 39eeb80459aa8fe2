"""A link: one game on a server, followed move by move whatever becomes of the connection."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, Any

from msgspec.json import encode

from ..contract.errors import LudariumError
from ..play.game import Game
from . import wire
from .client import Client, plain, unreachable
from .errors import Lost, Refused, Unreachable
from .remote_player import RemotePlayer
from .replica import GameReplica

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

FIRST, LONGEST = 0.1, 5.0  # seconds between two attempts to come back
PATIENCE = 20.0  # seconds for a server to answer, before it is called again
GONE = 4404  # why a socket is closed where there is no such game
LARGEST = 1 << 28  # bytes of a message


class _Request:
    """What was asked for and is not answered yet."""

    def __init__(self, text: str) -> None:
        self.text, self.sent = text, 0
        self.answer: wire.Done | wire.Error | None = None


class RemoteGame:
    """One game on a server. It has a thread that listens and comes back by itself; everything else may be called from
    any thread. `watchers` are called in the link's own after everything that happens."""

    def __init__(self, client: Client, id: str, *, grace: float = wire.GRACE) -> None:
        self.client, self.id = client, id
        self.watchers: list[Callable[[], None]] = []
        self.on_close: list[Callable[[], None]] = []  # what else is closed with it
        self.person: str | None = None  # who one is there
        self.invitation = str(client.address)  # by what others join
        self.is_connected = False
        self.error: LudariumError | None = None  # why nothing will come any more
        self.following = GameReplica(client, id)
        self._grace = grace
        self._changed, self._sending = threading.Condition(), threading.Lock()
        self._requests: dict[int, _Request] = {}
        self._numbers = count(1)
        self._socket: ClientConnection | None = None
        self._leaving = threading.Event()
        self._away: dict[int, float] = {}  # since when a player has been gone
        self._heard: set[str] = set()  # the offers that somebody was told of
        self._told_at = 0.0  # when the server has told something last
        self._said = ""  # what the server has said last about everything
        self._thread: threading.Thread | None = None

    # Coming and going

    def open(self) -> "RemoteGame":
        """Connect, and hear how the game stands; one sentence says why that is impossible."""
        self.client.sign_in()
        self._thread = threading.Thread(target=self._live, args=(self._connect(),), daemon=True)
        self._thread.start()
        try:
            if not self.wait(lambda: self.following.is_known, PATIENCE):
                raise Lost(f"{self.client.address.place} does not say how the game stands")
        except BaseException:
            self.close()
            raise
        return self

    def close(self) -> None:
        """Leave without a word."""
        self._leaving.set()
        self.error = self.error or Lost("the game was left")
        self.wake()
        self._hang_up()
        if self._thread and self._thread is not threading.current_thread():
            self._thread.join()
        while self.on_close:
            self.on_close.pop()()

    def _hang_up(self) -> None:
        with self._sending:
            socket = self._socket
        if socket:
            socket.close()

    def open_next(self) -> "RemoteGame":
        """Go on to the next game, by the same server."""
        following = RemoteGame(self.client, self.next_id, grace=self._grace)
        following.on_close, self.on_close = self.on_close, []
        self.close()
        return following.open()

    def _connect(self) -> "ClientConnection":
        # Whoever never plays over a network does not wait for this to be imported
        from websockets.exceptions import InvalidStatus, WebSocketException
        from websockets.sync.client import connect

        address, version = self.client.address, self.following.version
        after = "" if version is None else f"?after={version}"
        try:
            return connect(
                f"{address.ws}/api/games/{self.id}/socket{after}",
                additional_headers=self.client.headers,
                compression=None,
                proxy=None,
                open_timeout=PATIENCE,
                close_timeout=1,
                max_size=LARGEST,
            )
        except InvalidStatus as error:
            if error.response.status_code >= 500:
                raise unreachable(address, OSError("it answers that it cannot answer now")) from None
            raise Refused(f"{address.place} does not let you in") from None
        except (OSError, EOFError, WebSocketException, UnicodeError) as error:
            raise unreachable(address, error) from None

    def _live(self, first: "ClientConnection") -> None:
        """Listen, and come back when the connection was lost, until somebody leaves or the grace time is over."""
        socket: ClientConnection | None = first
        try:
            while socket:
                with suppress(Unreachable):  # it went away in the middle of a sentence
                    self._listen(socket)
                self._set_connected(None)
                socket = self._come_back()
        except LudariumError as error:
            self._give_up(error)
        except BaseException as error:
            # A mistake of ours is no reason to let others wait for ever
            self._give_up(Lost(f"the game cannot be followed any more: {error!r:.100}"))
            raise

    def _come_back(self) -> "ClientConnection | None":
        lost, pause = time.monotonic(), FIRST
        while not self._leaving.wait(pause):
            try:
                return self._connect()
            except Unreachable:
                pause = min(2 * pause, LONGEST)
            gone = time.monotonic() - lost
            if gone > self._grace or (self.following.is_known and self.view.ending):
                raise Lost(f"{self.client.address.place} has been gone for {gone:.0f} seconds")
        return None

    def _listen(self, socket: "ClientConnection") -> None:
        """Hear everything until the connection is lost; a LudariumError says why there is no use in another one."""
        from websockets.exceptions import ConnectionClosed

        with socket, suppress(ConnectionClosed, OSError):
            self._set_connected(socket)
            while not self._leaving.is_set():
                try:
                    told = wire.read(socket.recv())
                except ValueError:
                    raise Lost("the server is of another version: what it tells is not understood here") from None
                self._hear(told)
        if socket.close_code == GONE:
            raise Lost(plain(self._said) or "there is no such game any more")

    def _set_connected(self, socket: "ClientConnection | None") -> None:
        """What was not answered is asked again: the server knows by its number of moves what it has done already."""
        with self._sending:
            self._socket, self.is_connected = socket, socket is not None
            for request in [*self._requests.values()] if socket else []:
                self._send(request)
            left = self._leaving.is_set()
        if left and socket:
            socket.close()
        self._tell()

    def _give_up(self, error: LudariumError) -> None:
        self.error, self.is_connected = error, False
        self._tell()

    # What is heard

    @property
    def view(self) -> wire.View:
        """How things stand at the table."""
        return self.following.state.view

    @property
    def game(self) -> Game:
        """The game as it stands. Look, and make a copy to do more."""
        return self.following.game

    @property
    def move_texts(self) -> list[str]:
        """The moves."""
        return self.following.move_texts

    @property
    def moves_at_start(self) -> int:
        """The moves that had been made when the game began, or when one came."""
        return self.following.moves_at_start

    @property
    def ending(self) -> tuple[str | None, str] | None:
        """The winner and the reason, when it is over."""
        return (self.view.ending.winner, self.view.ending.reason) if self.view.ending else None

    @property
    def page(self) -> str:
        """Where the game is in a browser, for others."""
        place = self.invitation.rpartition("@")[2]
        return f"http://{place}/#/game/{self.id}" if "://" not in place else f"{place}/#/game/{self.id}"

    @property
    def next_id(self) -> str:
        """The game that the same people went on to."""
        return self.view.next

    def _hear(self, told: wire.Told) -> None:
        if isinstance(told, wire.You):
            self.person = told.person
        elif isinstance(told, wire.Done | wire.Error):
            self._take_answer(told)
        elif not isinstance(told, wire.Other):
            self.following.hear(told)
            self._told_at = time.monotonic()
            self._heard &= set(self.offers())
            gone = {player.number for player in self.view.players if not player.here}
            self._away = {number: self._away.get(number, time.monotonic()) for number in gone}
        self._tell()

    def _take_answer(self, told: wire.Done | wire.Error) -> None:
        request = self._requests.pop(told.re, None) if told.re is not None else None
        if request:
            request.answer = told
        elif isinstance(told, wire.Error):
            self._said = told.message

    def _tell(self) -> None:
        with self._changed:
            self._changed.notify_all()
        for watcher in [*self.watchers]:
            watcher()

    def wake(self) -> None:
        """Let those who wait look again."""
        with self._changed:
            self._changed.notify_all()

    def wait(self, true: Callable[[], Any], seconds: float | None = None) -> bool:
        """Wait until something is so; False if it was not in time. Lost, if nothing more will come."""
        is_so = False

        def look() -> bool:
            nonlocal is_so
            is_so = bool(true())
            return is_so or self.error is not None

        with self._changed:
            self._changed.wait_for(look, seconds)
        if self.error and not is_so:
            raise self.error
        return is_so

    # Who sits where

    @property
    def is_host(self) -> bool:
        """Whether one has set the game up."""
        return self.person is not None and self.following.state.owner == self.person

    @property
    def vacant(self) -> int:
        """Seats that wait for somebody."""
        return self.view.vacant

    @property
    def my_players(self) -> tuple[int, ...]:
        """The players that one plays for."""
        return tuple(each.number for each in self.view.players if self.person and each.person == self.person)

    @property
    def is_alone(self) -> bool:
        """Whether the game is for one player."""
        return self.view.count == 1

    @property
    def is_my_turn(self) -> bool:
        """Whether one has to move now."""
        return self.is_ready and self.view.waits and self.view.turn in self.my_players

    @property
    def is_ready(self) -> bool:
        """Whether the game has begun, with everybody there."""
        return self.view.begun and not self.view.vacant and not self.view.setting

    def title(self, player: int) -> str:
        """The name of whoever plays for a player."""
        return next((each.title for each in self.view.players if each.number == player), "somebody")

    def opponent(self, player: int) -> RemotePlayer:
        """Whoever plays for a player, in a seat like any other."""
        return RemotePlayer(self, player)

    def away_seconds(self, player: int) -> float | None:
        """The seconds for which a player has been gone; None if they are there."""
        since = self._away.get(player)
        return None if since is None else time.monotonic() - since

    def clocks(self) -> dict[int, int]:
        """The milliseconds that players have now; nothing where there are no clocks."""
        view, passed = self.view, round(1000 * (time.monotonic() - self._told_at))
        return {number: left - (passed if number == view.running else 0) for number, left in view.clocks.items()}

    def offers(self) -> list[str]:
        """What others have offered, and have not been answered."""
        mine = set(self.my_players)
        return [offer for offer, who in self.view.offers.items() if set(who) - mine and not set(who) & mine]

    def has_offered(self, offer: str) -> bool:
        """Whether one has offered something and not been answered."""
        return bool(set(self.view.offers.get(offer, ())) & set(self.my_players))

    @property
    def has_new_offers(self) -> bool:
        """Whether something was offered that nobody has been told of."""
        return any(offer not in self._heard for offer in self.offers())

    def new_offers(self) -> list[str]:
        """Those of the offers that nobody has been told of; they have been from now on."""
        found = [offer for offer in self.offers() if offer not in self._heard]
        self._heard |= set(found)
        return found

    # What is asked for

    def request(self, do: str, **fields: Any) -> None:
        """Ask for something and wait for the answer, over another connection if this one is lost."""
        number = next(self._numbers)
        request = _Request(encode({"do": do, "id": number, **fields}).decode())
        with self._sending:
            self._requests[number] = request
            self._send(request)
        while not self.wait(lambda: request.answer is not None, PATIENCE):
            self._hang_up()
        # What is refused when it is asked again was done the first time, and only the answer was lost
        if isinstance(request.answer, wire.Error) and (request.sent < 2 or not self._was_done(do, fields)):
            raise Refused(plain(request.answer.message))

    def _was_done(self, do: str, fields: dict[str, Any]) -> bool:
        if do == "play":
            return self.move_texts[fields["at"] : fields["at"] + 1] == [fields["move"]]
        return do != "sit" or bool(self.my_players)

    def _send(self, request: _Request) -> None:
        from websockets.exceptions import ConnectionClosed

        if self._socket:
            request.sent += 1
            with suppress(ConnectionClosed, OSError):
                self._socket.send(request.text)

    def play(self, move: str, at: int) -> None:
        """Make a move that was chosen when so many had been made."""
        self.request("play", at=at, move=move)

    def sit(self, player: int | None = None) -> None:
        """Take a seat that waits for somebody, unless one has one."""
        if not self.my_players:
            if not self.view.vacant:
                raise Refused("all seats of this game are taken")
            self.request("sit", player=player)

    def resign(self) -> None:
        """Give up, if there is anything to be given up."""
        if self.my_players and not self.view.ending:
            self.request("resign", player=self.my_players[0])

    def claim(self) -> None:
        """Claim the game from somebody who has been gone for long."""
        gone = [number for number in self._away if number not in self.my_players]
        if not gone:
            raise Refused("nobody has gone away")
        self.request("claim", player=gone[0])
