"""Bodies of HTTP requests and answers about games, in JSON."""

import re
from typing import NamedTuple

from msgspec import Struct

from ..contract.errors import BadOption
from ..contract.scene import Cell, Geometry, Panel
from .clock import Clock
from .limits import LONGEST_ALIAS
from .messages import Frame


def check_alias(alias: str) -> None:
    """Refuse a text that cannot be the alias of a game."""
    if len(alias) > LONGEST_ALIAS or not re.fullmatch(r"[\w.-]+", alias):
        raise BadOption(f"the name of a game has at most {LONGEST_ALIAS} characters: letters, digits and . _ -")


class ValueTold(NamedTuple):
    """A value of an option, and what people call it."""

    value: str
    label: str


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
    title: str = ""  # what people call it
    values: tuple[ValueTold, ...] = ()  # those that have names, in the order in which people read them
    pictured: bool = False  # whether there are pictures of boards with its values


class KindTold(Struct, frozen=True):
    """A kind of game."""

    id: str
    title: str
    about: str
    players: int  # by default
    names: tuple[str, ...]  # of the players by default, nine at most
    options: tuple[OptionTold, ...]
    has_puzzles: bool  # whether it comes with puzzles
    has_daily: bool  # whether everyone is dealt the same game on a day
    has_scores: bool  # whether it is played for points and has tables of high scores
    can_lay: bool  # whether the host can change cells before it begins
    own: bool  # whether the page has a module for it
    word_labels: dict[str, str] = {}  # what the words of a move are called on buttons, where it is not the word itself
    symbols: tuple[str, ...] = ()  # the ids of the drawings that the game brings for the page
    colours: dict[str, str] = {}  # custom properties of the page: the colours that the game says of its players
    needs_rim: bool = False  # whether its drawings are in very dark or very light colours
    has_introduction: bool = False  # whether new players can try moves in prepared positions


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
    problems: tuple[str, ...] = ()  # why some folders of games cannot be played, a sentence each
    loading: tuple[str, ...] = ()  # the ids of games that are not ready yet, soon after the server has started
    is_alone: bool = False  # whether the house runs in the browser, where no other person can be reached


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
    seats: tuple[str, ...] = ()  # without any, people play for all, and it begins paused until a request says who plays
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


class ScoreTold(Struct, frozen=True):
    """A row of a table of high scores."""

    name: str
    points: int
    extra: dict[str, int]
    entered: str


class DailyEntryTold(Struct, frozen=True):
    """A row of the table of a day."""

    place: int
    person: str
    name: str
    points: int
    extra: dict[str, int]
    ended: str
    game: str | None  # to watch; null while the user may not watch it, or if it was deleted


class DailyTryTold(Struct, frozen=True):
    """The user's own try at the deal of a day."""

    game: str | None  # null if it was deleted
    over: bool
    points: int | None  # null if it is not in the table
    place: int | None


class DailyTold(Struct, frozen=True):
    """The deal of a day and its table."""

    kind: str
    day: str  # as 2026-11-17, in UTC
    today: str
    first: str  # the earliest day that is kept
    closes: str  # when the table of today is closed
    options: dict[str, str]  # of the deal, without the seed
    players: int  # in the table
    entries: tuple[DailyEntryTold, ...]  # the best ones
    own: DailyTryTold | None
    can_watch: bool  # those of today only after the own try


class Signed(Struct, frozen=True, forbid_unknown_fields=True):
    """The name for a high score."""

    name: str


class Statistics(Struct, frozen=True):
    """Facts about the board, and the points of each player."""

    facts: tuple[Panel, ...]
    results: tuple[Panel, ...]


class BoardTold(Struct, frozen=True):
    """A board to be drawn, outside any game."""

    columns: int
    rows: int
    cells: tuple[Cell, ...]
    names: tuple[str, ...]  # of the players
    geometry: Geometry | None = None  # as in State


class Help(Struct, frozen=True):
    """The rules of a game for players."""

    html: str  # where a `pre` with `data-board` stands for the drawing of one of the boards
    boards: tuple[BoardTold, ...]


class StepTold(Struct, frozen=True):
    """A step of an introduction: a position in which a move is tried."""

    text: str
    board: BoardTold
    turn: int
    paths: tuple[tuple[str, ...], ...]  # of the moves that can be tried
    words: tuple[str, ...]  # that a path may begin with


class IntroductionTold(Struct, frozen=True):
    """The introduction to a game."""

    steps: tuple[StepTold, ...]


class Tried(Struct, frozen=True, forbid_unknown_fields=True):
    """A move that is tried in a step of an introduction."""

    path: tuple[str, ...]


class TriedTold(Struct, frozen=True):
    """What a tried move does."""

    counts: bool  # whether it is one that the step asks for
    text: str
    frames: tuple[Frame, ...]


class NewsTold(Struct, frozen=True):
    """What has happened in a game with others while you were away."""

    id: str
    kind: str
    text: str
    changed: str  # time in UTC, ISO 8601
    finished: bool
    waits: bool  # whether another player is to move, and you have nothing to do


class PlayedMoveTold(Struct, frozen=True):
    """A move that was played in a position before."""

    move: str
    games: int
    score: float  # of those who played it, from 0 to 1
    players: tuple[str, ...]  # some of them, the most frequent first


class PlayedBefore(Struct, frozen=True):
    """What was played in a position before, the most frequent move first; null without a collection of games."""

    moves: tuple[PlayedMoveTold, ...] | None


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
