"""What an operator relies on: several processes, health, metrics, the log, and an end without a loss."""

import asyncio
import json
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from ludarium.store.errors import StoreError
from ludarium.web.ops import logs
from ludarium.web.ops.asgi import AsgiWrapper
from ludarium.web.ops.health import Readiness

from ..support.patience import PATIENCE
from ..support.postgres import Cluster
from ..support.server import Server
from ..support.server_process import COMMAND, children, lives, process

HERE = "127.0.0.1"
SECRET = "s3cr3t-that-nobody-may-read"
needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")


def until(holds: Callable[[], object]) -> None:
    """Wait for something that comes by itself."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def numbers(text: str) -> dict[str, float]:
    """Prometheus' numbers by their names, those with different labels together."""
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found[sample.name] = found.get(sample.name, 0) + sample.value
    return found


# Health, and being ready


def client_at(server: Server, where: str = HERE, app: AsgiWrapper | None = None) -> httpx.AsyncClient:
    """A client at an address."""
    transport = httpx.ASGITransport(app or AsgiWrapper(server.app), client=(where, 1))  # type: ignore[arg-type]
    return httpx.AsyncClient(transport=transport, base_url="http://localhost")


@pytest.fixture
def patient(server: Server) -> Server:
    """A server that waits for its database, however slow the machine is."""
    server.app.state.readiness = Readiness(server.app.state.store, timeout=PATIENCE)
    return server


async def test_a_server_that_is_well(patient: Server) -> None:
    async with client_at(patient, "192.0.2.7") as client:
        for path, said in ("/health", "The server lives.\n"), ("/ready", "The server is ready.\n"):
            answer = await client.get(path)
            assert (answer.status_code, answer.text) == (200, said)
            assert answer.headers["cache-control"] == "no-store" and answer.headers["x-request-id"]


async def test_a_server_whose_database_is_not(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail() -> None:
        raise StoreError("the database is gone; bring it back")

    monkeypatch.setattr(server.app.state.store, "check_ready", fail)
    async with client_at(server) as client:
        answer = await client.get("/ready")
        assert (answer.status_code, answer.text) == (503, "The database is gone; bring it back.\n")
        assert (await client.get("/health")).status_code == 200


async def test_a_database_that_does_not_answer_is_asked_once(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, answer = list[int](), asyncio.Event()

    async def check() -> None:
        asked.append(1)
        await answer.wait()

    monkeypatch.setattr(server.app.state.store, "check_ready", check)
    server.app.state.readiness = Readiness(server.app.state.store, timeout=0.01)
    async with client_at(server) as client:
        for told in await asyncio.gather(*(client.get("/ready") for _ in range(20))):
            assert (told.status_code, told.text) == (503, "The database has not answered within 0.01 s.\n")
        assert len(asked) == 1
        answer.set()
        await asyncio.sleep(0)
        assert (await client.get("/ready")).status_code == 200


async def test_tables_of_another_ludarium(patient: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.store.database.tables.LATEST_REVISION", "9999")
    async with client_at(patient) as client:
        answer = await client.get("/ready")
        assert answer.status_code == 503 and answer.text.endswith(", and this Ludarium needs 9999.\n")


async def test_a_server_that_is_about_to_end_is_not_ready(server: Server) -> None:
    app = AsgiWrapper(server.app)
    async with client_at(server, app=app) as client:
        await app.drain(server.app.state.store.flush)
        answer = await client.get("/ready")
        assert (answer.status_code, answer.text) == (503, "The server is about to end.\n")
        assert (await client.get("/health")).status_code == 200


# Numbers


@pytest.mark.parametrize(
    ("where", "headers", "may"),
    [
        ("127.0.0.1", {}, True),
        ("::1", {}, True),
        ("::ffff:127.0.0.1", {}, True),
        ("192.0.2.7", {}, False),
        ("somewhere", {}, False),
        ("127.0.0.1", {"x-forwarded-for": "127.0.0.1"}, False),
        ("127.0.0.1", {"forwarded": "for=127.0.0.1"}, False),
        ("192.0.2.7", {"authorization": f"Bearer {SECRET}"}, True),
        ("192.0.2.7", {"authorization": "Bearer "}, False),
        ("192.0.2.7", {"authorization": f"Bearer {SECRET}x"}, False),
        ("192.0.2.7", {"authorization": "Bearer ü"}, False),
    ],
)
async def test_who_may_read_the_numbers(
    server: Server, monkeypatch: pytest.MonkeyPatch, where: str, headers: dict[str, str], may: bool
) -> None:
    monkeypatch.setenv("LUDARIUM_METRICS_TOKEN", SECRET)
    async with client_at(server, where) as client:
        sent = {name.encode(): value.encode("latin-1") for name, value in headers.items()}
        answer = await client.get("/metrics", headers=sent)
        assert answer.status_code == (200 if may else 403) and SECRET not in answer.text
        assert ("ludarium_moves_total" in answer.text) == may


async def test_without_a_token_nobody_from_elsewhere_may(server: Server) -> None:
    async with client_at(server, "192.0.2.7") as client:
        for shown in "Bearer ", "Bearer", "":
            assert (await client.get("/metrics", headers={"authorization": shown})).status_code == 403


async def test_what_is_counted(server: Server) -> None:
    async with client_at(server) as client:
        before = numbers((await client.get("/metrics")).text)
        for path in "/api/games", "/no/such/thing", "/no/other/thing":
            await client.get(path)
        await client.request("DANCE", "/api/games")
        text = (await client.get("/metrics")).text
        assert numbers(text)["ludarium_requests_total"] - before.get("ludarium_requests_total", 0) == 5
        assert 'method="other"' in text and 'route="none"' in text and 'route="/api/games"' in text
        # What people make up is no name of a number, or there would be as many as they like
        assert "such" not in text and "DANCE" not in text
    assert all(name.startswith("ludarium_") for name in numbers(text))


async def test_moves_are_counted_where_they_are_kept(server: Server) -> None:
    async with client_at(server) as client:
        before = numbers((await client.get("/metrics")).text)
        async with server.page(await server.new("ataxx")) as page:
            assert (await page.ask("play", at=0, path=["a7", "b6"]))["say"] == "done"
        after = numbers((await client.get("/metrics")).text)
    grown = {name for name in after if after[name] > before.get(name, 0)}
    assert grown >= {"ludarium_append_seconds_count", "ludarium_batches_total", "ludarium_changes_total"}


# The log


@pytest.fixture
def logged(capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[[], list[dict[str, Any]]]]:
    """The lines of a log in JSON."""
    hook, root = sys.excepthook, logging.getLogger()
    handlers, level = root.handlers[:], root.level
    logs.configure("json")
    try:
        yield lambda: [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    finally:
        logs.configure("off")
        sys.excepthook, root.handlers[:] = hook, handlers
        root.setLevel(level)


async def test_a_line_a_request(server: Server, logged: Callable[[], list[dict[str, Any]]]) -> None:
    id = await server.new("ataxx")
    logged()
    async with client_at(server) as client:
        secret = {"cookie": f"ludarium={SECRET}", "x-request-id": "from-the-proxy"}
        await client.get(f"/api/games/{id}?token={SECRET}", headers=secret)
        await client.get(f"/api/games/{id}", headers={"authorization": f"Bearer {SECRET}"})
        await client.get(f"/api/{SECRET}")
        await client.post("/api/games", content=SECRET, headers={"x-request-id": f"{SECRET} {SECRET}"})
        for path in "/health", "/ready", "/metrics":
            await client.get(path)
    lines = logged()
    assert SECRET not in str(lines) and id not in str(lines)
    assert [(line["event"], line["method"], line["route"], line["status"]) for line in lines] == [
        ("request", "GET", "/api/games/{id}", 200),
        ("request", "GET", "/api/games/{id}", 401),
        ("request", "GET", "none", 404),
        ("request", "POST", "/api/games", 400),
    ]
    assert lines[0]["request"] == "from-the-proxy" and len(lines[3]["request"]) == 16
    assert {*lines[0]} == {"time", "level", "event", "request", "method", "route", "status", "ms"}


async def test_who_asked_is_told_by_id(server: Server, logged: Callable[[], list[dict[str, Any]]]) -> None:
    async with client_at(server) as client:
        welcome = await server.app.state.store.people.create_guest("Ada Lovelace")
        shown = {"authorization": f"Bearer {welcome.secret}"}
        assert (await client.get("/api/games", headers=shown)).status_code == 200
        assert (await client.get("/api/games")).status_code == 200
    lines = logged()
    assert [line.get("person") for line in lines] == [welcome.person.id, None]
    assert "Ada" not in str(lines) and welcome.secret not in str(lines)


async def test_lines_about_different_requests(logged: Callable[[], list[dict[str, Any]]]) -> None:
    async def answer(id: str) -> None:
        with logs.request_context(id):
            await asyncio.sleep(0)
            logs.event("something")

    await asyncio.gather(answer("a"), answer("b"))
    logs.event("other")
    assert [line.get("request") for line in logged()] == ["a", "b", None]


def test_a_mistake_is_one_line_without_what_it_says(logged: Callable[[], list[dict[str, Any]]]) -> None:
    def fail() -> None:
        try:
            raise KeyError(SECRET)
        except KeyError as error:
            raise ValueError(f"it was {SECRET}") from error

    try:
        fail()
    except ValueError as error:
        sys.excepthook(type(error), error, error.__traceback__)
        logging.getLogger("other").error("it was %s\nof two lines", SECRET, exc_info=True)
    logging.getLogger("other").info("not worth a line")
    ours, others = logged()
    assert (ours["event"], ours["level"], ours["error"]) == ("mistake", "error", "ValueError")
    assert [line.rpartition(" ")[2] for line in ours["trace"]][:2] == ["fail", "KeyError"]
    assert ours["trace"][-1] == "ValueError" and SECRET not in str(ours)
    assert (others["source"], others["message"], others["trace"]) == ("other", "it was %s", ours["trace"])


def test_a_log_in_words_and_none(capsys: pytest.CaptureFixture[str], logged: object) -> None:
    logs.configure("plain")
    logs.event("something", count=3, of="two\nlines")
    assert capsys.readouterr().err.endswith("Z info something count=3 of=two lines\n")
    logs.configure("off")
    logs.event("something")
    logs.event("trouble", "warning")
    assert capsys.readouterr().err.endswith("Z warning trouble\n")
    assert sys.excepthook is sys.__excepthook__


def test_a_log_that_nobody_knows() -> None:
    words = [sys.executable, "-m", "ludarium", "serve", "--no-browser", "--log", "loud"]
    told = subprocess.run(words, capture_output=True, text=True)
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr == "ludarium: the log format is json, plain or off, not 'loud'\n"


# An end without a loss


def play(page: ClientConnection, id: int) -> list[dict[str, Any]]:
    """Ask for a first move, and be told until it is acknowledged."""
    page.send(json.dumps({"do": "play", "id": id, "at": 0, "path": ["a7", "b6"]}))
    told = list[dict[str, Any]]()
    while not told or told[-1].get("re") != id:
        told.append(json.loads(page.recv(PATIENCE)))
    return told


def begin(address: str) -> str:
    body = {"kind": "ataxx", "seats": ["human", "human"]}
    return str(httpx.post(f"{address}/api/games", json=body, timeout=PATIENCE).json()["id"])


def socket_of(address: str, id: str) -> ClientConnection:
    return connect(f"{address.replace('http', 'ws')}/api/games/{id}/socket", open_timeout=PATIENCE)


def moves_of(address: str, id: str) -> list[str]:
    return [move[1] for move in httpx.get(f"{address}/api/games/{id}", timeout=PATIENCE).json()["moves"]]


def metrics_of(address: str) -> dict[str, float]:
    return numbers(httpx.get(f"{address}/metrics", timeout=PATIENCE).text)


def is_acknowledged(page: ClientConnection) -> bool:
    """Read what there is until the socket is closed, as it is when the server goes away."""
    seen = False
    try:
        while True:
            seen |= json.loads(page.recv(PATIENCE)) == {"say": "done", "re": 2}
    except ConnectionClosed as closed:
        assert closed.rcvd and closed.rcvd.code == 1001, closed
    return seen


def test_what_was_acknowledged_is_there_after_the_end(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/games.db"
    words = "--port", "0", "--database", database, "--log", "json"
    with process(*words) as (server, address), ExitStack() as stack:
        ids = [begin(address) for _ in range(6)]
        pages = [stack.enter_context(socket_of(address, id)) for id in ids]
        assert play(pages[0], 2)[-1]["say"] == "done"
        for page in pages[1:]:
            page.send(json.dumps({"do": "play", "id": 2, "at": 0, "path": ["a7", "b6"]}))
        server.send_signal(signal.SIGTERM)
        acknowledged = [ids[0], *(id for id, page in zip(ids[1:], pages[1:], strict=True) if is_acknowledged(page))]
        assert not is_acknowledged(pages[0])
        assert server.wait(PATIENCE) == 0 and server.stderr
        told = [json.loads(line) for line in server.stderr.read().splitlines()]
        assert [line["event"] for line in told if line["event"] in ("started", "ending", "ended")] == [
            "started",
            "ending",
            "ended",
        ]
        assert {line["code"] for line in told if line["event"] == "socket"} == {1001}
        assert not any(id in str(told) for id in ids)
    with process("--port", "0", "--database", database) as (_, address):
        for id in acknowledged:
            assert moves_of(address, id) == ["a7-b6"]


# Several processes


def test_several_processes_need_postgresql(tmp_path: Path) -> None:
    words = [*COMMAND, "--port", "0", "--database", f"sqlite:///{tmp_path}/games.db", "--workers", "2"]
    told = subprocess.run(words, capture_output=True, text=True)
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr == (
        "ludarium: several processes share their games by PostgreSQL; name one with --database postgresql://..., "
        "or serve with --workers 1\n"
    )


def answering(address: str) -> bool:
    try:
        return httpx.get(f"{address}/ready", timeout=PATIENCE).status_code == 200
    except httpx.TransportError:
        return False


@needs_proc
def test_a_process_that_dies_is_started_again(cluster: Cluster) -> None:
    words = "--port", "0", "--workers", "2", "--database", cluster.new_database(), "--log", "json"
    with process(*words) as (server, address):
        first = set(children(server.pid))
        assert len(first) == 2
        id = begin(address)
        with socket_of(address, id) as page:
            assert play(page, 1)[-1]["say"] == "done"
        assert metrics_of(address)["ludarium_requests_total"] >= 1
        until(lambda: metrics_of(address)["ludarium_sockets"] == 0)
        victim = min(first)
        os.kill(victim, signal.SIGKILL)
        until(lambda: len(set(children(server.pid)) - {victim}) == 2 and not lives(victim))
        until(lambda: answering(address))
        assert moves_of(address, id) == ["a7-b6"]
        # What the dead one had counted is not forgotten
        assert metrics_of(address)["ludarium_messages_in_total"] == 1
        second = set(children(server.pid))
        server.send_signal(signal.SIGTERM)
        assert server.wait(PATIENCE) == 0 and server.stderr
        assert not any(map(lives, second))
        told = [json.loads(line) for line in server.stderr.read().splitlines()]
        (died,) = [line for line in told if line["event"] == "process died"]
        assert (died["level"], died["how"], died["again_in_seconds"]) == ("warning", "signal 9", 0.5)


@needs_proc
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_no_process_outlives_its_parent(cluster: Cluster, number: int) -> None:
    with process("--port", "0", "--workers", "2", "--database", cluster.new_database()) as (server, address):
        started = children(server.pid)
        id = begin(address)
        with socket_of(address, id) as page:
            assert play(page, 2)[-1]["say"] == "done"
            server.send_signal(number)
            assert server.wait(PATIENCE) == (0 if number == signal.SIGINT else -signal.SIGKILL)
            assert not is_acknowledged(page)
        until(lambda: not any(map(lives, started)))
        assert server.stderr and not server.stderr.read()


def test_two_servers_on_one_database(cluster: Cluster) -> None:
    """Watchers at one of them see at once what is played at the other."""
    words = "--port", "0", "--database", cluster.new_database()
    with process(*words) as (first, one), process(*words) as (_, other):
        id = begin(one)
        with socket_of(one, id) as here, socket_of(other, id) as there:
            while json.loads(there.recv(PATIENCE))["say"] != "state":
                pass
            assert play(here, 1)[-1]["say"] == "done"
            while json.loads(there.recv(PATIENCE)).get("ply") != 1:
                pass
            # The first one dies, and the game goes on
            first.kill()
            there.send(json.dumps({"do": "play", "id": 2, "at": 1, "path": ["a1", "b1"]}))
            while (told := json.loads(there.recv(PATIENCE))).get("re") != 2:
                pass
            assert told["say"] == "done"
        assert moves_of(other, id) == ["a7-b6", "a1-b1"]


HOPELESS = """
import socket, sys
from ludarium.web.ops.server import Settings
from ludarium.web.ops.supervisor import supervise

with socket.create_server(("127.0.0.1", 0)) as listening:
    supervise(2, Settings(listening.fileno(), "sqlite:////dev/null/games.db", 3, "off"), lambda: print("ready"))
"""


def test_processes_that_cannot_start_are_not_started_for_ever() -> None:
    """One that fails before it was ever ready would fail again."""
    told = subprocess.run([sys.executable, "-c", HOPELESS], capture_output=True, text=True)
    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr.count(" error could not be started reason=the folder '/dev/null' cannot be created: ") in (1, 2)
    assert told.stderr.endswith("LudariumError: the server could not be started\n")
