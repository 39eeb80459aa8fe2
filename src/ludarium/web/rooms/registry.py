"""The rooms of a server process: opened from the store when a client asks for a match, closed when idle."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any

from msgspec.structs import replace

from ...contract.errors import BadOption, LudariumError
from ...contract.kind import Kind
from ...contract.options import Seed
from ...games import kind as find
from ...play.game import Game
from ...play.match.clock import ClockState, wall_clock
from ...play.match.seats import fill
from ...play.match.state import MatchState, Terms
from ...play.opponents.opponent import VACANT
from ...store.errors import StoreError
from ...store.models import SavedGame
from ...store.store import Store
from ..ops import metrics
from ..workers.pool import WorkerPool
from .computer_turns import ComputerTurns
from .presence import Presence
from .room import Clock, Room
from .weight import RoomWeights


class Unknown(LudariumError):
    """There is no such game."""


class RoomRegistry:
    """All open rooms, by the id of their game."""

    def __init__(
        self, store: Store, pool: WorkerPool, clock: Clock = wall_clock, monotonic: Callable[[], float] = monotonic
    ) -> None:
        self.store, self.pool, self._clock = store, pool, clock
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self.weights = RoomWeights(self._rooms, monotonic)
        self._lock = asyncio.Lock()
        self._catching_up: set[asyncio.Task[None]] = set()
        self._closing: set[asyncio.Task[None]] = set()

    async def begin(
        self,
        game: Game,
        seats: Sequence[str],
        state: MatchState | None = None,
        terms: Terms | None = None,
        holder: str | None = None,
        **more: Any,
    ) -> Room:
        """Store a new game and open its room. `more` is its owner, whether it is listed, and its alias.

        `holder` is the key of the user who holds it open, for limits.
        """
        await self._make_way(holder, game.size)
        texts = fill(seats, game.kind.rules.players(game.constants))
        clocks = ClockState(since=self._clock()) if terms and terms.clock else ClockState()
        notes, agreed = replace(state or MatchState(), hands=clocks).write(), (terms or Terms()).write()
        vacant = texts.count(VACANT.name)
        saved = SavedGame.begin(game.kind.id, game.record(), texts, notes=notes, terms=agreed, vacant=vacant, **more)
        if saved.alias and await self.store.game_by_alias(saved.alias):
            raise BadOption(f"there is a game called {saved.alias!r:.40} already; choose another name")
        with self.weights.beginning(holder, game.size):
            room = await asyncio.to_thread(lambda: Room(saved, game, self.store, self._clock))
            await room.create()
            await self._open(room, holder)
        return room

    async def room(self, id: str) -> Room:
        """The room of a game, opened if it was not."""
        if id not in self._rooms:
            async with self._lock:
                if id not in self._rooms:
                    await self._open(await Room.load(await self.saved(id), self.store, self._clock))
        self._rooms.move_to_end(id)
        return self._rooms[id]

    async def saved(self, id: str) -> SavedGame:
        try:
            return await self.store.saved_game(id)
        except StoreError as error:
            if error.__cause__:
                raise
            raise Unknown(f"there is no game {id!r:.40} here") from None

    async def forget(self, id: str) -> None:
        """Delete a game."""
        if room := self._rooms.pop(id, None):
            await self._close(room)
        if not await self.store.delete_game(id):
            raise Unknown(f"there is no game {id!r:.40} here")

    def notify(self, id: str | None, version: int) -> None:
        """Another process has stored events of a game; without an id, of any game."""
        rooms = [*self._rooms.values()] if id is None else [room for room in [self._rooms.get(id)] if room]
        for room in rooms:
            if id is None or room.version < version:
                task = asyncio.create_task(_catch_up(room))
                self._catching_up.add(task)
                task.add_done_callback(self._catching_up.discard)

    async def rematch(self, room: Room) -> str:
        """Begin the rematch of a match, every player one seat further; returns its id."""
        match, old = room.match, room.game
        options = {name: value for name, value in old.options.items() if not isinstance(old.kind.options[name], Seed)}
        game = await asyncio.to_thread(lambda: Game(old.kind, old.origin, **options))
        seats = match.seats.texts
        count = min(len(seats), game.kind.rules.players(game.constants))
        people = {(number + 1) % count: who for number, who in match.people.items()}
        begun = await self.begin(
            game,
            (*seats[count - 1 : count], *seats[: count - 1], *seats[count:]),
            MatchState(people=people),
            match.terms,
            owner=room.saved.owner,
            listed=room.saved.listed,
        )
        await self.store.set_seats(begun.id, {number: who.id for number, who in people.items()})
        return begun.id

    async def close(self) -> None:
        await asyncio.gather(*self._catching_up, *self._closing, return_exceptions=True)
        await asyncio.gather(*(self._close(room) for room in self._rooms.values()))
        self._rooms.clear()

    async def close_idle(self) -> None:
        """Close the large rooms and those of finished games that no client has watched for a while."""
        for room in [self._rooms.pop(id) for id in self.weights.expired()]:
            await self._close(room)

    async def _make_way(self, holder: str | None, weight: int) -> None:
        """Close large rooms that a user has left, so that they do not count against a new one."""
        for room in [self._rooms.pop(id) for id in self.weights.left_by(holder, weight)]:
            await self._close(room)

    async def _open(self, room: Room, holder: str | None = None) -> None:
        room.tasks += [ComputerTurns(room, self.pool), Presence(room)]
        metrics.games.inc()
        self._rooms[room.id] = room
        for id in self.weights.add(room, holder):
            # Not awaited: while others are closed, this one must not be closed for another that opens
            task = asyncio.create_task(self._close(self._rooms.pop(id)))
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    async def _close(self, room: Room) -> None:
        metrics.games.dec()
        self.weights.remove(room.id)
        await room.close()
        room.tasks.clear()  # a room and its tasks refer to each other: without this, the board stays in memory for long


async def _catch_up(room: Room) -> None:
    async with room.lock:
        try:
            await room.catch_up()
        except LudariumError:
            room.mark_stale()
    room.resume()


def find_kind(id: str) -> Kind:
    try:
        return find(id)
    except BadOption as error:
        raise Unknown(str(error)) from None
