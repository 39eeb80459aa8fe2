"""What the house stores: the interface of a store. A server has a database for it, a browser its own."""

from collections.abc import Collection, Iterable, Mapping
from datetime import date
from typing import Any, Protocol

from ..store.models import Change, DailyEntry, DailyTry, SavedGame, Score, StoredEvent
from ..store.people.models import Solver


class DailyStorage(Protocol):
    """The deals of days, the tries at them and their tables."""

    def today(self) -> date: ...

    async def seed(self, kind: str, day: date) -> int:
        """What the deal of a day is drawn from; a LudariumError if the day has none."""

    async def begin(self, kind: str, day: date, person: str, name: str, game: str) -> str:
        """Begin a person's try; returns its game, which is another one if the person has begun before."""

    async def finish(self, game: str, points: int, extra: Mapping[str, int]) -> bool:
        """Enter a finished try; False if it was entered before."""

    async def entries(self, kind: str, day: date) -> list[DailyEntry]: ...

    async def count(self, kind: str, day: date) -> int:
        """How many people have a result."""

    async def try_of(self, kind: str, day: date, person: str) -> DailyTry | None: ...

    async def try_in(self, game: str) -> DailyTry | None: ...


class RatingStorage(Protocol):
    """The ratings of players, solvers and puzzles."""

    async def rate(self, game: str, kind: str, ranks: Mapping[str, int]) -> bool:
        """Rate a finished game by the rank of each person; False if it was rated before."""

    async def rate_try(self, id: str, kind: str, puzzle: str, estimate: int, solved: bool) -> bool:
        """Rate a person's first try at a puzzle; False if it was not the first."""

    async def solver(self, id: str | None, kind: str) -> Solver: ...

    async def tried_puzzles(self, id: str | None, kind: str) -> dict[str, bool]:
        """The puzzles that a person has tried, and whether the first try was right."""

    async def puzzle_rating(self, kind: str, puzzle: str) -> int | None:
        """The rating of a puzzle that people have tried."""


class Storage(Protocol):
    """Games with their events, high scores and preferences. When a method returns, what it wrote is durable."""

    @property
    def is_shared(self) -> bool:
        """Whether other processes may serve the same games."""

    @property
    def daily(self) -> DailyStorage: ...

    @property
    def people(self) -> RatingStorage: ...

    # Games

    async def save_game(self, saved: SavedGame) -> SavedGame:
        """Save a game, replacing what was saved of it before; returns it with the time of the change."""

    async def saved_game(self, id: str) -> SavedGame:
        """The game with this id; StoreError if there is none."""

    async def games_of(
        self, person: str | None, local: bool = False, kind: str | None = None, finished: bool | None = None
    ) -> list[SavedGame]:
        """The games that a person owns or plays in, and with `local` those without an owner; last changed first."""

    async def game_by_alias(self, alias: str) -> SavedGame | None: ...

    async def games_with_event(self, ids: Collection[str], beginning: str) -> set[str]:
        """Those of these games that have an event whose text begins so."""

    async def delete_game(self, id: str) -> bool:
        """Delete a game with its events; False if there was none."""

    async def versions(self, ids: Collection[str]) -> dict[str, int]:
        """The versions of these games; those that do not exist are missing."""

    async def append(self, change: Change) -> bool:
        """Append events to the log of a game; False if another process has changed the game first."""

    async def events(self, game: str, after: int) -> list[StoredEvent]:
        """The events of a game after a version."""

    async def set_seats(self, game: str, people: Mapping[int, str | None]) -> None:
        """Record which people sit on which seats of a new game."""

    # High scores and preferences

    async def scores(self, table: str) -> list[Score]: ...

    async def score_rank(self, table: str, points: int) -> int | None:
        """The rank that so many points would take; None if they are too few."""

    async def add_score(self, table: str, score: Score) -> int | None:
        """Add a score to its table; returns its rank, or None if it is too low."""

    async def set_preference(self, name: str, value: Any) -> None: ...

    async def preferences(self, names: Iterable[str] | None = None) -> dict[str, Any]: ...
