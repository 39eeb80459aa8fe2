"""Those whom a room tells of changes: watchers, which are connections of clients, and tasks of the server."""

from typing import Protocol

from ...play.match.permissions import User
from ...store.people.models import Person


class Watcher(User, Protocol):
    """A connection that gets the broadcasts of a room, of a player or a spectator."""

    person: Person | None

    @property
    def share_key(self) -> str:
        """The key of the user for what clients share: whose thinking time its computers use."""

    @property
    def holder(self) -> str | None:
        """The key of the user for what is held open; None without such a limit."""

    def send(self, line: bytes) -> None: ...

    def dismiss(self) -> None:
        """The game was deleted."""


class RoomTask(Protocol):
    """Work that runs beside a room: computers that move, the presence of players."""

    @property
    def is_busy(self) -> bool: ...

    def resume(self) -> None:
        """The match has changed."""

    def watchers_changed(self) -> None:
        """A watcher has come or gone."""

    def interrupt(self) -> None:
        """The match is about to change: drop what depends on its position."""

    async def close(self) -> None: ...
