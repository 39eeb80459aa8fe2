"""All that is kept as one file, and back again: lines of JSON, the same for every kind of database.

The first line says what the file is, then comes a line a row, and the last one counts the rows and sums them up.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import groupby, islice
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Column, Connection, DateTime, MetaData, Table, Text, TypeDecorator, event, func, select

from .database import migration, tables
from .database.database import Database, revision
from .errors import StoreError

HEADER = {"ludarium": "backup", "version": 1}
LONGEST_HEADER = 1000  # bytes; what has none may be one endless line
BATCH = 500  # rows at a time

Line = tuple[str, dict[str, Any]]  # the name of a table, and a row of it


async def back_up(file: Path, url: str | None = None) -> int:
    """Write all that is kept to a file, whole or not at all; returns the number of rows."""
    async with Database.open(url) as database:
        return await database.transact(lambda connection: _write(connection, file), "snapshot")


async def restore(file: Path, url: str | None = None) -> int:
    """Bring what a file has into a database that has nothing yet; returns the number of rows."""
    # All of it is read beforehand, so that a bad file does not even make a database
    written = _revision_of(file)
    migration.check(written)
    count = sum(1 for _ in _lines(file))
    async with Database.connect(url) as database:

        def bring_back(connection: Connection) -> None:
            _make_room(connection, database.name)
            _fill(connection, file, written)

        await database.transact(bring_back, "exclusive")
    return count


# Writing


def _write(connection: Connection, file: Path) -> int:
    count, digest = 0, hashlib.sha256()
    with _scratch(file) as out:

        def put(line: dict[str, Any]) -> None:
            data = json.dumps(line).encode() + b"\n"
            digest.update(data)
            with _telling(file, "cannot be written"):
                out.write(data)

        put(HEADER | {"revision": tables.LATEST_REVISION})
        for table in tables.metadata.sorted_tables:
            ask = select(table).order_by(*table.primary_key).execution_options(yield_per=BATCH)
            for row in connection.execute(ask):
                put({table.name: {name: _told(value) for name, value in row._asdict().items()}})
                count += 1
        put({"rows": count, "sha256": digest.hexdigest()})
    return count


@contextmanager
def _scratch(file: Path) -> Iterator[IO[bytes]]:
    """A file that takes the place of the one that is meant when all went well, and else is nowhere."""
    with _telling(file, "cannot be written"):
        out = tempfile.NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}.", delete=False)  # noqa: SIM115
    try:
        with out:
            yield out
            with _telling(file, "cannot be written"):
                out.flush()
                os.fsync(out.fileno())
        with _telling(file, "cannot be written"):
            Path(out.name).replace(file)
    except BaseException:
        Path(out.name).unlink(missing_ok=True)
        raise


@contextmanager
def _telling(file: Path, trouble: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StoreError(f"the backup {str(file)!r:.200} {trouble}: {error.strerror or error}") from None


def _told(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


# Reading


def _revision_of(file: Path) -> str:
    """The revision of the tables that a file was written from."""
    with _telling(file, "cannot be read"), file.open("rb") as data:
        header = _parsed(data.readline(LONGEST_HEADER))
    if header.get("ludarium") != HEADER["ludarium"] or not isinstance(header.get("revision"), str):
        raise StoreError(f"{str(file)!r:.200} is no backup of Ludarium")
    if header.get("version") != HEADER["version"]:
        raise StoreError(f"the backup {str(file)!r:.200} is from a newer Ludarium; install that one")
    return str(header["revision"])


def _lines(file: Path) -> Iterator[Line]:
    """The rows of a file, of which none is missing and none was changed if this comes to its end."""
    count, digest = 0, hashlib.sha256()
    with _telling(file, "cannot be read"), file.open("rb") as data:
        digest.update(data.readline())
        for text in data:
            line = _parsed(text)
            if line == {"rows": count, "sha256": digest.hexdigest()}:
                if data.read(1):
                    break
                return
            digest.update(text)
            count += 1
            if len(line) != 1 or not isinstance(row := next(iter(line.values())), dict):
                break
            yield next(iter(line)), row
    raise StoreError(f"the backup {str(file)!r:.200} is damaged or not all there (line {count + 1}); take another copy")


def _parsed(text: bytes) -> dict[str, Any]:
    try:
        line = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return line if isinstance(line, dict) else {}


# Restoring


def _make_room(connection: Connection, where: str) -> None:
    """Take the house's tables away, if there is nothing in them."""
    migration.check(revision(connection))
    there = _reflected(connection)
    ours = [table for table in there.sorted_tables if table.name in {*tables.metadata.tables, "alembic_version"}]
    for table in ours:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql(f'LOCK TABLE "{table.name}" IN ACCESS EXCLUSIVE MODE')
        if table.name != "alembic_version" and connection.execute(select(table).limit(1)).first():
            raise StoreError(f"there is something in {where} already; restore into a new database")
    there.drop_all(connection, ours)


def _fill(connection: Connection, file: Path, written: str) -> None:
    """Make the tables as they were when the file was written, fill them, and bring them to the newest revision."""
    migration.upgrade(connection, None, to=written)
    into = _reflected(connection).tables
    for name, lines in groupby(_lines(file), lambda line: line[0]):
        if name not in into:
            raise StoreError(f"the backup {str(file)!r:.200} has a table {name!r:.40}, which is none of Ludarium's")
        rows = (_row(into[name], row) for _, row in lines)
        while batch := list(islice(rows, BATCH)):
            connection.execute(into[name].insert(), batch)
        _count_on(connection, into[name])
    migration.upgrade(connection, written)


def _reflected(connection: Connection) -> MetaData:
    """The tables as they are, of whatever revision."""
    found = MetaData()

    @event.listens_for(found, "column_reflect")
    def _keep_types(_inspector: Any, _table: Any, column: Any) -> None:
        if isinstance(column["type"], Text):
            column["type"] = tables.ExactText()
        if isinstance(column["type"], DateTime):
            column["type"] = tables.UtcDateTime()

    found.reflect(connection)
    return found


def _row(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    """A row as the table takes it."""
    if set(row) != set(table.columns.keys()):
        raise StoreError(f"the backup has a row with other columns than those of {table.name}")
    made = {}
    for column in table.columns:
        value, kind = row[column.name], _python_type(column)
        if kind is datetime and isinstance(value, str):
            value = datetime.fromisoformat(value)
        if value is not None and not isinstance(value, kind):
            raise StoreError(f"the backup has {value!r:.40} in the column {column.name} of {table.name}")
        made[column.name] = value
    return made


def _python_type(column: Column[Any]) -> type:
    kind = column.type
    return kind.impl_instance.python_type if isinstance(kind, TypeDecorator) else kind.python_type


def _count_on(connection: Connection, table: Table) -> None:
    """Let a table that numbers its rows go on after the last one; SQLite does so by itself."""
    if connection.dialect.name == "postgresql" and table.autoincrement_column is not None:
        column = table.autoincrement_column
        last = select(func.max(column)).scalar_subquery()
        connection.execute(select(func.setval(func.pg_get_serial_sequence(table.name, column.name), last)))
