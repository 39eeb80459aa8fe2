"""Ratings: how well people play each kind of game, by openskill's Plackett-Luce model, for two players or ten."""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Select, bindparam, select, text

from ..database import tables
from ..database.database import advisory_lock
from ..models import utc_now
from .models import DOUBT, Rating

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

COUNT = text("INSERT INTO rated (game, at) VALUES (:game, :at) ON CONFLICT DO NOTHING").bindparams(
    bindparam("game", type_=tables.EXACT_TEXT), bindparam("at", type_=tables.UtcDateTime())
)


def rate(connection: Connection, game: str, kind: str, ranks: Mapping[str, int]) -> bool:
    """Count a game, once; says whether this was the time."""
    # Written first: another process that counts the same game waits here, and then finds it counted
    if not connection.execute(COUNT, {"game": game, "at": utc_now()}).rowcount:
        return False
    order = sorted(ranks)
    for person in order:
        advisory_lock(connection, f"rating of {person}")
    p = tables.people.c
    known = set(connection.execute(select(p.id).where(p.id.in_(order))).scalars())
    before = {rating.person: rating for rating in _read(connection, _all(kind).where(p.id.in_(order)))}
    for person, (mu, sigma) in zip(order, _rated(order, ranks, before), strict=True):
        if person in known:
            games = before[person].games if person in before else 0
            _put(connection, Rating(person, "", kind, mu, sigma, games + 1))
    return True


def of(connection: Connection, person: str) -> list[Rating]:
    return _read(connection, _all().where(tables.people.c.id == person).order_by(tables.ratings.c.kind))


def best(connection: Connection, kind: str, limit: int) -> list[Rating]:
    r = tables.ratings.c
    ask = _all(kind).where(tables.people.c.banned.is_(False))
    return _read(connection, ask.order_by((r.mu - DOUBT * r.sigma).desc(), r.person).limit(limit))


@cache
def _model() -> "PlackettLuce":
    # Imported when a game is counted, which takes its time
    from openskill.models import PlackettLuce

    return PlackettLuce()


def _rated(order: list[str], ranks: Mapping[str, int], before: Mapping[str, Rating]) -> list[tuple[float, float]]:
    """Everybody's mu and sigma after a game."""
    model = _model()
    teams = [
        [model.rating(before[person].mu, before[person].sigma) if person in before else model.rating()]
        for person in order
    ]
    told = model.rate(teams, ranks=[float(ranks[person]) for person in order])
    return [(player.mu, player.sigma) for (player,) in told]


def _all(kind: str | None = None) -> "Select[tuple[str, str, str, float, float, int]]":
    r, p = tables.ratings.c, tables.people.c
    ask = select(r.person, p.name, r.kind, r.mu, r.sigma, r.games).join(tables.people, p.id == r.person)
    return ask if kind is None else ask.where(r.kind == kind)


def _read(connection: Connection, ask: "Select[tuple[str, str, str, float, float, int]]") -> list[Rating]:
    return [Rating(*row) for row in connection.execute(ask)]


def _put(connection: Connection, rating: Rating) -> None:
    """Write a rating over the one before, or as the first one."""
    r, values = tables.ratings, {"mu": rating.mu, "sigma": rating.sigma, "games": rating.games}
    mine = (r.c.person == rating.person) & (r.c.kind == rating.kind)
    if not connection.execute(r.update().where(mine).values(**values)).rowcount:
        connection.execute(r.insert().values(person=rating.person, kind=rating.kind, **values))
