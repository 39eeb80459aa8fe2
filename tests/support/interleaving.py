"""Server processes on one store, within the test, and a scheduler that decides which of their accesses goes first."""

import asyncio
import json
from collections import deque
from collections.abc import Callable, Collection, Coroutine
from typing import Any, TypeVar

from ludarium.contract.errors import IllegalMove
from ludarium.house.handlers import Handlers
from ludarium.house.rooms.registry import RoomRegistry
from ludarium.play.game import Game
from ludarium.protocol import messages, requests
from ludarium.store.errors import StoreError
from ludarium.store.models import Change, SavedGame, StoredEvent
from ludarium.store.people.models import Person
from ludarium.web.workers.pool import WorkerPool

T = TypeVar("T")


class Onlooker:
    """A client on the server's machine, who may move for both players."""

    person: Person | None = None
    user_id: str | None = None
    holder: str | None = None
    share_key = ""
    is_local, user_name = True, ""

    def say(self, message: messages.Told) -> None: ...

    def send(self, line: bytes) -> None: ...

    def dismiss(self) -> None: ...

    def may_ask(self, cost: float) -> bool:
        return True

    def may_store(self, size: int) -> bool:
        return True


class Scheduler:
    """Holds every access to the store back until a test releases it."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.held: list[asyncio.Future[None]] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def gate(self) -> None:
        held: asyncio.Future[None] = self.loop.create_future()
        self.held.append(held)
        await held

    async def to_thread(self, function: Callable[..., T], *arguments: Any) -> T:
        """In place of asyncio.to_thread: the function runs when it is released."""
        await self.gate()
        return function(*arguments)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        self.tasks.append(self.loop.create_task(work))
        self.settle()

    def release(self, number: int) -> None:
        if self.held:
            held = self.held.pop(number % len(self.held))
            if not held.done():
                held.set_result(None)
            self.settle()

    def release_all(self) -> None:
        while self.held:
            self.release(0)

    def settle(self) -> None:
        """Run everything that does not wait for a release."""

        async def turns() -> None:
            for _ in range(20):
                await asyncio.sleep(0)

        self.loop.run_until_complete(turns())

    def close(self) -> None:
        for task in self.tasks:
            if task.done():
                task.result()
        self.loop.close()


class World:
    """What the database holds."""

    def __init__(self) -> None:
        self.games: dict[str, SavedGame] = {}
        self.events: dict[str, list[StoredEvent]] = {}
        self.notifications: list[deque[tuple[str, int]]] = []  # on their way to each process
        self.acknowledged: dict[str, int] = {}  # the latest version that a client was told is stored


class HeldStore:
    """The store of one process, as far as rooms use it: what was read waits at a gate, and so does a change."""

    is_shared = True

    def __init__(self, world: World, scheduler: Scheduler) -> None:
        self._world, self._gate = world, scheduler.gate

    async def _access(self, read: Callable[[], T]) -> T:
        found = read()
        await self._gate()
        return found

    async def save_game(self, saved: SavedGame) -> SavedGame:
        self._world.games[saved.id] = saved = saved._replace(version=1, base=1)
        self._world.events[saved.id] = []
        return saved

    async def saved_game(self, id: str) -> SavedGame:
        def read() -> SavedGame:
            if id not in self._world.games:
                raise StoreError("there is no such game")
            return self._world.games[id]

        return await self._access(read)

    async def events(self, id: str, after: int) -> list[StoredEvent]:
        return await self._access(lambda: [each for each in self._world.events[id] if each.number > after])

    async def versions(self, ids: Collection[str]) -> dict[str, int]:
        return await self._access(lambda: {id: self._world.games[id].version for id in ids if id in self._world.games})

    async def append(self, change: Change) -> bool:
        await self._gate()
        return await self._access(lambda: self._append(change))

    def _append(self, change: Change) -> bool:
        saved = self._world.games[change.game]
        if saved.version != change.after:
            return False
        self._world.events[change.game] += [
            StoredEvent(number, change.at, body) for number, body in enumerate(change.bodies, change.after + 1)
        ]
        self._world.games[change.game] = saved._replace(version=change.version)
        for queue in self._world.notifications:
            queue.append((change.game, change.version))
        return True


class Watcher(Onlooker):
    """A client that looks at a game: the versions that it was told."""

    def __init__(self, game: str) -> None:
        self.game, self.leaves = game, asyncio.Event()
        self.versions: list[int] = []
        self.is_open = False

    def send(self, line: bytes) -> None:
        told = json.loads(line)
        if "version" in told:
            assert not self.versions or told["version"] == self.versions[-1] + 1, "in order, and nothing left out"
            self.versions.append(told["version"])


class Process:
    """A server process: real rooms over a store whose accesses are held back."""

    def __init__(self, world: World, scheduler: Scheduler) -> None:
        self._world, self.notifications = world, deque[tuple[str, int]]()
        world.notifications.append(self.notifications)
        self.rooms = RoomRegistry(HeldStore(world, scheduler), WorkerPool(1))  # type: ignore[arg-type]

    async def begin(self, game: Game) -> str:
        return (await self.rooms.begin(game, ("human", "human"))).id

    async def watch(self, watcher: Watcher) -> None:
        """What a connection does with its room."""
        async with self.rooms.visit(watcher.game) as room:
            async with room.lock:
                watcher.versions = [(await room.state(None)).version]
                room.watchers.add(watcher)
            watcher.is_open = True
            await watcher.leaves.wait()
            room.watchers.discard(watcher)
            watcher.is_open = False

    async def play(self, id: str) -> None:
        """Make a move, if no other client is quicker."""
        async with self.rooms.visit(id) as room:
            request = requests.Play(1, len(room.moves), (), str(room.game.legal_moves[0]))
            try:
                await Handlers(room, self.rooms, Onlooker()).answer(request)
            except IllegalMove:
                return
            self._world.acknowledged[id] = max(self._world.acknowledged.get(id, 0), room.version)

    async def read(self, id: str) -> None:
        """Ask over HTTP. What was acknowledged before cannot be missing in the answer."""
        floor = self._world.acknowledged.get(id, 0)
        async with self.rooms.visit(id) as room, room.lock:
            assert (await room.state(None)).version >= floor

    async def deliver(self) -> None:
        if self.notifications:
            self.rooms.notify(*self.notifications.popleft())
