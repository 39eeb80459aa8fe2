"""HTTP routes: the deals of days, their tables, and the tries at them."""

from typing import Any

from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from ...house import daily
from ...house.rooms.registry import RoomRegistry
from ...protocol.games import DailyTold, GameTold, Place
from ..auth.sender import Sender


@get("/daily/{kind:str}")
async def daily_deal(
    kind: FromPath[str],
    rooms: NamedDependency[RoomRegistry],
    request: "Request[Any, Any, Any]",
    day: FromQuery[str | None] = None,
) -> DailyTold:
    """The deal of a day and its table; without a day, of today. Tries of today can be watched after one's own."""
    return await daily.daily_deal(rooms, Sender(request), kind, day)


@post("/daily/{kind:str}/{day:str}")
async def play_daily(
    kind: FromPath[str],
    day: FromPath[str],
    rooms: NamedDependency[RoomRegistry],
    request: "Request[Any, Any, Any]",
) -> GameTold:
    """Play the deal of a day. Today's first game is your try, to which this leads back until it is over; all others are
    for practice, and are not entered."""
    return await daily.play_daily(rooms, Sender(request), kind, day)


@post("/games/{id:str}/daily")
async def enter_daily(id: FromPath[str], rooms: NamedDependency[RoomRegistry]) -> Place:
    """The place of a finished try in the table of its day, where it is entered when it ends, or why it has none."""
    return await daily.enter_daily(rooms, id)


DAILY_ROUTES = daily_deal, play_daily, enter_daily
