"""Who may do what at a table."""

from typing import Protocol

from ...contract.errors import LudariumError
from ...play.match.table import HUMAN
from ...store.people.models import Person
from .room import Sitting

HOST = "only whoever has set this game up can do that"


class Forbidden(LudariumError):
    """Somebody else may do this."""


class Asker(Protocol):
    """Whoever asks."""

    @property
    def person(self) -> Person | None:
        """Who they are, if they are known."""

    @property
    def is_local(self) -> bool:
        """Whether they sit at the machine that the server runs on."""


def id_of(asker: Asker) -> str | None:
    return asker.person.id if asker.person else None


def hosts(sitting: Sitting, asker: Asker) -> bool:
    """Whether somebody has set the game up. One that nobody has set up was begun at home: anybody there may."""
    owner = sitting.saved.owner
    return asker.is_local if owner is None else owner == id_of(asker)


def may_move(sitting: Sitting, asker: Asker, player: int) -> bool:
    """Whether somebody plays for a player; for one beside the host, the host does."""
    if sitting.match.party.whose(player) is not HUMAN:
        return False
    sitter = sitting.match.people.get(player)
    return sitter.id == id_of(asker) if sitter else hosts(sitting, asker)


def own_seats(sitting: Sitting, asker: Asker) -> list[int]:
    """The players that somebody plays for."""
    shown = range(len(sitting.match.party.texts))
    return [player for player in shown if may_move(sitting, asker, player)]


def sides(sitting: Sitting) -> dict[int, str]:
    """The players of people, and at which place each sits: those beside the host are at one."""
    match = sitting.match
    return {
        player: match.people[player].id if player in match.people else ""
        for player, text in enumerate(match.party.texts)
        if text == HUMAN.name
    }


def plays_others(sitting: Sitting) -> bool:
    """Whether people play who are not all at one place."""
    return len(set(sides(sitting).values())) > 1


def check_host(sitting: Sitting, asker: Asker) -> None:
    if not hosts(sitting, asker):
        raise Forbidden(HOST)


def check_own(sitting: Sitting, asker: Asker, player: int) -> None:
    if not may_move(sitting, asker, player):
        raise Forbidden("somebody else plays for this side")
