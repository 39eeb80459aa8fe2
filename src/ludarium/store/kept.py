"""What is kept, as callers see it."""

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import NamedTuple

ROWS = 8  # of a high-score table


def now() -> datetime:
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

    @classmethod
    def begin(cls, game: str, record: str, seats: tuple[str, ...] = (), title: str | None = None) -> "SavedGame":
        """One with an id of its own, not yet kept."""
        created = now()
        return cls(secrets.token_hex(8), game, record, seats, title, False, created, created)

    def after(self, record: str, finished: bool = False) -> "SavedGame":
        """The same game some moves later, or earlier."""
        return self._replace(record=record, finished=finished)


class Score(NamedTuple):
    """A row of a high-score table."""

    name: str
    points: int
    extra: Mapping[str, int] = MappingProxyType({})  # a level, a number of moves: whatever else the table shows
    record: str | None = None
    entered: datetime | None = None  # None until it is
