"""The ledger: what happens in all games, written down in the order in which it comes.

Whatever has come while others were written is written together, in one transaction: so a disk that takes a while for
each is no limit to how many games can be played.
"""

import asyncio
import json
import time
from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, Dialect, bindparam, delete, select, text

from .database import tables
from .database.database import Database
from .errors import StoreError
from .models import Change, utc_now

MOST = 500  # changes that are written together
CHANNEL = "ludarium"  # where other processes hear of games that went on

UPDATE = """UPDATE games SET version = told.version, seats = told.seats, title = told.title, finished = told.finished,
        vacant = told.vacant, changed = :changed, record = COALESCE(told.record, games.record),
        notes = COALESCE(told.notes, games.notes),
        base = CASE WHEN told.record IS NULL THEN games.base ELSE told.version END,
        alias = CASE WHEN told.finished THEN NULL ELSE games.alias END
    FROM {} WHERE games.id = told.game AND games.version = told.after RETURNING games.id"""
ROWS = """(SELECT value ->> 'game' AS game, value ->> 'after' AS after, value ->> 'version' AS version,
        value ->> 'seats' AS seats, value ->> 'title' AS title, value ->> 'finished' AS finished,
        value ->> 'vacant' AS vacant, value ->> 'record' AS record, value ->> 'notes' AS notes FROM json_each(:rows))
        AS told"""

# Both take the changes as JSON, and answer with the ids of the games that had not gone on before. PostgreSQL, which is
# further away, writes the entries at once, and when all is there for good tells other processes. (What begins with WITH
# would be no transaction where Python begins them for SQLite.)
APPEND = {
    "sqlite": UPDATE.format(ROWS),
    "postgresql": f"""WITH told AS (SELECT * FROM json_to_recordset(CAST(:rows AS json)) AS told(game text,
        after bigint, version bigint, at bigint, bodies json, seats text, title text, finished boolean, vacant integer,
        record text, notes text)),
    done AS ({UPDATE.format("told")}, games.version),
    entered AS (INSERT INTO entries (game, number, at, body)
        SELECT told.game, told.after + body.place, told.at, body.text
        FROM done JOIN told ON told.game = done.id,
        json_array_elements_text(told.bodies) WITH ORDINALITY AS body(text, place))
    SELECT id, pg_notify('{CHANNEL}', id || ':' || version) FROM done""",
}
_APPEND = {
    dialect: text(append).bindparams(bindparam("changed", type_=tables.UtcDateTime()))
    for dialect, append in APPEND.items()
}


class EventLog:
    """Writes down changes."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[tuple[Change, asyncio.Future[bool]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def append(self, change: Change) -> bool:
        """Wait until a change is there for good; False if the game had gone on before."""
        asked = time.perf_counter()
        written: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((change, written))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        accepted = await written
        self._database.instrumentation.appended(time.perf_counter() - asked)
        return accepted

    async def flush(self) -> None:
        """Wait until all that was asked for is written."""
        while self._writing and not self._writing.done():
            await asyncio.wait([self._writing])

    async def _write(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            try:
                await self._write_all(batch)
            except StoreError as error:
                if len(batch) == 1 or error.__cause__ is None:
                    _fail(batch, error)
                    continue
                # One that cannot be written is no reason to refuse the others
                for each in batch:
                    try:
                        await self._write_all([each])
                    except StoreError as its_own:
                        _fail([each], its_own)

    async def _write_all(self, batch: "Sequence[tuple[Change, asyncio.Future[bool]]]") -> None:
        changes, tries = [change for change, _ in batch], 0

        def append(connection: Connection) -> set[str]:
            nonlocal tries
            tries += 1
            return _append(connection, changes, tries > 1)

        accepted = await self._database.transact(
            append, "write" if any(change.places for change in changes) else "idempotent"
        )
        self._database.instrumentation.wrote(len(changes))
        for change, written in batch:
            if not written.done():
                written.set_result(change.game in accepted)


def _fail(batch: "Sequence[tuple[Change, asyncio.Future[bool]]]", error: StoreError) -> None:
    for _, written in batch:
        if not written.done():
            written.set_exception(error)


def _append(connection: Connection, changes: Sequence[Change], again: bool) -> set[str]:
    """Write changes of different games; the ids of those that had not gone on. If it is tried `again`, because the
    connection was lost before there was an answer, some may have been written then."""
    dialect = connection.dialect
    rows = json.dumps([_row(change, dialect) for change in changes])
    accepted = set(connection.execute(_APPEND[dialect.name], {"rows": rows, "changed": utc_now()}).scalars())
    done = [change for change in changes if change.game in accepted]
    if done and dialect.name == "sqlite":
        connection.execute(
            tables.entries.insert(),
            [
                {"game": change.game, "number": number, "at": change.at, "body": body}
                for change in done
                for number, body in enumerate(change.bodies, change.after + 1)
            ],
        )
    for change in done:
        if change.places:
            write_seats(connection, change.game, change.places)
    if again:
        accepted |= {change.game for change in changes if change not in done and _is_written(connection, change)}
    return accepted


def _is_written(connection: Connection, change: Change) -> bool:
    """Whether what stands in the ledger is this very change."""
    c = tables.entries.c
    there = select(c.at, c.body).where(c.game == change.game, c.number > change.after, c.number <= change.version)
    return [*map(tuple, connection.execute(there.order_by(c.number)))] == [(change.at, body) for body in change.bodies]


def _row(change: Change, dialect: Dialect) -> dict[str, object]:
    def held(value: str | None) -> str | None:
        return tables.EXACT_TEXT.process_bind_param(value, dialect)

    return {
        "game": change.game,
        "after": change.after,
        "version": change.version,
        "at": change.at,
        "bodies": [held(body) for body in change.bodies],
        "seats": held("\n".join(change.seats)),
        "title": held(change.title),
        "finished": change.finished,
        "vacant": change.vacant,
        "record": held(change.record),
        "notes": held(change.notes),
    }


def write_seats(connection: Connection, game: str, people: Mapping[int, str | None]) -> None:
    """Note who has sat down, and who has left."""
    c = tables.places.c
    connection.execute(delete(tables.places).where(c.game == game, c.number.in_(people)))
    sat = [{"game": game, "number": number, "person": who} for number, who in people.items() if who]
    if sat:
        connection.execute(tables.places.insert(), sat)
