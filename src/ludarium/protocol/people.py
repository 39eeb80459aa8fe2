"""What is asked and answered over HTTP about people, in JSON. Times are in UTC, as ISO 8601 writes them."""

from msgspec import Struct

from .games import GameTold


class Me(Struct, frozen=True):
    """Whoever asks."""

    id: str
    name: str
    guest: bool  # whether they have no account
    since: str


class Named(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody wants to be called."""

    name: str


class Entering(Struct, frozen=True, forbid_unknown_fields=True):
    """The name and the password of an account."""

    name: str
    password: str


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """The password that somebody has, and the one that they want to have."""

    old: str
    new: str


class SessionTold(Struct, frozen=True):
    """Somewhere that somebody is known."""

    id: str
    label: str  # what the browser calls itself
    since: str
    until: str  # if they are not seen there before
    here: bool  # whether it is the one that asks


class Labelled(Struct, frozen=True, forbid_unknown_fields=True):
    """What a token is for."""

    label: str


class TokenTold(Struct, frozen=True):
    """A program's token, as its owner knows it again."""

    id: str
    label: str
    since: str
    until: str


class TokenMade(Struct, frozen=True):
    """A new token for a program. It is shown this once, and kept nowhere."""

    id: str
    label: str
    since: str
    until: str
    token: str


class RatingTold(Struct, frozen=True):
    """How well somebody plays a kind of game."""

    kind: str
    rating: int  # begins at 1000
    games: int


class PersonTold(Struct, frozen=True):
    """What everybody may know of somebody; their private games are told to themselves alone."""

    id: str
    name: str
    guest: bool
    since: str
    ratings: tuple[RatingTold, ...]
    games: tuple[GameTold, ...]


class RankTold(Struct, frozen=True):
    """Somebody in the list of the best players of a kind of game."""

    person: str
    name: str
    rating: int
    games: int
