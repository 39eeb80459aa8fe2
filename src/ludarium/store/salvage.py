"""Checking a whole database, and saving what can be read of a damaged one as a backup that can be restored."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, text

from . import backup
from .backup import TableRow
from .database import tables
from .database.database import Database, backend_for
from .database.sqlite import Sqlite
from .integrity import Reader, read_file

# What belongs to something that is not there: rows of a table, by a column, and the table that should have them
BELONGS_TO = [("entries", "game", "games"), ("places", "game", "games"), ("tokens", "person", "people")]
LOOSE = "SELECT count(*) FROM {} WHERE {} NOT IN (SELECT id FROM {})"
# Games whose events since their record are not all there
GAPS = """SELECT id FROM games WHERE version - base != (SELECT count(*) FROM entries
    WHERE entries.game = games.id AND number > games.base AND number <= games.version) ORDER BY id"""


class Saved(NamedTuple):
    """What a file with the readable rows holds."""

    rows: int
    shortened: int  # games without their last events
    dropped: int  # rows that belonged to lost ones


class Findings(NamedTuple):
    """What was found in a database."""

    name: str
    damage: Sequence[str]  # in the words of the database
    counts: dict[str, int]  # rows that can be read, by table
    unreadable: dict[str, int]  # about how many cannot; in PostgreSQL, blocks
    missing: Sequence[str]  # tables
    loose: dict[str, int]  # rows that belong to something that is not there, by table
    gaps: Sequence[str]  # ids of games some of whose events are not there
    games: Sequence[str]  # ids of the games that can be opened
    saved: Saved | None

    @property
    def is_damaged(self) -> bool:
        return bool(self.damage or self.missing or self.unreadable)

    @property
    def is_sound(self) -> bool:
        return not (self.is_damaged or self.gaps or self.loose)


async def examine(url: str | None, save: Path | None = None) -> Findings:
    """Read everything in a database, and write what can be read to a file, if one is given."""
    backend = backend_for(url)
    if isinstance(backend, Sqlite) and backend.file:
        await backend.close()
        with read_file(backend.file) as reader:
            return _examine(reader, save)
    await backend.close()
    async with Database.connect(url) as database:

        def work(connection: Connection) -> Findings:
            return _examine(Reader(connection, database.name, database.backend.failures), save)

        return await database.transact(work, "snapshot")


def _examine(reader: Reader, save: Path | None) -> Findings:
    loose, gaps, games = dict[str, int](), list[str](), list[str]()
    if not reader.is_damaged and reader.revision == tables.LATEST_REVISION:
        execute = reader.connection.execute
        loose = {child: execute(text(LOOSE.format(child, by, parent))).scalar_one() for child, by, parent in BELONGS_TO}
        gaps = [*execute(text(GAPS)).scalars()]
        games = sorted({*execute(text("SELECT id FROM games")).scalars()} - {*gaps})
    return Findings(
        name=reader.name,
        damage=reader.damage,
        counts=reader.counts,
        unreadable=reader.unreadable,
        missing=sorted({*tables.metadata.tables} - {*reader.tables}) if reader.is_damaged else [],
        loose={table: count for table, count in loose.items() if count},
        gaps=gaps,
        games=games,
        saved=_Salvage(reader).write(save) if save else None,
    )


class _Salvage:
    """The readable rows, without those that make no sense any more."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._ends = self._find_ends()  # by game: the last of its events that can be reached from its record
        self._ids = {"games": {*self._ends}, "people": {row["id"] for row in self._rows("people")}}
        self._shortened = self._dropped = 0

    def write(self, file: Path) -> Saved:
        count = backup.write_rows(file, self._reader.revision, self._kept_rows())
        return Saved(count, self._shortened, self._dropped)

    def _rows(self, table: str) -> Iterator[dict[str, Any]]:
        return self._reader.rows(table) if table in self._reader.tables else iter(())

    def _find_ends(self) -> dict[str, int]:
        numbers = defaultdict[str, set[int]](set)
        for row in self._rows("entries"):
            numbers[row["game"]].add(row["number"])
        ends = {}
        for row in self._rows("games"):
            end = row.get("base", 0)
            while end < row.get("version", 0) and end + 1 in numbers[row["id"]]:
                end += 1
            ends[row["id"]] = end
        return ends

    def _kept_rows(self) -> Iterator[TableRow]:
        for table in self._reader.tables:
            for row in self._rows(table):
                if kept := self._kept(table, row):
                    yield table, kept
                else:
                    self._dropped += 1

    def _kept(self, table: str, row: dict[str, Any]) -> dict[str, Any] | None:
        """A row as it is saved; None if what it belongs to is lost."""
        if table == "games" and row.get("version", 0) > self._ends[row["id"]]:
            self._shortened += 1
            return row | {"version": self._ends[row["id"]], "finished": False}
        if table == "entries" and row["number"] > self._ends.get(row["game"], -1):
            return None
        for child, column, parent in BELONGS_TO:
            if table == child and row[column] not in self._ids[parent]:
                return None
        return row
