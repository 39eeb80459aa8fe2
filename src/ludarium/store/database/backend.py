"""What `Database` needs from a module that knows one kind of database."""

from collections.abc import Awaitable, Callable
from typing import Any, Literal, Protocol, TypeVar

from sqlalchemy import Connection, Engine, event

T = TypeVar("T")

# How a transaction is run. "write": all or nothing. "read": one statement. "idempotent": one statement that, when it is
# retried, can tell whether it was done before. "snapshot": several reads of the same instant. "exclusive": changes of
# the tables themselves, by one process at a time.
TransactionMode = Literal["write", "read", "idempotent", "snapshot", "exclusive"]

URL_EXAMPLES = "a database is named by a URL such as sqlite:////home/me/games.db or postgresql://me@localhost/games"


class Backend(Protocol):
    """A kind of database."""

    name: str  # for messages to people; never contains a password
    failures: tuple[type[Exception], ...]  # the exceptions that `transact` may raise
    connect: Callable[[], Awaitable[Any]] | None  # opens a connection for notifications; None: there are none

    async def transact(
        self, work: Callable[[Connection], T], mode: TransactionMode, on_commit: Callable[[], None]
    ) -> T:
        """Run work in one transaction; call `on_commit` right before the commit."""

    def probe(self, connection: Connection) -> None:
        """Write to the disk without changing anything, or fail as a change would; waits for locks only briefly."""

    def check(self, connection: Connection) -> None:
        """Raise StoreError if the database itself finds that it is damaged, as far as that can be seen in seconds."""

    async def close(self) -> None:
        """Close all connections."""

    def is_transient(self, error: Exception, committing: bool) -> bool:
        """Whether a retry may succeed, and is safe because nothing can have been changed."""

    def describe(self, error: Exception, committing: bool) -> str:
        """An error in words for people; `committing` says that the outcome of the commit may be unknown."""


def use_begin_option(engine: Engine) -> None:
    """Run the statement in the engine's execution option "begin", if it has one, at the start of a transaction."""
    event.listen(engine, "begin", _begin)


def _begin(connection: Connection) -> None:
    if statement := connection.get_execution_options().get("begin"):
        connection.exec_driver_sql(statement)
