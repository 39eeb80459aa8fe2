"""A match on the full screen, saved after every move."""

import asyncio
from collections.abc import Sequence

from ....play.game import Game
from ....play.match import presenter
from ....play.match.match import Match
from ....play.match.state import Terms, read_stored
from ....play.opponents.opponent import HUMAN, VACANT
from ....play.record import parse
from ....store.models import SavedGame, StoredEvent
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
        match = await in_thread(lambda: _load(saved, entries))
        return cls(match, saved)

    @property
    def game(self) -> Game:
        return self.match.game

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
            record = await in_thread(copy.record)
            saved = self._saved or SavedGame.begin(copy.kind.id, record, seats)
            self._saved = saved.after(record, match.is_over)._replace(title=title, seats=seats)
            await store.save(self._saved)
            self._saved_changes = changes

    def close(self) -> None:
        """Close the opponents."""
        self.match.close()


def _load(saved: SavedGame, entries: Sequence[StoredEvent]) -> Match:
    """The match of a saved game, with the events that the page has stored since its record."""
    game, texts = parse(saved.record), saved.seats
    if entries:
        seats, state = read_stored(texts, saved.notes, game.kind.rules.players(game.constants))
        log = [(entry.body, entry.at) for entry in entries]
        replayed = Match.replay(saved.record, seats, state, Terms.read(saved.terms), log)
        game, texts = replayed.game, replayed.seats.texts
    # No remote player can reach a match on this screen, so a vacant seat is a person's
    return Match(game, [HUMAN.name if text == VACANT.name else text for text in texts])
