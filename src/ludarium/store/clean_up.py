"""Clean-up: games that guests have left, guests who cannot come back, preferences of people who are gone, old deals.

Every statement deletes what is too old at that moment, so that several processes can clean up at once.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, func, or_, select

from .database import tables
from .database.database import Database
from .models import DAILY_DAYS
from .quotas import LONGEST_PREFERENCE

UNFINISHED_DAYS = 30  # after its last event an unfinished game of a guest is deleted
FINISHED_DAYS = 365  # and a finished one
BATCH = 200  # rows deleted in one transaction, so that players do not wait for it
OWNER = 16  # characters of a person's id, which begins the name of a preference


class Cleaned(NamedTuple):
    """How many of each were deleted."""

    games: int = 0
    guests: int = 0
    preferences: int = 0
    deals: int = 0


async def clean_up(database: Database, now: datetime) -> Cleaned:
    """Delete what cannot be used any more, in short transactions."""
    games = guests = 0
    while count := await database.transact(lambda connection: _delete_games(connection, now)):
        games += count
    while count := await database.transact(lambda connection: _delete_guests(connection, now)):
        guests += count
    preferences = await database.transact(_delete_preferences)
    return Cleaned(games, guests, preferences, await database.transact(lambda found: _delete_deals(found, now)))


def _is_old(now: datetime) -> "ColumnElement[bool]":
    c = tables.games.c
    return or_(
        and_(c.finished.is_(False), c.changed < now - timedelta(days=UNFINISHED_DAYS)),
        and_(c.finished.is_(True), c.changed < now - timedelta(days=FINISHED_DAYS)),
    )


def _delete_games(connection: Connection, now: datetime) -> int:
    """Delete old games that guests own and in which no account plays."""
    g, p, seats = tables.games.c, tables.people.c, tables.places.c
    guest = exists().where(p.id == g.owner, p.login.is_(None))
    account = exists().where(seats.game == g.id, p.id == seats.person, p.login.is_not(None))
    query = select(g.id).where(_is_old(now), guest, ~account).limit(BATCH)
    ids = [*connection.execute(query).scalars()]
    for table, key in ((tables.entries, "game"), (tables.places, "game"), (tables.rated, "game"), (tables.games, "id")):
        connection.execute(delete(table).where(table.c[key].in_(ids)))
    return len(ids)


def _delete_guests(connection: Connection, now: datetime) -> int:
    """Delete guests without a valid session or token and without a game; banned ones stay."""
    p, t, g, seats = tables.people.c, tables.tokens.c, tables.games.c, tables.places.c
    can_return = exists().where(t.person == p.id, t.expires > now)
    has_games = or_(exists().where(g.owner == p.id), exists().where(seats.person == p.id))
    gone = select(p.id).where(p.login.is_(None), p.banned.is_(False), ~can_return, ~has_games).limit(BATCH)
    ids = [*connection.execute(gone).scalars()]
    for table in (tables.tokens, tables.ratings, tables.solvers, tables.attempts):
        connection.execute(delete(table).where(table.c.person.in_(ids)))
    connection.execute(delete(tables.people).where(p.id.in_(ids)))
    return len(ids)


def _delete_deals(connection: Connection, now: datetime) -> int:
    """Delete old deals of days with all tries at them."""
    first = (now.date() - timedelta(days=DAILY_DAYS)).isoformat()
    for table in (tables.tries, tables.deals):
        deleted = connection.execute(delete(table).where(table.c.day < first)).rowcount
    return deleted


def _delete_preferences(connection: Connection) -> int:
    """Delete preferences whose person is gone, and those too long to be read."""
    c = tables.preferences.c
    orphaned = func.substr(c.name, 1, OWNER).not_in(select(tables.people.c.id))
    of_person = func.substr(c.name, OWNER + 1, 1) == "/"
    unusable = or_(orphaned, func.length(c.value) > LONGEST_PREFERENCE)
    return connection.execute(delete(tables.preferences).where(of_person, unusable)).rowcount
