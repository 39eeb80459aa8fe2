"""All that is special about SQLite: how it is set up, and what its errors mean to people."""

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import URL, AsyncAdaptedQueuePool, Connection, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from .errors import StoreError

PATIENCE = 2.0  # seconds to wait for another process to let go, each time it is tried

# With a write-ahead log readers and a writer do not wait for each other, and FULL syncs it at every commit, on a Mac
# with fullfsync: what was confirmed outlives a kill of the process and of the machine.
SETTINGS = ("journal_mode = WAL", "synchronous = FULL", "fullfsync = ON")

# One connection serves a whole process: its tasks wait for each other in a queue, which is quicker than at a lock
ALONE: dict[str, Any] = {"pool_size": 1, "max_overflow": 0, "pool_timeout": None}

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


def make_engine(url: URL) -> AsyncEngine:
    """The engine for a file, whose folder is made, or for a database in memory."""
    if url.database and not url.query:
        _make_file(Path(url.database))
    # The driver begins a transaction before whatever changes a row, and takes its turn to write at once: a transaction
    # that had read first could no longer wait for another
    engine = create_async_engine(
        url,
        connect_args={"isolation_level": "IMMEDIATE", "timeout": PATIENCE},
        poolclass=AsyncAdaptedQueuePool,
        **ALONE,
    )
    event.listen(engine.sync_engine, "connect", _set_up)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _make_file(file: Path) -> None:
    """See that there is a file, and that it opens: where it does not, the driver's thread would outlive the loop."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        sqlite3.connect(file).close()
    except OSError as error:
        raise StoreError(
            f"the folder {str(file.parent)!r:.300} cannot be made: {error.strerror}; let LUDARIUM_HOME name another"
        ) from None
    except sqlite3.Error as error:
        raise StoreError(sentence(error, repr(str(file))) or str(error)) from None


def _set_up(connection: DBAPIConnection, _record: Any) -> None:
    cursor = connection.cursor()
    for setting in SETTINGS:
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _begin(connection: Connection) -> None:
    """What changes tables has to be begun by hand; elsewhere a statement more would only cost time."""
    if connection.get_execution_options().get("changes_tables"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def _name(error: BaseException | None) -> str:
    """SQLite's name for an error without what only SQLite's makers need: BUSY, FULL, IOERR."""
    if not isinstance(error, sqlite3.Error):
        return ""
    return getattr(error, "sqlite_errorname", "").removeprefix("SQLITE_").partition("_")[0]


def passes(error: BaseException | None) -> bool:
    """Whether it is worth trying again."""
    return MEANS.get(_name(error)) == IN_USE


def sentence(error: BaseException | None, where: str) -> str | None:
    """What an error means, if it is one of those that are known."""
    meaning = MEANS.get(_name(error))
    return meaning and meaning.format(where)
