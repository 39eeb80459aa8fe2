"""Who asks the house for something."""

from typing import Protocol

from ..play.match.permissions import User
from ..store.people.models import Person


class Caller(User, Protocol):
    """The sender of a request."""

    @property
    def person(self) -> Person | None: ...

    @property
    def holder(self) -> str | None:
        """The key for what is held open; None without such a limit."""

    @property
    def share_key(self) -> str:
        """The key for the thinking time that is shared."""

    async def ensure_person(self) -> Person:
        """The person, who becomes a guest if there is none."""

    def check_new_game(self, cells: int = 0, size: int = 0) -> None:
        """Raise an error for too many cells of new boards, or too many bytes of records."""
