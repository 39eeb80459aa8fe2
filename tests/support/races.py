"""Races between clients of several server processes that share a database; each ends with what all of them saw."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import ludarium

from .patience import PATIENCE

RETRY = 0.1  # seconds


class Client:
    """A person with a connection to one of the processes."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http
        self.version = 0  # the last that a socket told

    @asynccontextmanager
    async def socket(self, id: str) -> AsyncIterator[ClientConnection]:
        """Look at a game; the first state has come when the block begins."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"{self.http.base_url}".replace("http", "ws").rstrip("/")
        headers = {"cookie": cookie} if cookie else {}
        async with connect(f"{address}/games/{id}/socket", additional_headers=headers, open_timeout=PATIENCE) as socket:
            self.version = 0
            while not self.version:
                await self.read(socket)
            yield socket

    async def read(self, socket: ClientConnection) -> dict[str, Any]:
        """The next message; notes its version."""
        told: dict[str, Any] = json.loads(await socket.recv())
        self.version = max(self.version, told.get("version", 0))
        return told

    async def ask(self, socket: ClientConnection, do: str, **more: Any) -> dict[str, Any]:
        """Send a request and wait for its answer."""
        await socket.send(json.dumps({"do": do, "id": 1, **more}))
        while (told := await self.read(socket)).get("re") != 1:
            pass
        return told

    async def reaches(self, socket: ClientConnection, version: int) -> bool:
        """Whether the socket tells this version in time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while self.version < version:
                    await self.read(socket)
        return self.version >= version


@asynccontextmanager
async def clients(addresses: Sequence[str], names: Sequence[str]) -> AsyncIterator[list[Client]]:
    """People, each at the next of the addresses."""
    made = []
    for number, name in enumerate(names):
        # A connection for each request, so that any process behind a shared address may get it
        limits = httpx.Limits(max_keepalive_connections=0)
        http = httpx.AsyncClient(base_url=f"{addresses[number % len(addresses)]}/api", limits=limits, timeout=PATIENCE)
        (await http.put("/me", json={"name": name})).raise_for_status()
        made.append(Client(http))
    try:
        yield made
    finally:
        for client in made:
            await client.http.aclose()


async def begin(host: Client, *seats: str) -> str:
    asked = {"kind": "ataxx", "seats": seats, "listed": False}
    # On a busy machine the store may be too busy for a moment: a client asks again
    while (answer := await host.http.post("/games", json=asked)).status_code == httpx.codes.SERVICE_UNAVAILABLE:
        await asyncio.sleep(RETRY)
    answer.raise_for_status()
    return str(answer.json()["id"])


async def stale_answers(readers: Sequence[Client], id: str, version: int) -> int:
    """How many answers over HTTP are older than a version that was acknowledged before."""
    answers = [await reader.http.get(f"/games/{id}") for reader in readers for _ in range(2)]
    return sum(answer.json()["version"] < version for answer in answers)


async def seat_race(host: Client, guest: Client) -> int:
    """The host opens a new game while the guest sits down in it; how many of what they saw was stale."""
    host, guest = Client(host.http), Client(guest.http)
    id = await begin(host, "human", "open")

    async def sit() -> int:
        async with guest.socket(id) as socket:
            assert (await guest.ask(socket, "sit"))["say"] == "done"
            # Acknowledged: no later answer may be older
            stale = await stale_answers([host, guest], id, guest.version)
            done.set()
            await asyncio.wait_for(seen.wait(), 2 * PATIENCE)
            return stale

    done, seen = asyncio.Event(), asyncio.Event()
    sitting = asyncio.create_task(sit())
    async with host.socket(id) as socket:
        reading = asyncio.create_task(_read_until(host, socket, done))
        await reading
        stale = not await host.reaches(socket, guest.version)
        seen.set()
        return await sitting + stale


async def _read_until(client: Client, socket: ClientConnection, done: asyncio.Event) -> None:
    """Read what comes until something has happened."""
    while not done.is_set():
        with suppress(TimeoutError):
            async with asyncio.timeout(0.05):
                await client.read(socket)


async def spectator_race(host: Client, spectators: Sequence[Client], plies: int = 6) -> int:
    """Spectators open a game during its moves; how many of them did not reach its last version."""
    host = Client(host.http)
    id = await begin(host, "human", "human")
    game, start, over = ludarium.new("ataxx"), asyncio.Event(), asyncio.Event()
    last = 0

    async def watch(client: Client, number: int) -> bool:
        client = Client(client.http)
        await start.wait()
        await asyncio.sleep(0.004 * number)
        async with client.socket(id) as socket:
            await _read_until(client, socket, over)
            return not await client.reaches(socket, last)

    watching = [asyncio.create_task(watch(client, number)) for number, client in enumerate(spectators)]
    async with host.socket(id) as socket:
        start.set()
        for ply in range(plies):
            move = game.legal_moves[0]
            game.push(move)
            assert (await host.ask(socket, "play", at=ply, move=str(move)))["say"] == "done"
        last = host.version
        over.set()
        stale = sum(await asyncio.gather(*watching)) + await stale_answers(spectators[:2], id, last)
    await host.http.delete(f"/games/{id}")
    return stale


class PersistentWatcher:
    """A client that reconnects as the page does, to any of the addresses, and resumes after its last version."""

    def __init__(self, addresses: Sequence[str], id: str, first: int = 0) -> None:
        self._addresses, self._id, self._tries = addresses, id, first
        self.version = 0
        self._task = asyncio.create_task(self._watch())

    async def reaches(self, version: int) -> bool:
        """Whether the client is told exactly this version, and no later one, in time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while self.version < version:
                    await asyncio.sleep(0.02)
        return self.version == version

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.wait([self._task])

    async def _watch(self) -> None:
        while True:
            address = self._addresses[self._tries % len(self._addresses)].replace("http", "ws")
            self._tries += 1
            after = f"?after={self.version}" if self.version else ""
            with suppress(OSError, WebSocketException, TimeoutError):
                async with connect(f"{address}/api/games/{self._id}/socket{after}", open_timeout=5) as socket:
                    while True:
                        self._take(json.loads(await socket.recv()))
            await asyncio.sleep(0.05)

    def _take(self, told: dict[str, Any]) -> None:
        if told["say"] == "state":
            assert told["version"] >= self.version, "an older state after a newer one"
            self.version = told["version"]
        elif "version" in told and told["version"] > self.version:
            assert told["version"] == self.version + 1, "an event was left out"
            self.version = told["version"]
