"""Reading a database that may be damaged: what it says about itself, and its rows as far as they can be read.

Nothing here writes to the database.
"""

import shutil
import sqlite3
import struct
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, NullPool, Table, create_engine, select, text

from ..contract.quotation import quoted
from . import backup
from .database import tables
from .database.database import revision
from .database.sqlite import FAILURES, damage_of
from .errors import StoreError

RANGE = 1000  # rows of SQLite or blocks of PostgreSQL that are read at once from a damaged table
FRUITLESS = 2  # ranges without a row after which a table ends whose length cannot be read
MOST_WORDS = 100  # lines in which the database tells what is wrong

# A header of SQLite as our databases have it, but for their length
MAGIC = b"SQLite format 3\0"
PAGE_SIZE = 4096
HEADER = struct.Struct(">16sHBBBBBB12I20xII")


class Reader:
    """Reads what can be read over a connection. `failures` are the exceptions of reading something damaged."""

    def __init__(self, connection: Connection, name: str, failures: tuple[type[Exception], ...]) -> None:
        self.connection, self.name = connection, name
        self._failures: tuple[type[Exception], ...] = (*failures, TypeError, LookupError, AttributeError)
        self._is_sqlite = connection.dialect.name == "sqlite"
        self.damage = damage_of(connection, MOST_WORDS) if self._is_sqlite else []
        found: Mapping[str, Table] = {}
        with suppress(*self._failures):
            found = backup.reflected(connection).tables
        self.tables = {known: found[known] for known in tables.metadata.tables if known in found}
        if not self.tables:
            raise StoreError(f"{name} holds no table of Ludarium that can be read; restore a backup if there is one")
        self.revision = self._read_revision()
        self.unreadable = dict[str, int]()  # rows of SQLite or blocks of PostgreSQL, by damaged table
        self._ranges = dict[str, list[tuple[int, int]]]()  # what can be read of the damaged tables
        self.counts = {table: self._count(table) for table in self.tables}

    @property
    def is_damaged(self) -> bool:
        return bool(self.damage or self.unreadable)

    def rows(self, table: str) -> Iterator[dict[str, Any]]:
        """The rows of a table that can be read and hold what their columns should."""
        found, seen = self.tables[table], dict[tuple[str, ...], set[Any]]()
        if table not in self.unreadable:
            yield from self._select(found)
            return
        for low, high in self._ranges[table]:
            for row in self._select(found, low, high):
                if backup.is_valid(found, row) and _is_new(found, row, seen):
                    yield row

    def _read_revision(self) -> str:
        try:
            return revision(self.connection) or tables.LATEST_REVISION
        except self._failures:
            return tables.LATEST_REVISION

    def _count(self, table: str) -> int:
        """The number of rows that can be read; notes what cannot."""
        found = self.tables[table]
        count, wrong = self._try(found)
        if wrong == 0:
            return count
        end, is_known = self._end(found)
        self.unreadable[table], self._ranges[table], fruitless, total = 0, [], 0, 0
        for low in range(0, end, RANGE):
            count = self._find_readable(found, low, min(low + RANGE, end))
            total, fruitless = total + count, 0 if count else fruitless + 1
            if fruitless == FRUITLESS and not is_known:
                break
        return total

    def _find_readable(self, table: Table, low: int, high: int) -> int:
        """Note the readable parts of a range, which is halved while it cannot be read; the number of good rows."""
        count, wrong = self._try(table, low, high)
        if wrong is not None:
            self._ranges[table.name].append((low, high))
            self.unreadable[table.name] += wrong
            return count
        if high - low == 1:
            self.unreadable[table.name] += 1
            return 0
        middle = (low + high) // 2
        return self._find_readable(table, low, middle) + self._find_readable(table, middle, high)

    def _try(self, table: Table, low: int | None = None, high: int | None = None) -> tuple[int, int | None]:
        """How many good and bad rows a table or a part of it has; None for the latter if it cannot be read."""
        good = bad = 0
        try:
            with nullcontext() if self._is_sqlite else self.connection.begin_nested():
                for row in self._select(table, low, high):
                    is_good = backup.is_valid(table, row)
                    good, bad = good + is_good, bad + (not is_good)
        except self._failures:
            # Is it the table, or is the database gone?
            self.connection.execute(text("SELECT 1"))
            return 0, None
        return good, bad

    def _select(self, table: Table, low: int | None = None, high: int | None = None) -> Iterator[dict[str, Any]]:
        query = select(table).execution_options(yield_per=RANGE)
        if low is not None:
            column, quote = ("rowid", "{}") if self._is_sqlite else ("ctid", "'({},0)'")
            query = query.where(text(f"{column} >= {quote.format(low)} AND {column} < {quote.format(high)}"))
        for row in self.connection.execute(query):
            yield row._asdict()

    def _end(self, table: Table) -> tuple[int, bool]:
        """A number after all rows of a table, or blocks of PostgreSQL, and whether it is known and not a guess."""
        if not self._is_sqlite:
            size = f"SELECT pg_relation_size('\"{table.name}\"') / current_setting('block_size')::int"
            return int(self.connection.execute(text(size)).scalar_one()), True
        # An index knows the numbers of the rows as well, and may be whole
        indices = self.connection.exec_driver_sql(f'PRAGMA index_list("{table.name}")').all()
        for hint in ["", *(f'INDEXED BY "{index[1]}"' for index in indices)]:
            try:
                query = f'SELECT max(number) FROM (SELECT rowid AS number FROM "{table.name}" {hint})'
                return int(self.connection.exec_driver_sql(query).scalar() or 0) + 1, True
            except self._failures:
                continue
        return 1 << 62, False


def _is_new(table: Table, row: dict[str, Any], seen: dict[tuple[str, ...], set[Any]]) -> bool:
    """Whether no row before has the same key; damage can show a row twice."""
    columns = {tuple(column.name for column in table.primary_key)}
    columns |= {tuple(column.name for column in index.columns) for index in table.indexes if index.unique}
    keys = {names: tuple(row[name] for name in names) for names in columns}
    if any(key in seen.get(names, ()) for names, key in keys.items()):
        return False
    for names, key in keys.items():
        if None not in key:
            seen.setdefault(names, set()).add(key)
    return True


# Files of SQLite


@contextmanager
def read_file(file: Path) -> Iterator[Reader]:
    """Open a file of SQLite to read from it, even if it is damaged, cut off or has lost its header."""
    if not file.is_file():
        raise StoreError(f"there is no database {quoted(str(file), 300)}")
    with tempfile.TemporaryDirectory(prefix="ludarium-check-") as folder:
        readable = file if _has_header(file) else _with_header(file, Path(folder))
        engine = create_engine("sqlite+pysqlite://", creator=lambda: _connect(readable), poolclass=NullPool)
        with engine.connect() as connection:
            reader = Reader(connection, repr(str(file)), FAILURES)
            if readable != file:
                reader.damage.insert(0, "the header of the file is not that of a database")
            yield reader
        engine.dispose()


def _connect(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)
    # Else a file that is shorter than its header says cannot be read at all
    connection.execute("PRAGMA writable_schema = ON")
    return connection


def _has_header(file: Path) -> bool:
    try:
        connection = _connect(file)
    except sqlite3.Error as error:
        return error.sqlite_errorname != "SQLITE_NOTADB"
    try:
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.Error as error:
        return error.sqlite_errorname != "SQLITE_NOTADB"
    finally:
        connection.close()
    return True


def _with_header(file: Path, folder: Path) -> Path:
    """A copy with a new header."""
    copy, log = folder / file.name, Path(f"{file}-wal")
    try:
        shutil.copyfile(file, copy)
        if log.exists():
            shutil.copyfile(log, Path(f"{copy}-wal"))
    except OSError as error:
        raise StoreError(f"{quoted(str(file), 300)} cannot be copied to {folder}: {error.strerror or error}") from None
    mode, pages = (2 if log.exists() else 1), copy.stat().st_size // PAGE_SIZE
    numbers = 1, pages, 0, 0, 1, 4, 0, 0, 1, 0, 0, 0  # the first and the last but one: a change, and UTF-8
    with copy.open("r+b") as out:
        out.write(HEADER.pack(MAGIC, PAGE_SIZE, mode, mode, 0, 64, 32, 32, *numbers, 1, 3_040_001))
    return copy
