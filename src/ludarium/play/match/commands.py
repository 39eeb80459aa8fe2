"""Commands: what a user asks for in a match, checked and turned into events. Applying them is the caller's.

The caller has asked `permissions.check` before.
"""

from ...contract.errors import IllegalMove
from ...contract.options import Whole
from ..move import Move
from ..move_input import pointed_at
from ..opponents.opponent import HUMAN, VACANT
from . import events
from .match import Match
from .permissions import Forbidden, User, check_own, check_player
from .seats import check_text
from .sight import check_drawn

TOO_LATE = "the game has gone on since this was chosen"
SEED = Whole("seed", 0, -(1 << 63), (1 << 63) - 1, "where chance is drawn from")


def check_count(match: Match, count: int) -> None:
    """Refuse a move that was chosen when the match had another number of moves."""
    if count != len(match.game.moves):
        raise IllegalMove(TOO_LATE)


def move(match: Match, path: tuple[str, ...], text: str) -> Move:
    """The move that a user makes, by its path or by its text."""
    if match.seats.vacant:
        raise IllegalMove("a seat is free; the game goes on when it is taken")
    return pointed_at(match.move_input, path) if path else match.game.parse(text)


def undo(match: Match) -> events.Undone:
    return events.Undone(match.undo_target())


def redo(match: Match) -> list[events.Played]:
    if not match.redo_moves:
        raise IllegalMove("there is nothing to make again")
    return [events.Played(str(each), again=True) for each in match.redo_moves]


def resign(match: Match, user: User, player: int) -> events.Ended:
    check_player(match, player)
    if match.seats[player] is not HUMAN:
        raise IllegalMove("a computer gives up only by itself")
    check_own(match, user, player)
    return events.Ended("resigned", player)


def sit(match: Match, user: User, name: str, player: int | None) -> events.Seated:
    """Take a vacant seat: that of a player, or any; or take the present name in an own seat."""
    free = [number for number, text in enumerate(match.seats.texts) if text == VACANT.name]
    if user.user_id is None:
        raise Forbidden("choose a name before you take a seat")
    is_own = player in match.people and match.people[player].id == user.user_id
    if player is not None and player not in free and not is_own:
        raise IllegalMove("this seat is not free")
    if not free and not is_own:
        raise IllegalMove("all seats are taken")
    return events.Seated(free[0] if player is None else player, HUMAN.name, user.user_id, name)


def leave(match: Match, user: User, player: int) -> events.Seated:
    """Leave a seat before the first move of the game itself; later, a player resigns."""
    check_player(match, player)
    check_own(match, user, player)
    if match.game.moves and not match.is_set_up:
        raise IllegalMove("the game has begun; resign if you do not go on")
    return events.Seated(player, VACANT.name)


def change_seat(match: Match, player: int, text: str) -> events.Seated:
    """Give a seat to a computer, a local person, or make it vacant."""
    check_player(match, player)
    text = check_text(text)
    check_drawn(match.game.kind, is_drawn=text != VACANT.name)
    if player in match.people and match.game.moves and not match.is_set_up and not match.is_over:
        raise IllegalMove("a player has this seat, and the game has begun")
    return events.Seated(player, text)


def set_seed(number: int | str) -> events.Seeded:
    return events.Seeded(SEED.check(number))
