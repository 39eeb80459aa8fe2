"""Server processes that share a database agree: no order of accesses and notifications leaves one of them behind."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any
from unittest.mock import patch

import httpx
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule
from websockets.exceptions import WebSocketException

import ludarium
from ludarium.house.conversation import GONE
from ludarium.house.rooms import weight

from ..support.interleaving import Process, Scheduler, Watcher, World
from ..support.patience import PATIENCE
from ..support.postgres import Cluster
from ..support.races import Client, PersistentWatcher, begin, clients, seat_race, spectator_race
from ..support.server import serving
from ..support.server_process import process

PROCESSES = st.integers(0, 1)
GAMES = st.integers(0, 1)


class Agreement(RuleBasedStateMachine):
    """Clients open games, move, read and leave at two processes, while accesses to the store end in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.scheduler, self.world = Scheduler(), World()
        self.watchers: list[Watcher] = []
        # An idle room is closed as soon as another one is opened
        self._patches = ExitStack()
        self._patches.enter_context(patch.object(weight, "OPEN", 0))
        self._patches.enter_context(patch("asyncio.to_thread", self.scheduler.to_thread))
        asyncio.set_event_loop(self.scheduler.loop)
        self.processes = [Process(self.world, self.scheduler) for _ in range(2)]
        for _ in range(2):
            self.scheduler.start(self._begin())
        self.scheduler.release_all()
        self.games = [*self.world.games]

    async def _begin(self) -> None:
        await self.processes[0].begin(ludarium.new("ataxx"))

    @rule(process=PROCESSES, game=GAMES)
    def watch(self, process: int, game: int) -> None:
        watcher = Watcher(self.games[game])
        self.watchers.append(watcher)
        self.scheduler.start(self.processes[process].watch(watcher))

    @rule(number=st.integers(0, 9))
    def leave(self, number: int) -> None:
        if self.watchers:
            self.watchers.pop(number % len(self.watchers)).leaves.set()
            self.scheduler.settle()

    @rule(process=PROCESSES, game=GAMES)
    def play(self, process: int, game: int) -> None:
        self.scheduler.start(self.processes[process].play(self.games[game]))

    @rule(process=PROCESSES, game=GAMES)
    def read(self, process: int, game: int) -> None:
        self.scheduler.start(self.processes[process].read(self.games[game]))

    @rule(numbers=st.lists(st.integers(0, 9), min_size=1, max_size=3))
    def release(self, numbers: list[int]) -> None:
        for number in numbers:
            self.scheduler.release(number)

    @rule()
    def release_all(self) -> None:
        self.scheduler.release_all()

    @rule(process=PROCESSES)
    def deliver(self, process: int) -> None:
        self.scheduler.start(self.processes[process].deliver())

    def bring_rest(self) -> None:
        """Deliver what is on its way."""
        for each in self.processes:
            while each.notifications:
                self.scheduler.start(each.deliver())

    def teardown(self) -> None:
        try:
            self.scheduler.release_all()
            self.bring_rest()
            self.scheduler.settle()
            self.scheduler.release_all()
            for watcher in self.watchers:
                assert watcher.is_open and watcher.versions[-1] == self.world.games[watcher.game].version
            for each in self.processes:
                for room in each.rooms.open_rooms:
                    saved = self.world.games[room.id]
                    assert room.version == saved.version and len(room.moves) == saved.version - 1
            for watcher in self.watchers:
                watcher.leaves.set()
            self.scheduler.settle()
            self.scheduler.close()
        finally:
            self._patches.close()
            asyncio.set_event_loop(None)


class AgreementWithLosses(Agreement):
    """The same, with notifications that are lost; a comparison of versions finds what they would have said."""

    @rule(process=PROCESSES)
    def lose(self, process: int) -> None:
        if self.processes[process].notifications:
            self.processes[process].notifications.popleft()

    def bring_rest(self) -> None:
        for each in self.processes:
            each.notifications.clear()
            self.scheduler.start(each.rooms.synchronizer.compare())


AGREEMENT = settings(max_examples=40, stateful_step_count=30)
TestAgreement: Any = Agreement.TestCase
TestAgreement.settings = AGREEMENT
TestAgreementWithLosses: Any = AgreementWithLosses.TestCase
TestAgreementWithLosses.settings = AGREEMENT


@pytest.fixture
def database(cluster: Cluster) -> str:
    return cluster.new_schema()


@pytest.fixture
def addresses(database: str) -> Iterator[tuple[str, str]]:
    """Two server processes that share a database."""
    words = "--port", "0", "--database", database
    with process(*words) as (_, one), process(*words) as (_, other):
        yield one, other


async def test_seats_are_taken_while_the_game_is_opened_elsewhere(addresses: tuple[str, str]) -> None:
    async with clients(addresses, ["Ada", "Bo"]) as (ada, bo):
        assert await asyncio.gather(*(seat_race(ada, bo) for _ in range(30))) == [0] * 30


async def test_spectators_open_a_game_during_its_moves(addresses: tuple[str, str]) -> None:
    async with clients(addresses, ["Ada", "Bo", "Cy", "Di", "Ed"]) as (ada, *others):
        assert await asyncio.gather(*(spectator_race(ada, others) for _ in range(5))) == [0] * 5


async def test_a_game_that_another_process_deletes_ends_for_its_watchers(database: str) -> None:
    async with serving(database) as one, serving(database) as other:
        id = await one.new("ataxx")
        async with other.page(id) as page:
            await page.told()
            assert (await one.client.delete(f"/api/games/{id}")).status_code == 204
            while await page.told():
                pass
            assert page.closed == GONE
        assert (await other.client.get(f"/api/games/{id}")).status_code == 404


async def test_watchers_agree_after_kills_of_servers_and_of_the_database(cluster: Cluster, database: str) -> None:
    game, words = ludarium.new("ataxx"), ("--port", "0", "--database", database)
    with process(*words) as (_, staying), ExitStack() as stack:
        killed, leaving = stack.enter_context(process(*words))
        async with clients([staying], ["Ada"]) as (ada,):
            id = await begin(ada, "human", "human")
            addresses = [staying, leaving]
            watchers = [PersistentWatcher(addresses, id, first) for first in range(4)]
            for fault in "server", "database", "server":
                await play_on(ada, game, id, 5)
                if fault == "server":
                    killed.kill()
                    killed, addresses[1] = stack.enter_context(process(*words))
                else:
                    # Not in another thread: the database would end with that thread
                    cluster.kill()
                    cluster.start()
                version = await play_on(ada, game, id, 5)
                assert await asyncio.gather(*(watcher.reaches(version) for watcher in watchers)) == [True] * 4
                for address in addresses:
                    async with httpx.AsyncClient(timeout=PATIENCE) as client:
                        assert (await client.get(f"{address}/api/games/{id}")).json()["version"] == version
            for watcher in watchers:
                await watcher.close()


async def play_on(player: Client, game: ludarium.Game, id: str, plies: int) -> int:
    """Make moves, again and again until each is acknowledged; the last version."""
    until = len(game.moves) + plies
    while len(game.moves) < until:
        with suppress(OSError, WebSocketException, TimeoutError, httpx.HTTPError):
            async with player.socket(id) as socket:
                while len(game.moves) < until:
                    move = game.legal_moves[0]
                    told = await player.ask(socket, "play", at=len(game.moves), move=str(move))
                    # "Made already": it was stored, and its acknowledgement was lost
                    if told["say"] == "done" or player.version > len(game.moves) + 1:
                        game.push(move)
    return player.version
