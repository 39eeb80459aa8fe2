"""The deals of days, their tables, and the tries at them."""

from datetime import date, timedelta

from ..contract.kind import Kind
from ..play import daily
from ..play.match.state import MatchState, SeatedPerson, Terms
from ..play.opponents.opponent import HUMAN
from ..protocol.games import DailyEntryTold, DailyTold, DailyTryTold, GameTold, Place
from ..store.models import DAILY_DAYS, DailyTry
from ..store.people.models import Person
from .caller import Caller
from .games import describe_game
from .rooms.registry import RoomRegistry, find_kind
from .storage import DailyStorage


def _describe_try(own: DailyTry) -> DailyTryTold:
    return DailyTryTold(own.game if own.is_kept else None, own.is_over, own.points, own.place)


async def daily_deal(rooms: RoomRegistry, caller: Caller, kind: str, day: str | None = None) -> DailyTold:
    """The deal of a day and its table; without a day, of today. Tries of today can be watched after one's own."""
    return await describe_day(rooms.store.daily, caller.user_id, find_kind(kind), day)


async def describe_day(deals: DailyStorage, person: str | None, found: Kind, day: str | None = None) -> DailyTold:
    """The same for a person, if one is known."""
    today = deals.today()
    shown = daily.read_day(day) if day else today
    options = {name: found.options[name].write(value) for name, value in daily.options_of(found, shown).items()}
    await deals.seed(found.id, shown)  # refuses a day that has no deal
    own = await deals.try_of(found.id, shown, person) if person is not None else None
    can_watch = shown < today or (own is not None and own.is_over)
    entries = [
        DailyEntryTold(
            place,
            each.person,
            each.name,
            each.points,
            dict(each.extra),
            each.ended.isoformat().replace("+00:00", "Z"),
            each.game if can_watch else None,
        )
        for place, each in enumerate(await deals.entries(found.id, shown), 1)
    ]
    return DailyTold(
        kind=found.id,
        day=shown.isoformat(),
        today=today.isoformat(),
        first=(today - timedelta(days=DAILY_DAYS)).isoformat(),
        closes=f"{today + timedelta(days=1)}T00:00:00Z",
        options=options,
        players=await deals.count(found.id, shown),
        entries=tuple(entries),
        own=own and _describe_try(own),
        can_watch=can_watch,
    )


async def play_daily(rooms: RoomRegistry, caller: Caller, kind: str, day: str) -> GameTold:
    """Play the deal of a day. Today's first game is the caller's try, to which this leads back until it is over; all
    others are for practice, and are not entered."""
    found, dealt_on = find_kind(kind), daily.read_day(day)
    daily.options_of(found, dealt_on)
    caller.check_new_game()
    if dealt_on == rooms.store.daily.today():
        person = await caller.ensure_person()
        own = await rooms.store.daily.try_of(found.id, dealt_on, person.id)
        if own is None:
            return await _begin_try(rooms, caller, found, dealt_on, person)
        if own.is_kept and not own.is_over:
            return describe_game(await rooms.saved(own.game))
    game = daily.deal(found, dealt_on, await rooms.store.daily.seed(found.id, dealt_on))
    owner = None if caller.is_local else (await caller.ensure_person()).id
    room = await rooms.begin(game, [HUMAN.name], holder=caller.holder, owner=owner)
    return describe_game(room.saved)


async def _begin_try(rooms: RoomRegistry, caller: Caller, kind: Kind, day: date, person: Person) -> GameTold:
    game = daily.deal(kind, day, await rooms.store.daily.seed(kind.id, day))
    room = await rooms.begin(
        game,
        [HUMAN.name],
        MatchState(people={0: SeatedPerson(person.id, person.name)}),
        Terms(daily=day.isoformat()),
        holder=caller.holder,
        owner=person.id,
    )
    counted = await rooms.store.daily.begin(kind.id, day, person.id, person.name, room.id)
    if counted != room.id:
        # The same person has begun twice at once
        await rooms.forget(room.id)
    return describe_game(await rooms.saved(counted))


async def enter_daily(rooms: RoomRegistry, id: str) -> Place:
    """The place of a finished try in the table of its day, where it is entered when it ends, or why it has none."""
    async with rooms.visit(id) as room, room.lock:
        return Place(await room.scoring.enter_daily(room.id, room.match))
