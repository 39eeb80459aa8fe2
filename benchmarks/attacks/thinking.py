"""Attacks on the time in which computers think: how long a level-3 opponent of another player takes to reply.

Attackers and the player are at different addresses, as behind a proxy. A reply is the time from sending a move to the
computer's move.
"""

import asyncio
import json
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from .attack import Attack, sqlite_server

SECONDS = 25.0  # that an attack lasts
SETTLING = 3.0  # seconds from the beginning of an attack to the first measured move
PAUSE = 0.1  # seconds in which the player thinks
LONGEST = 60.0  # seconds that a reply is waited for
PROXY = "LUDARIUM_TRUSTED_PROXY"
PLAYER, GUEST = "198.51.100.1", "203.0.113.66"
SCRIPT = "level 11\nauto\nstart\n"  # a computer plays a whole game


class Visitor:
    """A guest at an address, with a name."""

    def __init__(self, address: str, url: str, client: httpx.AsyncClient) -> None:
        self.address, self.url, self.client = address, url, client

    async def new(self, *seats: str, kind: str = "ataxx") -> str:
        answer = await self.client.post("games", json={"kind": kind, "seats": seats})
        answer.raise_for_status()
        return str(answer.json()["id"])

    def socket(self, id: str) -> connect:
        headers = {"x-forwarded-for": self.address, "cookie": f"ludarium={self.client.cookies['ludarium']}"}
        url = self.url.replace("http", "ws", 1)
        return connect(f"{url}api/games/{id}/socket", additional_headers=headers, open_timeout=LONGEST, max_size=None)


@asynccontextmanager
async def visitor(url: str, address: str) -> AsyncIterator[Visitor]:
    headers = {"x-forwarded-for": address}
    async with httpx.AsyncClient(base_url=f"{url}api/", headers=headers, timeout=LONGEST) as client:
        (await client.put("me", json={"name": f"Guest {address.rpartition('.')[2]}"})).raise_for_status()
        yield Visitor(address, url, client)


# The player


async def until(socket: ClientConnection, **fields: Any) -> dict[str, Any]:
    """The next message with these fields."""
    while True:
        told: dict[str, Any] = json.loads(await socket.recv())
        if all(told.get(name) == value for name, value in fields.items()):
            return told


async def replies(player: Visitor, seconds: float, chance: Random) -> list[float]:
    """Milliseconds that the replies of a level-3 opponent took, game after game; a missing one counts so far."""
    taken, ends = list[float](), time.perf_counter() + seconds
    while time.perf_counter() < ends:
        async with player.socket(await player.new("human", "level 3")) as socket:
            view, ply = (await until(socket, say="state"))["view"], 0
            while time.perf_counter() < ends and not view["ending"]:
                await asyncio.sleep(PAUSE)
                sent = time.perf_counter()
                await socket.send(
                    json.dumps({"do": "play", "id": ply, "at": ply, "path": chance.choice(view["paths"])})
                )
                try:
                    async with asyncio.timeout(LONGEST):
                        told = await until(socket, say="moved")
                        while told["view"]["turn"] != 0 and not told["view"]["ending"]:
                            told = await until(socket, say="moved")
                except TimeoutError:
                    return [*taken, 1000 * LONGEST]
                view, ply = told["view"], told["ply"]
                taken.append(1000 * (time.perf_counter() - sent))
    return taken


def quantiles(taken: list[float]) -> str:
    taken = sorted(taken)
    half, most = taken[len(taken) // 2], taken[min(len(taken) - 1, len(taken) * 99 // 100)]
    return f"{len(taken):>4} replies   p50 {half:>8.1f} ms   p99 {most:>8.1f} ms"


# What attackers do, each until it is cancelled


async def nothing(guest: Visitor) -> None:
    await asyncio.Event().wait()


async def watch(guest: Visitor, count: int, *seats: str) -> None:
    """Watch games in which computers play each other."""
    async with AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(guest.socket(await guest.new(*seats))) for _ in range(count)]
        await asyncio.gather(*map(read_all, sockets))


async def read_all(socket: ClientConnection) -> None:
    async for _ in socket:
        pass


async def play_many(guest: Visitor, count: int, level: int) -> None:
    """Play games against a level, all at once."""

    async def play() -> None:
        chance = Random(1)
        while True:
            async with guest.socket(await guest.new("human", f"level {level}")) as socket:
                view, ply = (await until(socket, say="state"))["view"], 0
                while not view["ending"]:
                    if view["turn"] == 0:
                        path = chance.choice(view["paths"])
                        await socket.send(json.dumps({"do": "play", "id": ply, "at": ply, "path": path}))
                    told = await until(socket, say="moved")
                    view, ply = told["view"], told["ply"]

    await asyncio.gather(*(play() for _ in range(count)))


async def ask(guest: Visitor, sockets: int, at_once: int, **request: Any) -> None:
    """Ask a question on many sockets again and again."""

    async def insist(id: str) -> None:
        async with guest.socket(id) as socket:
            for number in range(at_once):
                await socket.send(json.dumps({"id": number} | request))
            async for line in socket:
                told = json.loads(line)
                if "re" in told and told["say"] != "judged":
                    await asyncio.sleep(1.0)
                    await socket.send(json.dumps({"id": told["re"]} | request))

    game = await guest.new("human", "human")
    async with guest.socket(game) as socket:
        view = (await until(socket, say="state"))["view"]
        for ply in range(6):
            await socket.send(json.dumps({"do": "play", "id": ply, "at": ply, "path": view["paths"][0]}))
            view = (await until(socket, say="moved"))["view"]
    await asyncio.gather(*(insist(game) for _ in range(sockets)))


async def import_many(guest: Visitor, count: int) -> None:
    """Import files of commands that let computers play whole games."""

    async def bring() -> None:
        while True:
            await guest.client.post("games/import", json={"kind": "ataxx", "text": SCRIPT})
            await asyncio.sleep(0.5)

    await asyncio.gather(*(bring() for _ in range(count)))


async def leave_questions(guest: Visitor) -> None:
    """Ask for long analyses and imports, and leave at once."""
    game = await guest.new("human", "human")
    while True:
        async with guest.socket(game) as socket:
            await socket.send(json.dumps({"do": "analyse", "id": 1, "ply": 0, "lines": 8, "seconds": 30.0}))
            await asyncio.sleep(0.05)
        gone = asyncio.create_task(guest.client.post("games/import", json={"kind": "ataxx", "text": SCRIPT}))
        await asyncio.sleep(0.2)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)


async def from_many_addresses(guest: Visitor, count: int) -> None:
    """Level 11 from many addresses at once."""
    async with AsyncExitStack() as stack:
        others = [
            await stack.enter_async_context(visitor(guest.url, f"203.0.113.{number}")) for number in range(1, count + 1)
        ]
        await asyncio.gather(*(play_many(other, 1, 11) for other in others))


def under(attack: Callable[[Visitor], Awaitable[None]]) -> Callable[[], Coroutine[Any, Any, str]]:
    """What the player sees while a guest does this."""

    async def run() -> str:
        before = os.environ.get(PROXY)
        os.environ[PROXY] = "127.0.0.1"
        try:
            with sqlite_server() as (url, _):
                async with visitor(url, PLAYER) as player, visitor(url, GUEST) as guest:
                    # The first game loads the compiled code
                    await replies(player, 1.0, Random(2))
                    attacking = asyncio.ensure_future(attack(guest))
                    await asyncio.sleep(SETTLING)
                    if attacking.done():
                        attacking.result()
                    taken = await replies(player, SECONDS, Random(3))
                    attacking.cancel()
                    await asyncio.gather(attacking, return_exceptions=True)
                    return quantiles(taken)
        finally:
            os.environ.pop(PROXY)
            if before is not None:
                os.environ[PROXY] = before

    return run


LIMIT = "200 ms more than without an attack"
ATTACKS = [
    Attack("none: replies of level 3 to a player", "", under(nothing)),
    Attack(
        "six watched games of level 11 by one guest", LIMIT, under(lambda guest: watch(guest, 6, *["level 11"] * 2))
    ),
    Attack("six games against level 11 by one guest", LIMIT, under(lambda guest: play_many(guest, 6, 11))),
    Attack("40 sockets that ask for 4 hints each", LIMIT, under(lambda guest: ask(guest, 40, 4, do="hint"))),
    Attack(
        "10 sockets that ask for analyses of 240 s",
        LIMIT,
        under(lambda guest: ask(guest, 10, 4, do="analyse", ply=0, lines=8, seconds=30.0)),
    ),
    Attack(
        "10 sockets that ask for reviews", LIMIT, under(lambda guest: ask(guest, 10, 4, do="review", nodes=200_000))
    ),
    Attack("20 imports at once that play at level 11", LIMIT, under(lambda guest: import_many(guest, 20))),
    Attack("60 watched games of level 1", LIMIT, under(lambda guest: watch(guest, 60, *["level 1"] * 2))),
    Attack("long questions of clients that leave at once", LIMIT, under(leave_questions)),
    Attack("games against level 11 from 12 addresses", LIMIT, under(lambda guest: from_many_addresses(guest, 12))),
]
