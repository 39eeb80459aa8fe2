"""People, their tokens and their ratings, as callers see them."""

from datetime import datetime
from typing import Literal, NamedTuple

TokenType = Literal["session", "program", "device", "reset"]

START = 1000  # the displayed rating of a person who has not played
SCALE = 30  # displayed points for one of openskill's; differences are then about those of Elo
DEVIATIONS = 3  # sigmas taken off mu: the skill that a person has almost certainly


class Person(NamedTuple):
    """A player, with an account or as a guest."""

    id: str
    name: str
    login: str | None  # the folded name of an account; None for a guest
    banned: bool
    created: datetime
    seen: datetime  # accurate to a day

    @property
    def is_guest(self) -> bool:
        return self.login is None


class Token(NamedTuple):
    """The public data of a token. The secret is shown once and never stored."""

    id: str
    type: TokenType
    label: str
    created: datetime
    expires: datetime


class Authentication(NamedTuple):
    """A person, and the token that proved who they are."""

    person: Person
    token: Token


class Credential(NamedTuple):
    """A new token with its secret, for its owner only."""

    person: Person
    token: Token
    secret: str


class Rating(NamedTuple):
    """How well a person plays a kind of game, by openskill."""

    person: str
    name: str
    kind: str
    mu: float  # the estimated skill
    sigma: float  # the uncertainty of the estimate
    games: int

    @property
    def displayed(self) -> int:
        """The number that people see: 1000 + 30 (mu - 3 sigma).

        It starts at 1000 and rises while sigma falls. Between two people who have played much, 400 points mean that one
        wins ten times as often as the other.
        """
        return max(0, round(START + SCALE * (self.mu - DEVIATIONS * self.sigma)))


class Solver(NamedTuple):
    """How well a person solves the puzzles of a kind of game."""

    rating: int
    tries: int
    streak: int  # puzzles solved in a row


NEW_SOLVER = Solver(START, 0, 0)
