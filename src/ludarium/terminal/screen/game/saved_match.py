"""A match on the full screen, saved after every move."""

import asyncio
from collections.abc import Sequence

from ....play.game import Game
from ....play.match import presenter
from ....play.match.match import Match
from ....shell.kept_game import restore
from ....store.models import SavedGame
from ..local_store import LocalStore
from ..threads import in_thread


class SavedMatch:
    """One match from when a player opens it until they leave."""

    def __init__(self, match: Match, saved: SavedGame | None = None, *, saves: bool = True) -> None:
        self.match = match
        self._saved, self._saves = saved, saves
        self._changes = self._saved_changes = 0
        self._lock = asyncio.Lock()
        match.listeners.append(self._changed)

    @classmethod
    def new(cls, game: Game, seats: Sequence[str], *, saves: bool = True) -> "SavedMatch":
        return cls(Match(game, seats), saves=saves)

    @classmethod
    async def resume(cls, saved: SavedGame, store: LocalStore) -> "SavedMatch":
        """Continue a saved match; a LudariumError if it cannot be read any more."""
        entries = await store.events(saved)
        match = await in_thread(lambda: restore(saved, entries))
        return cls(match, saved)

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def id(self) -> str:
        """The id of the saved game; empty before it was saved."""
        return self._saved.id if self._saved else ""

    @property
    def is_kept(self) -> bool:
        """Whether the match can be continued after it was left."""
        return self._saves

    def _changed(self) -> None:
        self._changes += 1

    async def save(self, store: LocalStore) -> None:
        """Save the match as it is now. Calls that overlap save the last position only."""
        if not self._saves or not await store.is_open():
            return
        async with self._lock:
            match, changes = self.match, self._changes
            if changes == self._saved_changes or (not match.game.moves and not self._saved):
                return
            copy, title, seats = match.game.copy(), presenter.describe(match), match.seats.texts
            notes = match.stored_state().write()
            record = await in_thread(copy.record)
            saved = self._saved or SavedGame.begin(copy.kind.id, record, seats)
            self._saved = saved.after(record, match.is_over)._replace(title=title, seats=seats, notes=notes)
            await store.save(self._saved)
            self._saved_changes = changes

    def close(self) -> None:
        """Close the opponents."""
        self.match.close()
