"""SQLite: its settings, its thread, and its errors in words for people."""

import asyncio
import sqlite3
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError, OperationalError, SQLAlchemyError

from ...contract.quotation import quoted
from ..errors import StoreError
from .backend import URL_EXAMPLES, T, TransactionMode, use_begin_option

LOCK_TIMEOUT = 2.0  # seconds that an attempt waits for another process's lock
CHECK_TIMEOUT = 10.0  # seconds for a check when a server starts; 100 MB take half a second
PROBE_LOCK_TIMEOUT = 0.1  # the same for a probe, during which no other query can use the thread

# With a write-ahead log, readers and a writer do not block each other. FULL syncs it at every commit, on macOS with
# fullfsync: committed transactions survive a kill of the process and a power cut.
SETTINGS = ("journal_mode = WAL", "synchronous = FULL", "fullfsync = ON")

IN_USE = "{} is in use by another program; close that one and try again"
DENIED = "{} cannot be written; set LUDARIUM_HOME to a folder that you may write to"
MESSAGES = {
    "BUSY": IN_USE,
    "LOCKED": IN_USE,
    "READONLY": DENIED,
    "PERM": DENIED,
    "CANTOPEN": "{} cannot be opened; make it a file that you may write to, or set LUDARIUM_HOME to another folder",
    "NOTADB": "{} is not a database; move it away, or set LUDARIUM_HOME to another folder; if it was one, "
    "`ludarium admin check` tells what can be saved from it",
    "CORRUPT": "{} is damaged; `ludarium admin check` tells what can be saved from it, and a backup may hold more",
    "FULL": "there is no space left for {}; free some and try again",
    "IOERR": "{} cannot be read or written: the disk reports an error",
}


# The driver begins a transaction by itself before a row is changed, but not before DDL or reads
MODE_OPTIONS: dict[TransactionMode, dict[str, Any]] = {
    "write": {},
    "read": {},
    "idempotent": {},
    "snapshot": {"begin": "BEGIN"},
    "exclusive": {"begin": "BEGIN IMMEDIATE"},
}
FAILURES = SQLAlchemyError, OSError, ValueError, OverflowError  # the last two: values that SQLite cannot hold


class Sqlite:
    """A file, whose folder is created if needed, or a database in memory."""

    def __init__(self, url: str | URL) -> None:
        self.failures: tuple[type[Exception], ...] = FAILURES
        self.connect: Callable[[], Awaitable[Any]] | None = None
        made = _parse(url)
        self.name = repr(made.database or "memory")
        self.file = Path(made.database) if made.database and not made.query and made.database != ":memory:" else None
        if made.database and not made.query:
            _make_folder(Path(made.database).parent)
        self._engine = _make_engine(made)
        self._engines = {mode: self._engine.execution_options(**options) for mode, options in MODE_OPTIONS.items()}
        # One thread and one connection serve the whole process: tasks wait in the thread's queue, which is faster than
        # at a lock. The thread runs a transaction as a whole; aiosqlite, which changes threads at every statement,
        # took more than twice as long.
        self._thread = ThreadPoolExecutor(1, "store")

    async def transact(
        self, work: Callable[[Connection], T], mode: TransactionMode, on_commit: Callable[[], None]
    ) -> T:
        def run() -> T:
            with self._engines[mode].connect() as connection:
                connection.begin()
                done = work(connection)
                on_commit()
                connection.commit()
                return done

        return await asyncio.get_running_loop().run_in_executor(self._thread, run)

    def probe(self, connection: Connection) -> None:
        # The pragma writes the first page of the file through the log, whatever was in it before
        _set_lock_timeout(connection, PROBE_LOCK_TIMEOUT)
        try:
            connection.exec_driver_sql("PRAGMA user_version = 0")
        finally:
            _set_lock_timeout(connection, LOCK_TIMEOUT)

    def check(self, connection: Connection) -> None:
        driver = connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        timer = threading.Timer(CHECK_TIMEOUT, driver.interrupt)
        timer.start()
        try:
            found = damage_of(connection, 1, "quick_check")
        except OperationalError as error:
            # A large file on a slow disk: what was read is sound, and `ludarium admin check` reads all of it
            if getattr(error.orig, "sqlite_errorname", "") != "SQLITE_INTERRUPT":
                raise
            found = []
        finally:
            timer.cancel()
            timer.join()
        if found:
            raise StoreError(MESSAGES["CORRUPT"].format(self.name))

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown()

    def is_transient(self, error: Exception, committing: bool) -> bool:
        return _message(error) == IN_USE

    def describe(self, error: Exception, committing: bool) -> str:
        if message := _message(error):
            return message.format(self.name)
        cause = error.orig if isinstance(error, DBAPIError) else error
        trouble = "cannot be reached" if isinstance(cause, OSError) else "rejects this"
        reason = str(cause).partition("\n")[0]
        return f"{self.name} {trouble}: {reason:.200}"


def damage_of(connection: Connection, most: int, pragma: str = "integrity_check") -> list[str]:
    """What SQLite finds damaged, in its own words."""
    try:
        words = [str(word) for word in connection.exec_driver_sql(f"PRAGMA {pragma}({most})").scalars()]
    except DatabaseError as error:
        if isinstance(error, OperationalError):
            raise
        return [str(error.orig)]
    return [] if words == ["ok"] else words


def _parse(url: str | URL) -> URL:
    try:
        made = make_url(url).set(drivername="sqlite+pysqlite")
    except (ArgumentError, ValueError):
        raise StoreError(URL_EXAMPLES) from None
    if made.host:
        raise StoreError(
            "a SQLite URL has three slashes before the path: sqlite:///games.db, sqlite:////home/me/games.db"
        )
    return made


def _make_engine(url: URL) -> Engine:
    # IMMEDIATE takes the write lock when a transaction begins: SQLite refuses to wait for it in a transaction that
    # has read already
    engine = create_engine(
        url,
        connect_args={"isolation_level": "IMMEDIATE", "timeout": LOCK_TIMEOUT},
        poolclass=QueuePool,
        pool_size=1,
        max_overflow=0,
    )
    event.listen(engine, "connect", _apply_settings)
    use_begin_option(engine)
    return engine


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"the folder {quoted(str(folder), 300)} cannot be created: {error.strerror}; set LUDARIUM_HOME to another"
        ) from None


def _apply_settings(connection: DBAPIConnection, _record: Any) -> None:
    cursor = connection.cursor()
    for setting in SETTINGS:
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _set_lock_timeout(connection: Connection, seconds: float) -> None:
    connection.exec_driver_sql(f"PRAGMA busy_timeout = {round(1000 * seconds)}")


def _message(error: BaseException | None) -> str | None:
    """The message for an error; None if there is no special one."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if not isinstance(cause, sqlite3.Error):
        return None
    # SQLite's name for the error without its details: BUSY, FULL, IOERR
    return MESSAGES.get(getattr(cause, "sqlite_errorname", "").removeprefix("SQLITE_").partition("_")[0])
