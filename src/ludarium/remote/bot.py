"""Programs as players on a server: in one game, or in games of the lobby, several at once."""

import threading
from collections.abc import Callable
from contextlib import closing, suppress
from typing import Any, Protocol

from ..contract.errors import BadOption, IllegalMove, LudariumError
from ..contract.kind import Kind
from ..engine.search.cancel import CancelToken
from ..play.game import Game
from ..play.move import Move
from ..play.opponents.opponent import Opponent
from .address import Address
from .client import Client
from .errors import Refused, Unreachable
from .remote_game import RemoteGame

POLL, LONGEST_POLL = 2.0, 30.0  # seconds between two looks into the lobby; more of them while the server is gone
END_WAIT = 5.0  # seconds until the server tells the end of a game that was resigned
REMATCH_WAIT = 10.0  # seconds after a game in which the opponent may ask for a rematch


class Chooser(Protocol):
    """A program that chooses moves: an Opponent, or any object with this method."""

    def choose(self, game: Game) -> Move | str:
        """A legal move for the player whose turn it is."""


MakeChooser = Callable[[Kind], Any]  # makes a Chooser for a kind of game


class Bot:
    """A client that lets a program play. `report` is called with one line about every game."""

    def __init__(
        self,
        address: Address,
        make_chooser: MakeChooser,
        report: Callable[[str], None],
        *,
        name: str = "",
        token: str = "",
        kind: str = "",
        games: int = 1,
        rematch_wait: float = REMATCH_WAIT,
    ) -> None:
        self.client = Client(address, name, token)
        self._make_chooser, self._report, self._kind, self._most_games = make_chooser, report, kind, games
        self._rematch_wait, self._can_return = rematch_wait, bool(token)
        self._leaving, self._cancel = threading.Event(), CancelToken()
        self._playing: dict[str, threading.Thread] = {}  # by the id of the game
        self._refused: set[str] = set()  # games that this program cannot play

    def begin(self, **new: Any) -> str:
        """Begin a game with the fields of `NewGame`, which `run` then plays; its id."""
        self.client.sign_in()
        self.client.address = self.client.address._replace(game=self.client.new_game(**new))
        return self.client.address.game

    def run(self) -> None:
        """Play the game at the address to its end, or games of the lobby until `leave` is called."""
        self.client.sign_in()
        address = self.client.address
        if address.game or address.alias:
            self._start(self.client.find_game())
        else:
            self._play_lobby()
        for thread in self._playing.values():
            thread.join()

    def leave(self) -> None:
        """Stop playing. A guest resigns its games; a program with a token can return to them."""
        self._leaving.set()
        self._cancel.cancel()

    # The lobby

    def _play_lobby(self) -> None:
        """Take free seats until `leave`; while the server is gone, try again less and less often."""
        pause, found = 0.0, self._unfinished() if self._can_return else []
        while True:
            for id in found:
                self._start(id)
            if self._leaving.wait(pause):
                return
            self._playing = {id: thread for id, thread in self._playing.items() if thread.is_alive()}
            free = self._most_games - len(self._playing)
            try:
                lobby = self.client.open_games(self._kind) if free > 0 else []
                pause = POLL
            except Unreachable:
                lobby, pause = [], min(max(2 * pause, POLL), LONGEST_POLL)
            ids = [str(game["id"]) for game in lobby]
            found = [id for id in ids if id not in self._playing and id not in self._refused][: max(0, free)]

    def _unfinished(self) -> list[str]:
        """The games that this program left earlier."""
        return [str(game["id"]) for game in self.client.request("GET", "games?finished=false")][: self._most_games]

    def _start(self, id: str) -> None:
        self._playing[id] = threading.Thread(target=self._play, args=(id,), daemon=True)
        self._playing[id].start()

    # Playing

    def _play(self, id: str) -> None:
        """Play one game and its rematches."""
        try:
            match = RemoteGame(self.client, id).open()
            while match:
                with closing(match):
                    self._play_one(match)
                    if not self._accepts_rematch(match):
                        return
                    match = match.open_next()
        except LudariumError as error:
            self._refused.add(id)
            self._report(f"{id}: {error}.")

    def _play_one(self, match: RemoteGame) -> None:
        chooser = self._make_chooser(match.game.kind)
        try:
            _check_options(chooser, match.game)
            match.sit()
            self._play_turns(match, chooser)
        finally:
            if hasattr(chooser, "close"):
                chooser.close()
        if match.ending:
            self._report(_summary(match))

    def _play_turns(self, match: RemoteGame, chooser: Chooser) -> None:
        with self._cancel.on_cancel(match.wake):
            while not match.ending:
                match.wait(lambda: self._leaving.is_set() or match.ending or match.offers() or match.is_my_turn)
                if self._leaving.is_set():
                    if not self._can_return:
                        self._resign(match)
                    return
                for offer in match.offers():
                    with suppress(Refused):
                        match.request("decline", offer=offer)
                if match.is_my_turn:
                    self._move(match, chooser)

    def _resign(self, match: RemoteGame) -> None:
        """Resign a game, and wait for its end. Not an error if it ended meanwhile."""
        with suppress(Refused):
            match.resign()
        match.wait(lambda: match.ending, END_WAIT)

    def _move(self, match: RemoteGame, chooser: Chooser) -> None:
        game = match.game.copy()
        at = len(game.moves)
        try:
            chosen = (
                chooser.choose(game.copy(), self._cancel) if isinstance(chooser, Opponent) else chooser.choose(game)
            )
            move = match.game.parse(chosen if isinstance(chosen, str) else str(chosen))
        except Exception as error:
            # A program that fails loses this game only; its other games go on
            if len(match.move_texts) == at and not match.ending:
                match.resign()
                why = str(error) or type(error).__name__
                raise IllegalMove(f"the program has failed, and given up: {why}") from error
            return
        if self._leaving.is_set():
            return
        try:
            match.play(str(move), at)
        except Refused:
            # Not an error if time has run out or a move was taken back meanwhile
            if len(match.move_texts) == at and not match.ending:
                raise

    def _accepts_rematch(self, match: RemoteGame) -> bool:
        """Wait a while for an offer of a rematch, and agree to it."""
        if self._leaving.is_set() or not self._rematch_wait:
            return False
        with suppress(LudariumError), self._cancel.on_cancel(match.wake):
            match.wait(
                lambda: self._leaving.is_set() or match.next_id or "rematch" in match.offers(), self._rematch_wait
            )
            if "rematch" in match.offers() and not self._leaving.is_set():
                match.request("offer", offer="rematch")
            return bool(match.next_id)
        return False


def _check_options(chooser: Any, game: Game) -> None:
    """Refuse a game whose options are not those that the program was written for."""
    for name, value in getattr(chooser, "options", {}).items():
        if game.options.get(name) != value:
            raise BadOption(f"this program plays with {name} {value}, and the game has {game.options.get(name)}")


def _summary(match: RemoteGame) -> str:
    """A finished game in a line."""
    others = [each.title for each in match.view.players if each.number not in match.my_players]
    against = f" against {', '.join(others)}" if others else ""
    assert match.ending
    winner, reason = match.ending
    names = [each.name for each in match.view.players if each.number in match.my_players]
    result = "no winner" if winner is None else "won" if winner in names else "lost"
    count = len(match.move_texts)
    return f"{match.game.kind.id} {match.id}: {result}{against}, {count} {'move' if count == 1 else 'moves'}, {reason}."
