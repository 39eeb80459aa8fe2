"""The event log: the events of all games, appended in order.

Changes that arrive while a transaction runs are written together in the next one, so that a slow disk limits the number
of transactions but not the number of moves.
"""

import asyncio
import json
import time
from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import Connection, Dialect, bindparam, delete, select, text

from .database import tables
from .database.backend import TransactionMode
from .database.database import Database
from .database.notifications import CHANNEL
from .errors import StoreError
from .models import Change
from .time_source import TimeSource

BATCH = 500  # changes in a transaction, at most

UPDATE = """UPDATE games SET version = incoming.version, seats = incoming.seats, title = incoming.title,
        finished = incoming.finished, vacant = incoming.vacant, changed = :changed,
        record = COALESCE(incoming.record, games.record),
        notes = COALESCE(incoming.notes, games.notes),
        base = CASE WHEN incoming.record IS NULL THEN games.base ELSE incoming.version END,
        alias = CASE WHEN incoming.finished THEN NULL ELSE games.alias END
    FROM {} WHERE games.id = incoming.game AND games.version = incoming.after RETURNING games.id"""
ROWS = """(SELECT value ->> 'game' AS game, value ->> 'after' AS after, value ->> 'version' AS version,
        value ->> 'seats' AS seats, value ->> 'title' AS title, value ->> 'finished' AS finished,
        value ->> 'vacant' AS vacant, value ->> 'record' AS record, value ->> 'notes' AS notes FROM json_each(:rows))
        AS incoming"""

# Both statements take the changes as JSON and return the ids of the games that were at the expected version. For
# PostgreSQL, where a round trip costs more, the same statement inserts the events and notifies other processes.
# (For SQLite that would not work: Python's driver opens no transaction for a statement that begins with WITH.)
APPEND = {
    "sqlite": UPDATE.format(ROWS),
    "postgresql": f"""WITH incoming AS (SELECT * FROM json_to_recordset(CAST(:rows AS json)) AS incoming(game text,
        after bigint, version bigint, at bigint, bodies json, seats text, title text, finished boolean, vacant integer,
        record text, notes text)),
    done AS ({UPDATE.format("incoming")}, games.version),
    entered AS (INSERT INTO entries (game, number, at, body)
        SELECT incoming.game, incoming.after + body.place, incoming.at, body.text
        FROM done JOIN incoming ON incoming.game = done.id,
        json_array_elements_text(incoming.bodies) WITH ORDINALITY AS body(text, place))
    SELECT id, pg_notify('{CHANNEL}', id || ':' || version) FROM done""",
}
_APPEND = {
    dialect: text(append).bindparams(bindparam("changed", type_=tables.UtcDateTime()))
    for dialect, append in APPEND.items()
}


class EventLog:
    """Appends changes to the logs of games."""

    def __init__(self, database: Database, time_source: TimeSource) -> None:
        self._database, self._time = database, time_source
        self._queue: list[tuple[Change, asyncio.Future[bool]]] = []
        self._writer: asyncio.Task[None] | None = None

    async def append(self, change: Change) -> bool:
        """Wait until a change is durable; False if the game was at another version."""
        started = time.perf_counter()
        written: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._queue.append((change, written))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write_queue())
        accepted = await written
        self._database.instrumentation.appended(time.perf_counter() - started)
        return accepted

    async def flush(self) -> None:
        """Wait until all queued changes are written."""
        while self._writer and not self._writer.done():
            await asyncio.wait([self._writer])

    async def _write_queue(self) -> None:
        while self._queue:
            batch, self._queue = self._queue[:BATCH], self._queue[BATCH:]
            try:
                await self._write(batch)
            except StoreError as error:
                if len(batch) == 1 or error.__cause__ is None:
                    _fail(batch, error)
                    continue
                # One change that cannot be written must not make the others fail
                for each in batch:
                    try:
                        await self._write([each])
                    except StoreError as own_error:
                        _fail([each], own_error)

    async def _write(self, batch: "Sequence[tuple[Change, asyncio.Future[bool]]]") -> None:
        changes, attempts, now = [change for change, _ in batch], 0, self._time.now()

        def append(connection: Connection) -> set[str]:
            nonlocal attempts
            attempts += 1
            return _append(connection, changes, now, is_retry=attempts > 1)

        mode: TransactionMode = "write" if any(change.places for change in changes) else "idempotent"
        accepted = await self._database.transact(append, mode)
        self._database.instrumentation.wrote(len(changes))
        for change, written in batch:
            if not written.done():
                written.set_result(change.game in accepted)


def _fail(batch: "Sequence[tuple[Change, asyncio.Future[bool]]]", error: StoreError) -> None:
    for _, written in batch:
        if not written.done():
            written.set_exception(error)


def _append(connection: Connection, changes: Sequence[Change], now: datetime, is_retry: bool) -> set[str]:
    """Write changes of different games; returns the ids of those that were at the expected version.

    In a retry, after a connection was lost before it answered, some changes may already have been written.
    """
    dialect = connection.dialect
    rows = json.dumps([_row(change, dialect) for change in changes])
    accepted = set(connection.execute(_APPEND[dialect.name], {"rows": rows, "changed": now}).scalars())
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
    if is_retry:
        accepted |= {change.game for change in changes if change not in done and _is_written(connection, change)}
    return accepted


def _is_written(connection: Connection, change: Change) -> bool:
    """Whether the log holds exactly the events of this change."""
    c = tables.entries.c
    query = select(c.at, c.body).where(c.game == change.game, c.number > change.after, c.number <= change.version)
    return [*map(tuple, connection.execute(query.order_by(c.number)))] == [(change.at, body) for body in change.bodies]


def _row(change: Change, dialect: Dialect) -> dict[str, object]:
    def bind(value: str | None) -> str | None:
        return tables.EXACT_TEXT.process_bind_param(value, dialect)

    return {
        "game": change.game,
        "after": change.after,
        "version": change.version,
        "at": change.at,
        "bodies": [bind(body) for body in change.bodies],
        "seats": bind("\n".join(change.seats)),
        "title": bind(change.title),
        "finished": change.finished,
        "vacant": change.vacant,
        "record": bind(change.record),
        "notes": bind(change.notes),
    }


def write_seats(connection: Connection, game: str, people: Mapping[int, str | None]) -> None:
    """Replace the people on these seats; None leaves a seat empty."""
    c = tables.places.c
    connection.execute(delete(tables.places).where(c.game == game, c.number.in_(people)))
    rows = [{"game": game, "number": number, "person": person} for number, person in people.items() if person]
    if rows:
        connection.execute(tables.places.insert(), rows)
