"""Who may do what at a table."""

from ..contract.errors import LudariumError
from ..play.table import HUMAN
from .sitting import Sitting

HOST = "only whoever has set this game up can do that"


class Forbidden(LudariumError):
    """Somebody else may do this."""


def hosts(sitting: Sitting, person: str | None) -> bool:
    """Whether a person has set the game up. One that nobody has set up was begun at home: anybody there may."""
    return sitting.saved.owner in (None, person)


def may_move(sitting: Sitting, person: str | None, player: int) -> bool:
    """Whether a person plays for a player; for one beside the host, the host does."""
    if sitting.match.party.whose(player) is not HUMAN:
        return False
    sitter = sitting.match.people.get(player)
    return sitter.id == person if sitter else hosts(sitting, person)


def own_seats(sitting: Sitting, person: str | None) -> list[int]:
    """The players that a person plays for."""
    shown = range(len(sitting.match.party.texts))
    return [player for player in shown if may_move(sitting, person, player)]


def plays_others(sitting: Sitting) -> bool:
    """Whether people play who are not all at one place."""
    match = sitting.match
    texts = match.party.texts
    sides = {
        match.people[player].id if player in match.people else ""
        for player in range(len(texts))
        if texts[player] == HUMAN.name
    }
    return len(sides) > 1


def check_host(sitting: Sitting, person: str | None) -> None:
    if not hosts(sitting, person):
        raise Forbidden(HOST)


def check_own(sitting: Sitting, person: str | None, player: int) -> None:
    if not may_move(sitting, person, player):
        raise Forbidden("somebody else plays for this side")
