"""What the store asks of the module that knows one kind of database."""

from collections.abc import Awaitable, Callable
from typing import Any, Literal, Protocol, TypeVar

from sqlalchemy import Connection, Engine, event

T = TypeVar("T")

# How work is done: "write" is a transaction, and "read" a single look; "once" is a statement that, where it has to be
# tried again, can tell whether it was done before; "snapshot" looks many times and sees the same instant; "alone" is
# for changes of the tables themselves, one process at a time.
Manner = Literal["write", "read", "once", "snapshot", "alone"]

NAMED = "a database is named by a URL such as sqlite:////home/me/games.db or postgresql://me@localhost/games"


class Backend(Protocol):
    """A kind of database."""

    where: str  # for people; without a password
    failures: tuple[type[Exception], ...]  # what may come out of it
    connect: Callable[[], Awaitable[Any]] | None  # one's own connection, to hear other processes; None: there are none

    async def transact(self, work: Callable[[Connection], T], manner: Manner, confirming: Callable[[], None]) -> T:
        """Do work as one transaction; says so when all is done but for the word that it is kept."""

    async def close(self) -> None:
        """Let go of all connections."""

    def passes(self, error: Exception, confirming: bool) -> bool:
        """Whether it is worth trying again, and harmless: nothing can have been changed."""

    def sentence(self, error: Exception, confirming: bool) -> str:
        """What an error means to people; `confirming` is whether all was done but for the word that it is kept."""


def hear_begin(engine: Engine) -> None:
    """Let an option of the engine, "begin", be the statement that transactions begin with."""
    event.listen(engine, "begin", _begin)


def _begin(connection: Connection) -> None:
    if statement := connection.get_execution_options().get("begin"):
        connection.exec_driver_sql(statement)
