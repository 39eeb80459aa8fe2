"""What the store holds, as callers see it."""

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, NamedTuple

ROWS = 8  # of a high-score table
DAILY_DAYS = 365  # for which deals of days and their tables are kept


class SavedGame(NamedTuple):
    """A game that can be continued or replayed. Save it again after every move."""

    id: str
    game: str  # the id of its kind
    record: str  # as `Game.record()` writes it
    seats: tuple[str, ...]  # who sits where, a line of text each: "human", "level 3"
    title: str | None
    finished: bool
    created: datetime  # all times are in UTC
    changed: datetime
    version: int = 0  # the number of the last event
    base: int = 0  # the version that the record and the notes describe; later events are in the event log
    notes: str = ""  # JSON: state that the record does not hold
    terms: str = ""  # JSON: what the players agreed on before the game began
    owner: str | None = None  # the person who set it up; None for a game played on this machine
    listed: bool = False  # whether it appears in the public list
    vacant: int = 0  # seats that wait for a player
    alias: str | None = None  # a short name to join by

    @classmethod
    def begin(
        cls, game: str, record: str, seats: tuple[str, ...] = (), title: str | None = None, **more: Any
    ) -> "SavedGame":
        """A new game, not yet saved. Its id is random and cannot be guessed, so that it serves as an invitation."""
        created = datetime.now(UTC)
        return cls(secrets.token_hex(12), game, record, seats, title, False, created, created, **more)

    def after(self, record: str, finished: bool = False) -> "SavedGame":
        """The same game with another record."""
        return self._replace(record=record, finished=finished)


class StoredEvent(NamedTuple):
    """An event in the log of a game."""

    number: int  # consecutive within a game
    at: int  # milliseconds since 1970
    body: str  # JSON


class Change(NamedTuple):
    """Events to append to the log of a game, and the state of the game after them."""

    game: str
    after: int  # the version it was made for; the store rejects it if the game has another version by now
    at: int
    bodies: tuple[str, ...]  # of its events
    seats: tuple[str, ...]
    title: str
    finished: bool
    vacant: int = 0
    record: str | None = None  # a new record that includes all events
    notes: str | None = None
    places: Mapping[int, str | None] = MappingProxyType({})  # seats that changed hands: a person's id, or None

    @property
    def version(self) -> int:
        return self.after + len(self.bodies)


class DailyEntry(NamedTuple):
    """A row of the table of a day."""

    person: str
    name: str
    points: int
    extra: Mapping[str, int]  # further columns, as those of a high score
    ended: datetime
    game: str | None  # None if it was deleted


class DailyTry(NamedTuple):
    """A person's try at the deal of a day."""

    game: str
    is_kept: bool  # whether the game is still there
    is_over: bool  # a deleted game is over too
    points: int | None  # None until it is entered
    place: int | None


class Score(NamedTuple):
    """A row of a high-score table."""

    name: str
    points: int
    extra: Mapping[str, int] = MappingProxyType({})  # further columns of the table: a level, a number of moves
    record: str | None = None
    entered: datetime | None = None  # None until it is in the table
