"""Those whom a room tells of changes: watchers, which are connections of clients, and tasks of the server."""

from typing import Protocol

from ...store.people.models import Person


class Watcher(Protocol):
    """A connection that gets the broadcasts of a room."""

    person: Person | None
    holder: str | None  # the key of the user, for limits

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
