"""Programs as players on a server: in one game, or in all that wait for somebody, several at once."""

import threading
from collections.abc import Callable
from contextlib import closing, suppress
from typing import Any, Protocol

from ..contract.errors import BadOption, IllegalMove, LudariumError
from ..contract.kind import Kind
from ..engine.cancel import CancelToken
from ..play.game import Game
from ..play.move import Move
from ..play.opponents.registry import Opponent
from .address import Address
from .client import Client
from .errors import Refused, Unreachable
from .remote_game import RemoteGame

LOOKING, LONGEST = 2.0, 30.0  # seconds between two looks into the lobby, more of them while the server is gone
LINGERING = 10.0  # seconds after a game in which others may ask for another one


class Chooser(Protocol):
    """Whoever chooses moves: an Opponent, or anything with this method."""

    def choose(self, game: Game) -> Move | str:
        """A legal move for whoever's turn it is."""


Make = Callable[[Kind], Any]  # makes a Chooser for a kind of game


class Bot:
    """A program that plays. `say` hears a line about every game."""

    def __init__(
        self,
        address: Address,
        make: Make,
        say: Callable[[str], None],
        *,
        name: str = "",
        token: str = "",
        kind: str = "",
        games: int = 1,
        lingers: float = LINGERING,
    ) -> None:
        self.client = Client(address, name, token)
        self._make, self._say, self._kind, self._most = make, say, kind, games
        self._lingers, self._comes_back = lingers, bool(token)
        self._leaving, self._cancel = threading.Event(), CancelToken()
        self._playing: dict[str, threading.Thread] = {}
        self._refused: set[str] = set()  # games that are not for this one

    def run(self) -> None:
        """Play the game at the address to its end, or those of the lobby until it is told to leave."""
        self.client.sign_in()
        address = self.client.address
        if address.game or address.alias:
            self._begin(self.client.find_game())
        else:
            self._look_around()
        for thread in self._playing.values():
            thread.join()

    def leave(self) -> None:
        """Play no more. Who has a token can come back to its games; a guest gives them up."""
        self._leaving.set()
        self._cancel.cancel()

    # Finding games

    def _look_around(self) -> None:
        """Sit down wherever somebody is waited for. A server that is gone for a while is asked again and again."""
        pause, found = 0.0, self._unfinished() if self._comes_back else []
        while True:
            for id in found:
                self._begin(id)
            if self._leaving.wait(pause):
                return
            self._playing = {id: thread for id, thread in self._playing.items() if thread.is_alive()}
            room = self._most - len(self._playing)
            try:
                told = self.client.open_games(self._kind) if room > 0 else []
                pause = LOOKING
            except Unreachable:
                told, pause = [], min(max(2 * pause, LOOKING), LONGEST)
            ids = [str(game["id"]) for game in told]
            found = [id for id in ids if id not in self._playing and id not in self._refused][: max(0, room)]

    def _unfinished(self) -> list[str]:
        """The games that it left when it was here before."""
        return [str(game["id"]) for game in self.client.request("GET", "games?finished=false")][: self._most]

    def _begin(self, id: str) -> None:
        self._playing[id] = threading.Thread(target=self._play, args=(id,), daemon=True)
        self._playing[id].start()

    # Playing

    def _play(self, id: str) -> None:
        """One game, and those that follow it."""
        try:
            link = RemoteGame(self.client, id).open()
            while link:
                with closing(link):
                    self._play_one(link)
                    if not self._is_asked_again(link):
                        return
                    link = link.open_next()
        except LudariumError as error:
            self._refused.add(id)
            self._say(f"{id}: {error}.")

    def _play_one(self, link: RemoteGame) -> None:
        chooser = self._make(link.game.kind)
        try:
            _check_options(chooser, link.game)
            link.sit()
            self._move_on(link, chooser)
        finally:
            if hasattr(chooser, "close"):
                chooser.close()
        if link.ending:
            self._say(_told(link))

    def _move_on(self, link: RemoteGame, chooser: Chooser) -> None:
        with self._cancel.on_cancel(link.wake):
            while not link.ending:
                link.wait(lambda: self._leaving.is_set() or link.ending or link.offers() or link.is_my_turn)
                if self._leaving.is_set():
                    if not self._comes_back:
                        link.resign()
                    return
                for offer in link.offers():
                    with suppress(Refused):
                        link.request("decline", offer=offer)
                if link.is_my_turn:
                    self._move(link, chooser)

    def _move(self, link: RemoteGame, chooser: Chooser) -> None:
        game = link.game.copy()
        at = len(game.moves)
        try:
            chosen = (
                chooser.choose(game.copy(), self._cancel) if isinstance(chooser, Opponent) else chooser.choose(game)
            )
            move = link.game.parse(chosen if isinstance(chosen, str) else str(chosen))
        except Exception as error:
            # A program that fails has lost the game, and others that it plays go on
            if len(link.move_texts) == at and not link.ending:
                link.resign()
                why = str(error) or type(error).__name__
                raise IllegalMove(f"the program has failed, and given up: {why}") from error
            return
        if self._leaving.is_set():
            return
        try:
            link.play(str(move), at)
        except Refused:
            # The game has gone on meanwhile: time has run out, or a move was taken back
            if len(link.move_texts) == at and not link.ending:
                raise

    def _is_asked_again(self, link: RemoteGame) -> bool:
        """Whether the others want another game; it is played at once."""
        if self._leaving.is_set() or not self._lingers:
            return False
        with suppress(LudariumError), self._cancel.on_cancel(link.wake):
            link.wait(lambda: self._leaving.is_set() or link.next_id or "rematch" in link.offers(), self._lingers)
            if "rematch" in link.offers() and not self._leaving.is_set():
                link.request("offer", offer="rematch")
            return bool(link.next_id)
        return False


def _check_options(chooser: Any, game: Game) -> None:
    """Refuse a game that the program would take for another one."""
    for name, value in getattr(chooser, "options", {}).items():
        if game.options.get(name) != value:
            raise BadOption(f"this program plays with {name} {value}, and the game has {game.options.get(name)}")


def _told(link: RemoteGame) -> str:
    """A finished game in a line."""
    others = [each.title for each in link.view.players if each.number not in link.my_players]
    against = f" against {', '.join(others)}" if others else ""
    assert link.ending
    winner, reason = link.ending
    names = [each.name for each in link.view.players if each.number in link.my_players]
    result = "no winner" if winner is None else "won" if winner in names else "lost"
    count = len(link.move_texts)
    return f"{link.game.kind.id} {link.id}: {result}{against}, {count} {'move' if count == 1 else 'moves'}, {reason}."
