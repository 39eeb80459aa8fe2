"""The one user of a static site: the person at this browser."""

from datetime import UTC, datetime

from ...store.people.models import Person

EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
HERE = Person("here", "You", None, False, EPOCH, EPOCH)
SHARE = "here"


class Visitor:
    """The caller of all requests."""

    is_local = True
    holder: str | None = None
    share_key = SHARE
    person: Person | None = HERE
    user_id: str | None = HERE.id

    async def ensure_person(self) -> Person:
        return HERE

    def check_new_game(self, cells: int = 0, size: int = 0) -> None:
        """A browser has no others to be fair to."""


VISITOR = Visitor()
