"""A sitting: a game on a table, those who play it, and what is kept of it."""

import asyncio
from collections.abc import Sequence

from ....play.game import Game
from ....play.match.seats import Party, title
from ....play.match.table import HUMAN, VACANT, Table
from ....play.record import load
from ....store.models import SavedGame
from ..local_store import Keeper
from ..threads import elsewhere


class Sitting:
    """One game from when somebody sits down to it until they leave. Every move is kept as soon as it is made."""

    def __init__(self, game: Game, seats: Sequence[str], saved: SavedGame | None = None, *, keeps: bool = True) -> None:
        self.table = Table(game)
        self.party = Party(self.table, seats)
        self._saved, self._keeps = saved, keeps
        self._changes = self._kept = 0
        self._lock = asyncio.Lock()
        self.table.watchers.append(self._changed)

    def _changed(self) -> None:
        self._changes += 1

    @classmethod
    async def resume(cls, saved: SavedGame) -> "Sitting":
        """Go on with a saved game; BadRecord if it cannot be read any more."""
        game = await elsewhere(lambda: load(saved.record))
        # Nobody from elsewhere comes to a game at this machine: a seat that waits for somebody is a person's here
        seats = [HUMAN.name if text == VACANT.name else text for text in saved.seats]
        return cls(game, seats, saved)

    @property
    def game(self) -> Game:
        return self.table.game

    def describe(self) -> str:
        """What is being played, in a line."""
        kind, made = self.game.kind, len(self.game.moves)
        rivals = [title(self.party.whose(n)) for n in range(min(2, kind.rules.players(self.game.constants)))]
        people = f"{' against '.join(rivals)}, " if len(rivals) > 1 else ""
        return f"{people}{made} {'move' if made == 1 else 'moves'}"

    async def keep(self, keeper: Keeper) -> None:
        """Keep the game as it is now. Where moves are made faster than that, the last of them is what counts."""
        if not self._keeps or not await keeper.is_open():
            return
        async with self._lock:
            game, changes = self.game, self._changes
            if changes == self._kept or (not game.moves and not self._saved):
                return
            copy, over = game.copy(), self.table.outcome() is not None
            record = await elsewhere(copy.record)
            saved = self._saved or SavedGame.begin(game.kind.id, record, self.party.texts)
            self._saved = saved.after(record, over)._replace(title=self.describe(), seats=self.party.texts)
            await keeper.keep(self._saved)
            self._kept = changes

    def close(self) -> None:
        """Everybody leaves, those too who were away while moves were set."""
        if self.party.is_away:
            self.party.come_back()
        self.table.close()
