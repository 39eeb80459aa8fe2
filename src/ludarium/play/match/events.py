"""The events of a match. The store keeps them in order; replaying them gives the same match in any process."""

from typing import TypeAlias

from msgspec import DecodeError, Struct
from msgspec.json import Decoder, Encoder

from ...contract.errors import LudariumError


class UnknownEvent(LudariumError):
    """A newer version of Ludarium wrote this event."""


class Event(Struct, frozen=True, tag_field="what", omit_defaults=True):
    """Something that happened in a match."""


class Played(Event, frozen=True, tag="played"):
    """A move was made, or made again after an undo."""

    move: str
    again: bool = False


class Undone(Event, frozen=True, tag="undone"):
    """Moves were taken back and `left` remain. A resignation is taken back too."""

    left: int


class Ended(Event, frozen=True, tag="ended"):
    """The game ended before its rules ended it."""

    how: str  # resigned, time, left, drawn
    player: int = -1  # the player who caused it


class Seated(Event, frozen=True, tag="seated"):
    """A seat changed: to a local person, a user (with id and name), a computer, or vacant."""

    player: int
    who: str
    person: str | None = None
    name: str = ""


class Presence(Event, frozen=True, tag="presence"):
    """A user in a seat disconnected or came back."""

    person: str
    here: bool


class Paused(Event, frozen=True, tag="paused"):
    """Computers stop moving, or continue."""

    on: bool


class Begun(Event, frozen=True, tag="begun"):
    """Set-up is over."""


class Arranged(Event, frozen=True, tag="arranged"):
    """The host replaced the game during set-up."""

    record: str


class Laid(Event, frozen=True, tag="laid"):
    """During set-up, a cell was changed by the game's own pattern."""

    name: str


class Setting(Event, frozen=True, tag="setting"):
    """One person starts or stops making the moves of all players."""

    on: bool


class Seeded(Event, frozen=True, tag="seeded"):
    """The computers' random choices got a seed."""

    number: int


class Helped(Event, frozen=True, tag="helped"):
    """A computer gave a hint in a game that is played for points."""


class Entered(Event, frozen=True, tag="entered"):
    """The score was entered into the high-score table."""


class Offered(Event, frozen=True, tag="offered"):
    """A player made an offer: draw, takeback or rematch."""

    player: int
    offer: str


class Declined(Event, frozen=True, tag="declined"):
    """A player declined an offer or withdrew it."""

    player: int
    offer: str


class Followed(Event, frozen=True, tag="followed"):
    """The rematch began."""

    game: str


MatchEvent: TypeAlias = (
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
_decoder: Decoder[MatchEvent] = Decoder(MatchEvent)


def encode(event: MatchEvent) -> str:
    return _encoder.encode(event).decode()


def decode(body: str) -> MatchEvent:
    """The event of a stored body, or UnknownEvent."""
    try:
        return _decoder.decode(body)
    except DecodeError:
        raise UnknownEvent("a game was played with a newer Ludarium; install that one to go on with it") from None
