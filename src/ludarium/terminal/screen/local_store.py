"""The store as the full screen uses it: preferences, saved games, high scores, ratings of puzzles."""

import asyncio
from collections.abc import Coroutine, Mapping
from contextlib import AsyncExitStack
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any, TypeVar

from ...house.storage import RatingStorage
from ...shell.kept_game import may_exist
from ...store.errors import StoreError
from ...store.models import SavedGame, Score, StoredEvent
from ...store.people.models import NEW_SOLVER, Solver
from .threads import in_thread

if TYPE_CHECKING:
    from ...store.store import Store

T = TypeVar("T")

PREFERENCES = "theme", "speed", "level", "pass", "name"  # the names that the full screen uses


class LocalStore:
    """The store. Where it cannot be opened, users can still play; reads are empty and writes do nothing."""

    def __init__(self, url: str | None = None) -> None:
        self._url = url
        self.may_have_games = bool(url) or may_exist()
        self._stack = AsyncExitStack()
        self._store: Any = None
        self._preferred: dict[str, Any] = {}
        self._opened = asyncio.Event()
        self._busy = set[asyncio.Task[Any]]()

    async def _complete(self, work: Coroutine[Any, Any, T]) -> T:
        """Run work to its end even if the caller is cancelled: the store must not be left in the middle of it."""
        task = asyncio.create_task(work)
        self._busy.add(task)
        task.add_done_callback(self._busy.discard)
        return await asyncio.shield(task)

    async def open(self) -> str:
        """Open the store; returns an empty text, or why that is impossible."""
        return await self._complete(self._open())

    async def _open(self) -> str:
        try:
            module = await in_thread(_import_store)
            self._store = await self._stack.enter_async_context(module.Store.open(self._url))
            self._preferred = await self._store.preferences(PREFERENCES)
        except StoreError as error:
            return str(error)
        finally:
            self._opened.set()
        return ""

    async def _ready(self) -> Any:
        """Wait until the store is open; None if it cannot be opened."""
        await self._opened.wait()
        return self._store

    async def close(self) -> None:
        """Close the store after its running work."""
        await asyncio.gather(*self._busy, return_exceptions=True)
        self._store = None
        await self._stack.aclose()

    async def is_open(self) -> bool:
        """Whether anything can be stored."""
        return await self._ready() is not None

    async def opened(self) -> "Store | None":
        """The store itself; None if it cannot be opened."""
        found: Store | None = await self._ready()
        return found

    # Puzzles

    async def ratings(self) -> RatingStorage:
        """The ratings of solvers and puzzles."""
        store = await self.opened()
        return store.people if store else NoRatings()

    async def today(self) -> date:
        """The day, in UTC."""
        store = await self.opened()
        return store.daily.today() if store else datetime.now(UTC).date()

    # Preferences

    def preference(self, name: str, default: T) -> T:
        found: T = self._preferred.get(name, default)
        return found if type(found) is type(default) else default

    async def prefer(self, name: str, value: Any) -> None:
        self._preferred[name] = value
        if store := await self._ready():
            await store.set_preference(name, value)

    # Saved games

    async def save(self, saved: SavedGame) -> None:
        if store := await self._ready():
            await self._complete(store.save_game(saved))

    async def unfinished(self) -> list[SavedGame]:
        """The local games that can be continued, the last played first."""
        return await self._games(finished=False)

    async def kept(self, kind: str) -> SavedGame | None:
        """The game of a kind that was played last and can be continued."""
        return next((saved for saved in await self.unfinished() if saved.game == kind), None)

    async def games(self) -> list[SavedGame]:
        """All local games, the last played first."""
        return await self._games(finished=None)

    async def _games(self, finished: bool | None) -> list[SavedGame]:
        store = await self._ready()
        found: list[SavedGame] = await store.games_of(None, local=True, finished=finished) if store else []
        return found

    async def events(self, saved: SavedGame) -> list[StoredEvent]:
        """The events of a saved game since its record, which the page has stored."""
        store = await self._ready()
        found: list[StoredEvent] = await store.events(saved.id, saved.base) if store else []
        return found

    async def game(self, id: str) -> SavedGame:
        """The saved game with this id; StoreError if there is none."""
        store = await self.opened()
        if store is None:
            raise StoreError("the store cannot be opened")
        return await store.saved_game(id)

    async def forget(self, saved: SavedGame) -> None:
        if store := await self._ready():
            await store.delete_game(saved.id)

    # High scores

    async def scores(self, table: str) -> list[Score]:
        found: list[Score] = await store.scores(table) if (store := await self._ready()) else []
        return found

    async def place_of(self, table: str, points: int) -> int | None:
        place: int | None = await store.score_rank(table, points) if (store := await self._ready()) else None
        return place

    async def enter(self, table: str, score: Score) -> None:
        if store := await self._ready():
            await store.add_score(table, score)


class NoRatings:
    """The ratings where nothing can be stored: all users and puzzles are new."""

    async def rate(self, game: str, kind: str, ranks: Mapping[str, int]) -> bool:
        return False

    async def rate_try(self, id: str, kind: str, puzzle: str, estimate: int, solved: bool) -> bool:
        return False

    async def solver(self, id: str | None, kind: str) -> Solver:
        return NEW_SOLVER

    async def tried_puzzles(self, id: str | None, kind: str) -> dict[str, bool]:
        return {}

    async def puzzle_rating(self, kind: str, puzzle: str) -> int | None:
        return None


def _import_store() -> Any:
    """Import SQLAlchemy, which is slow, so this runs in a thread."""
    from ...store import store

    return store
