"""The file of the games that a tournament has played: a line that says which tournament it is, then one for each game.

A line is appended whole when its game is over. One that was being written when the process was killed is dropped.
"""

import fcntl
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from ...contract.errors import LudariumError
from ...contract.quotation import quoted
from ..whole_file import read_bytes

LineKind = TypeVar("LineKind")


class Heading(Struct, frozen=True):
    """The first line."""

    tournament: str  # its title
    game: str
    players: tuple[str, ...]
    fingerprint: str
    version: int = 1


class GameLine(Struct, frozen=True):
    """A game that has been played."""

    number: int
    round: int
    players: tuple[str, ...]  # by seat
    worths: tuple[float, ...]  # of the game to each of them, from 0 to 1; alone, the points
    why: str  # it ended out of turn, if it did
    record: str
    seconds: tuple[float, ...]  # that each of them has thought

    def __post_init__(self) -> None:
        """A damaged line may say less of some players than of others."""
        if not 0 < len(self.players) == len(self.worths) == len(self.seconds):
            raise ValueError("each player of a game has a worth and a time")

    @property
    def results(self) -> list[str]:
        """The worths as people read them."""
        return [f"{round(worth, 3):.12g}" for worth in self.worths]

    def is_at_fault(self, seat: int) -> bool:
        """Whether the game ended by a fault of the player who had this seat."""
        return self.why.startswith(f"{self.players[seat]} loses: ")


class Journal:
    """The games of a tournament, in its file. One process at a time adds to it."""

    def __init__(self, file: Path, heading: Heading, tell: Callable[[str], None]) -> None:
        self.file, self.games = file, dict[int, GameLine]()
        name = quoted(str(file), 300)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._out = file.open("ab", buffering=0)
        except OSError as error:
            raise LudariumError(f"cannot write {name}: {error.strerror}") from None
        try:
            self._lock(name)
            self._take(name, heading, tell)
        except BaseException:
            self._out.close()
            raise

    def _lock(self, name: str) -> None:
        """The lock ends with the process, however that ends."""
        try:
            fcntl.flock(self._out, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise LudariumError(f"another process adds games to {name}; wait for it or name another file") from None

    def _take(self, name: str, heading: Heading, tell: Callable[[str], None]) -> None:
        """Read the games; those of lines that are damaged are played again."""
        content = read_bytes(self.file)
        whole = content[: content.rfind(b"\n") + 1]
        if whole != content:
            self._out.truncate(len(whole))
        first, *lines = whole.split(b"\n")
        if not lines:
            self._write(heading)
            return
        if (found := _decoded(first, Heading)) is None:
            raise LudariumError(f"{name}, line 1: this is no file of a tournament's games; name another one")
        if found.fingerprint != heading.fingerprint:
            title = quoted(found.tournament)
            raise LudariumError(f"{name} has the games of another tournament, {title}; name another file")
        self.games = _games(name, lines, tell)

    def add(self, game: GameLine) -> None:
        """Append a game."""
        self._write(game)
        self.games[game.number] = game

    def _write(self, line: Heading | GameLine) -> None:
        try:
            self._out.write(msgspec.json.encode(line) + b"\n")
        except OSError as error:
            raise LudariumError(f"cannot write {quoted(str(self.file), 300)}: {error.strerror}") from None

    def close(self) -> None:
        self._out.close()


def read_games(file: Path, tell: Callable[[str], None]) -> tuple[Heading, list[GameLine]]:
    """The games of a file, whichever tournament it is of."""
    name = quoted(str(file), 300)
    first, *lines = read_bytes(file).split(b"\n")
    heading = _decoded(first, Heading)
    if heading is None:
        raise LudariumError(f"{name}, line 1: this is no file of a tournament's games")
    games = _games(name, lines, tell)
    return heading, [games[number] for number in sorted(games)]


def _games(name: str, lines: Iterable[bytes], tell: Callable[[str], None]) -> dict[int, GameLine]:
    """The games of all lines but the first, by number."""
    games = dict[int, GameLine]()
    for number, line in enumerate(lines, 2):
        if game := _decoded(line, GameLine):
            games.setdefault(game.number, game)
        elif line:
            tell(f"{name}, line {number}: this is no game, and it is left out")
    return games


def _decoded(line: bytes, kind: type[LineKind]) -> LineKind | None:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
