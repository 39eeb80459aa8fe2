"""People, and what they are known by, as callers see them."""

from datetime import datetime
from typing import Literal, NamedTuple

TokenType = Literal["session", "program"]

START = 1000  # what somebody who never played is shown with
STEP = 30  # points for one of openskill's: between people who have played much, differences are about those of Elo
DOUBT = 3  # deviations that are taken off: so good somebody is almost for sure


class Person(NamedTuple):
    """Somebody who plays, by an account or as a guest."""

    id: str
    name: str
    login: str | None  # of an account: by which its name is known again; a guest has none
    banned: bool
    created: datetime
    seen: datetime  # to the day

    @property
    def is_guest(self) -> bool:
        return self.login is None


class Token(NamedTuple):
    """What a token is known by to its owner. The token itself is told once, and kept nowhere."""

    id: str
    type: TokenType
    label: str
    created: datetime
    expires: datetime


class Authentication(NamedTuple):
    """Somebody who has shown a token."""

    person: Person
    token: Token


class Credential(NamedTuple):
    """A new token, for its owner and for nobody else."""

    person: Person
    token: Token
    secret: str


class Rating(NamedTuple):
    """How well somebody plays a kind of game, as openskill sees it."""

    person: str
    name: str
    kind: str
    mu: float  # how well, as far as is known
    sigma: float  # how sure that is
    games: int

    @property
    def displayed(self) -> int:
        """The number for people: mu less three sigma, which is zero at first, at 30 points each from 1000 on.

        It begins low and rises while one becomes better known, and more than 400 points between two who have played
        much mean that the one wins ten times as often as the other.
        """
        return max(0, round(START + STEP * (self.mu - DOUBT * self.sigma)))
