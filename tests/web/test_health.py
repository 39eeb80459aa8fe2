"""What a server says about itself: /ready is 503 while nothing can be written, and comes back; who is at home."""

import json
import resource
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import httpx
import pytest
from litestar.connection import ASGIConnection
from websockets.sync.client import connect

from ludarium.web.auth.client_address import PROXY, TrustedProxies
from ludarium.web.ops.asgi import AsgiWrapper
from ludarium.web.ops.health import KEPT_FOR, Readiness

from ..support.patience import PATIENCE
from ..support.postgres import Cluster
from ..support.server import Server, serving
from ..support.server_process import process

READY = 200, "The server is ready.\n"


@pytest.fixture
def database(cluster: Cluster) -> str:
    return cluster.new_database()


async def ready(server: Server) -> tuple[int, str]:
    """What a new check finds, however long the database takes to answer it."""
    server.app.state.readiness = Readiness(server.app.state.store, timeout=PATIENCE)
    answer = await server.client.get("/ready")
    return answer.status_code, answer.text


async def test_a_locked_file(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        assert await ready(server) == READY
        with closing(sqlite3.connect(tmp_path / "games.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            status, said = await ready(server)
            assert status == 503 and said.endswith(
                "games.db' is in use by another program; close that one and try again.\n"
            )
            # What can be read is still read
            assert (await server.client.get("/api/games")).status_code == 200
        assert await ready(server) == READY


async def test_a_check_writes_to_the_disk_and_changes_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        await server.new("ataxx")
        log = tmp_path / "games.db-wal"
        with closing(sqlite3.connect(tmp_path / "games.db")) as other:
            before, size = [*other.iterdump()], log.stat().st_size
            assert await ready(server) == READY
            assert log.stat().st_size > size and [*other.iterdump()] == before


async def test_a_result_counts_for_a_second(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    checks = list[int]()

    async def count() -> None:
        checks.append(1)

    monkeypatch.setattr(server.app.state.store, "check_ready", count)
    server.time.stop()
    for expected in 1, 2, 3:
        server.time.passes(KEPT_FOR)
        for _ in range(20):
            assert (await server.client.get("/ready")).status_code == 200
        assert len(checks) == expected


async def test_locked_tables(database: str) -> None:
    async with serving(database) as server:
        assert await ready(server) == READY
        for table in "games", "entries", "alembic_version":
            other = await asyncpg.connect(database)
            locked = other.transaction()
            await locked.start()
            await other.execute(f"LOCK TABLE {table} IN SHARE MODE")
            status, said = await ready(server)
            assert status == 503 and said.endswith(" is locked by other connections; try again.\n")
            await locked.rollback()
            await other.close()
            assert await ready(server) == READY


async def test_a_database_that_may_only_be_read(cluster: Cluster, database: str) -> None:
    name = database.rpartition("/")[2]
    async with serving(database) as server:
        assert await ready(server) == READY
        for setting, expected in ("on", 503), ("off", 200):
            other = await asyncpg.connect(cluster.url("postgres"))
            await other.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = {setting}")
            await other.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
            await other.close()
            status, said = await ready(server)
            assert status == expected
            assert said == READY[1] or said.endswith(
                f"/{name} is read-only: it is a standby, or its settings forbid writing.\n"
            )


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux changes the limits of another process")
def test_a_full_disk(tmp_path: Path) -> None:
    """As if the disk were full: the process may not write to files, and then it may again."""
    play = json.dumps({"do": "play", "id": 1, "at": 0, "path": ["a7", "b6"]})

    def until(address: str, status: int) -> str:
        end = time.monotonic() + PATIENCE
        while (answer := httpx.get(f"{address}/ready", timeout=PATIENCE)).status_code != status:
            assert time.monotonic() < end
            time.sleep(0.1)
        return answer.text

    def answer() -> dict[str, object]:
        page.send(play)
        while (told := json.loads(page.recv(PATIENCE))).get("re") != 1:
            pass
        return dict(told)

    with process("--port", "0", "--database", f"sqlite:///{tmp_path}/games.db") as (server, address):
        assert until(address, 200) == READY[1]
        body = {"kind": "ataxx", "seats": ["human", "human"]}
        id = httpx.post(f"{address}/api/games", json=body, timeout=PATIENCE).json()["id"]
        with connect(f"{address.replace('http', 'ws')}/api/games/{id}/socket", open_timeout=PATIENCE) as page:
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
            said = until(address, 503)
            assert "games.db" in said and said.count("\n") == 1
            assert answer()["say"] == "error"
            assert httpx.get(f"{address}/health", timeout=PATIENCE).status_code == 200
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
            assert until(address, 200) == READY[1]
            assert answer()["say"] == "done"


# Encryption, and who is at home


@pytest.mark.parametrize(
    ("trusted", "scheme", "forwarded", "sent"),
    [
        ("", "https", "", True),
        ("", "http", "", False),
        ("", "http", "https", False),
        ("127.0.0.1", "http", "https", True),
        ("127.0.0.1", "http", "http", False),
        ("10.0.0.0/8", "http", "https", False),
    ],
)
async def test_browsers_stay_with_encryption(
    server: Server, monkeypatch: pytest.MonkeyPatch, trusted: str, scheme: str, forwarded: str, sent: bool
) -> None:
    monkeypatch.setenv(PROXY, trusted)
    transport = httpx.ASGITransport(AsgiWrapper(server.app), client=("127.0.0.1", 1))  # type: ignore[arg-type]
    headers = {"x-forwarded-proto": forwarded} if forwarded else {}
    async with httpx.AsyncClient(transport=transport, base_url=f"{scheme}://games.example.org") as client:
        for path in "/", "/api/games", "/no/such/thing", "/health":
            answer = await client.get(path, headers=headers)
            assert answer.headers.get("strict-transport-security") == ("max-age=31536000" if sent else None)


@pytest.mark.parametrize(
    ("host", "is_home"),
    [
        ("localhost", True),
        ("LocalHost:8190", True),
        ("127.0.0.1:8190", True),
        ("127.8.8.8", True),
        ("[::1]", True),
        ("[::1]:8190", True),
        ("user@localhost", False),
        ("localhost:80@games.example.org", False),
        ("localhost:@localhost", False),
        ("127.0.0.1:80@games.example.org", False),
        ("127.0.0.1:x", False),
        ("[::1]@games.example.org", False),
        ("[::1].example.org", False),
        ("localhost.example.org", False),
        ("localhost, games.example.org", False),
        ("localhost/", False),
        ("", False),
    ],
)
def test_who_is_at_home(host: str, is_home: bool) -> None:
    scope: Any = {"type": "http", "client": ("127.0.0.1", 1), "headers": [(b"host", host.encode())]}
    assert TrustedProxies().is_local(ASGIConnection(scope)) == is_home
