"""Bodies of HTTP requests and answers about users, in JSON. Times are in UTC, ISO 8601."""

from msgspec import Struct

from .games import GameTold


class Me(Struct, frozen=True):
    """The user that sends the request."""

    id: str
    name: str
    guest: bool  # whether the user has no account
    since: str


class Named(Struct, frozen=True, forbid_unknown_fields=True):
    """A new name of a user."""

    name: str


class Entering(Struct, frozen=True, forbid_unknown_fields=True):
    """The name and the password of an account."""

    name: str
    password: str


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """The current password and the new one."""

    old: str
    new: str


class Reset(Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a reset link, and the new password."""

    token: str
    new: str


class SessionTold(Struct, frozen=True):
    """A session of a user."""

    id: str
    label: str  # the browser and its system
    since: str
    until: str  # when it expires, unless it is used before
    here: bool  # whether it is the session of this request


class Labelled(Struct, frozen=True, forbid_unknown_fields=True):
    """The purpose of a token."""

    label: str


class TokenTold(Struct, frozen=True):
    """A token of a program, without its secret."""

    id: str
    label: str
    since: str
    until: str


class TokenMade(Struct, frozen=True):
    """A new token for a program. The server keeps only its hash: this answer is the only one that has the token."""

    id: str
    label: str
    since: str
    until: str
    token: str


class RatingTold(Struct, frozen=True):
    """The rating of a user in a kind of game."""

    kind: str
    rating: int  # begins at 1000
    games: int


class PersonTold(Struct, frozen=True):
    """The public profile of a user; private games are included only for that user."""

    id: str
    name: str
    guest: bool
    since: str
    ratings: tuple[RatingTold, ...]
    games: tuple[GameTold, ...]


class RankTold(Struct, frozen=True):
    """A row of the ranking of a kind of game."""

    person: str
    name: str
    rating: int
    games: int
