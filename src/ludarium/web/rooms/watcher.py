"""What a room knows about a connection to it."""

from typing import Protocol

from ...play.match.permissions import User
from ...store.people.models import Person


class Watcher(User, Protocol):
    """A connection that gets the broadcasts of a room, of a player or a spectator."""

    person: Person | None

    @property
    def share_key(self) -> str:
        """Whose share of the thinking time its computers use."""

    def send(self, line: bytes) -> None: ...
