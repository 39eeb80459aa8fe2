"""The database behind the store: where it is, how it is read and written, and how it comes to the newest revision."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, func, inspect, literal, select, text
from sqlalchemy.exc import IntegrityError

from .. import location
from ..errors import StoreError
from ..instrumentation import Instrumentation
from .backend import NAMED, Backend, TransactionMode
from .sqlite import Sqlite
from .tables import LATEST_REVISION, ExactText

T = TypeVar("T")

ATTEMPTS = 5  # of a transaction that another one stood in the way of
RETRY_DELAY = 0.05  # seconds between them


def backend_for(url: str | None) -> Backend:
    """What is at the URL that is given, that LUDARIUM_DATABASE names, or at that of the file in the data folder."""
    url = url or location.configured_url()
    if url is None:
        return Sqlite(URL.create("sqlite", database=str(location.database_file())))
    scheme, there, _ = url.partition("://")
    if not there:
        raise StoreError(NAMED)  # and not what it was: there may be a password in it
    if scheme == "sqlite":
        return Sqlite(url)
    if scheme not in ("postgresql", "postgres", "postgresql+asyncpg"):
        raise StoreError(f"{scheme!r:.60} databases are not known here; sqlite and postgresql are")
    try:
        # Its driver is imported for those who have one
        from .postgresql import Postgresql
    except ModuleNotFoundError as error:
        raise StoreError(f"a database at postgresql:// needs the package {error.name}; install it") from None
    return Postgresql(url)


class Database:
    """An open database. Work is a plain function of a connection, and done as one transaction: all of it or nothing."""

    def __init__(self, backend: Backend, instrumentation: Instrumentation) -> None:
        self.backend, self.instrumentation = backend, instrumentation
        self._doing: set[asyncio.Task[Any]] = set()
        self._closed = False

    @classmethod
    @asynccontextmanager
    async def connect(
        cls, url: str | None, instrumentation: Instrumentation | None = None
    ) -> AsyncIterator["Database"]:
        """A database as it is, at whatever revision."""
        database = cls(backend_for(url), instrumentation or Instrumentation())
        try:
            yield database
        finally:
            database._closed = True
            await asyncio.gather(*database._doing, return_exceptions=True)
            await database.backend.close()

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str | None, instrumentation: Instrumentation | None = None) -> AsyncIterator["Database"]:
        """Open the database, make it where there is none, and bring it to the newest revision."""
        async with cls.connect(url, instrumentation) as database:
            # Alembic takes its time to import, and is hardly ever needed
            if await database.transact(revision, "snapshot") != LATEST_REVISION:
                await database.transact(_upgrade, "exclusive")
            yield database

    @property
    def name(self) -> str:
        return self.backend.name

    async def transact(self, work: Callable[[Connection], T], mode: TransactionMode = "write") -> T:
        """Do the work, again where another process stood in its way; what it wrote is there for good.

        Whoever is cancelled meanwhile waits for its end: of work cut short nobody knows whether it is there.
        """
        if self._closed:
            raise StoreError(f"{self.name} was closed before this, and nothing was changed")
        doing = asyncio.create_task(self._do(work, mode))
        self._doing.add(doing)
        doing.add_done_callback(self._doing.discard)
        try:
            return await asyncio.shield(doing)
        except asyncio.CancelledError:
            await asyncio.wait([doing])
            raise

    async def _do(self, work: Callable[[Connection], T], mode: TransactionMode) -> T:
        confirming, tries = False, 1

        def confirm() -> None:
            nonlocal confirming
            confirming = True

        while True:
            confirming = False
            try:
                return await self.backend.transact(work, mode, confirm)
            except StoreError:
                raise
            except self.backend.failures as error:
                # One that came second with a new row finds it there the next time
                again = isinstance(error, IntegrityError) or self.backend.is_transient(error, confirming)
                if tries == ATTEMPTS or not again:
                    self.instrumentation.failed()
                    unsure = confirming or mode == "idempotent"
                    raise StoreError(self.backend.describe(error, unsure)) from error
            tries += 1
            await asyncio.sleep(RETRY_DELAY)


def advisory_lock(connection: Connection, at: str) -> None:
    """Wait for all others that take their turn at this, until they are done. Writers of SQLite wait anyhow."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(literal(at, ExactText()), 0))))


def revision(connection: Connection) -> str | None:
    """The revision that the database is at; None if it is new."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _upgrade(connection: Connection) -> None:
    from .migration import upgrade

    upgrade(connection, revision(connection))
