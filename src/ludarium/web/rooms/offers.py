"""What several people have to agree on: a draw, moves taken back, another game; and who leaves without a word."""

from collections.abc import Awaitable, Callable

from ...contract.errors import BadOption, IllegalMove
from ...play.match import events as what
from ...play.match.clock import moment
from ...protocol.limits import GRACE_SECONDS
from .permissions import Asker, Forbidden, id_of, own_seats, sides
from .room import Sitting

OFFERS = "draw", "takeback", "rematch"
GRACE = 1000 * GRACE_SECONDS


async def offer(sitting: Sitting, asker: Asker, asked: str, rematch: Callable[[], Awaitable[str]]) -> None:
    """Offer something, or agree to it: when everybody has, it happens. `rematch` begins another game."""
    mine = _check(sitting, asker, asked)
    places = sides(sitting)
    agreed = {places[player] for player in sitting.match.notes.offers.get(asked, ()) if player in places}
    if places[mine] in agreed:
        raise IllegalMove("this was offered already; the others have to answer")
    if agreed | {places[mine]} != set(places.values()):
        await sitting.happen(what.Offered(mine, asked))
    elif asked == "draw":
        await sitting.happen(what.Ended("drawn"))
    elif asked == "takeback":
        await sitting.happen(what.Undone(_left(sitting)))
    else:
        await sitting.happen(what.Followed(await rematch()))


async def decline(sitting: Sitting, asker: Asker, asked: str) -> None:
    """Do not agree, or take an offer back."""
    mine = _seat(sitting, asker)
    if not sitting.match.notes.offers.get(asked):
        raise IllegalMove(f"nobody has offered {asked!r:.20}")
    await sitting.happen(what.Declined(mine, asked))


async def claim(sitting: Sitting, asker: Asker, player: int) -> None:
    """Win because the other side has gone away and not come back."""
    _seat(sitting, asker)
    sitter = sitting.match.people.get(player)
    if sitter is None or sitter.here or sitter.id == id_of(asker):
        raise IllegalMove("nobody has gone away there")
    wait = sitter.since + GRACE - moment()
    if wait > 0:
        raise IllegalMove(f"they may still come back; claim the game in {wait // 1000 + 1} seconds")
    if sitting.match.is_over:
        raise IllegalMove("the game is over already")
    await sitting.happen(what.Ended("left", player))


def _check(sitting: Sitting, asker: Asker, asked: str) -> int:
    """The seat of somebody who may offer this now."""
    match, mine = sitting.match, _seat(sitting, asker)
    if asked not in OFFERS:
        raise BadOption(f"{asked!r:.20} cannot be offered; {', '.join(OFFERS)} can")
    if asked == "rematch":
        if not match.is_over or match.notes.next:
            raise IllegalMove("another game can be asked for when this one is over, once")
        return mine
    if match.is_over:
        raise IllegalMove("the game is over already")
    if asked == "takeback" and not match.can_take_back(_left(sitting)):
        raise IllegalMove("there is no move to take back")
    if asked == "draw" and len(sides(sitting)) < 2:
        raise IllegalMove("there is nobody who could agree on a draw")
    return mine


def _left(sitting: Sitting) -> int:
    """Moves that are left when the last one of a person is taken back."""
    return sitting.match.left_after_undo()


def _seat(sitting: Sitting, asker: Asker) -> int:
    seats = own_seats(sitting, asker)
    if not seats:
        raise Forbidden("those who look on have no say in this")
    return seats[0]
