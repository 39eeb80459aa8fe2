"""What a player needs of the wire: what a server tells about a game. `protocol/messages.py` has all of it."""

from typing import TypeAlias

from msgspec import DecodeError, Struct
from msgspec.json import Decoder

from ..protocol.limits import GRACE_SECONDS

GRACE = float(GRACE_SECONDS)


class Player(Struct, frozen=True):
    """Somebody at the table."""

    number: int
    name: str
    title: str
    person: str | None = None
    here: bool = True


class Ending(Struct, frozen=True):
    """How a game ended."""

    sentence: str
    reason: str
    winner: str | None


class View(Struct, frozen=True):
    """How things stand at the table."""

    turn: int | None
    waits: bool
    count: int
    players: tuple[Player, ...]
    begun: bool
    ending: Ending | None
    setting: bool = False
    vacant: int = 0
    clocks: dict[int, int] = {}
    running: int | None = None
    offers: dict[str, tuple[int, ...]] = {}
    next: str = ""


class State(Struct, frozen=True):
    """All of a game. A move is a player, a text, and a path."""

    version: int
    id: str
    kind: str
    options: dict[str, str]
    moves: tuple[tuple[int, str, tuple[str, ...]], ...]
    view: View
    owner: str | None = None
    alias: str | None = None


class Moved(Struct, frozen=True):
    """A move was made."""

    version: int
    ply: int
    move: tuple[int, str, tuple[str, ...]]
    view: View


class Changed(Struct, frozen=True):
    """Something else happened."""

    version: int
    ply: int
    cells: tuple[object, ...]
    view: View


class You(Struct, frozen=True):
    """Who one is."""

    person: str | None
    name: str


class Error(Struct, frozen=True):
    """A request was refused."""

    message: str
    re: int | None = None


class Done(Struct, frozen=True):
    """A request was carried out."""

    re: int


class Other(Struct, frozen=True):
    """Something that a player can do without."""


Told: TypeAlias = State | Moved | Changed | You | Error | Done | Other


class _Head(Struct):
    say: str


_head = Decoder(_Head)
_decoders: dict[str, Decoder[Told]] = {
    "state": Decoder(State),
    "moved": Decoder(Moved),
    "changed": Decoder(Changed),
    "you": Decoder(You),
    "error": Decoder(Error),
    "done": Decoder(Done),
}


def read(line: str | bytes) -> Told:
    """A message; ValueError if it is none that this house understands."""
    try:
        decoder = _decoders.get(_head.decode(line).say)
        return decoder.decode(line) if decoder else Other()
    except DecodeError as error:
        raise ValueError(str(error)) from None
