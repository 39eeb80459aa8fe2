"""The store: saved games, high scores, preferences, behind a handful of verbs."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from sqlalchemy import ColumnElement, Connection, Row, Select, Table, and_, delete, false, func, or_, select, true

from .database import tables
from .database.database import Database, advisory_lock, revision
from .database.notifications import Notifications, OnChange
from .errors import StoreError
from .event_log import EventLog, write_seats
from .instrumentation import Instrumentation
from .models import ROWS, Change, SavedGame, Score, StoredEvent, utc_now
from .people.accounts import People

T = TypeVar("T")

LISTED = 500  # games that are listed at once


class Store:
    """What is kept in one database. Whatever a verb has written when it returns is there for good."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._event_log = EventLog(database)
        self.people = People(database)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @classmethod
    @asynccontextmanager
    async def open(
        cls, url: str | None = None, instrumentation: Instrumentation | None = None
    ) -> AsyncIterator["Store"]:
        """The store at a URL, at LUDARIUM_DATABASE, or in the data folder; made where there is none yet."""
        async with Database.open(url, instrumentation) as database:
            store = cls(database)
            try:
                yield store
            finally:
                await store.flush()

    @property
    def is_shared(self) -> bool:
        """Whether other processes may serve the same games."""
        return self._database.backend.connect is not None

    # Saved games

    async def save_game(self, saved: SavedGame) -> SavedGame:
        """Keep a game, in place of what was kept of it before; returns it with the time of the change."""
        if any("\n" in seat or not seat for seat in saved.seats):
            raise StoreError("a seat of a saved game is one line of text, and not empty")
        kept = saved._replace(changed=utc_now())
        row = kept._asdict() | {"seats": "\n".join(kept.seats)}
        del row["version"], row["base"]
        # In the order of the moves, also for a caller that makes the next one before this one is kept
        async with self._turns.setdefault(kept.id, asyncio.Lock()):
            version = await self._database.transact(lambda connection: _save_game(connection, row))
        return kept._replace(version=version, base=version)

    async def saved_games(self, game: str | None = None, finished: bool | None = None) -> list[SavedGame]:
        """The games that were kept, those changed last first; of one kind, or over or not, if that is said."""
        ask = select(tables.games).order_by(tables.games.c.changed.desc(), tables.games.c.id)
        if game is not None:
            ask = ask.where(tables.games.c.game == game)
        if finished is not None:
            ask = ask.where(tables.games.c.finished == finished)
        return [_saved_game(row) for row in await self._rows(ask)]

    async def games_of(
        self, person: str | None, local: bool = False, kind: str | None = None, finished: bool | None = None
    ) -> list[SavedGame]:
        """The games of a person, who has set them up or sits there, and if at home those of nobody; newest first."""
        nobodys = [tables.games.c.owner.is_(None)] if local else []
        return await self._games(or_(false(), *nobodys, *([_is_with(person)] if person else [])), kind, finished)

    async def profile_games(self, person: str, private: bool = False) -> list[SavedGame]:
        """The games of a person that everybody may find, and the private ones too if that is said."""
        return await self._games(and_(_is_with(person), true() if private else tables.games.c.listed), None, None)

    async def listed_games(self, kind: str | None = None, vacant: bool | None = None) -> list[SavedGame]:
        """The games that everybody may find and that are not over; with or without a free seat, if that is said."""
        c = tables.games.c
        seats = c.id.is_not(None) if vacant is None else c.vacant > 0 if vacant else c.vacant == 0
        return await self._games(and_(c.listed, seats), kind, False)

    async def all_games(
        self, person: str | None = None, kind: str | None = None, finished: bool | None = None
    ) -> list[SavedGame]:
        """Everybody's games, or those of one person, for whoever runs the server; those changed last first."""
        return await self._games(true() if person is None else _is_with(person), kind, finished)

    async def game_by_alias(self, alias: str) -> SavedGame | None:
        """The game that can be joined by this name."""
        rows = await self._rows(select(tables.games).where(tables.games.c.alias == alias))
        return _saved_game(rows[0]) if rows else None

    async def _games(self, where: "ColumnElement[bool]", kind: str | None, finished: bool | None) -> list[SavedGame]:
        c = tables.games.c
        ask = select(tables.games).where(where).order_by(c.changed.desc(), c.id).limit(LISTED)
        if kind is not None:
            ask = ask.where(c.game == kind)
        if finished is not None:
            ask = ask.where(c.finished == finished)
        return [_saved_game(row) for row in await self._rows(ask)]

    async def saved_game(self, id: str) -> SavedGame:
        """The game with this id."""
        rows = await self._rows(select(tables.games).where(tables.games.c.id == id))
        if not rows:
            raise StoreError(f"there is no saved game {id!r:.60}")
        return _saved_game(rows[0])

    async def delete_game(self, id: str) -> bool:
        """Throw a saved game away; says whether there was one."""
        return await self._database.transact(lambda connection: _delete_game(connection, id))

    # What happens in a game, one by one

    async def append(self, change: Change) -> bool:
        """Write down what happens next; says whether it does, or others were quicker."""
        return await self._event_log.append(change)

    async def set_seats(self, game: str, people: Mapping[int, str | None]) -> None:
        """Note who from elsewhere sits where in a game that begins."""
        await self._database.transact(lambda connection: write_seats(connection, game, people))

    async def flush(self) -> None:
        """Wait until all that was asked to be written down is written."""
        await self._event_log.flush()

    @asynccontextmanager
    async def listen(self, on_change: OnChange) -> AsyncIterator[None]:
        """Call somebody for every game that goes on, here or in another process that shares the database."""
        async with Notifications.open(self._database, on_change):
            yield

    async def check_ready(self) -> None:
        """See that the database answers, and is as this Ludarium needs it."""
        if (found := await self._database.transact(revision, "snapshot")) != tables.LATEST_REVISION:
            raise StoreError(
                f"{self._database.name} is at revision {found}, and this Ludarium needs {tables.LATEST_REVISION}"
            )

    async def events(self, game: str, after: int) -> list[StoredEvent]:
        """What has happened in a game after a version."""
        c = tables.entries.c
        ask = select(c.number, c.at, c.body).where(c.game == game, c.number > after).order_by(c.number)
        return [StoredEvent(*row) for row in await self._rows(ask)]

    # High scores

    async def scores(self, table: str) -> list[Score]:
        """The rows of a high-score table, at most eight, best first; of equal scores the earlier one."""
        return [_score(row) for row in await self._rows(_best(table))]

    async def score_rank(self, table: str, points: int) -> int | None:
        """The place that so many points would take, 1 to 8; None if they are too few."""
        return _within(1 + await self._database.transact(lambda connection: _count(connection, table, points), "read"))

    async def add_score(self, table: str, score: Score) -> int | None:
        """Put a score into its table; its place, or None if it is too low."""
        row = score._asdict() | {
            "board": table,
            "extra": json.dumps(dict(score.extra)),
            "entered": score.entered or utc_now(),
        }
        return _within(await self._database.transact(lambda connection: _add_score(connection, row)))

    # Preferences

    async def preference(self, name: str, default: T) -> T:
        """What is preferred; the default if nothing is, or if that is no value of the default's type."""
        rows = await self._rows(select(tables.preferences).where(tables.preferences.c.name == name))
        found: T = _decoded(rows[0].value, default) if rows else default
        return found if default is None or type(found) is type(default) else default

    async def set_preference(self, name: str, value: Any) -> None:
        """Remember a value, anything that JSON can tell."""
        try:
            row = {"name": name, "value": json.dumps(value, allow_nan=False)}
        except (TypeError, ValueError, RecursionError):
            raise StoreError(f"the preference {name!r:.60} cannot be {value!r:.60}: JSON has no such value") from None
        await self._database.transact(lambda connection: _upsert(connection, tables.preferences, row))

    async def preferences(self) -> dict[str, Any]:
        """All that was ever preferred; a value that cannot be read is left out."""
        rows = await self._rows(select(tables.preferences).order_by(tables.preferences.c.name))
        return {row.name: value for row in rows if (value := _decoded(row.value, _NOTHING)) is not _NOTHING}

    async def _rows(self, ask: "Select[Any]") -> Sequence[Row[Any]]:
        return await self._database.transact(lambda connection: connection.execute(ask).all(), "read")


_NOTHING = object()


def _decoded(text: str, otherwise: Any) -> Any:
    try:
        return json.loads(text)
    except (TypeError, ValueError, RecursionError):
        return otherwise


def _upsert(connection: Connection, table: Table, row: dict[str, Any]) -> None:
    """Write a row over the one with its key, or as a new one."""
    (key,) = table.primary_key
    if not connection.execute(table.update().where(key == row[key.name]), row).rowcount:
        connection.execute(table.insert(), row)


def _save_game(connection: Connection, row: dict[str, Any]) -> int:
    """Write a whole game; its version. Whoever plays it by entries elsewhere finds that it is another one now."""
    games, id = tables.games, row["id"]
    known = connection.execute(
        games.update()
        .where(games.c.id == id)
        .values(**row, version=games.c.version + 1, base=games.c.version + 1)
        .returning(games.c.version)
    ).scalar()
    if known is None:
        connection.execute(games.insert(), row | {"version": 1, "base": 1})
    else:
        connection.execute(delete(tables.entries).where(tables.entries.c.game == id))
    return known or 1


def _delete_game(connection: Connection, id: str) -> bool:
    for table in (tables.entries, tables.places):
        connection.execute(delete(table).where(table.c.game == id))
    return connection.execute(delete(tables.games).where(tables.games.c.id == id)).rowcount > 0


def _is_with(person: str) -> "ColumnElement[bool]":
    """Whether a game was set up by a person, or one of its seats is theirs."""
    c, places = tables.games.c, tables.places.c
    return or_(c.owner == person, c.id.in_(select(places.game).where(places.person == person)))


def _saved_game(row: Row[Any]) -> SavedGame:
    values = row._asdict()
    return SavedGame(**values | {"seats": tuple(values["seats"].split("\n")) if values["seats"] else ()})


def _best(table: str) -> "Select[Any]":
    return (
        select(tables.scores)
        .where(tables.scores.c.board == table)
        .order_by(tables.scores.c.points.desc(), tables.scores.c.id)
        .limit(ROWS)
    )


def _count(connection: Connection, table: str, points: int) -> int:
    """How many rows of a table have at least so many points."""
    rows = select(func.count()).where(tables.scores.c.board == table, tables.scores.c.points >= points)
    return connection.execute(rows).scalar_one()


def _add_score(connection: Connection, row: dict[str, Any]) -> int:
    """Written first and looked at then, so that of two at once the second one sees the first."""
    board = row["board"]
    advisory_lock(connection, board)
    connection.execute(tables.scores.insert(), row)
    place = _count(connection, board, row["points"])
    best = _best(board).with_only_columns(tables.scores.c.id)
    connection.execute(delete(tables.scores).where(tables.scores.c.board == board, tables.scores.c.id.not_in(best)))
    return place


def _within(place: int) -> int | None:
    return place if place <= ROWS else None


def _score(row: Row[Any]) -> Score:
    extra = _decoded(row.extra, {})
    return Score(row.name, row.points, extra if isinstance(extra, dict) else {}, row.record, row.entered)
