"""Notifications: a process learns of games that another one changed, also after the database was away."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from ludarium.store.database import notifications
from ludarium.store.database.database import Database
from ludarium.store.database.notifications import CHANNEL, Notifications
from ludarium.store.errors import StoreError
from ludarium.store.models import Change, SavedGame
from ludarium.store.store import Store

from ..support.patience import PATIENCE
from ..support.postgres import Cluster, run_sql

# Another process, which appends an event for every line of its input
OTHER = """
import asyncio, sys
from ludarium.store.models import Change
from ludarium.store.store import Store

async def play(id):
    async with Store.open() as store:
        for line in sys.stdin:
            version = int(line)
            await store.append(Change(id, version, 0, ("a move",), ("human",), "a game", False))
            print("done", flush=True)

asyncio.run(play(sys.argv[1]))
"""


class Listener:
    """Collects notifications, in order."""

    def __init__(self) -> None:
        self._received: asyncio.Queue[tuple[str | None, int]] = asyncio.Queue()

    def __call__(self, game: str | None, version: int) -> None:
        self._received.put_nowait((game, version))

    async def next(self) -> tuple[str | None, int]:
        return await asyncio.wait_for(self._received.get(), PATIENCE)

    async def until(self, told: tuple[str | None, int]) -> None:
        while await self.next() != told:
            pass

    @property
    def is_quiet(self) -> bool:
        return self._received.empty()


def change(saved: SavedGame, after: int, *bodies: str) -> Change:
    return Change(saved.id, after, 0, bodies, ("human",), "a game", False)


@pytest.fixture
def url(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> str:
    made = cluster.new_database()
    monkeypatch.setenv("LUDARIUM_DATABASE", made)
    return made


async def test_changes_are_reported(kept_in: str) -> None:
    listener = Listener()
    async with Store.open() as store, Store.open() as other:
        saved = await store.save_game(SavedGame.begin("ataxx", "record"))
        async with store.listen(listener):
            assert await other.append(change(saved, 1, "one", "two"))
            assert await store.append(change(saved, 3, "three"))
            assert not await other.append(change(saved, 3, "too late"))
            if kept_in == "postgresql":
                assert [await listener.next(), await listener.next()] == [(saved.id, 3), (saved.id, 4)]
        assert await store.append(change(saved, 4, "nobody listens"))
    assert listener.is_quiet


async def test_changes_of_many_games_at_once_are_all_reported(url: str) -> None:
    listener = Listener()
    async with Store.open() as store:
        games = [await store.save_game(SavedGame.begin("ataxx", "record")) for _ in range(280)]
        async with store.listen(listener):
            assert all(await asyncio.gather(*(store.append(change(saved, 1, "a move")) for saved in games)))
            assert {await listener.next() for _ in games} == {(saved.id, 2) for saved in games}


async def test_changes_of_another_process_are_reported(url: str) -> None:
    listener = Listener()
    async with Store.open() as store:
        saved = await store.save_game(SavedGame.begin("ataxx", "record"))
        async with store.listen(listener):
            other = await asyncio.create_subprocess_exec(
                *(sys.executable, "-c", OTHER, saved.id), stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            assert other.stdin and other.stdout
            for version in range(1, 6):
                other.stdin.write(f"{version}\n".encode())
                assert await other.stdout.readline() == b"done\n"
                assert await listener.next() == (saved.id, version + 1)
            other.stdin.close()
            assert await other.wait() == 0


async def test_other_payloads_on_the_channel_are_ignored(url: str) -> None:
    listener = Listener()
    async with Store.open() as store, store.listen(listener):
        said = "", "nonsense", "a:b c", ":5", "a:5", "b:-1 c:6", "a:٣", "x:y:7"
        await asyncio.to_thread(run_sql, url, *(f"NOTIFY {CHANNEL}, '{told}'" for told in said))
        assert [await listener.next() for _ in range(3)] == [("a", 5), ("c", 6), ("x:y", 7)]


# Lost connections


@pytest.fixture
def mortal(cluster: Cluster) -> Iterator[Cluster]:
    """A server that a test may kill; it runs again afterwards."""
    yield cluster
    cluster.start()


async def test_a_connection_that_was_cut(url: str) -> None:
    """It reconnects, reports that any game may have changed, and continues."""
    listener = Listener()
    async with Store.open() as store:
        saved = await store.save_game(SavedGame.begin("ataxx", "record"))
        async with store.listen(listener):
            for version in 1, 2, 3:
                # The newest: one that was ended before may be listed for another moment
                cut = (
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE query LIKE 'LISTEN%' AND datname = current_database() ORDER BY backend_start DESC LIMIT 1"
                )
                assert await asyncio.to_thread(run_sql, url, cut) == [(True,)]
                await listener.until((None, 0))
                assert await store.append(change(saved, version, "a move"))
                assert await listener.next() == (saved.id, version + 1)


async def test_the_server_is_started_again(url: str, mortal: Cluster) -> None:
    listener = Listener()
    async with Store.open() as store:
        saved = await store.save_game(SavedGame.begin("ataxx", "record"))
        async with store.listen(listener):
            mortal.kill()
            await asyncio.sleep(0.5)  # attempts that fail
            await asyncio.to_thread(mortal.start)
            await listener.until((None, 0))
            assert await store.append(change(saved, 1, "a move"))
            assert await listener.next() == (saved.id, 2)


async def test_a_server_that_does_not_answer_counts_as_lost(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that disappears closes no connection; one that does not answer in time counts as lost."""
    listener = Listener()
    monkeypatch.setattr(notifications, "HEARTBEAT", 0.01)
    async with Store.open() as store, store.listen(listener):
        monkeypatch.setattr(notifications, "HEARTBEAT_TIMEOUT", 0.000001)
        assert await listener.next() == (None, 0)


async def test_a_server_that_cannot_be_reached(url: str) -> None:
    for nowhere in "postgresql://me:secret@127.0.0.1:1/games", url.rpartition("/")[0] + "/none":
        with pytest.raises(StoreError) as caught:
            async with Notifications.open(nowhere, Listener()):
                pass
        assert "\n" not in str(caught.value) and "secret" not in str(caught.value)


async def test_leaving_while_the_server_is_away(url: str, mortal: Cluster) -> None:
    """The block is left at once, in the middle of attempts to reconnect, and none follows."""
    listener, attempts = Listener(), asyncio.Queue[None]()
    async with Database.connect(url) as database:
        connect = database.backend.connect
        assert connect

        async def counted_connect() -> Any:
            attempts.put_nowait(None)
            return await connect()

        database.backend.connect = counted_connect
        before = asyncio.all_tasks()
        async with asyncio.timeout(PATIENCE):
            async with Notifications.open(database, listener):
                mortal.kill()
                for _ in range(3):  # the connection that was lost, and two attempts that failed
                    await attempts.get()
        assert asyncio.all_tasks() == before and listener.is_quiet
        await asyncio.to_thread(mortal.start)
        assert attempts.empty()
