"""The state of a match beyond its record: what must be stored to continue it."""

import re
from collections.abc import Sequence

from msgspec import DecodeError, Struct, field
from msgspec.json import Decoder, Encoder

from ...contract.errors import BadOption
from ...protocol.clock import Clock
from ..opponents.opponent import HUMAN
from .clock import ClockState
from .seats import SHOWN, check_text, fill

NOTES = "notes:"  # the prefix of a line among the seats, where the first version stored this state


class SeatedPerson(Struct, frozen=True, omit_defaults=True):
    """A user in a seat."""

    id: str
    name: str
    here: bool = True  # whether the user is connected
    since: int = 0  # when the user left or came back


class Terms(Struct, frozen=True, omit_defaults=True):
    """What was agreed on before the game began."""

    clock: Clock | None = None
    rated: bool = False
    daily: str = ""  # the day whose deal this is the try at, as 2026-11-17

    def write(self) -> str:
        return "" if self == Terms() else _encoder.encode(self).decode()

    @classmethod
    def read(cls, text: str) -> "Terms":
        return _terms.decode(text) if text else cls()


class MatchState(Struct, frozen=True, omit_defaults=True):
    """What a record does not say. The field names are those of stored games."""

    begun: bool = True  # whether set-up is over
    paused: bool = False
    seed: int | None = None  # the seed of the computers' random choices
    ended: str = ""  # how the game ended before its rules ended it: resigned, time, left, drawn
    by: int = -1  # the player who ended it so
    entered: bool = False  # whether its score is in the high-score table
    brought: bool = False  # whether it came with moves that were not made here
    seats: tuple[str, ...] = ()  # the seats, where they differ from those stored beside the record
    people: dict[int, SeatedPerson] = {}
    hands: ClockState = field(default_factory=ClockState)
    offers: dict[str, tuple[int, ...]] = {}  # by offer, the players who made it
    next: str = ""  # the id of the rematch

    def write(self) -> str:
        """The state as JSON; an empty text for the default."""
        return "" if self == MatchState() else _encoder.encode(self).decode()

    @classmethod
    def read(cls, text: str) -> "MatchState":
        """The state of a stored game; of the first version's format, what can be read."""
        if not text.startswith(NOTES):
            try:
                return _states.decode(text) if text else cls()
            except DecodeError:
                return cls()
        found = {name: int(value) for name, value in re.findall(r"(\w+)=(\d{1,19})(?= |$)", text)}
        by = found.get("resigned", -1)
        return cls(
            begun=found.get("begun") != 0,
            seed=found.get("seed"),
            ended="resigned" if by >= 0 else "",
            by=by,
            entered=found.get("entered") == 1,
        )


_encoder = Encoder()
_states = Decoder(MatchState)
_terms = Decoder(Terms)


def read_stored(stored: Sequence[str], notes: str, players: int) -> tuple[tuple[str, ...], MatchState]:
    """The seats and the state of a stored game. A seat whose text is not allowed here becomes a person's."""
    lines = [text for text in stored if text.startswith(NOTES)]
    state = MatchState.read(notes or (lines[0] if lines else ""))
    texts = state.seats or [text for text in stored if not text.startswith(NOTES)]
    return fill([_allowed(text) for text in texts[: min(players, SHOWN + 1)]], players), state


def _allowed(text: str) -> str:
    try:
        return check_text(text)
    except BadOption:
        return HUMAN.name
