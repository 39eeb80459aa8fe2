"""What the store asks of the module that knows one kind of database."""

from collections.abc import Awaitable, Callable
from typing import Any, Literal, Protocol

from sqlalchemy.ext.asyncio import AsyncEngine

# How work is done: "write" is a transaction, and "read" a single look; "once" is a statement that, where it has to be
# tried again, can tell whether it was done before; "snapshot" looks many times and sees the same instant; "alone" is
# for changes of the tables themselves, one process at a time.
Manner = Literal["write", "read", "once", "snapshot", "alone"]

NAMED = "a database is named by a URL such as sqlite:////home/me/games.db or postgresql://me@localhost/games"


class Backend(Protocol):
    """A kind of database."""

    engine: AsyncEngine
    where: str  # for people; without a password

    # The engine's options for each manner. "begin" is a statement to begin with.
    manners: dict[Manner, dict[str, Any]]
    failures: tuple[type[Exception], ...]  # what may come out of it
    connect: Callable[[], Awaitable[Any]] | None  # a connection of one's own, on which others can be heard

    def passes(self, error: Exception, confirming: bool) -> bool:
        """Whether it is worth trying again, and harmless: nothing can have been changed."""

    def sentence(self, error: Exception, confirming: bool) -> str:
        """What an error means to people; `confirming` is whether all was done but for the word that it is kept."""
