"""Bodies of HTTP requests and answers about games, in JSON."""

import re

from msgspec import Struct

from ..contract.errors import BadOption
from ..contract.scene import Cell, Panel
from .clock import Clock
from .limits import LONGEST_ALIAS
from .messages import Frame, Grid, Made


def check_alias(alias: str) -> None:
    """Refuse a text that cannot be the alias of a game."""
    if len(alias) > LONGEST_ALIAS or not re.fullmatch(r"[\w.-]+", alias):
        raise BadOption(f"the name of a game has at most {LONGEST_ALIAS} characters: letters, digits and . _ -")


class OptionTold(Struct, frozen=True):
    """An option of a kind of game."""

    name: str
    sort: str  # whole, seed, choice, flag, span, text
    default: str
    help: str
    takes: str
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()


class KindTold(Struct, frozen=True):
    """A kind of game."""

    id: str
    title: str
    about: str
    players: int  # by default
    names: tuple[str, ...]  # of the players by default, nine at most
    options: tuple[OptionTold, ...]
    has_scores: bool  # whether it is played for points and has tables of high scores
    can_lay: bool  # whether the host can change cells before it begins
    own: bool  # whether the page has a module for it
    word_labels: dict[str, str] = {}  # what the words of a move are called on buttons, where it is not the word itself
    symbols: tuple[str, ...] = ()  # the ids of the drawings that the game brings for the page


class LevelTold(Struct, frozen=True):
    """A level of computer opponents."""

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
    """The kinds of games and the levels of computers on this server."""

    version: str
    kinds: tuple[KindTold, ...]
    levels: tuple[LevelTold, ...]
    limits: Limits


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A new game. Seats that are not named have their default: one person against computers."""

    kind: str
    options: dict[str, str] = {}
    seats: tuple[str, ...] = ()
    position: str | None = None
    begun: bool = True
    listed: bool = False  # whether the lobby lists it, for players to take a seat that is `open` or to watch
    alias: str | None = None  # by which others can join it until it is over
    clock: Clock | None = None  # the time control of people
    rated: bool = False  # whether it changes ratings; only for games between people


class Brought(Struct, frozen=True, forbid_unknown_fields=True):
    """A game to import: a record, a CSV file of an original game, or a file of line mode's commands with their kind."""

    text: str
    kind: str = ""
    seats: tuple[str, ...] = ()  # without any, the game begins paused until a request says who plays
    begun: bool = True
    files: dict[str, str] = {}  # those that a file of commands loads, by name


class GameTold(Struct, frozen=True):
    """A saved game."""

    id: str
    kind: str
    title: str
    finished: bool
    changed: str  # time in UTC, ISO 8601
    seats: tuple[str, ...]
    vacant: int = 0  # free seats
    clock: Clock | None = None
    rated: bool = False
    alias: str | None = None


class PlyTold(Struct, frozen=True):
    """The position after so many moves, and the film of the last of them."""

    ply: int
    cells: tuple[Cell, ...]
    panels: tuple[Panel, ...]
    turn: int | None
    move: Made | None
    frames: tuple[Frame, ...]
    grid: Grid | None = None  # instead of the cells of a large board


class ScoreTold(Struct, frozen=True):
    """A row of a table of high scores."""

    name: str
    points: int
    extra: dict[str, int]
    entered: str


class Signed(Struct, frozen=True, forbid_unknown_fields=True):
    """The name for a high score."""

    name: str


class Statistics(Struct, frozen=True):
    """Facts about the board, and the points of each player."""

    facts: tuple[Panel, ...]
    results: tuple[Panel, ...]


class Help(Struct, frozen=True):
    """The rules of a game for players."""

    html: str


class Place(Struct, frozen=True):
    """The rank of a score in its table, from 1; null if it was too low."""

    place: int | None


class Preference(Struct, frozen=True, forbid_unknown_fields=True):
    """The value of a preference."""

    value: str


class Wrong(Struct, frozen=True, omit_defaults=True):
    """Why a request was refused, in one sentence; nothing was changed."""

    message: str
    needs: str = ""  # the name of a file that the request has to bring too
