"""Attacks on accounts and on the rights of players: guessed passwords, look-alike names, meddling spectators."""

import json
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any

import httpx
from websockets.asyncio.client import connect

from ludarium.store.people import easy_passwords
from ludarium.web.auth.client_address import PROXY

from .attack import Attack, postgresql_servers, sqlite_server

ACCOUNT = {"name": "Ada", "password": "correct horse battery"}
GUESSES = 300
LOOK_ALIKES = "\u0410da1", "Adal", "AdaI", "\u0391da1", "ADA1", "Ada\u200b1"


@contextmanager
def _many_addresses() -> Iterator[None]:
    """Let the servers believe X-Forwarded-For, so that one machine can be many."""
    before = os.environ.get(PROXY)
    os.environ[PROXY] = "127.0.0.1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[PROXY]
        else:
            os.environ[PROXY] = before


def _client(address: str, number: int) -> httpx.AsyncClient:
    """A client with an address of its own."""
    headers = {"X-Forwarded-For": f"203.0.{number // 250}.{number % 250 + 1}"}
    return httpx.AsyncClient(base_url=address, headers=headers, timeout=60)


async def _guess(address: str, numbers: range) -> Counter[int]:
    """Guess a password once from each of many addresses."""
    seen = Counter[int]()
    for number in numbers:
        async with _client(address, number) as eve:
            answer = await eve.post("/api/sessions", json=ACCOUNT | {"password": f"wrong {number}"})
            seen[answer.status_code] += 1
    return seen


async def _attack_account(address: str) -> str:
    async with _client(address, 0) as owner:
        (await owner.post("/api/accounts", json=ACCOUNT)).raise_for_status()
        seen = await _guess(address, range(1, GUESSES + 1))
        stranger = _client(address, GUESSES + 1)
        async with stranger:
            kept_out = (await stranger.post("/api/sessions", json=ACCOUNT)).status_code
        (await owner.delete("/api/sessions/here")).raise_for_status()
        start = perf_counter()
        back = (await owner.post("/api/sessions", json=ACCOUNT)).status_code
        wait = (perf_counter() - start) * 1000
    return (
        f"{seen[401]} looked at, {seen[429]} refused; the password from a strange device: {kept_out}, "
        f"from the owner's: {back} in {wait:.0f} ms"
    )


async def guesses_at_one_process() -> str:
    with _many_addresses(), sqlite_server() as (address, _):
        return await _attack_account(address)


async def guesses_at_two_processes() -> str:
    with _many_addresses(), postgresql_servers(2) as (address, _):
        return await _attack_account(address)


async def common_passwords() -> str:
    taken = list[str]()
    words = sorted(word for word in easy_passwords.common() if len(word) >= 8)
    variants = [variant for word in words for variant in (word.upper(), f"{word}1!")]
    with _many_addresses(), sqlite_server() as (address, _):
        for number, password in enumerate(variants):
            async with _client(address, number) as eve:
                answer = await eve.post("/api/accounts", json={"name": f"Eve {number}", "password": password})
                if answer.status_code != 400:
                    taken.append(password)
    return f"{len(taken)} of {len(variants)} were taken"


async def look_alike_names() -> str:
    with _many_addresses(), sqlite_server() as (address, _):
        async with _client(address, 0) as owner:
            (await owner.post("/api/accounts", json=ACCOUNT | {"name": "Ada1"})).raise_for_status()
        statuses = Counter[int]()
        for number, name in enumerate(LOOK_ALIKES, 1):
            async with _client(address, number) as eve:
                statuses[(await eve.put("/api/me", json={"name": name})).status_code] += 1
    return f"{statuses[400]} of {len(LOOK_ALIKES)} names refused"


async def _ask(socket: Any, number: int, do: str) -> dict[str, Any]:
    await socket.send(json.dumps({"do": do, "id": number}))
    while True:
        told: dict[str, Any] = json.loads(await socket.recv())
        if told.get("re") == number:
            return told


async def _version(address: str, id: str) -> int:
    async with _client(address, 0) as reader:
        return int((await reader.get(f"/api/games/{id}")).json()["version"])


async def meddling_spectator() -> str:
    with _many_addresses(), sqlite_server() as (address, _):
        async with _client(address, 0) as owner:
            made = await owner.post("/api/games", json={"kind": "abatis", "seats": ["human"]})
            id = made.raise_for_status().json()["id"]
        url = f"{address.replace('http', 'ws', 1).rstrip('/')}/api/games/{id}/socket"
        async with connect(url, additional_headers={"X-Forwarded-For": "203.0.113.99"}) as socket:
            before = await _version(address, id)
            answers = [await _ask(socket, number, do) for number, do in enumerate(["hint", "stop"] * 50)]
            after = await _version(address, id)
    refused = sum(answer["say"] == "error" for answer in answers)
    return f"{refused} of {len(answers)} refused; {after - before} events in the game"


ATTACKS = [
    Attack(
        "300 guesses at a password from 300 addresses",
        "20, then one a minute; the owner gets in",
        guesses_at_one_process,
    ),
    Attack("the same at two processes", "20, then one a minute; the owner gets in", guesses_at_two_processes),
    Attack("common passwords in capitals, and with 1! behind them", "none is taken", common_passwords),
    Attack("names that look like Ada1", "none is taken", look_alike_names),
    Attack("a spectator's hints and stops", "all refused, nothing changes", meddling_spectator),
]
