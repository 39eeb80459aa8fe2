"""Limits for guessed passwords: each account has a number of wrong ones, which time forgives.

The count of an account stands in the database, so that it holds for all processes of a server and over restarts. Those
of unknown names, and of devices and sessions that their owner has used before, stand in the process: nothing can be
gained from them, and strangers must not fill the database with names.
"""

import math
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, select

from ..database import tables
from ..errors import StoreError

BURST = 20  # wrong passwords at once: more than the limit of one address, which thus keeps no owner out
FORGIVEN = 60.0  # seconds after which one of them is forgiven
KEYS = 10_000  # counts in a process, at most; the least recently used ones are dropped


class TooManyGuesses(StoreError):
    """Too many passwords were tried; the next one can be tried after some seconds."""

    def __init__(self, seconds: int) -> None:
        unit = "second" if seconds == 1 else "seconds"
        super().__init__(f"too many wrong passwords were tried for this name; try again in {seconds} {unit}")
        self.seconds = seconds


class Count(NamedTuple):
    """So many guesses at this time."""

    guesses: float = 0.0
    at: datetime | None = None

    def plus_one(self, now: datetime) -> "Count":
        """The count with one more guess, or TooManyGuesses."""
        passed = max(0.0, (now - self.at).total_seconds()) if self.at else 0.0
        guesses = max(0.0, self.guesses - passed / FORGIVEN)
        if guesses > BURST - 1:
            raise TooManyGuesses(max(1, math.ceil((guesses - (BURST - 1)) * FORGIVEN)))
        return Count(guesses + 1, now)

    def minus_one(self) -> "Count":
        """The count without a guess that was right."""
        return Count(max(0.0, self.guesses - 1), self.at)


class ProcessGuesses:
    """Counts of this process, by any key."""

    def __init__(self) -> None:
        self._counts: dict[str, Count] = {}  # in order of use

    def add(self, key: str, now: datetime) -> None:
        """Count a guess, or raise TooManyGuesses."""
        count = self._counts.pop(key, Count())
        try:
            count = count.plus_one(now)
        finally:
            self._counts[key] = count
            if len(self._counts) > KEYS:
                del self._counts[next(iter(self._counts))]

    def forgive(self, key: str) -> None:
        """The last guess was right."""
        if key in self._counts:
            self._counts[key] = self._counts[key].minus_one()


# Within a transaction


def add_guess(connection: Connection, id: str, now: datetime) -> None:
    """Count a guess at the password of an account, or raise TooManyGuesses."""
    p = tables.people.c
    row = connection.execute(select(p.guesses, p.guessed).where(p.id == id).with_for_update()).first()
    if row:
        _store(connection, id, Count(*row).plus_one(now))


def forgive_guess(connection: Connection, id: str) -> None:
    """The last guess was right."""
    p = tables.people.c
    row = connection.execute(select(p.guesses, p.guessed).where(p.id == id).with_for_update()).first()
    if row:
        _store(connection, id, Count(*row).minus_one())


def _store(connection: Connection, id: str, count: Count) -> None:
    p = tables.people
    connection.execute(p.update().where(p.c.id == id).values(guesses=count.guesses, guessed=count.at))
