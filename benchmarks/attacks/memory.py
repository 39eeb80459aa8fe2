"""Attacks on the memory and the store of a server: large boards, long lists of preferences, many games, a long day.

`LUDARIUM_SOAK` is for how many seconds the long day goes on, by default half an hour.
"""

import asyncio
import json
import os
import random
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from ..server import memory
from .attack import Attack, sqlite_server

BOARDS = 60
LARGE = {"width": "1000", "height": "1000"}
ELSEWHERE = {"X-Forwarded-For": "203.0.113.7"}  # a client with this header is not local
PATIENCE = 120.0
SOAK = float(os.environ.get("LUDARIUM_SOAK", "1800"))
TABLES, MOVES_A_SECOND = 50, 100


@asynccontextmanager
async def client(address: str, **headers: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=f"{address}api/", headers=headers, timeout=PATIENCE) as found:
        yield found


def megabytes(pid: int) -> float:
    return memory(pid) / 1024


async def boards_of_a_guest() -> str:
    """One guest begins large boards, asks for their states and watches them, as fast as the server lets it."""
    with sqlite_server() as (address, pid):
        async with client(address, **ELSEWHERE) as guest, AsyncExitStack() as stack:
            await guest.put("me", json={"name": "Ada"})
            before, most, made, watched = megabytes(pid), 0.0, 0, 0
            for _ in range(BOARDS):
                answer = await guest.post("games", json={"kind": "gamma", "options": LARGE})
                if answer.status_code == 201:
                    made += 1
                    id = answer.json()["id"]
                    await guest.get(f"games/{id}")
                    watched += await _watch(stack, guest, address, id)
                most = max(most, megabytes(pid))
            return f"{before:.0f} to {most:.0f} MB; {made} begun, {watched} watched, {BOARDS - made} refused"


async def _watch(stack: AsyncExitStack, guest: httpx.AsyncClient, address: str, id: str) -> bool:
    headers = {**ELSEWHERE, "Cookie": f"ludarium={guest.cookies['ludarium']}"}
    socket = await stack.enter_async_context(_socket(address, id, headers))
    await socket.recv()  # who the client is, or why it is refused
    return '"say":"error"' not in str(await socket.recv())[:40]


def _socket(address: str, id: str, headers: dict[str, str] | None = None) -> Any:
    place = f"{address.replace('http', 'ws', 1)}api/games/{id}/socket"
    return connect(place, additional_headers=headers, max_size=None, compression=None)


async def boards_without_limits() -> str:
    """The same by a client on the server's machine, which has no limits of its own; none is watched."""
    with sqlite_server() as (address, pid):
        async with client(address) as here:
            before, most = megabytes(pid), 0.0
            for _ in range(BOARDS):
                answer = await here.post("games", json={"kind": "gamma", "options": LARGE})
                await here.get(f"games/{answer.json()['id']}")
                most = max(most, megabytes(pid))
            return f"{before:.0f} to {most:.0f} MB, {megabytes(pid):.0f} MB at the end"


async def one_large_board() -> str:
    """The state and the picture of one large board."""
    with sqlite_server() as (address, pid):
        async with client(address) as here:
            id = (await here.post("games", json={"kind": "gamma", "options": LARGE})).json()["id"]
            before, seen = megabytes(pid), []
            for path in f"games/{id}", f"games/{id}", f"games/{id}/board.svg", f"games/{id}/plies/0":
                began = time.perf_counter()
                size = len((await here.get(path)).content)
                seen.append(f"{size / 1000:.0f} kB in {time.perf_counter() - began:.2f} s")
            told = f"state {seen[0]}, again {seen[1]}, picture {seen[2]}, ply {seen[3]}"
            return f"{told}; {before:.0f} to {megabytes(pid):.0f} MB"


async def preferences_of_a_guest() -> str:
    """One guest sends preferences as fast as it can for some seconds, while another reads their own."""
    with sqlite_server() as (address, pid):
        async with client(address, **ELSEWHERE) as guest, client(address) as other:
            await guest.put("me", json={"name": "Ada"})
            before, stored, slowest, end = megabytes(pid), 0, 0.0, time.perf_counter() + 7
            number = 0
            while time.perf_counter() < end:
                number += 1
                value = {"value": "x" * 1_000_000}
                asked = [guest.put(f"preferences/mine{number}-{at}", json=value) for at in range(4)]
                answers = await asyncio.gather(*asked, guest.put("preferences/name", json=value))
                stored += sum(answer.status_code == 200 for answer in answers)
                began = time.perf_counter()
                await other.get("preferences")
                slowest = max(slowest, time.perf_counter() - began)
            waited = f"another waited {1000 * slowest:.0f} ms at most"
            return f"{stored} MB stored; {waited}; {before:.0f} to {megabytes(pid):.0f} MB"


async def games_of_a_guest() -> str:
    """One guest begins games as fast as the server lets it."""
    with sqlite_server() as (address, pid):
        async with client(address, **ELSEWHERE) as guest:
            await guest.put("me", json={"name": "Ada"})
            before, made, said = megabytes(pid), 0, ""
            for _ in range(300):
                answer = await guest.post("games", json={"kind": "ataxx"})
                made += answer.status_code == 201
                said = said if answer.status_code == 201 else answer.json()["message"]
            return f"{made} of 300 begun, then: {said} {before:.0f} to {megabytes(pid):.0f} MB"


class Table:
    """One game after the other, played by one client at random."""

    def __init__(self, address: str, here: httpx.AsyncClient, seed: int) -> None:
        self._address, self._here, self._chance = address, here, random.Random(seed)
        self.moves = self.games = 0

    async def play(self, until: float, pause: float) -> None:
        while time.monotonic() < until:
            id = (await self._here.post("games", json={"kind": "ataxx", "seats": ["human"] * 2})).json()["id"]
            self.games += 1
            async with _socket(self._address, id) as socket:
                await self._play(socket, until, pause)

    async def _play(self, socket: ClientConnection, until: float, pause: float) -> None:
        view, ply = (await _told(socket, "state"))["view"], 0
        while view["turn"] is not None and time.monotonic() < until:
            path = self._chance.choice(view["paths"])
            await socket.send(json.dumps({"do": "play", "id": ply + 1, "at": ply, "path": path}))
            view, ply = (await _told(socket, "moved"))["view"], ply + 1
            self.moves += 1
            await asyncio.sleep(pause)


async def _told(socket: ClientConnection, say: str) -> Any:
    while (message := json.loads(await socket.recv()))["say"] != say:
        pass
    return message


async def long_day() -> str:
    """Many games at once, one after the other at each table: memory has to level off."""
    with sqlite_server() as (address, pid):
        async with client(address) as here:
            began, seen = time.monotonic(), list[float]()
            tables = [Table(address, here, seed) for seed in range(TABLES)]
            until, pause = began + SOAK, TABLES / MOVES_A_SECOND
            playing = [asyncio.create_task(table.play(until, pause)) for table in tables]
            while time.monotonic() < until:
                await asyncio.sleep(SOAK / 60)
                seen.append(megabytes(pid))
            await asyncio.gather(*playing)
            moves, games = sum(table.moves for table in tables), sum(table.games for table in tables)
            quarters = " ".join(f"{seen[min(len(seen) * part // 4, len(seen) - 1)]:.0f}" for part in range(5))
            return f"{SOAK:.0f} s, {moves / SOAK:.0f} moves/s, {games} games; MB at each quarter: {quarters}"


ATTACKS = [
    Attack(f"{BOARDS} boards of 1,000 x 1,000 by one guest", "160 MiB a user", boards_of_a_guest),
    Attack(f"{BOARDS} boards of 1,000 x 1,000, none watched", "128 MiB without watchers", boards_without_limits),
    Attack("the state and the picture of 1,000 x 1,000 cells", "a few MB each", one_large_board),
    Attack("preferences of 1 MB by one guest for 7 s", "known ones, 40 characters", preferences_of_a_guest),
    Attack("300 games by one guest", "100 unfinished", games_of_a_guest),
    Attack(f"{SOAK / 60:g} minutes at {MOVES_A_SECOND} moves/s", "memory levels off", long_day),
]
