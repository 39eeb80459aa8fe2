"""Ratings of people in each kind of game, by openskill's Plackett-Luce model, for two players or more."""

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Select, bindparam, select, text

from ..database import tables
from ..database.database import advisory_lock
from .models import DEVIATIONS, Rating

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MARK_RATED = text("INSERT INTO rated (game, at) VALUES (:game, :at) ON CONFLICT DO NOTHING").bindparams(
    bindparam("game", type_=tables.EXACT_TEXT), bindparam("at", type_=tables.UtcDateTime())
)


def rate(connection: Connection, game: str, kind: str, ranks: Mapping[str, int], now: datetime) -> bool:
    """Update the ratings after a game; False if it was rated before."""
    # First of all: another process that rates the same game waits here, and then finds it rated
    if not connection.execute(MARK_RATED, {"game": game, "at": now}).rowcount:
        return False
    order = sorted(ranks)
    for person in order:
        advisory_lock(connection, f"rating of {person}")
    p = tables.people.c
    existing = set(connection.execute(select(p.id).where(p.id.in_(order))).scalars())
    before = {rating.person: rating for rating in _read(connection, _all(kind).where(p.id.in_(order)))}
    for person, (mu, sigma) in zip(order, updated(order, ranks, before), strict=True):
        if person in existing:
            games = before[person].games if person in before else 0
            _upsert(connection, Rating(person, "", kind, mu, sigma, games + 1))
    return True


def of(connection: Connection, person: str) -> list[Rating]:
    """A person's ratings."""
    return _read(connection, _all().where(tables.people.c.id == person).order_by(tables.ratings.c.kind))


def best(connection: Connection, kind: str, limit: int) -> list[Rating]:
    """The highest ratings of a kind of game, without banned people."""
    r = tables.ratings.c
    query = _all(kind).where(tables.people.c.banned.is_(False))
    return _read(connection, query.order_by((r.mu - DEVIATIONS * r.sigma).desc(), r.person).limit(limit))


@cache
def _model() -> "PlackettLuce":
    # Imported late: it is slow, and only rating a game needs it
    from openskill.models import PlackettLuce

    return PlackettLuce()


def updated(order: list[str], ranks: Mapping[str, int], before: Mapping[str, Rating]) -> list[tuple[float, float]]:
    """The mu and sigma of each person after a game."""
    model = _model()
    teams = [
        [model.rating(before[person].mu, before[person].sigma) if person in before else model.rating()]
        for person in order
    ]
    rated = model.rate(teams, ranks=[float(ranks[person]) for person in order])
    return [(player.mu, player.sigma) for (player,) in rated]


def _all(kind: str | None = None) -> "Select[tuple[str, str, str, float, float, int]]":
    r, p = tables.ratings.c, tables.people.c
    query = select(r.person, p.name, r.kind, r.mu, r.sigma, r.games).join(tables.people, p.id == r.person)
    return query if kind is None else query.where(r.kind == kind)


def _read(connection: Connection, query: "Select[tuple[str, str, str, float, float, int]]") -> list[Rating]:
    return [Rating(*row) for row in connection.execute(query)]


def _upsert(connection: Connection, rating: Rating) -> None:
    """Update a rating, or insert the first one."""
    r, values = tables.ratings, {"mu": rating.mu, "sigma": rating.sigma, "games": rating.games}
    key = (r.c.person == rating.person) & (r.c.kind == rating.kind)
    if not connection.execute(r.update().where(key).values(**values)).rowcount:
        connection.execute(r.insert().values(person=rating.person, kind=rating.kind, **values))
