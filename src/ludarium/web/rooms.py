"""The rooms of a server: the games that are being played or looked at, brought in from the store when asked for."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence

from ..contract.errors import BadOption, LudariumError
from ..contract.kind import Kind
from ..games import kind as find
from ..play import record
from ..play.game import Game
from ..store.errors import StoreError
from ..store.kept import SavedGame
from ..store.store import Store
from . import seating
from .asking import Desk
from .elsewhere import elsewhere
from .pool import Pool
from .sitting import Sitting

MOST_CELLS = 1_000_000  # of a board that is asked for from elsewhere
OPEN = 200  # sittings that stay open though nobody looks on


class Unknown(LudariumError):
    """There is no such game."""


def make_game(kind: Kind, options: dict[str, str], position: str | None = None) -> Game:
    """A new game, if its board is not too large for a server."""
    check_size(kind, options)
    return Game(kind, position, **options)


def check_size(kind: Kind, options: dict[str, str]) -> None:
    columns, rows = kind.board.shape(kind.make(kind.choose(dict(options))))
    if columns * rows > MOST_CELLS:
        raise BadOption(f"a board of {columns} x {rows} is too large for this server; {MOST_CELLS:,} cells are not")


class Rooms:
    """All sittings, by the id of their game."""

    def __init__(self, store: Store, pool: Pool) -> None:
        self.store, self.pool = store, pool
        self._desks: OrderedDict[str, Desk] = OrderedDict()
        self._lock = asyncio.Lock()

    async def begin(self, game: Game, seats: Sequence[str], begun: bool = True, seed: int | None = None) -> Sitting:
        """Keep a new game, and open it."""
        texts = seating.fill(seats, game.kind.rules.players(game.constants))
        notes = seating.Notes(begun=begun, seed=seed).write()
        saved = SavedGame.begin(game.kind.id, game.record(), (*texts, *[notes][: len(notes)]))
        sitting = await elsewhere(lambda: Sitting(saved, game, self.store))
        await sitting.commit()
        await self._open(sitting)
        return sitting

    async def desk(self, id: str) -> Desk:
        """The desk of a game's sitting, which is opened if it was not."""
        if id not in self._desks:
            async with self._lock:
                if id not in self._desks:
                    await self._open(await self._load(id))
        self._desks.move_to_end(id)
        return self._desks[id]

    async def saved(self, id: str) -> SavedGame:
        try:
            return await self.store.saved_game(id)
        except StoreError as error:
            if error.__cause__:
                raise
            raise Unknown(f"there is no game {id!r:.40} here") from None

    async def forget(self, id: str) -> None:
        """Throw a game away."""
        desk = self._desks.pop(id, None)
        if desk:
            await _close(desk)
        if not await self.store.forget(id):
            raise Unknown(f"there is no game {id!r:.40} here")

    async def close(self) -> None:
        await asyncio.gather(*map(_close, self._desks.values()))
        self._desks.clear()

    async def _load(self, id: str) -> Sitting:
        saved = await self.saved(id)

        def read() -> Sitting:
            return Sitting(saved, record.parse(saved.record), self.store)

        sitting = await elsewhere(read)
        await sitting.look_up_place()
        return sitting

    async def _open(self, sitting: Sitting) -> None:
        self._desks[sitting.id] = Desk(sitting, self.pool)
        idle = [id for id, desk in self._desks.items() if not desk.sitting.watchers and not desk.turns.is_busy]
        for id in idle[: max(0, len(self._desks) - OPEN)]:
            if id != sitting.id:
                await _close(self._desks.pop(id))


async def _close(desk: Desk) -> None:
    await desk.turns.close()
    desk.sitting.close()


def find_kind(id: str) -> Kind:
    try:
        return find(id)
    except BadOption as error:
        raise Unknown(str(error)) from None
