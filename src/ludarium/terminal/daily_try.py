"""A try at the deal of the day in this machine's own store: line mode and the full screen play it."""

from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from ..contract.errors import IllegalMove
from ..contract.kind import Kind
from ..house.rooms.scoring import enter_daily
from ..play.daily import deal
from ..play.game import Game
from ..play.match.match import Match
from ..play.match.presenter import sentence
from ..play.match.state import Terms
from ..play.opponents.opponent import HUMAN
from ..shell.kept_game import restore
from ..store.models import SavedGame

if TYPE_CHECKING:
    from ..store.store import Store

HERE = ""  # stands in tables for the people at this machine's terminals, who have one try together
YOU = "You"  # without a name in the preferences

KEPT = "Your try is kept until midnight UTC; ludarium daily goes on with it."


class Try(NamedTuple):
    """What is played: the deal, and where it is saved if it counts."""

    day: date
    match: Match
    saved: SavedGame | None


async def is_begun(store: "Store", kind: Kind) -> bool:
    """Whether the one try of today has begun; it may be over."""
    return await store.daily.try_of(kind.id, store.daily.today(), HERE) is not None


async def begin(store: "Store", kind: Kind) -> Try:
    """Today's deal: the try of this machine, new or as far as it has come, or after it a game for practice."""
    day = store.daily.today()
    own = await store.daily.try_of(kind.id, day, HERE)
    if own is None:
        return await _begin_new(store, kind, day)
    if own.is_over:
        return Try(day, Match(await dealt(store, kind, day), [HUMAN.name]), None)
    saved = await store.saved_game(own.game)
    return Try(day, restore(saved, await store.events(saved.id, saved.base)), saved)


async def dealt(store: "Store", kind: Kind, day: date) -> Game:
    """The deal of a day, before its first move."""
    return deal(kind, day, await store.daily.seed(kind.id, day))


async def _begin_new(store: "Store", kind: Kind, day: date) -> Try:
    terms, game = Terms(daily=day.isoformat()), await dealt(store, kind, day)
    new = await store.save_game(SavedGame.begin(kind.id, game.record(), (HUMAN.name,), terms=terms.write()))
    name = await store.preference("name", "") or YOU
    counted = await store.daily.begin(kind.id, day, HERE, name, new.id)
    # Of two programs that begin at once, the second one plays for practice
    counts = counted == new.id
    return Try(day, Match(game, [HUMAN.name], terms=terms if counts else None), new if counts else None)


async def enter(store: "Store", id: str, match: Match) -> str:
    """Enter a finished try into the table of its day; its place there, or why it has none, in a sentence."""
    try:
        place = await enter_daily(store.daily, id, match)
    except IllegalMove as error:
        return sentence(error)
    return f"You are in place {place} of the table of the day."
