"""Offers: what the players of a match have to agree on (a draw, a takeback, a rematch), and claims against absent ones.

The caller has asked `permissions.check` before. An offer expires with the next move, and with whatever else ends or
rewinds the game (`Match` clears the offers).
"""

from ...contract.errors import BadOption, IllegalMove
from ...contract.quotation import quoted
from ...protocol.limits import GRACE_SECONDS
from . import events
from .match import Match
from .permissions import NO_REMATCH, User, own_seats, sides

DRAW, TAKEBACK, REMATCH = OFFERS = "draw", "takeback", "rematch"
GRACE = 1000 * GRACE_SECONDS


def check_known(offer: str) -> None:
    if offer not in OFFERS:
        raise BadOption(f"{quoted(offer, 20)} cannot be offered; {', '.join(OFFERS)} can")


def completes(match: Match, user: User, offer: str) -> bool:
    """Whether all players agree once this user makes the offer too. Refuses an offer that is not possible."""
    player, places = _check(match, user, offer), sides(match)
    agreed = {places[who] for who in match.state.offers.get(offer, ()) if who in places}
    if places[player] in agreed:
        raise IllegalMove("this was offered already; the others have to answer")
    return agreed | {places[player]} == set(places.values())


def make(match: Match, user: User, offer: str) -> events.MatchEvent:
    """Make an offer, or agree to one. A rematch that completes needs its game first: see `completes`."""
    if not completes(match, user, offer):
        return events.Offered(own_seats(match, user)[0], offer)
    if offer == DRAW:
        return events.Ended("drawn")
    asked = match.state.offers.get(offer)
    return events.Undone(takeback_target(match, asked[0] if asked else own_seats(match, user)[0]))


def takeback_target(match: Match, player: int) -> int:
    """How many moves are left when the side of a player takes its last move back, and those made after it."""
    places = sides(match)
    return match.takeback_target([number for number, place in places.items() if place == places.get(player)])


def decline(match: Match, user: User, offer: str) -> events.Declined:
    """Decline an offer, or withdraw one."""
    if not match.state.offers.get(offer):
        raise IllegalMove(f"there is no offer of {quoted(offer, 20)}")
    return events.Declined(own_seats(match, user)[0], offer)


def claim(match: Match, user: User, player: int, now: int) -> events.Ended:
    """Win against a player who disconnected and did not come back in time."""
    person = match.people.get(player)
    if person is None or person.here or person.id == user.user_id:
        raise IllegalMove("this player has not left")
    wait = person.since + GRACE - now
    if wait > 0:
        raise IllegalMove(f"they may still come back; claim the game in {wait // 1000 + 1} seconds")
    return events.Ended("left", player)


def _check(match: Match, user: User, offer: str) -> int:
    """The player for whom a user may make this offer now."""
    player = own_seats(match, user)[0]
    if offer == REMATCH:
        _check_rematch(match)
    if offer == TAKEBACK and not match.state.offers.get(offer):
        takeback_target(match, player)
    if offer == DRAW and len(sides(match)) < 2:
        raise IllegalMove("a draw needs another player who can agree")
    return player


def _check_rematch(match: Match) -> None:
    if match.state.next:
        raise IllegalMove(NO_REMATCH)
    gone = [who.name for who in match.people.values() if not who.here]
    if gone and not match.is_slow:
        raise IllegalMove(f"{gone[0]} has left, and cannot play another game")
