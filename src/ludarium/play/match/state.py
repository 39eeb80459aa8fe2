"""Who may sit at a table of the server, and what is noted beside the seats when a game is kept."""

import re
from collections.abc import Sequence

from msgspec import DecodeError, Struct, field
from msgspec.json import Decoder, Encoder

from ...contract.errors import BadOption
from ...protocol.clock import Clock
from ..levels import LEVELS
from .clock import Hands
from .seats import SHOWN, usual
from .table import HUMAN, VACANT

RANDOM = "random"
NOTES = "notes:"  # how a line began that followed the seats of a kept game in the first house


def check(text: str) -> str:
    """The text of a seat that a page may fill. Nobody from elsewhere may name a program to be started."""
    if text in (HUMAN.name, VACANT.name, RANDOM) or re.fullmatch(f"level [1-{len(LEVELS)}]", text):
        return text
    raise BadOption(f"{text!r:.40} cannot take a seat; human, open, level 1 to level {len(LEVELS)} and random can")


def fill(texts: Sequence[str], players: int) -> tuple[str, ...]:
    """A text for every seat that is shown, and one for everybody else; those that are not named are as usual."""
    expected = usual(players)
    if len(texts) > len(expected):
        raise BadOption(f"there are {len(texts)} seats for {players} players; {len(expected)} can be named")
    return (*map(check, texts), *expected[len(texts) :])


class Sitter(Struct, frozen=True, omit_defaults=True):
    """A person from elsewhere in a seat."""

    id: str
    name: str
    here: bool = True  # whether they are connected
    since: int = 0  # the moment when they have gone or come back


class Terms(Struct, frozen=True, omit_defaults=True):
    """What was agreed on before a game began."""

    clock: Clock | None = None
    rated: bool = False

    def write(self) -> str:
        return "" if self == Terms() else _encoder.encode(self).decode()

    @classmethod
    def read(cls, text: str) -> "Terms":
        return _terms.decode(text) if text else cls()


class Notes(Struct, frozen=True, omit_defaults=True):
    """What is not in a record, and yet is to be known when a kept game is gone on with."""

    begun: bool = True  # whether set-up is over
    paused: bool = False
    seed: int | None = None  # where its computers draw their chances from
    ended: str = ""  # how it ended before its rules say so: resigned, time, left, drawn
    by: int = -1  # through whom
    entered: bool = False  # whether its score is in the table
    seats: tuple[str, ...] = ()  # where they were others than now
    people: dict[int, Sitter] = {}
    hands: Hands = field(default_factory=Hands)  # of the clocks
    offers: dict[str, tuple[int, ...]] = {}  # who has offered what
    next: str = ""  # the game that follows this one

    def write(self) -> str:
        """The notes as JSON; nothing if all is as usual."""
        return "" if self == Notes() else _encoder.encode(self).decode()

    @classmethod
    def read(cls, text: str) -> "Notes":
        """The notes of a kept game; those of the first house as far as they can be read."""
        if not text.startswith(NOTES):
            try:
                return _notes.decode(text) if text else cls()
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
_notes = Decoder(Notes)
_terms = Decoder(Terms)


def split(kept: Sequence[str], notes: str, players: int) -> tuple[tuple[str, ...], Notes]:
    """The seats of a kept game, and its notes. A seat of somebody who cannot sit here is a person's."""
    lines = [text for text in kept if text.startswith(NOTES)]
    read = Notes.read(notes or (lines[0] if lines else ""))
    known = read.seats or [text for text in kept if not text.startswith(NOTES)]
    return fill([_known(text) for text in known[: min(players, SHOWN + 1)]], players), read


def _known(text: str) -> str:
    try:
        return check(text)
    except BadOption:
        return HUMAN.name
