"""Permissions: who may do what in a match."""

from typing import Protocol

from ...contract.errors import BadOption, LudariumError
from ..opponents.opponent import HUMAN
from .match import Match

HOST_ONLY = "only the host of this game can do that"


class Forbidden(LudariumError):
    """The user has no permission for this."""


class User(Protocol):
    """Who sends a request."""

    @property
    def user_id(self) -> str | None:
        """The id of the user; None for one who is not known."""

    @property
    def is_local(self) -> bool:
        """Whether the request comes from the machine the server runs on."""


def is_host(match: Match, user: User) -> bool:
    """Whether a user hosts the match. A match without an owner began on the server's machine, and is its users'."""
    return user.is_local if match.owner is None else match.owner == user.user_id


def may_move(match: Match, user: User, player: int) -> bool:
    """Whether a user plays for a player; the host plays for local people."""
    if match.seats[player] is not HUMAN:
        return False
    person = match.people.get(player)
    return person.id == user.user_id if person else is_host(match, user)


def own_seats(match: Match, user: User) -> list[int]:
    """The players that a user plays for."""
    return [player for player in range(len(match.seats.texts)) if may_move(match, user, player)]


def sides(match: Match) -> dict[int, str]:
    """The players that people play for, with the user's id; local people share the id ""."""
    return {
        player: match.people[player].id if player in match.people else ""
        for player, text in enumerate(match.seats.texts)
        if text == HUMAN.name
    }


def has_rivals(match: Match) -> bool:
    """Whether people play each other from several places."""
    return len(set(sides(match).values())) > 1


def check_host(match: Match, user: User) -> None:
    if not is_host(match, user):
        raise Forbidden(HOST_ONLY)


def check_player(match: Match, player: int) -> None:
    if not 0 <= player < match.seats.players:
        raise BadOption(f"there is no player with the number {player}")


def check_own(match: Match, user: User, player: int) -> None:
    """Refuse a user who does not play for this player."""
    if not may_move(match, user, player):
        raise Forbidden("another player plays this side")


def check_no_rivals(match: Match, user: User) -> None:
    """Refuse what rivals have to agree on."""
    if has_rivals(match):
        raise Forbidden("where others play, they have to agree: ask them for a takeback")
    if not own_seats(match, user):
        check_host(match, user)
