"""PostgreSQL: URLs, users, concurrent transactions, and crashes of the server."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest
from sqlalchemy import event
from sqlalchemy.util import await_only

from ludarium.store.blocking import BlockingStore
from ludarium.store.database import postgresql
from ludarium.store.database.database import Database
from ludarium.store.errors import StoreError
from ludarium.store.models import SavedGame, Score
from ludarium.store.store import Store

from ..support.postgres import Cluster, run_sql
from ..support.stores import BOARD, KEEPER, one_sentence, refused

INCREMENT = "UPDATE preferences SET value = value::int + 1 WHERE name = '{}'"


@pytest.fixture
def url(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> str:
    """The default database of the test."""
    made = cluster.new_schema()
    monkeypatch.setenv("LUDARIUM_DATABASE", made)
    return made


# URLs


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://me:secret@host:port/games",
        "postgresql://me:secret@host/a/b",
        "postgresql://me:sec@ret@host/games",
        "postgresql://me:sec/ret@host/games",
        "postgresql://me:sec#ret@host/games",
        "postgresql://me:sec?ret@host/games",
        "postgresql://me:secret",
        "postgresql://me: secret@host/games",
        "postgres://me:secret@host:123456/games",
    ],
)
def test_a_url_that_cannot_be_read(url: str) -> None:
    told = refused(url)
    assert told.startswith("a PostgreSQL database is named by a URL such as postgresql://me:password@host:5432/games; ")
    assert "sec" not in told and "ret" not in told


def test_a_url_with_what_does_not_fit() -> None:
    told = refused("postgresql://me:secret@127.0.0.1/games?sslmode=perhaps&password=secret")
    assert told.startswith("the URL of postgresql://me@127.0.0.1/games cannot be used: `sslmode` parameter must be one")
    assert "secret" not in told


@pytest.mark.parametrize(
    ("url", "where"),
    [
        ("postgres://me:secret@host/games", "postgresql://me@host/games"),
        ("postgresql+asyncpg://me@[::1]:5433/games?sslmode=require", "postgresql://me@[::1]:5433/games"),
        ("postgresql://me:s%40%2Fcret@a.b-c:1,d:2/games", "postgresql://me@a.b-c:1,d:2/games"),
        ("postgresql:///games?host=/tmp&password=secret", "postgresql:///games"),
        ("postgresql://host", "postgresql://host/"),
    ],
)
def test_a_url_is_shown_without_its_password(url: str, where: str) -> None:
    assert postgresql.Postgresql(url).name == where


def test_forms_of_urls(cluster: Cluster) -> None:
    url = cluster.new_database()
    with BlockingStore(url) as store:
        store.set_preference("speed", 5)
    name = url.rpartition("/")[2]
    place = url.partition("://")[2]
    for other in (
        f"postgres://{place}",
        f"postgresql+asyncpg://{place}",
        f"postgresql://{place}?sslmode=prefer&application_name=mine",
        f"postgresql:///{name}?user=postgres&host={cluster.folder}&port={cluster.port}",
    ):
        with BlockingStore(other) as store:
            assert store.preferences() == {"speed": 5}


def test_a_driver_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "ludarium.store.database.postgresql")
    monkeypatch.delattr("ludarium.store.database.postgresql", raising=False)
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    assert refused("postgresql://me:secret@host/games").startswith(
        "a database at postgresql:// needs the package asyncpg"
    )


# Access


def test_a_server_that_is_not_there() -> None:
    told = refused("postgresql://me:secret@127.0.0.1:1/games")
    assert told.startswith("postgresql://me@127.0.0.1:1/games cannot be reached: ") and "secret" not in told


def test_a_database_that_is_not_there(cluster: Cluster) -> None:
    told = refused(cluster.url("none"))
    assert told == f"{cluster.url('none')} does not exist; create it with createdb, or correct its name in the URL"


def test_users(cluster: Cluster) -> None:
    url = cluster.new_database()
    cluster.do("DROP ROLE IF EXISTS locked", "CREATE ROLE locked LOGIN PASSWORD 'se:cret'")
    name = url.rpartition("/")[2]
    wrong, right = (f"postgresql://locked:{word}@127.0.0.1:{cluster.port}/{name}" for word in ("wrong", "se%3Acret"))
    where = f"postgresql://locked@127.0.0.1:{cluster.port}/{name}"
    assert refused(wrong) == f"{where} rejects this user and password; correct them in the URL"
    assert refused(right) == f"{where} does not allow this user to create and change tables; its owner can GRANT that"
    run_sql(url, "GRANT CREATE ON SCHEMA public TO locked")
    with BlockingStore(right) as store:
        store.set_preference("speed", 5)
    run_sql(url, "ALTER ROLE locked SET default_transaction_read_only = on")
    with BlockingStore(right) as store:
        assert store.preferences() == {"speed": 5}
        with pytest.raises(StoreError) as caught:
            store.set_preference("speed", 6)
        assert one_sentence(caught.value).startswith(f"{where} is read-only: ")


# Concurrent transactions


async def test_tasks_share_a_few_connections(url: str) -> None:
    async with Store.open() as store:
        for _ in range(2):
            await asyncio.gather(*(store.save_game(SavedGame.begin("ataxx", f"{i}\n")) for i in range(100)))
        assert len(await store.saved_games()) == 200
        ask = (
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'ludarium'"
        )
        other = await asyncpg.connect(url)
        assert 1 < await other.fetchval(ask) <= postgresql.CONNECTIONS
        await other.close()


def test_no_thread_is_started(url: str) -> None:
    before = threading.active_count()
    with BlockingStore() as store:
        store.set_preference("speed", 5)
        assert threading.active_count() == before


async def test_a_deadlock_is_tried_again(url: str) -> None:
    """Two transactions update the same rows in opposite order: PostgreSQL aborts one, and its retry succeeds."""
    tries: list[str] = []
    locked: set[str] = set()
    async with Database.open(None) as database, Store.open() as store:
        for name in "ab":
            await store.set_preference(name, 0)

        async def add(first: str, second: str) -> None:
            def work(connection: Any) -> None:
                tries.append(first)
                connection.exec_driver_sql(INCREMENT.format(first))
                locked.add(first)
                while len(locked) < 2:
                    connection.exec_driver_sql("SELECT pg_sleep(0.01)")
                connection.exec_driver_sql(INCREMENT.format(second))

            await database.transact(work)

        await asyncio.gather(add("a", "b"), add("b", "a"))
        assert await store.preferences() == {"a": 2, "b": 2} and len(tries) == 3


async def test_a_serialization_failure_is_tried_again(url: str) -> None:
    tries: list[str] = []
    async with Database.open(None) as database, Store.open() as store:
        await store.set_preference("a", 0)
        other = await asyncpg.connect(url)

        def work(connection: Any) -> None:
            connection.exec_driver_sql("SELECT value FROM preferences")
            if not tries:
                await_only(other.execute("UPDATE preferences SET value = '7'"))
            tries.append("a")
            connection.exec_driver_sql("UPDATE preferences SET value = value::int + 1")

        await database.transact(work, "snapshot")
        await other.close()
        assert await store.preferences() == {"a": 8} and len(tries) == 2


async def test_tables_that_change_while_a_store_is_open(url: str) -> None:
    async with Store.open() as store:
        saved = await store.save_game(SavedGame.begin("ataxx", "1\n"))
        for _ in range(7):  # often enough to become a prepared statement
            assert await store.saved_game(saved.id) == saved
        other = await asyncpg.connect(url)
        await other.execute("ALTER TABLE games ALTER COLUMN title TYPE varchar(2000), ADD COLUMN stars int")
        await other.close()
        assert await store.saved_game(saved.id) == saved and await store.save_game(saved.after("2\n"))


# Crashes of the server


@pytest.fixture
def mortal(cluster: Cluster) -> Iterator[Cluster]:
    """A server that a test may kill; it runs again afterwards."""
    yield cluster
    cluster.start()


def test_connections_that_were_cut(url: str) -> None:
    """All connections are terminated: the next method opens a new one, and callers notice nothing."""
    with BlockingStore() as store:
        store.set_preference("speed", 5)
        for _ in range(3):
            ask = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'ludarium'"
            assert run_sql(url, ask) == [(True,)]
            assert store.preferences() == {"speed": 5}
            assert run_sql(url, ask) == [(True,)]
            assert store.add_score(BOARD, Score("ann", 5)) is not None
        assert len(store.scores(BOARD)) == 3


async def test_the_server_is_killed_while_many_write(url: str, mortal: Cluster) -> None:
    """Acknowledged writes are durable, others fail with a message, and the same store continues."""
    confirmed, failed, going = dict[str, int](), list[str](), True

    async def play(store: Store, saved: SavedGame) -> None:
        number = 0
        while going:
            number += 1
            try:
                await store.save_game(saved.after(f"{number}\n"))
                confirmed[saved.id] = number
            except StoreError as error:
                failed.append(one_sentence(error))
                await asyncio.sleep(0.05)

    async def all_get_on() -> None:
        before = dict(confirmed)
        while any(confirmed.get(saved.id, 0) < before.get(saved.id, 0) + 5 for saved in games):
            await asyncio.sleep(0.01)

    games = [SavedGame.begin("ataxx", "0\n") for _ in range(6)]
    async with Store.open() as store:
        playing = [asyncio.create_task(play(store, saved)) for saved in games]
        await all_get_on()
        mortal.kill()
        while not failed:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(mortal.start)
        await all_get_on()
        going = False
        await asyncio.gather(*playing)
        assert {saved.id: int(saved.record) for saved in await store.saved_games()} == confirmed
    assert all(" cannot be reached: " in told or " was lost" in told or " is starting " in told for told in failed)


def test_the_server_and_the_client_are_killed(url: str, mortal: Cluster) -> None:
    command = [sys.executable, "-c", KEEPER]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ) as keeper:
        assert keeper.stdout and keeper.stderr
        for _ in range(30):
            confirmed = int(keeper.stdout.readline())
        mortal.kill()
        confirmed = int([str(confirmed), *keeper.stdout.read().split()][-1])
        assert "StoreError" in keeper.stderr.read().splitlines()[-1]
        keeper.send_signal(signal.SIGKILL)
    mortal.start()
    with BlockingStore() as store:
        (saved,) = store.saved_games()
        # The last one may be committed without having been acknowledged
        assert int(saved.record.split()[0]) in (confirmed, confirmed + 1)


async def test_a_connection_lost_during_the_commit(url: str) -> None:
    """The outcome of the commit is unknown; a retry could write twice, so there is none."""
    async with Database.open(None) as database, Store.open() as store:
        tries = []

        def work(connection: Any) -> None:
            tries.append(1)
            connection.exec_driver_sql("INSERT INTO preferences VALUES ('speed', '5')")

            @event.listens_for(connection, "commit")
            def cut(_connection: Any) -> None:
                connection.connection.driver_connection.terminate()

        with pytest.raises(StoreError) as caught:
            await database.transact(work)
        assert one_sentence(caught.value).endswith(
            " was lost during a commit, which may have succeeded; check, or try again"
        )
        assert tries == [1] and await store.preferences() == {}


async def test_a_server_that_does_not_answer(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql, "ANSWER_TIMEOUT", 0.2)
    async with Store.open() as store:
        await store.set_preference("speed", 5)
        other = await asyncpg.connect(url)
        async with other.transaction():
            await other.execute("UPDATE preferences SET value = '6'")
            with pytest.raises(StoreError) as caught:
                await store.set_preference("speed", 7)
        await other.close()
        assert one_sentence(caught.value).endswith(" does not answer in time; try again")
        await store.set_preference("speed", 8)
        assert await store.preferences() == {"speed": 8}
