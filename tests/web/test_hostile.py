"""People who mean no good: nothing breaks, nothing leaks, and no one else notices."""

import asyncio
import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from random import Random
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from ludarium.protocol import requests

from ..support.patience import PATIENCE
from ..support.server import Server
from ..support.server_process import process

UPGRADE = """\
GET /api/games/{id}/socket HTTP/1.1
Host: {host}
Connection: Upgrade
Upgrade: websocket
Sec-WebSocket-Version: 13
Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==

"""
CROWD = 1000  # connections that are opened and never used


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real server, which has to outlive all these tests."""
    folder = tmp_path_factory.mktemp("hostile")
    with process("--port", "0", "--database", f"sqlite:///{folder}/games.db") as (running, address):
        yield address
        assert running.poll() is None


def begin(address: str) -> str:
    body = {"kind": "ataxx", "seats": ["human", "human"]}
    return str(httpx.post(f"{address}/api/games", json=body, timeout=PATIENCE).json()["id"])


def open_page(address: str, id: str) -> ClientConnection:
    return connect(f"{address.replace('http', 'ws')}/api/games/{id}/socket", open_timeout=PATIENCE)


def ask(page: ClientConnection, **asked: Any) -> dict[str, Any]:
    page.send(json.dumps({"id": 7} | asked))
    while (told := json.loads(page.recv(PATIENCE))).get("re") != 7:
        pass
    return dict(told)


def test_a_frame_of_ten_megabytes(address: str) -> None:
    id = begin(address)
    with open_page(address, id) as other, open_page(address, id) as page:
        with pytest.raises(ConnectionClosed) as ended:
            page.send("x" * 10_000_000)
            while True:
                page.recv(PATIENCE)
        assert ended.value.rcvd and ended.value.rcvd.code == 1009
        assert ask(other, do="play", at=0, move="a7-a6")["say"] == "done"


def test_a_body_that_never_ends(address: str) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(64):
            yield b"x" * (1 << 18)

    with suppress(httpx.TransportError):
        told = httpx.post(f"{address}/api/games", content=endless(), timeout=PATIENCE)
        assert told.status_code in (400, 413)
    assert httpx.get(f"{address}/health", timeout=PATIENCE).status_code == 200


def test_a_thousand_connections_that_say_nothing(address: str) -> None:
    where = ("127.0.0.1", int(address.rpartition(":")[2]))
    id = begin(address)
    with ExitStack() as stack:
        for number in range(CROWD):
            half = stack.enter_context(socket.create_connection(where, PATIENCE))
            if number % 2:
                half.sendall(b"GET /api/games HTTP/1.1\r\nHost: ")
        with open_page(address, id) as page:
            assert ask(page, do="play", at=0, move="a7-a6")["say"] == "done"
    with open_page(address, id) as page:
        assert ask(page, do="play", at=1, move="a1-a2")["say"] == "done"


def test_who_never_reads_is_cut_off_and_nobody_waits(address: str) -> None:
    id = begin(address)
    host, port = "127.0.0.1", int(address.rpartition(":")[2])
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.settimeout(PATIENCE)
    with deaf, open_page(address, id) as page:
        deaf.connect((host, port))
        deaf.sendall(UPGRADE.format(id=id, host=f"{host}:{port}").replace("\n", "\r\n").encode())
        for number in range(1500):
            assert ask(page, do="pause", on=number % 2 == 0)["say"] == "done"
        assert ask(page, do="play", at=0, move="a7-a6")["say"] == "done"


async def test_messages_that_come_again_and_in_another_order(server: Server) -> None:
    id, random = await server.new("ataxx"), Random(2)
    moves = ["a7-a6", "g7-g6", "a6-a5", "g6-g5"]
    async with server.page(id) as page:
        told = [
            json.dumps({"do": "play", "id": number, "at": at, "move": move})
            for number, (at, move) in enumerate([*enumerate(moves)] * 20)
        ]
        random.shuffle(told)
        for line in told:
            page.send(line)
        said = [await page.told() for _ in range(len(told) + 4)]
        while len([each for each in said if "re" in each]) < len(told):
            said.append(await page.told())
    made = [made[1] for made in (await server.get(f"games/{id}"))["moves"]]
    assert made == moves[: len(made)] and len([each for each in said if each["say"] == "done"]) == len(made)


NAMES = sorted({each.__struct_config__.tag for each in requests.Asked.__args__})
VALUES: list[Any] = [
    None,
    True,
    -1,
    0,
    1,
    2**53,
    2**70,
    1.5,
    "",
    "a7",
    "a7-a6",
    "open",
    "x" * 5000,
    [],
    ["a7"],
    {},
    {"a": 1},
]


async def test_a_socket_survives_whatever_it_is_told(server: Server) -> None:
    id, random = await server.new("ataxx"), Random(4)
    fields = [
        "at",
        "path",
        "move",
        "player",
        "who",
        "on",
        "name",
        "number",
        "ply",
        "lines",
        "seconds",
        "names",
        "offer",
    ]
    async with server.page(id) as page:
        await page.told()
        for number in range(400):
            asked: dict[Any, Any] = {name: random.choice(VALUES) for name in random.sample(fields, random.randrange(4))}
            asked |= {"do": random.choice([*NAMES, "fly", 3, None]), "id": number}
            text = json.dumps(asked)
            if random.random() < 0.2:
                cut = random.randrange(len(text))
                text = text[:cut] + random.choice(["", "\0", "\ufdd0", '"', "{", "[" * 2000]) + text[cut + 1 :]
            if asked["do"] in ("hint", "analyse", "review"):
                continue  # they let computers think
            page.send(text)
            while (told := await page.told())["say"] not in ("done", "error", "may", "explored"):
                pass
            if told["say"] == "error":
                assert told["message"].endswith((".", "!", "?", "`")) and "Traceback" not in told["message"]
                assert "went wrong in the server" not in told["message"], text
    assert (await server.get(f"games/{id}"))["kind"] == "ataxx"


async def test_many_who_ask_at_once_are_all_answered(server: Server) -> None:
    ids = [await server.new("ataxx") for _ in range(20)]

    async def play(id: str) -> None:
        async with server.page(id) as page:
            await page.told()
            assert (await page.ask("play", at=0, move="a7-a6"))["say"] == "done"

    await asyncio.gather(*map(play, ids))
