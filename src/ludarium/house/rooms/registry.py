"""The rooms of a server process: opened from the store when a client asks for a match, closed when idle."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any

from msgspec.structs import replace

from ...contract.errors import BadOption, LudariumError
from ...contract.kind import Kind
from ...contract.options import Seed
from ...contract.quotation import quoted
from ...games import kind as find
from ...play.game import Game
from ...play.match.clock import ClockState, wall_clock
from ...play.match.seats import fill
from ...play.match.state import MatchState, Terms
from ...play.opponents.opponent import VACANT
from ...store.errors import StoreError
from ...store.models import SavedGame
from ..observer import RoomObserver
from ..storage import Storage
from ..thinking.thinkers import Thinkers
from .computer_turns import ComputerTurns
from .presence import Presence
from .room import UNOBSERVED, Clock, Room
from .synchronizer import Synchronizer
from .weight import RoomWeights

MOST_LOADING = 8  # rooms that are opened at once: replaying large games takes memory
NO_GAME = "there is no game {} here"


class Unknown(LudariumError):
    """There is no such game."""


class Opening:
    """A room that is being opened, and the latest version of its game that a notification named meanwhile."""

    task: asyncio.Task[None]
    heard = 0


class RoomRegistry:
    """All open rooms, by the id of their game."""

    def __init__(
        self,
        store: Storage,
        pool: Thinkers,
        clock: Clock = wall_clock,
        monotonic: Callable[[], float] = monotonic,
        observer: RoomObserver = UNOBSERVED,
    ) -> None:
        self.store, self.pool, self._clock, self._observer = store, pool, clock, observer
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._opening: dict[str, Opening] = {}
        self._loading = asyncio.Semaphore(MOST_LOADING)
        self.weights = RoomWeights(self._rooms, monotonic)
        self.synchronizer = Synchronizer(store, self._rooms, self._dismiss)

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
            raise BadOption(f"there is a game called {quoted(saved.alias, 40)} already; choose another name")
        with self.weights.beginning(holder, game.size):
            room = await asyncio.to_thread(lambda: Room(saved, game, self.store, self._clock, self._observer))
            await room.create()
            await self._open(room, holder)
        return room

    @property
    def open_rooms(self) -> list[Room]:
        return [*self._rooms.values()]

    @asynccontextmanager
    async def visit(self, id: str) -> AsyncIterator[Room]:
        """The room of a game, at least as new as the store was when the block began; it stays open within the block."""
        room = await self._room(id)
        room.visits += 1
        try:
            await self.synchronizer.refresh(room)
            if self._rooms.get(id) is not room:
                raise Unknown(NO_GAME.format(quoted(id, 40)))
            self._rooms.move_to_end(id)
            yield room
        finally:
            room.visits -= 1

    async def _room(self, id: str) -> Room:
        """The room of a game, opened if it was not; callers wait for a room that is being opened."""
        while id not in self._rooms:
            opening = self._opening.get(id)
            if opening is None:
                opening = self._opening[id] = Opening()
                opening.task = asyncio.create_task(self._load(id, opening))
            # A caller that leaves does not take the room away from the others
            await asyncio.shield(opening.task)
        return self._rooms[id]

    async def _load(self, id: str, opening: "Opening") -> None:
        try:
            async with self._loading:
                room = await Room.load(await self.saved(id), self.store, self._clock, self._observer)
            room.heard = max(room.heard, opening.heard)
            await self._open(room)
        finally:
            del self._opening[id]
        self.synchronizer.follow(room)

    async def saved(self, id: str) -> SavedGame:
        try:
            return await self.store.saved_game(id)
        except StoreError as error:
            if error.__cause__:
                raise
            raise Unknown(NO_GAME.format(quoted(id, 40))) from None

    async def forget(self, id: str) -> None:
        """Delete a game."""
        deleted = await self.store.delete_game(id)
        # Not before: a client that came meanwhile would open it again
        if room := self._rooms.get(id):
            await self._dismiss(room)
        if not deleted:
            raise Unknown(NO_GAME.format(quoted(id, 40)))

    def notify(self, id: str | None, version: int) -> None:
        """A process has stored events of a game; without an id, any games may have changed."""
        if id is None:
            self.synchronizer.compare_soon()
        elif room := self._rooms.get(id):
            room.heard = max(room.heard, version)
            self.synchronizer.follow(room)
        elif opening := self._opening.get(id):
            opening.heard = max(opening.heard, version)

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
        await asyncio.gather(*(opening.task for opening in self._opening.values()), return_exceptions=True)
        await self.synchronizer.close()
        await asyncio.gather(*(self._close(room) for room in self._rooms.values()))
        self._rooms.clear()

    async def close_idle(self) -> None:
        """Close the large rooms and those of finished games that no client has watched for a while."""
        await self._close_all(self.weights.expired())

    async def _make_way(self, holder: str | None, weight: int) -> None:
        """Close large rooms that a user has left, so that they do not count against a new one."""
        await self._close_all(self.weights.left_by(holder, weight))

    async def _open(self, room: Room, holder: str | None = None) -> None:
        room.tasks += [ComputerTurns(room, self.pool), Presence(room)]
        self._observer.opened()
        self._rooms[room.id] = room
        await self._close_all(self.weights.add(room, holder))

    async def _dismiss(self, room: Room) -> None:
        """Close the room of a game that was deleted."""
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]
            room.dismiss()
            await self._close(room)

    async def _close_all(self, ids: list[str]) -> None:
        for id in ids:
            # While the ones before were closed, this one may have been closed too, or be in use again
            if (room := self._rooms.get(id)) and room.is_idle:
                del self._rooms[id]
                await self._close(room)

    async def _close(self, room: Room) -> None:
        self._observer.closed()
        self.weights.remove(room.id)
        await room.close()
        room.tasks.clear()  # a room and its tasks refer to each other: without this, the board stays in memory for long


def find_kind(id: str) -> Kind:
    try:
        return find(id)
    except BadOption as error:
        raise Unknown(str(error)) from None
