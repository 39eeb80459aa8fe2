"""HTTP route: what has happened in a user's games with others."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from litestar import Request, get
from litestar.di import NamedDependency

from ...games import ids
from ...house.rooms.registry import RoomRegistry, Unknown
from ...play.match.match import Match
from ...play.opponents.opponent import HUMAN
from ...protocol.games import NewsTold
from ...store.models import SavedGame
from ..auth.identity import identity_of

MOST = 6  # games that are looked at, the last changed first
RECENT = timedelta(days=7)  # how long an ended game is news


@get("/news")
async def news(rooms: NamedDependency[RoomRegistry], request: "Request[Any, Any, Any]") -> list[NewsTold]:
    """Your games with others: whose turn it is, or how they have ended lately; the last changed first."""
    person = identity_of(request).person
    if person is None:
        return []
    found = await rooms.store.games_of(person.id)
    here = ids()  # the others are those of other processes
    own = [saved for saved in found if saved.game in here]
    told = [await _read(rooms, saved, person.id) for saved in _candidates(own)]
    return [each for each in told if each]


def _candidates(found: Sequence[SavedGame]) -> list[SavedGame]:
    """The games that can be news: at least two people play, and those that are over ended lately."""
    since = datetime.now(UTC) - RECENT
    shared = [saved for saved in found if saved.seats.count(HUMAN.name) > 1]
    return [saved for saved in shared if not saved.finished or saved.changed > since][:MOST]


async def _read(rooms: RoomRegistry, saved: SavedGame, user: str) -> NewsTold | None:
    try:
        async with rooms.visit(saved.id) as room:
            text, waits = describe(room.match, user), awaits_other(room.match, user)
    except Unknown:  # deleted in the meantime
        return None
    changed = saved.changed.isoformat().replace("+00:00", "Z")
    return NewsTold(saved.id, saved.game, text, changed, saved.finished, waits) if text else None


def describe(match: Match, user: str) -> str:
    """What a user wants to know of a match with others; empty if no other person plays in it."""
    mine = _seats(match, user)
    others = [person.name for number, person in match.people.items() if number not in mine]
    if not mine or not others:
        return ""
    names = " and ".join(others)
    if match.is_over:
        won = [match.won(number) for number in range(match.seats.players)]
        if not any(won) or all(won):
            return f"It is a draw with {names}."
        return f"You have won against {names}." if any(won[number] for number in mine) else f"{names} has won."
    if awaits_other(match, user):
        mover = match.people.get(match.player)
        return f"Waiting for {mover.name}." if mover else "A computer is to move."
    movers = match.game.movers
    last = match.people.get(movers[-1]) if movers else None
    return f"Your turn: {last.name} has moved." if last and last.id != user else f"Your turn against {names}."


def awaits_other(match: Match, user: str) -> bool:
    """Whether a match goes on, and another player than the user is to move."""
    return not match.is_over and match.player not in _seats(match, user)


def _seats(match: Match, user: str) -> list[int]:
    return [number for number, person in match.people.items() if person.id == user]


NEWS_ROUTES = (news,)
