"""What is kept, as callers see it."""

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, NamedTuple

ROWS = 8  # of a high-score table


def utc_now() -> datetime:
    return datetime.now(UTC)


class SavedGame(NamedTuple):
    """A game that can be gone on with, or looked at. Keep it again after every move."""

    id: str
    game: str  # the id of its kind
    record: str  # as `Game.record()` writes it
    seats: tuple[str, ...]  # who sits where, a line of text each: "human", "level 3"
    title: str | None
    finished: bool
    created: datetime  # all times are in UTC
    changed: datetime
    version: int = 0  # the number of the last entry
    base: int = 0  # the version that the record and the notes tell of; what came after it stands in entries
    notes: str = ""  # JSON: what is to be known beside the record
    terms: str = ""  # JSON: what was agreed on before it began
    owner: str | None = None  # the person who has set it up; nobody where one plays at home
    listed: bool = False  # whether everybody may find it
    vacant: int = 0  # seats that wait for somebody
    alias: str | None = None  # by which others can join

    @classmethod
    def begin(
        cls, game: str, record: str, seats: tuple[str, ...] = (), title: str | None = None, **more: Any
    ) -> "SavedGame":
        """One with an id of its own, not yet kept. Whoever knows the id was given it: nobody can guess one."""
        created = utc_now()
        return cls(secrets.token_hex(12), game, record, seats, title, False, created, created, **more)

    def after(self, record: str, finished: bool = False) -> "SavedGame":
        """The same game some moves later, or earlier."""
        return self._replace(record=record, finished=finished)


class StoredEvent(NamedTuple):
    """Something that has happened in a game."""

    number: int  # counted on without a gap
    at: int  # milliseconds since 1970
    body: str  # JSON


class Change(NamedTuple):
    """What happens next in a game, and how the game stands then."""

    game: str
    after: int  # the version that it was made at; if others were quicker, it does not happen
    at: int
    bodies: tuple[str, ...]  # of its entries
    seats: tuple[str, ...]
    title: str
    finished: bool
    vacant: int = 0
    record: str | None = None  # where all that has happened is written down anew
    notes: str | None = None
    places: Mapping[int, str | None] = MappingProxyType({})  # people who have sat down or left

    @property
    def version(self) -> int:
        return self.after + len(self.bodies)


class Score(NamedTuple):
    """A row of a high-score table."""

    name: str
    points: int
    extra: Mapping[str, int] = MappingProxyType({})  # a level, a number of moves: whatever else the table shows
    record: str | None = None
    entered: datetime | None = None  # None until it is
