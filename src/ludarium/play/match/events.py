"""What can happen in a game: the entries that the store keeps. Each says all that is to be known to do it again.

A game is its beginning and these, one after the other; whoever has them has the game, in whatever process.
"""

from typing import TypeAlias

from msgspec import DecodeError, Struct
from msgspec.json import Decoder, Encoder

from ...contract.errors import LudariumError


class UnknownEvent(LudariumError):
    """A later Ludarium has written this event."""


class Happening(Struct, frozen=True, tag_field="what", omit_defaults=True):
    """Something that has happened."""


class Played(Happening, frozen=True, tag="played"):
    """A move was made, or made again after it was taken back."""

    move: str
    again: bool = False


class Undone(Happening, frozen=True, tag="undone"):
    """Moves were taken back, and so many are left; whoever had given up has not."""

    left: int


class Ended(Happening, frozen=True, tag="ended"):
    """The game ended before its rules say so: somebody resigned, ran out of time, or left, or all agreed on a draw."""

    how: str  # resigned, time, left, drawn
    player: int = -1  # whose fault it was, if anybody's


class Seated(Happening, frozen=True, tag="seated"):
    """Somebody else plays for a player: a person beside the host, one from elsewhere, a computer, or nobody yet."""

    player: int
    who: str
    person: str | None = None
    name: str = ""


class Presence(Happening, frozen=True, tag="presence"):
    """A person from elsewhere has lost the connection, or has come back."""

    person: str
    here: bool


class Paused(Happening, frozen=True, tag="paused"):
    """Computers wait, or go on."""

    on: bool


class Begun(Happening, frozen=True, tag="begun"):
    """Set-up is over."""


class Arranged(Happening, frozen=True, tag="arranged"):
    """Another game was put on the table before it began."""

    record: str


class Laid(Happening, frozen=True, tag="laid"):
    """Something was laid on a cell, or taken away again."""

    name: str


class Setting(Happening, frozen=True, tag="setting"):
    """One person makes the moves of all players, or does so no more."""

    on: bool


class Seeded(Happening, frozen=True, tag="seeded"):
    """The computers draw their chances from a number."""

    number: int


class Helped(Happening, frozen=True, tag="helped"):
    """A computer has advised."""


class Entered(Happening, frozen=True, tag="entered"):
    """The points are in the table of high scores."""


class Offered(Happening, frozen=True, tag="offered"):
    """A player offers a draw, asks for moves to be taken back, or for another game."""

    player: int
    offer: str  # draw, takeback, rematch


class Declined(Happening, frozen=True, tag="declined"):
    """A player does not agree, or takes the offer back."""

    player: int
    offer: str


class Followed(Happening, frozen=True, tag="followed"):
    """The same people play another game."""

    game: str


Any: TypeAlias = (
    Played
    | Undone
    | Ended
    | Seated
    | Presence
    | Paused
    | Begun
    | Arranged
    | Laid
    | Setting
    | Seeded
    | Helped
    | Entered
    | Offered
    | Declined
    | Followed
)

_encoder = Encoder()
_decoder: Decoder[Any] = Decoder(Any)


def write(happening: Any) -> str:
    return _encoder.encode(happening).decode()


def read(body: str) -> Any:
    """What an entry says; UnknownEvent if this house does not know such things."""
    try:
        return _decoder.decode(body)
    except DecodeError:
        raise UnknownEvent("a game was played with a newer Ludarium; install that one to go on with it") from None
