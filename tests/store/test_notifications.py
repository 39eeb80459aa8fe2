"""The bell: games that go on in one process are heard of in another, whatever happens to the database meanwhile."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator

import pytest

from ludarium.store.database import notifications
from ludarium.store.database.notifications import Notifications
from ludarium.store.errors import StoreError
from ludarium.store.event_log import CHANNEL
from ludarium.store.models import Change, SavedGame
from ludarium.store.store import Store

from ..support.postgres import Cluster, run_sql

# Another process, which lets a game go on at every line that it is told
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


class Ear:
    """What was heard, in order."""

    def __init__(self) -> None:
        self._heard: asyncio.Queue[tuple[str | None, int]] = asyncio.Queue()

    def __call__(self, game: str | None, version: int) -> None:
        self._heard.put_nowait((game, version))

    async def next(self) -> tuple[str | None, int]:
        return await asyncio.wait_for(self._heard.get(), 60)

    async def until(self, told: tuple[str | None, int]) -> None:
        while await self.next() != told:
            pass

    @property
    def is_quiet(self) -> bool:
        return self._heard.empty()


def change(saved: SavedGame, after: int, *bodies: str) -> Change:
    return Change(saved.id, after, 0, bodies, ("human",), "a game", False)


@pytest.fixture
def url(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> str:
    made = cluster.new_database()
    monkeypatch.setenv("LUDARIUM_DATABASE", made)
    return made


async def test_what_is_written_rings(kept_in: str) -> None:
    ear = Ear()
    async with Store.open() as store, Store.open() as other:
        saved = await store.save_game(SavedGame.begin("ataxx", "record"))
        async with store.listen(ear):
            assert await other.append(change(saved, 1, "one", "two"))
            assert await store.append(change(saved, 3, "three"))
            assert not await other.append(change(saved, 3, "too late"))
            if kept_in == "postgresql":
                assert [await ear.next(), await ear.next()] == [(saved.id, 3), (saved.id, 4)]
        assert await store.append(change(saved, 4, "nobody listens"))
    assert ear.is_quiet


async def test_many_games_at_once_are_all_told_of(url: str) -> None:
    ear = Ear()
    async with Store.open() as store:
        games = [await store.save_game(SavedGame.begin("ataxx", "record")) for _ in range(280)]
        async with store.listen(ear):
            assert all(await asyncio.gather(*(store.append(change(saved, 1, "a move")) for saved in games)))
            assert {await ear.next() for _ in games} == {(saved.id, 2) for saved in games}


async def test_another_process_is_heard(url: str) -> None:
    ear = Ear()
    async with Store.open() as store:
        saved = await store.save_game(SavedGame.begin("ataxx", "record"))
        async with store.listen(ear):
            other = await asyncio.create_subprocess_exec(
                *(sys.executable, "-c", OTHER, saved.id), stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            assert other.stdin and other.stdout
            for version in range(1, 6):
                other.stdin.write(f"{version}\n".encode())
                assert await other.stdout.readline() == b"done\n"
                assert await ear.next() == (saved.id, version + 1)
            other.stdin.close()
            assert await other.wait() == 0


async def test_what_others_say_on_the_channel_is_passed_over(url: str) -> None:
    ear = Ear()
    async with Store.open() as store, store.listen(ear):
        said = "", "nonsense", "a:b c", ":5", "a:5", "b:-1 c:6", "a:٣", "x:y:7"
        await asyncio.to_thread(run_sql, url, *(f"NOTIFY {CHANNEL}, '{told}'" for told in said))
        assert [await ear.next() for _ in range(3)] == [("a", 5), ("c", 6), ("x:y", 7)]


# Connections that are lost


@pytest.fixture
def mortal(cluster: Cluster) -> Iterator[Cluster]:
    """The server, which is there again whatever a test did to it."""
    yield cluster
    cluster.start()


async def test_a_connection_that_was_cut(url: str) -> None:
    """It comes back by itself, says that anything may have happened, and goes on."""
    ear = Ear()
    async with Store.open() as store:
        saved = await store.save_game(SavedGame.begin("ataxx", "record"))
        async with store.listen(ear):
            for version in 1, 2, 3:
                cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
                assert await asyncio.to_thread(run_sql, url, cut) == [(True,)]
                await ear.until((None, 0))
                assert await store.append(change(saved, version, "a move"))
                assert await ear.next() == (saved.id, version + 1)


async def test_the_server_is_started_again(url: str, mortal: Cluster) -> None:
    ear = Ear()
    async with Store.open() as store:
        saved = await store.save_game(SavedGame.begin("ataxx", "record"))
        async with store.listen(ear):
            mortal.kill()
            await asyncio.sleep(0.5)  # attempts that fail
            await asyncio.to_thread(mortal.start)
            await ear.until((None, 0))
            assert await store.append(change(saved, 1, "a move"))
            assert await ear.next() == (saved.id, 2)


async def test_a_server_that_has_fallen_silent_is_left(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that vanishes says nothing: whoever does not answer in time is called anew."""
    ear = Ear()
    monkeypatch.setattr(notifications, "HEARTBEAT", 0.01)
    async with Store.open() as store, store.listen(ear):
        monkeypatch.setattr(notifications, "HEARTBEAT_TIMEOUT", 0.000001)
        assert await ear.next() == (None, 0)


async def test_a_bell_that_cannot_be_had(url: str) -> None:
    for nowhere in "postgresql://me:secret@127.0.0.1:1/games", url.rpartition("/")[0] + "/none":
        with pytest.raises(StoreError) as caught:
            async with Notifications.open(nowhere, Ear()):
                pass
        assert "\n" not in str(caught.value) and "secret" not in str(caught.value)


async def test_leaving_while_the_server_is_away(url: str, mortal: Cluster) -> None:
    async with Notifications.open(url, Ear()):
        mortal.kill()
        await asyncio.sleep(0.05)
