"""The rooms of a server: the games that are being played or looked at, brought in from the store when asked for."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from ...contract.errors import BadOption, LudariumError
from ...contract.kind import Kind
from ...contract.options import Seed
from ...games import kind as find
from ...play.game import Game
from ...play.match import state
from ...play.match.clock import Hands, moment
from ...store.errors import StoreError
from ...store.models import SavedGame
from ...store.store import Store
from ..workers.pool import WorkerPool
from ..ws.handlers import Desk
from .room import Sitting

OPEN = 200  # sittings that stay open though nobody looks on


class Unknown(LudariumError):
    """There is no such game."""


class Rooms:
    """All sittings, by the id of their game."""

    def __init__(self, store: Store, pool: WorkerPool) -> None:
        self.store, self.pool = store, pool
        self._desks: OrderedDict[str, Desk] = OrderedDict()
        self._enough = OPEN  # desks, beyond which those that nobody uses are closed
        self._lock = asyncio.Lock()
        self._hearing: set[asyncio.Task[None]] = set()

    async def begin(
        self,
        game: Game,
        seats: Sequence[str],
        notes: state.Notes | None = None,
        terms: state.Terms | None = None,
        **more: Any,
    ) -> Sitting:
        """Keep a new game, and open it. `more` is its owner, whether it is listed, and its alias."""
        texts = state.fill(seats, game.kind.rules.players(game.constants))
        # Clocks run from now on, if nobody is waited for
        noted = replace(notes or state.Notes(), hands=Hands(since=moment()) if terms and terms.clock else Hands())
        text, agreed = noted.write(), (terms or state.Terms()).write()
        vacant = texts.count("open")
        saved = SavedGame.begin(game.kind.id, game.record(), texts, notes=text, terms=agreed, vacant=vacant, **more)
        if saved.alias and await self.store.game_called(saved.alias):
            raise BadOption(f"there is a game called {saved.alias!r:.40} already; choose another name")
        sitting = await asyncio.to_thread(lambda: Sitting(saved, game, self.store))
        await sitting.keep()
        await self._open(sitting)
        return sitting

    async def desk(self, id: str) -> Desk:
        """The desk of a game's sitting, which is opened if it was not."""
        if id not in self._desks:
            async with self._lock:
                if id not in self._desks:
                    await self._open(await Sitting.load(await self.saved(id), self.store))
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
            await desk.close()
        if not await self.store.forget(id):
            raise Unknown(f"there is no game {id!r:.40} here")

    def ring(self, id: str | None, version: int) -> None:
        """A game has gone on in another process, or any may have."""
        desks = [*self._desks.values()] if id is None else [desk for desk in [self._desks.get(id)] if desk]
        for desk in desks:
            if id is None or desk.sitting.version < version:
                hearing = asyncio.create_task(_hear(desk))
                self._hearing.add(hearing)
                hearing.add_done_callback(self._hearing.discard)

    async def rematch(self, sitting: Sitting) -> str:
        """Begin the game that follows one, with everybody one seat further; its id."""
        match, old = sitting.match, sitting.game
        options = {name: value for name, value in old.options.items() if not isinstance(old.kind.options[name], Seed)}
        game = await asyncio.to_thread(lambda: Game(old.kind, old.origin, **options))
        seats = match.party.texts
        count = min(len(seats), game.kind.rules.players(game.constants))
        people = {(number + 1) % count: who for number, who in match.people.items()}
        begun = await self.begin(
            game,
            (*seats[count - 1 : count], *seats[: count - 1], *seats[count:]),
            state.Notes(people=people),
            match.terms,
            owner=sitting.saved.owner,
            listed=sitting.saved.listed,
        )
        await self.store.place(begun.id, {number: who.id for number, who in people.items()})
        return begun.id

    async def close(self) -> None:
        await asyncio.gather(*self._hearing, return_exceptions=True)
        await asyncio.gather(*(desk.close() for desk in self._desks.values()))
        self._desks.clear()

    async def _open(self, sitting: Sitting) -> None:
        self._desks[sitting.id] = Desk(sitting, self.pool, self.rematch)
        if len(self._desks) <= self._enough:
            return
        idle = [id for id, desk in self._desks.items() if not desk.sitting.watchers and not desk.turns.is_busy]
        for id in idle[: max(0, len(self._desks) - OPEN)]:
            if id != sitting.id:
                await self._desks.pop(id).close()
        # Where many are in use, they are not all looked at whenever one more is opened
        self._enough = max(OPEN, len(self._desks) * 9 // 8)


async def _hear(desk: Desk) -> None:
    async with desk.sitting.lock:
        try:
            await desk.sitting.catch_up()
        except LudariumError:
            desk.sitting.doubt()
    desk.turns.go_on()
    desk.presence.look()


def find_kind(id: str) -> Kind:
    try:
        return find(id)
    except BadOption as error:
        raise Unknown(str(error)) from None
