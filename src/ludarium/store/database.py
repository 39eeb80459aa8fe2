"""The database behind the store: where it is, how it is read and written, and how it comes to the newest revision."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from sqlalchemy import URL, Connection, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from . import place, sqlite
from .errors import StoreError
from .tables import NEWEST

T = TypeVar("T")

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
TRIES = 5  # of a transaction that another one stood in the way of
PAUSE = 0.05  # seconds between them
FAILURES = SQLAlchemyError, OSError, ValueError, OverflowError  # the last two are values that a database cannot hold


def address(url: str | None) -> URL:
    """The URL that is given, that LUDARIUM_DATABASE names, or that of the file in the data folder."""
    url = url or place.named()
    if url is None:
        return URL.create(DRIVERS["sqlite"], database=str(place.file()))
    try:
        made = make_url(url)
    except (ArgumentError, ValueError):
        # Not shown: there may be a password in it
        raise StoreError("a database is named by a URL such as sqlite:////home/me/games.db") from None
    return made.set(drivername=DRIVERS.get(made.drivername, made.drivername))


def _make_engine(url: URL) -> AsyncEngine:
    try:
        return sqlite.make_engine(url) if url.get_backend_name() == "sqlite" else create_async_engine(url)
    except ModuleNotFoundError as error:
        raise StoreError(f"a database at {url.drivername}: needs the package {error.name}; install it") from None
    except SQLAlchemyError:
        known = " and ".join(DRIVERS)
        raise StoreError(f"{url.drivername!r:.60} databases are not known here; {known} are") from None


class Database:
    """An open database. Work is a plain function of a connection, and done as one transaction: all of it or nothing."""

    def __init__(self, url: URL) -> None:
        self.where = repr(url.database or "memory") if url.get_backend_name() == "sqlite" else url.render_as_string()
        self._engine = _make_engine(url)

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str | None) -> AsyncIterator["Database"]:
        """Open the database, make it where there is none, and bring it to the newest revision."""
        database = cls(address(url))
        try:
            # Alembic takes its time to import, and is hardly ever needed
            if await database.do(_revision) != NEWEST:
                await database.do(_upgrade, changes_tables=True)
            yield database
        finally:
            await database._engine.dispose()

    async def do(self, work: Callable[[Connection], T], **options: bool) -> T:
        """Do the work, again where another process stood in its way; what it wrote is there for good."""
        engine = self._engine.execution_options(**options) if options else self._engine
        tries = 1
        while True:
            try:
                async with engine.begin() as connection:
                    return await connection.run_sync(work)
            except StoreError:
                raise
            except FAILURES as error:
                if tries == TRIES or not _passes(error):
                    raise self._told(error) from error
            tries += 1
            await asyncio.sleep(PAUSE)

    def _told(self, error: BaseException) -> StoreError:
        """The error in a sentence."""
        cause = error.orig if isinstance(error, DBAPIError) else error
        trouble = "cannot be reached" if isinstance(cause, OSError) else "does not take this"
        reason = str(cause).partition("\n")[0]
        return StoreError(sqlite.sentence(cause, self.where) or f"{self.where} {trouble}: {reason:.200}")


def _passes(error: BaseException) -> bool:
    """Whether it is worth trying again; one that came second with a new row finds it there the next time."""
    return isinstance(error, IntegrityError) or (isinstance(error, DBAPIError) and sqlite.passes(error.orig))


def _revision(connection: Connection) -> str | None:
    """The revision that the database is at; None if it is new."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _upgrade(connection: Connection) -> None:
    from .upgrade import upgrade

    upgrade(connection, _revision(connection))
