"""Backups: the whole database as one file of JSON lines, the same for every kind of database.

The first line is a header, each further line is a row, and the last line has the number of rows and a checksum.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import groupby, islice
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Column, Connection, DateTime, MetaData, Table, Text, TypeDecorator, event, func, select

from ..contract.quotation import quoted
from .database import migration, tables
from .database.database import Database, revision
from .errors import StoreError

HEADER = {"ludarium": "backup", "version": 1}
LONGEST_HEADER = 1000  # bytes; another kind of file may be one endless line
BATCH = 500  # rows read or written at once

TableRow = tuple[str, dict[str, Any]]  # the name of a table, and a row of it


async def back_up(file: Path, url: str | None = None) -> int:
    """Write the whole database to a file, or nothing after an error; returns the number of rows."""
    async with Database.open(url) as database:
        return await database.transact(lambda connection: _write(connection, file), "snapshot")


async def restore(file: Path, url: str | None = None) -> int:
    """Read a backup into an empty database; returns the number of rows."""
    # The whole file is checked first, so that a bad one does not even create a database
    written_at = _revision_of(file)
    migration.check(written_at)
    count = sum(1 for _ in _lines(file))
    async with Database.connect(url) as database:

        def restore_all(connection: Connection) -> None:
            _drop_empty_tables(connection, database.name)
            _fill(connection, file, written_at)

        await database.transact(restore_all, "exclusive")
    return count


# Writing


def _write(connection: Connection, file: Path) -> int:
    def rows() -> Iterator[TableRow]:
        for table in tables.metadata.sorted_tables:
            query = select(table).order_by(*table.primary_key).execution_options(yield_per=BATCH)
            for row in connection.execute(query):
                yield table.name, row._asdict()

    return write_rows(file, tables.LATEST_REVISION, rows())


def write_rows(file: Path, written_at: str, rows: Iterable[TableRow]) -> int:
    """Write rows of the tables of a revision to a file; returns their number."""
    count, digest = 0, hashlib.sha256()
    with _atomic_file(file) as out:

        def write_line(line: dict[str, Any]) -> None:
            data = json.dumps(line).encode() + b"\n"
            digest.update(data)
            with _naming_errors(file, "cannot be written"):
                out.write(data)

        write_line(HEADER | {"revision": written_at})
        for name, row in rows:
            write_line({name: {column: _encoded(value) for column, value in row.items()}})
            count += 1
        write_line({"rows": count, "sha256": digest.hexdigest()})
    return count


@contextmanager
def _atomic_file(file: Path) -> Iterator[IO[bytes]]:
    """A temporary file that replaces the real one at the end, and is deleted after an error."""
    with _naming_errors(file, "cannot be written"):
        out = tempfile.NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}.", delete=False)  # noqa: SIM115
    try:
        with out:
            yield out
            with _naming_errors(file, "cannot be written"):
                out.flush()
                os.fsync(out.fileno())
        with _naming_errors(file, "cannot be written"):
            Path(out.name).replace(file)
    except BaseException:
        Path(out.name).unlink(missing_ok=True)
        raise


@contextmanager
def _naming_errors(file: Path, trouble: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StoreError(f"the backup {quoted(str(file), 200)} {trouble}: {error.strerror or error}") from None


def _encoded(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


# Reading


def _revision_of(file: Path) -> str:
    """The revision of the database that a file was written from."""
    with _naming_errors(file, "cannot be read"), file.open("rb") as data:
        header = _parsed(data.readline(LONGEST_HEADER))
    if header.get("ludarium") != HEADER["ludarium"] or not isinstance(header.get("revision"), str):
        raise StoreError(f"{quoted(str(file), 200)} is not a backup of Ludarium")
    if header.get("version") != HEADER["version"]:
        raise StoreError(f"the backup {quoted(str(file), 200)} is from a newer Ludarium; install that version")
    return str(header["revision"])


def _lines(file: Path) -> Iterator[TableRow]:
    """The rows of a file; raises StoreError before the end if one is missing or was changed."""
    count, digest = 0, hashlib.sha256()
    with _naming_errors(file, "cannot be read"), file.open("rb") as data:
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
    raise StoreError(
        f"the backup {quoted(str(file), 200)} is damaged or incomplete (line {count + 1}); use another copy"
    )


def _parsed(text: bytes) -> dict[str, Any]:
    try:
        line = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return line if isinstance(line, dict) else {}


# Restoring


def _drop_empty_tables(connection: Connection, name: str) -> None:
    """Drop Ludarium's tables; raises StoreError if one of them has rows."""
    migration.check(revision(connection))
    found = reflected(connection)
    ours = [table for table in found.sorted_tables if table.name in {*tables.metadata.tables, "alembic_version"}]
    for table in ours:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql(f'LOCK TABLE "{table.name}" IN ACCESS EXCLUSIVE MODE')
        if table.name != "alembic_version" and connection.execute(select(table).limit(1)).first():
            raise StoreError(f"{name} is not empty; restore into a new database")
    found.drop_all(connection, ours)


def _fill(connection: Connection, file: Path, written_at: str) -> None:
    """Create the tables of the backup's revision, fill them, and upgrade them to the latest revision."""
    migration.upgrade(connection, None, to=written_at)
    into = reflected(connection).tables
    for name, lines in groupby(_lines(file), lambda line: line[0]):
        if name not in into:
            raise StoreError(
                f"the backup {quoted(str(file), 200)} has a table {quoted(name, 40)}, which Ludarium does not have"
            )
        rows = (_row(into[name], row) for _, row in lines)
        while batch := list(islice(rows, BATCH)):
            connection.execute(into[name].insert(), batch)
        _set_sequence(connection, into[name])
    migration.upgrade(connection, written_at)


def reflected(connection: Connection) -> MetaData:
    """The tables in the database, of whatever revision."""
    found = MetaData()

    @event.listens_for(found, "column_reflect")
    def _use_own_types(_inspector: Any, _table: Any, column: Any) -> None:
        if isinstance(column["type"], Text):
            column["type"] = tables.ExactText()
        if isinstance(column["type"], DateTime):
            column["type"] = tables.UtcDateTime()

    found.reflect(connection)
    return found


def _row(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    """A row with Python values of the columns' types."""
    if set(row) != set(table.columns.keys()):
        raise StoreError(f"the backup has a row whose columns are not those of {table.name}")
    made = {}
    for column in table.columns:
        value, kind = row[column.name], _python_type(column)
        if kind is datetime and isinstance(value, str):
            value = datetime.fromisoformat(value)
        if value is not None and not isinstance(value, kind):
            raise StoreError(f"the backup has {quoted(value, 40)} in the column {column.name} of {table.name}")
        made[column.name] = value
    return made


def is_valid(table: Table, row: dict[str, Any]) -> bool:
    """Whether every value of a row is one that its column may hold."""
    return all(
        column.nullable if (value := row[column.name]) is None else isinstance(value, _python_type(column))
        for column in table.columns
    )


def _python_type(column: Column[Any]) -> type:
    kind = column.type
    return kind.impl_instance.python_type if isinstance(kind, TypeDecorator) else kind.python_type


def _set_sequence(connection: Connection, table: Table) -> None:
    """Continue the numbers of a table after its last row; SQLite does so by itself."""
    if connection.dialect.name == "postgresql" and table.autoincrement_column is not None:
        column = table.autoincrement_column
        last = select(func.max(column)).scalar_subquery()
        connection.execute(select(func.setval(func.pg_get_serial_sequence(table.name, column.name), last)))
