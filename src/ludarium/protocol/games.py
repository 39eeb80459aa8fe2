"""What is asked and answered over HTTP, in JSON."""

from typing import Any

from msgspec import Struct

from ..contract.scene import Cell, Panel
from .clock import Clock
from .messages import Frame, Made


class OptionTold(Struct, frozen=True):
    """Something that can be chosen about a game."""

    name: str
    sort: str  # whole, seed, choice, flag, span, text
    default: str
    help: str
    takes: str
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()


class KindTold(Struct, frozen=True):
    """A game of the house."""

    id: str
    title: str
    about: str
    players: int  # by default
    names: tuple[str, ...]  # of the players by default, nine at most
    options: tuple[OptionTold, ...]
    has_scores: bool  # whether it is played for points, and its scenarios have tables
    can_lay: bool  # whether things can be laid on cells before it begins
    own: bool  # whether the page has a module of its own for it
    symbols: tuple[str, ...] = ()  # the drawings that the game brings for the page, by their ids


class LevelTold(Struct, frozen=True):
    """A computer that can take a seat."""

    number: int
    name: str
    seat: str


class Limits(Struct, frozen=True):
    """What the server accepts at most, so that a client can say so before it asks."""

    request_bytes: int
    user_name: int  # letters
    score_name: int
    alias: int
    grace_seconds: int  # how long a player may be away before the game can be claimed


class House(Struct, frozen=True):
    """What the house offers."""

    version: str
    kinds: tuple[KindTold, ...]
    levels: tuple[LevelTold, ...]
    limits: Limits


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be played, and who plays it. Seats that are not named are as usual: a person against computers."""

    kind: str
    options: dict[str, str] = {}
    seats: tuple[str, ...] = ()
    position: str | None = None
    begun: bool = True
    listed: bool = False  # whether everybody finds it in the lobby, to take a seat that is `open` or to look on
    alias: str | None = None  # by which others can join it, as long as it is not over
    clock: Clock | None = None  # how long people may think
    rated: bool = False  # whether it counts, if people alone play it


class Brought(Struct, frozen=True, forbid_unknown_fields=True):
    """A game from elsewhere: a record of the house, a seed's CSV, or a file of line mode's commands of a kind."""

    text: str
    kind: str = ""
    seats: tuple[str, ...] = ()
    begun: bool = True


class GameTold(Struct, frozen=True):
    """A game that is kept."""

    id: str
    kind: str
    title: str
    finished: bool
    changed: str  # a time in UTC, as ISO 8601 writes it
    seats: tuple[str, ...]
    vacant: int = 0  # seats that wait for somebody
    clock: Clock | None = None
    rated: bool = False
    alias: str | None = None


class PlyTold(Struct, frozen=True):
    """How a game stood after so many moves, and the film of the last of them."""

    ply: int
    cells: tuple[Cell, ...]
    panels: tuple[Panel, ...]
    turn: int | None
    move: Made | None
    frames: tuple[Frame, ...]


class ScoreTold(Struct, frozen=True):
    """A row of a table of high scores."""

    name: str
    points: int
    extra: dict[str, int]
    entered: str


class Signed(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose score is to be entered."""

    name: str


class Statistics(Struct, frozen=True):
    """A game in detail: what the board tells, and every player's points."""

    facts: tuple[Panel, ...]
    results: tuple[Panel, ...]


class Help(Struct, frozen=True):
    """The rules of a game for players."""

    html: str


class Place(Struct, frozen=True):
    """The place that a score has taken in its table, from 1; none if it was too low."""

    place: int | None


class Preference(Struct, frozen=True, forbid_unknown_fields=True):
    """What is preferred: anything that JSON can tell."""

    value: Any


class Wrong(Struct, frozen=True):
    """One sentence about why something cannot be done; nothing was changed."""

    message: str
