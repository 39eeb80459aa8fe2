"""What the store asks of the module that knows one kind of database."""

from collections.abc import Awaitable, Callable
from typing import Any, Literal, Protocol, TypeVar

from sqlalchemy import Connection, Engine, event

T = TypeVar("T")

# How a transaction is run. "write": all or nothing. "read": one statement. "idempotent": one statement that, when it is
# retried, can tell whether it was done before. "snapshot": several reads of the same instant. "exclusive": changes of
# the tables themselves, by one process at a time.
TransactionMode = Literal["write", "read", "idempotent", "snapshot", "exclusive"]

NAMED = "a database is named by a URL such as sqlite:////home/me/games.db or postgresql://me@localhost/games"


class Backend(Protocol):
    """A kind of database."""

    name: str  # for people; without a password
    failures: tuple[type[Exception], ...]  # what may come out of it
    connect: Callable[[], Awaitable[Any]] | None  # one's own connection, to hear other processes; None: there are none

    async def transact(
        self, work: Callable[[Connection], T], mode: TransactionMode, confirming: Callable[[], None]
    ) -> T:
        """Do work as one transaction; says so when all is done but for the word that it is kept."""

    async def close(self) -> None:
        """Let go of all connections."""

    def is_transient(self, error: Exception, confirming: bool) -> bool:
        """Whether it is worth trying again, and harmless: nothing can have been changed."""

    def describe(self, error: Exception, confirming: bool) -> str:
        """What an error means to people; `confirming` is whether all was done but for the word that it is kept."""


def use_begin_option(engine: Engine) -> None:
    """Let an option of the engine, "begin", be the statement that transactions begin with."""
    event.listen(engine, "begin", _begin)


def _begin(connection: Connection) -> None:
    if statement := connection.get_execution_options().get("begin"):
        connection.exec_driver_sql(statement)
