"""The store for callers without an event loop. Opening one imports SQLAlchemy; importing this module does not."""

import asyncio
from collections.abc import Callable, Coroutine
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from .models import SavedGame, Score, StoredEvent

if TYPE_CHECKING:
    from .store import Store

T = TypeVar("T")


class BlockingStore:
    """A store whose methods block until they are done. They do what the methods of `Store` do."""

    def __init__(self, url: str | None = None) -> None:
        from .store import Store

        self._opened = Store.open(url)
        self._runner = asyncio.Runner()
        try:
            self._store = self._wait(self._opened.__aenter__())
        except BaseException:
            self._runner.close()
            raise

    def close(self) -> None:
        try:
            self._wait(self._opened.__aexit__(None, None, None))
        finally:
            self._runner.close()

    def __enter__(self) -> "BlockingStore":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def do(self, work: "Callable[[Store], Coroutine[Any, Any, T]]") -> T:
        """Do something with the store itself."""
        return self._wait(work(self._store))

    def save_game(self, saved: SavedGame) -> SavedGame:
        return self._wait(self._store.save_game(saved))

    def saved_games(self, game: str | None = None, finished: bool | None = None) -> list[SavedGame]:
        return self._wait(self._store.saved_games(game, finished))

    def local_games(self, kind: str, finished: bool | None = None) -> list[SavedGame]:
        """The games of a kind without an owner, last changed first."""
        return self._wait(self._store.games_of(None, local=True, kind=kind, finished=finished))

    def events(self, id: str, after: int) -> list[StoredEvent]:
        return self._wait(self._store.events(id, after))

    def saved_game(self, id: str) -> SavedGame:
        return self._wait(self._store.saved_game(id))

    def delete_game(self, id: str) -> bool:
        return self._wait(self._store.delete_game(id))

    def scores(self, table: str) -> list[Score]:
        return self._wait(self._store.scores(table))

    def score_rank(self, table: str, points: int) -> int | None:
        return self._wait(self._store.score_rank(table, points))

    def add_score(self, table: str, score: Score) -> int | None:
        return self._wait(self._store.add_score(table, score))

    def preference(self, name: str, default: T) -> T:
        return self._wait(self._store.preference(name, default))

    def set_preference(self, name: str, value: Any) -> None:
        self._wait(self._store.set_preference(name, value))

    def preferences(self) -> dict[str, Any]:
        return self._wait(self._store.preferences())

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        return self._runner.run(work)
