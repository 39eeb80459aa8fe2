"""All that is special about SQLite: how it is set up, and what its errors mean to people."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from ..errors import StoreError
from .backend import NAMED, T, TransactionMode, use_begin_option

PATIENCE = 2.0  # seconds to wait for another process to let go, each time it is tried

# With a write-ahead log readers and a writer do not wait for each other, and FULL syncs it at every commit, on a Mac
# with fullfsync: what was confirmed outlives a kill of the process and of the machine.
SETTINGS = ("journal_mode = WAL", "synchronous = FULL", "fullfsync = ON")

IN_USE = "{} is in use by another program that does not let go; close that one and try again"
CLOSED = "{} cannot be written; let LUDARIUM_HOME name a folder where you may write"
MEANS = {
    "BUSY": IN_USE,
    "LOCKED": IN_USE,
    "READONLY": CLOSED,
    "PERM": CLOSED,
    "CANTOPEN": "{} cannot be opened; it has to be a file that you may write, or LUDARIUM_HOME to name another folder",
    "NOTADB": "{} is no database; move it away, or let LUDARIUM_HOME name another folder",
    "CORRUPT": "{} is damaged; move it away, and bring back a copy if there is one",
    "FULL": "there is no space left to keep anything in {}; make some and try again",
    "IOERR": "{} cannot be read or written: the disk reports an error",
}


# What changes tables has to be begun by hand, and so has a snapshot; elsewhere a statement more would only cost time
MODE_OPTIONS: dict[TransactionMode, dict[str, Any]] = {
    "write": {},
    "read": {},
    "idempotent": {},
    "snapshot": {"begin": "BEGIN"},
    "exclusive": {"begin": "BEGIN IMMEDIATE"},
}
FAILURES = SQLAlchemyError, OSError, ValueError, OverflowError  # the last two are values that it cannot hold


class Sqlite:
    """A file, whose folder is made, or a database in memory."""

    def __init__(self, url: str | URL) -> None:
        self.failures: tuple[type[Exception], ...] = FAILURES
        self.connect: Callable[[], Awaitable[Any]] | None = None
        made = _read(url)
        self.name = repr(made.database or "memory")
        if made.database and not made.query:
            _make_folder(Path(made.database).parent)
        self._engine = _make_engine(made)
        self._engines = {mode: self._engine.execution_options(**options) for mode, options in MODE_OPTIONS.items()}
        # One thread and one connection serve a whole process: its tasks wait for each other in a queue, which is
        # quicker than at a lock. A whole transaction goes there at once; with a driver that hands over statement
        # after statement it took more than twice as long.
        self._thread = ThreadPoolExecutor(1, "store")

    async def transact(
        self, work: Callable[[Connection], T], mode: TransactionMode, confirming: Callable[[], None]
    ) -> T:
        def do() -> T:
            with self._engines[mode].connect() as connection:
                connection.begin()
                done = work(connection)
                confirming()
                connection.commit()
                return done

        return await asyncio.get_running_loop().run_in_executor(self._thread, do)

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown()

    def is_transient(self, error: Exception, confirming: bool) -> bool:
        return _means(error) == IN_USE

    def describe(self, error: Exception, confirming: bool) -> str:
        if meaning := _means(error):
            return meaning.format(self.name)
        cause = error.orig if isinstance(error, DBAPIError) else error
        trouble = "cannot be reached" if isinstance(cause, OSError) else "does not take this"
        reason = str(cause).partition("\n")[0]
        return f"{self.name} {trouble}: {reason:.200}"


def _read(url: str | URL) -> URL:
    try:
        made = make_url(url).set(drivername="sqlite+pysqlite")
    except (ArgumentError, ValueError):
        raise StoreError(NAMED) from None
    if made.host:
        raise StoreError(
            "a file is named by three slashes and its path: sqlite:///games.db, sqlite:////home/me/games.db"
        )
    return made


def _make_engine(url: URL) -> Engine:
    # The driver begins a transaction before whatever changes a row, and takes its turn to write at once: a transaction
    # that had read first could no longer wait for another
    engine = create_engine(
        url,
        connect_args={"isolation_level": "IMMEDIATE", "timeout": PATIENCE},
        poolclass=QueuePool,
        pool_size=1,
        max_overflow=0,
    )
    event.listen(engine, "connect", _set_up)
    use_begin_option(engine)
    return engine


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"the folder {str(folder)!r:.300} cannot be made: {error.strerror}; let LUDARIUM_HOME name another"
        ) from None


def _set_up(connection: DBAPIConnection, _record: Any) -> None:
    cursor = connection.cursor()
    for setting in SETTINGS:
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _means(error: BaseException | None) -> str | None:
    """What an error means, if it is one of those that are known."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if not isinstance(cause, sqlite3.Error):
        return None
    # SQLite's name without what only SQLite's makers need: BUSY, FULL, IOERR
    return MEANS.get(getattr(cause, "sqlite_errorname", "").removeprefix("SQLITE_").partition("_")[0])
