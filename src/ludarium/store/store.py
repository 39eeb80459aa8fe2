"""The store: saved games, their events, high scores, preferences and people in one database."""

import asyncio
import json
from collections.abc import AsyncIterator, Collection, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from sqlalchemy import ColumnElement, Connection, Row, Select, Table, and_, delete, false, func, or_, select, true

from ..contract.quotation import quoted
from .clean_up import Cleaned, clean_up
from .daily import DailyDeals
from .database import tables
from .database.database import Database, advisory_lock, revision
from .database.notifications import Notifications, OnChange
from .errors import StoreError
from .event_log import EventLog, write_seats
from .instrumentation import Instrumentation
from .models import ROWS, Change, SavedGame, Score, StoredEvent
from .people.accounts import People
from .quotas import LONGEST_PREFERENCE, check_new_game
from .time_source import TimeSource

T = TypeVar("T")

LISTED = 500  # games in a list, at most


class Store:
    """What one database holds. When a method returns, what it wrote is durable."""

    def __init__(self, database: Database, time_source: TimeSource | None = None) -> None:
        self._database = database
        self._time = time_source or TimeSource()
        self._event_log = EventLog(database, self._time)
        self.people = People(database, self._time)
        self.daily = DailyDeals(database, self._time)
        self._save_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        url: str | None = None,
        instrumentation: Instrumentation | None = None,
        time_source: TimeSource | None = None,
    ) -> AsyncIterator["Store"]:
        """Open the store at a URL, at LUDARIUM_DATABASE or in the data folder; create it if there is none."""
        async with Database.open(url, instrumentation) as database:
            store = cls(database, time_source)
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
        """Save a game, replacing what was saved of it before; returns it with the time of the change."""
        if any("\n" in seat or not seat for seat in saved.seats):
            raise StoreError("a seat of a saved game is one line of text, and not empty")
        changed = saved._replace(changed=self._time.now())
        row = changed._asdict() | {"seats": "\n".join(changed.seats)}
        del row["version"], row["base"]
        # Saves of one game keep their order, also for a caller that does not wait for the one before
        async with self._save_locks.setdefault(changed.id, asyncio.Lock()):
            version = await self._database.transact(lambda connection: _save_game(connection, row))
        return changed._replace(version=version, base=version)

    async def saved_games(self, game: str | None = None, finished: bool | None = None) -> list[SavedGame]:
        """All saved games, last changed first; only of one kind, or only finished or unfinished ones, if given."""
        query = select(tables.games).order_by(tables.games.c.changed.desc(), tables.games.c.id)
        if game is not None:
            query = query.where(tables.games.c.game == game)
        if finished is not None:
            query = query.where(tables.games.c.finished == finished)
        return [_saved_game(row) for row in await self._rows(query)]

    async def games_of(
        self, person: str | None, local: bool = False, kind: str | None = None, finished: bool | None = None
    ) -> list[SavedGame]:
        """The games that a person owns or plays in, and with `local` those without an owner; last changed first."""
        without_owner = [tables.games.c.owner.is_(None)] if local else []
        return await self._games(or_(false(), *without_owner, *([_is_with(person)] if person else [])), kind, finished)

    async def profile_games(self, person: str, private: bool = False) -> list[SavedGame]:
        """The public games that a person owns or plays in, and with `private` the private ones too."""
        return await self._games(and_(_is_with(person), true() if private else tables.games.c.listed), None, None)

    async def listed_games(self, kind: str | None = None, vacant: bool | None = None) -> list[SavedGame]:
        """The public unfinished games; only those with or without a vacant seat, if `vacant` is given."""
        c = tables.games.c
        seats = c.id.is_not(None) if vacant is None else c.vacant > 0 if vacant else c.vacant == 0
        return await self._games(and_(c.listed, seats), kind, False)

    async def all_games(
        self, person: str | None = None, kind: str | None = None, finished: bool | None = None
    ) -> list[SavedGame]:
        """All games, or all of one person, for administrators; last changed first."""
        return await self._games(true() if person is None else _is_with(person), kind, finished)

    async def game_by_alias(self, alias: str) -> SavedGame | None:
        """The game that can be joined by this name."""
        rows = await self._rows(select(tables.games).where(tables.games.c.alias == alias))
        return _saved_game(rows[0]) if rows else None

    async def _games(self, where: "ColumnElement[bool]", kind: str | None, finished: bool | None) -> list[SavedGame]:
        c = tables.games.c
        query = select(tables.games).where(where).order_by(c.changed.desc(), c.id).limit(LISTED)
        if kind is not None:
            query = query.where(c.game == kind)
        if finished is not None:
            query = query.where(c.finished == finished)
        return [_saved_game(row) for row in await self._rows(query)]

    async def saved_game(self, id: str) -> SavedGame:
        """The game with this id."""
        rows = await self._rows(select(tables.games).where(tables.games.c.id == id))
        if not rows:
            raise StoreError(f"there is no saved game {quoted(id)}")
        return _saved_game(rows[0])

    async def versions(self, ids: Collection[str]) -> dict[str, int]:
        """The versions of these games; those that do not exist are missing."""
        c = tables.games.c
        rows = await self._rows(select(c.id, c.version).where(c.id.in_(ids))) if ids else []
        return {row.id: row.version for row in rows}

    async def delete_game(self, id: str) -> bool:
        """Delete a saved game with its events; False if there was none."""
        return await self._database.transact(lambda connection: _delete_game(connection, id))

    # Events of games

    async def append(self, change: Change) -> bool:
        """Append events to the log of a game; False if another process has changed the game first."""
        return await self._event_log.append(change)

    async def set_seats(self, game: str, people: Mapping[int, str | None]) -> None:
        """Record which people sit on which seats of a new game."""
        await self._database.transact(lambda connection: write_seats(connection, game, people))

    async def flush(self) -> None:
        """Wait until all appended events are written."""
        await self._event_log.flush()

    @asynccontextmanager
    async def listen(self, on_change: OnChange) -> AsyncIterator[None]:
        """Call `on_change` for every game that any process changes in a shared database."""
        async with Notifications.open(self._database, on_change):
            yield

    async def clean_up(self) -> Cleaned:
        """Delete old games of guests, and guests who cannot come back."""
        return await clean_up(self._database, self._time.now())

    async def check_ready(self) -> None:
        """Raise StoreError unless the database is at the revision that this version needs, and can be written."""
        database, needed = self._database, tables.LATEST_REVISION

        def check(connection: Connection) -> None:
            if (found := revision(connection)) != needed:
                raise StoreError(f"{database.name} is at revision {found}, and this Ludarium needs {needed}")
            database.backend.probe(connection)

        await database.transact(check)

    async def check_undamaged(self) -> None:
        """Raise StoreError if the database finds that it is damaged; this may take some seconds."""
        await self._database.transact(self._database.backend.check, "snapshot")

    async def events(self, game: str, after: int) -> list[StoredEvent]:
        """The events of a game after a version."""
        c = tables.entries.c
        query = select(c.number, c.at, c.body).where(c.game == game, c.number > after).order_by(c.number)
        return [StoredEvent(*row) for row in await self._rows(query)]

    async def games_with_event(self, ids: Collection[str], beginning: str) -> set[str]:
        """Those of these games that have an event whose text begins so."""
        c = tables.entries.c
        query = select(c.game).where(c.game.in_(ids), c.body.startswith(beginning, autoescape=True)).distinct()
        return {row.game for row in await self._rows(query)} if ids else set()

    # High scores

    async def scores(self, table: str) -> list[Score]:
        """The rows of a high-score table, at most eight, best first; of equal scores the earlier one."""
        return [_score(row) for row in await self._rows(_best(table))]

    async def score_rank(self, table: str, points: int) -> int | None:
        """The rank that so many points would take, 1 to 8; None if they are too few."""
        return _within(1 + await self._database.transact(lambda connection: _count(connection, table, points), "read"))

    async def add_score(self, table: str, score: Score) -> int | None:
        """Add a score to its table; returns its rank, or None if it is too low."""
        row = score._asdict() | {
            "board": table,
            "extra": json.dumps(dict(score.extra)),
            "entered": score.entered or self._time.now(),
        }
        return _within(await self._database.transact(lambda connection: _add_score(connection, row)))

    # Preferences

    async def preference(self, name: str, default: T) -> T:
        """The value of a preference; the default if there is none, or if its type is not the default's."""
        rows = await self._rows(select(tables.preferences).where(tables.preferences.c.name == name))
        found: T = _decoded(rows[0].value, default) if rows else default
        return found if default is None or type(found) is type(default) else default

    async def set_preference(self, name: str, value: Any) -> None:
        """Save the value of a preference, which can be anything that JSON can express."""
        try:
            row = {"name": name, "value": json.dumps(value, allow_nan=False)}
        except (TypeError, ValueError, RecursionError):
            raise StoreError(
                f"the preference {quoted(name)} cannot be {quoted(value)}: JSON has no such value"
            ) from None
        await self._database.transact(lambda connection: _upsert(connection, tables.preferences, row))

    async def preferences(self, names: Iterable[str] | None = None) -> dict[str, Any]:
        """All preferences, or those with these names, as far as they are short.

        Values that cannot be decoded are left out.
        """
        c = tables.preferences.c
        query = select(tables.preferences).order_by(c.name)
        if names is not None:
            query = query.where(c.name.in_([*names]), func.length(c.value) <= LONGEST_PREFERENCE)
        rows = await self._rows(query)
        return {row.name: value for row in rows if (value := _decoded(row.value, _MISSING)) is not _MISSING}

    async def _rows(self, query: "Select[Any]") -> Sequence[Row[Any]]:
        return await self._database.transact(lambda connection: connection.execute(query).all(), "read")


_MISSING = object()


def _decoded(text: str, default: Any) -> Any:
    try:
        return json.loads(text)
    except (TypeError, ValueError, RecursionError):
        return default


def _upsert(connection: Connection, table: Table, row: dict[str, Any]) -> None:
    """Update the row with this key, or insert it."""
    (key,) = table.primary_key
    if not connection.execute(table.update().where(key == row[key.name]), row).rowcount:
        connection.execute(table.insert(), row)


def _save_game(connection: Connection, row: dict[str, Any]) -> int:
    """Write a whole game and return its version. The new version makes changes by other processes fail."""
    games, id = tables.games, row["id"]
    version = connection.execute(
        games.update()
        .where(games.c.id == id)
        .values(**row, version=games.c.version + 1, base=games.c.version + 1)
        .returning(games.c.version)
    ).scalar()
    if version is None:
        check_new_game(connection, row)
        connection.execute(games.insert(), row | {"version": 1, "base": 1})
    else:
        connection.execute(delete(tables.entries).where(tables.entries.c.game == id))
    return version or 1


def _delete_game(connection: Connection, id: str) -> bool:
    for table in (tables.entries, tables.places, tables.rated):
        connection.execute(delete(table).where(table.c.game == id))
    return connection.execute(delete(tables.games).where(tables.games.c.id == id)).rowcount > 0


def _is_with(person: str) -> "ColumnElement[bool]":
    """Whether a person owns a game or has a seat in it."""
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
    """The number of rows of a table with at least so many points."""
    rows = select(func.count()).where(tables.scores.c.board == table, tables.scores.c.points >= points)
    return connection.execute(rows).scalar_one()


def _add_score(connection: Connection, row: dict[str, Any]) -> int:
    """Insert before counting, so that of two concurrent transactions the second one sees the first one's row."""
    board = row["board"]
    advisory_lock(connection, board)
    connection.execute(tables.scores.insert(), row)
    rank = _count(connection, board, row["points"])
    best = _best(board).with_only_columns(tables.scores.c.id)
    connection.execute(delete(tables.scores).where(tables.scores.c.board == board, tables.scores.c.id.not_in(best)))
    return rank


def _within(rank: int) -> int | None:
    return rank if rank <= ROWS else None


def _score(row: Row[Any]) -> Score:
    extra = _decoded(row.extra, {})
    return Score(row.name, row.points, extra if isinstance(extra, dict) else {}, row.record, row.entered)
