"""The players of a tournament: what their file says of them, and the opponents that are made of that."""

import hashlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from ...contract.errors import LudariumError
from ...contract.kind import Kind
from ...engine.search.cancel import CancelToken
from ...play.game import Game
from ...play.judging.analysis import Limit
from ...play.move import Move
from ...play.opponents.opponent import Forfeit, Opponent
from ...play.opponents.registry import parse, seat_text
from ...remote.lobby_player import LobbyPlayer
from ..net_player import NetPlayer
from ..whole_file import read_bytes

NET = "net:"
BOT = "bot:"
OF_FILES = NET, "python:"  # what plays by a file


class Entrant(NamedTuple):
    """A player of a tournament."""

    name: str
    plays: str  # as opponents are named, or net:FILE, or bot:SERVER
    limit: Limit
    content: bytes = b""  # of the file that it plays by; nets travel with it to other machines

    @classmethod
    def named(cls, name: str, plays: str, limit: Limit, kind: Kind, folder: Path) -> "Entrant":
        """The player that a text names; files are looked for beside the file of the tournament."""
        content = b""
        if plays.startswith(OF_FILES):
            word, _, file = plays.partition(":")
            content = read_bytes(folder / file.strip())
            plays = f"{word}:{folder / file.strip()}"
        entrant = cls(name, plays, limit, content)
        make_opponent(entrant, kind, 0).close()
        return entrant

    @property
    def fingerprint(self) -> tuple[object, ...]:
        """What tells its play from that of another one."""
        if not self.content:
            return self.name, self.plays, tuple(self.limit)
        return self.name, tuple(self.limit), hashlib.sha256(self.content).hexdigest()

    @property
    def is_timed(self) -> bool:
        """Whether it is told how long a move may take, and its answers come straight from it."""
        return not seat_text(self.plays).startswith(("level", "random", BOT))


def make_opponent(entrant: Entrant, kind: Kind, seed: int) -> Opponent:
    """The opponent that a player of a tournament is; with the same seed it plays the same game again."""
    if entrant.plays.startswith(BOT):
        return LobbyPlayer(entrant.plays.removeprefix(BOT).strip(), entrant.limit)
    if entrant.plays.startswith(NET):
        return NetPlayer(entrant.limit, entrant.content)
    return parse(entrant.plays, kind, entrant.limit, seed)


class Supervised(Opponent):
    """An opponent whose every fault loses the game and nothing else: it does not start, crashes, is late, is wrong."""

    def __init__(
        self, entrant: Entrant, inner: Opponent, grace: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.name, self.options = entrant.name, inner.options
        self._inner, self._clock = inner, clock
        seconds = entrant.limit.seconds if entrant.is_timed else None
        self._seconds = None if seconds is None else seconds + grace
        self._failure = ""

    def begin(self, game: Game) -> None:
        self._failure = ""
        try:
            self._inner.begin(game)
        except Exception as error:
            self._failure = _told(error, "cannot begin")

    def choose(self, game: Game, cancel: CancelToken | None = None) -> Move:
        if self._failure:
            raise Forfeit(self._failure)
        begun = self._clock()
        try:
            move = self._inner.choose(game.copy(), cancel)
        except Forfeit:
            raise
        except Exception as error:
            raise Forfeit(_told(error, "crashed")) from None
        took = self._clock() - begun
        if self._seconds is not None and took > self._seconds:
            raise Forfeit(f"its move took {took:.1f} s")
        return move

    def close(self) -> None:
        self._inner.close()


def _told(error: Exception, what: str) -> str:
    """A failure in a line."""
    said = " ".join(str(error).split())[:200]
    if isinstance(error, LudariumError):
        return said
    return f"it {what}: {type(error).__name__}{': ' if said else ''}{said}"
