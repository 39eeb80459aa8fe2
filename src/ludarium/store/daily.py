"""The deals of days: the seed of each, and who has tried it with what result.

A deal is drawn when it is first asked for, and a deal of tomorrow is never drawn. So there is no secret from which it
could be computed in advance, by an administrator or from a stolen backup either.
"""

import json
import secrets
from collections.abc import Mapping
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, func, or_, select

from .database import tables
from .database.database import Database, advisory_lock
from .errors import StoreError
from .models import DAILY_DAYS, DailyEntry, DailyTry
from .time_source import TimeSource

DAILY_ROWS = 100  # of the table of a day that are listed
SEEDS = 1 << 62  # how many seeds there are to draw from


class DailyDeals:
    """The deals of days in a database, and the tries at them: one of a person a day."""

    def __init__(self, database: Database, time_source: TimeSource) -> None:
        self._database, self._time = database, time_source

    def today(self) -> date:
        """The day, in UTC."""
        return self._time.now().date()

    async def seed(self, kind: str, day: date) -> int:
        """The seed of the deal of a day, drawn if it has none yet; StoreError for a day without a deal."""
        age = (self.today() - day).days
        if age < 0:
            raise StoreError(f"the deal of {day} is drawn on that day, and not before")
        if age > DAILY_DAYS:
            raise StoreError(f"the deal of {day} is not kept any more; deals are kept for {DAILY_DAYS} days")
        return await self._database.transact(lambda connection: _seed(connection, kind, day.isoformat()))

    async def begin(self, kind: str, day: date, person: str, name: str, game: str) -> str:
        """Let a game be a person's try at a deal; returns the id of the game that is, which may be an earlier one."""
        row = {"kind": kind, "day": day.isoformat(), "person": person, "name": name, "game": game}
        return await self._database.transact(lambda connection: _begin(connection, row))

    async def finish(self, game: str, points: int, extra: Mapping[str, int]) -> bool:
        """Enter the result of a try; False if the game is none, or is entered already."""
        t, now = tables.tries, self._time.now()
        change = t.update().where(t.c.game == game, t.c.points.is_(None))
        values = {"points": points, "extra": json.dumps(dict(extra)), "ended": now}
        return await self._database.transact(lambda connection: connection.execute(change, values).rowcount > 0)

    async def entries(self, kind: str, day: date) -> list[DailyEntry]:
        """The table of a day, best first; of equal points the earlier one."""
        t, p, g = tables.tries.c, tables.people.c, tables.games.c
        query = (
            _entered(select(t.person, func.coalesce(p.name, t.name), t.points, t.extra, t.ended, g.id), kind, day)
            .outerjoin(tables.games, g.id == t.game)
            .order_by(t.points.desc(), t.ended, t.id)
            .limit(DAILY_ROWS)
        )
        rows = await self._database.transact(lambda connection: connection.execute(query).all(), "read")
        return [DailyEntry(who, name, points, json.loads(more), at, game) for who, name, points, more, at, game in rows]

    async def count(self, kind: str, day: date) -> int:
        """How many people are in the table of a day."""
        query = _entered(select(func.count()), kind, day)
        return await self._database.transact(lambda connection: connection.execute(query).scalar_one(), "read")

    async def try_of(self, kind: str, day: date, person: str) -> DailyTry | None:
        """A person's try at a deal."""
        t = tables.tries.c
        return await self._try(and_(t.kind == kind, t.day == day.isoformat(), t.person == person))

    async def try_in(self, game: str) -> DailyTry | None:
        """The try that a game is."""
        return await self._try(tables.tries.c.game == game)

    async def _try(self, where: "ColumnElement[bool]") -> DailyTry | None:
        return await self._database.transact(lambda connection: _try(connection, where), "read")


def _entered(query: "Select[Any]", kind: str, day: date) -> "Select[Any]":
    """The tries in the table of a day: those with a result, of people who are not banned."""
    t, p = tables.tries.c, tables.people.c
    people = tables.tries.outerjoin(tables.people, p.id == t.person)
    fair = or_(p.id.is_(None), p.banned.is_(False))
    return query.select_from(people).where(t.kind == kind, t.day == day.isoformat(), t.points.is_not(None), fair)


def _seed(connection: Connection, kind: str, day: str) -> int:
    # Of two processes that draw at once, the second one finds the first one's seed
    advisory_lock(connection, f"deal {kind} {day}")
    d = tables.deals.c
    found = connection.execute(select(d.seed).where(d.kind == kind, d.day == day)).scalar()
    if found is None:
        found = secrets.randbelow(SEEDS)
        connection.execute(tables.deals.insert(), {"kind": kind, "day": day, "seed": found})
    return int(found)


def _begin(connection: Connection, row: dict[str, Any]) -> str:
    t = tables.tries.c
    advisory_lock(connection, f"try {row['kind']} {row['day']} {row['person']}")
    there = select(t.game).where(t.kind == row["kind"], t.day == row["day"], t.person == row["person"])
    found: str | None = connection.execute(there).scalar()
    if found is None:
        connection.execute(tables.tries.insert(), row | {"extra": "{}"})
    return found or str(row["game"])


def _try(connection: Connection, where: "ColumnElement[bool]") -> DailyTry | None:
    t, g = tables.tries.c, tables.games.c
    query = select(t.game, t.kind, t.day, t.points, t.ended, t.id, g.finished).where(where)
    row = connection.execute(query.outerjoin_from(tables.tries, tables.games, g.id == t.game)).first()
    if row is None:
        return None
    place = None
    if row.points is not None:
        earlier = or_(t.ended < row.ended, and_(t.ended == row.ended, t.id < row.id))
        better = or_(t.points > row.points, and_(t.points == row.points, earlier))
        ahead = _entered(select(func.count()), row.kind, date.fromisoformat(row.day)).where(better)
        place = 1 + connection.execute(ahead).scalar_one()
    return DailyTry(row.game, row.finished is not None, row.finished is not False, row.points, place)
