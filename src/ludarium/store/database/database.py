"""The database behind the store: opening, transactions with retries, and upgrading to the latest revision."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, func, inspect, literal, select, text
from sqlalchemy.exc import IntegrityError

from ...contract.quotation import quoted
from .. import location
from ..errors import StoreError
from ..instrumentation import Instrumentation
from .backend import URL_EXAMPLES, Backend, TransactionMode
from .sqlite import Sqlite
from .tables import LATEST_REVISION, ExactText, metadata

T = TypeVar("T")

ATTEMPTS = 5  # of a transaction that conflicts with another one
RETRY_DELAY = 0.05  # seconds between attempts


def backend_for(url: str | None) -> Backend:
    """The backend for a URL, for LUDARIUM_DATABASE, or for the file in the data folder."""
    url = url or location.configured_url()
    if url is None:
        return Sqlite(URL.create("sqlite", database=str(location.database_file())))
    scheme, separator, _ = url.partition("://")
    if not separator:
        raise StoreError(URL_EXAMPLES)  # without the text itself: there may be a password in it
    if scheme == "sqlite":
        return Sqlite(url)
    if scheme not in ("postgresql", "postgres", "postgresql+asyncpg"):
        raise StoreError(f"{quoted(scheme)} databases are not supported; use sqlite or postgresql")
    try:
        # The driver is an optional dependency
        from .postgresql import Postgresql
    except ModuleNotFoundError as error:
        raise StoreError(f"a database at postgresql:// needs the package {error.name}; install it") from None
    return Postgresql(url)


def is_in_memory(url: str | None) -> bool:
    """Whether a database is one in memory, which no other process can open."""
    scheme, _, rest = (url or location.configured_url() or "").partition("://")
    return scheme == "sqlite" and (rest.strip("/") in ("", ":memory:") or "mode=memory" in rest)


class Database:
    """An open database. Work is a plain function of a connection, run in one transaction: all of it or nothing."""

    def __init__(self, backend: Backend, instrumentation: Instrumentation) -> None:
        self.backend, self.instrumentation = backend, instrumentation
        self._running: set[asyncio.Task[Any]] = set()
        self._closed = False

    @classmethod
    @asynccontextmanager
    async def connect(
        cls, url: str | None, instrumentation: Instrumentation | None = None
    ) -> AsyncIterator["Database"]:
        """Open the database at whatever revision it is."""
        database = cls(backend_for(url), instrumentation or Instrumentation())
        try:
            yield database
        finally:
            database._closed = True
            await asyncio.gather(*database._running, return_exceptions=True)
            await database.backend.close()

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str | None, instrumentation: Instrumentation | None = None) -> AsyncIterator["Database"]:
        """Open the database, create it if there is none, and upgrade it to the latest revision."""
        async with cls.connect(url, instrumentation) as database:
            if await database.transact(revision, "snapshot") != LATEST_REVISION:
                await database.transact(_create_or_upgrade, "exclusive")
            yield database

    @property
    def name(self) -> str:
        return self.backend.name

    async def transact(self, work: Callable[[Connection], T], mode: TransactionMode = "write") -> T:
        """Run work in a transaction, with retries after conflicts. When this returns, what it wrote is durable.

        A cancelled caller still waits for the end: cutting a transaction off would leave its outcome unknown.
        """
        if self._closed:
            raise StoreError(f"{self.name} was closed before this, and nothing was changed")
        task = asyncio.create_task(self._transact(work, mode))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            await asyncio.wait([task])
            raise

    async def _transact(self, work: Callable[[Connection], T], mode: TransactionMode) -> T:
        committing, attempts = False, 1

        def on_commit() -> None:
            nonlocal committing
            committing = True

        while True:
            committing = False
            try:
                return await self.backend.transact(work, mode, on_commit)
            except StoreError:
                raise
            except self.backend.failures as error:
                # A transaction that lost a race to insert a row finds the row at the next attempt
                can_retry = isinstance(error, IntegrityError) or self.backend.is_transient(error, committing)
                if attempts == ATTEMPTS or not can_retry:
                    self.instrumentation.failed()
                    is_unknown = committing or mode == "idempotent"
                    raise StoreError(self.backend.describe(error, is_unknown)) from error
            attempts += 1
            await asyncio.sleep(RETRY_DELAY)


def advisory_lock(connection: Connection, key: str) -> None:
    """Hold a lock until the end of the transaction. SQLite needs none: it has one writer at a time."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(literal(key, ExactText()), 0))))


def revision(connection: Connection) -> str | None:
    """The revision of the database; None if it is new."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _create_or_upgrade(connection: Connection) -> None:
    """Make the tables of a new database. Only an older one needs Alembic, which is slow to import."""
    found = revision(connection)
    if found is None:
        metadata.create_all(connection, checkfirst=False)
        connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
        connection.execute(text("INSERT INTO alembic_version VALUES (:latest)"), {"latest": LATEST_REVISION})
    elif found != LATEST_REVISION:
        from .migration import upgrade

        upgrade(connection, found)
