"""What a server says about itself, and how it recovers: from full disks, locks, hanging processes, damaged files."""

import asyncio
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.support.server_process import children, lives

from ..server import running, serve
from .attack import Attack, postgresql_servers, sqlite_server

PATIENCE = 120.0  # seconds until an attack is given up
KILLS, BETWEEN = 10, 30.0  # kills of server processes, and the seconds between two


def in_thread(attack: Callable[[], str]) -> Callable[[], Coroutine[Any, Any, str]]:
    """An attack that waits for processes, and needs no event loop."""
    return lambda: asyncio.to_thread(attack)


def until(holds: Callable[[], bool]) -> float:
    """The seconds until something holds."""
    began = time.monotonic()
    while not holds():
        assert time.monotonic() < began + PATIENCE
        time.sleep(0.05)
    return time.monotonic() - began


def status(address: str) -> int:
    try:
        return httpx.get(f"{address}ready", timeout=5).status_code
    except httpx.TransportError:
        return 0


def full_disk() -> str:
    with sqlite_server() as (address, pid):
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        noticed = until(lambda: status(address) == 503)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        back = until(lambda: status(address) == 200)
    return f"503 after {noticed:.1f} s, 200 again after {back:.1f} s"


def locked_file() -> str:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "a.db")
        with running(serve("--database", f"sqlite:///{file}")) as (address, _):
            with closing(sqlite3.connect(file, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                noticed = until(lambda: status(address) == 503)
            back = until(lambda: status(address) == 200)
    return f"503 after {noticed:.1f} s, 200 again after {back:.1f} s"


def hanging_process() -> str:
    with postgresql_servers(2) as (_, supervisor):
        first = {*children(supervisor)}
        victim = min(first)
        os.kill(victim, signal.SIGSTOP)
        replaced = until(lambda: not lives(victim) and len({*children(supervisor)} - first) == 1)
    return f"another one after {replaced:.0f} s"


def ten_kills() -> str:
    with postgresql_servers(2) as (address, supervisor):
        pauses = []
        for _ in range(KILLS):
            victim = min(children(supervisor))
            os.kill(victim, signal.SIGKILL)
            began = time.monotonic()
            until(lambda victim=victim: not lives(victim) and len(children(supervisor)) == 2)  # type: ignore[misc]
            pauses.append(time.monotonic() - began)
            time.sleep(BETWEEN)
        assert status(address) == 200
    return f"the next is started after {max(pauses):.1f} s at most"


def many_sockets() -> str:
    """One guest behind a proxy opens and closes sockets as fast as possible."""
    os.environ["LUDARIUM_TRUSTED_PROXY"] = "127.0.0.1"
    seen = Counter[int]()
    try:
        with sqlite_server() as (address, _):
            headers = {"X-Forwarded-For": "198.51.100.1"}
            body = {"kind": "ataxx", "seats": ["human", "human"]}
            made = httpx.post(f"{address}api/games", json=body, headers=headers).json()
            url = f"{address.replace('http', 'ws', 1)}api/games/{made['id']}/socket"
            for _ in range(1000):
                try:
                    with connect(url, additional_headers=headers):
                        seen[101] += 1
                except InvalidStatus as error:
                    seen[error.response.status_code] += 1
    finally:
        del os.environ["LUDARIUM_TRUSTED_PROXY"]
    return ", ".join(f"{count} x {status}" for status, count in sorted(seen.items()))


def damaged_file() -> str:
    with tempfile.TemporaryDirectory() as folder:
        file, saved = Path(folder, "a.db"), Path(folder, "saved")
        with running(serve("--database", f"sqlite:///{file}")) as (address, _), httpx.Client() as client:
            for _ in range(300):
                client.post(f"{address}api/games", json={"kind": "ataxx", "seats": ["human", "human"]})
        data = bytearray(file.read_bytes())
        middle = len(data) // 2 // 4096 * 4096
        data[middle : middle + 3 * 4096] = os.urandom(3 * 4096)
        file.write_bytes(data)
        server = subprocess.run(serve("--database", f"sqlite:///{file}"), capture_output=True, text=True)
        words = ["admin", "check", "--database", f"sqlite:///{file}", "--save", str(saved)]
        check = subprocess.run([sys.executable, "-m", "ludarium", *words], capture_output=True, text=True)
        lines = saved.read_text("utf-8").splitlines() if saved.exists() else []
        count = sum(line.startswith('{"games":') for line in lines)
    return (
        f"a server ends with status {server.returncode}, check with {check.returncode}; {count} of 300 games are saved"
    )


ATTACKS = [
    Attack("no file can be written, then it can", "/ready is 503, then 200", in_thread(full_disk)),
    Attack("another program locks the file, then not", "/ready is 503, then 200", in_thread(locked_file)),
    Attack("one of two server processes is stopped (SIGSTOP)", "replaced within 30 s", in_thread(hanging_process)),
    Attack("10 kills of server processes in 5 minutes", "restarted within 2 s each", in_thread(ten_kills)),
    Attack("1,000 sockets of one guest, one after the other", "101 or 429, never 403", in_thread(many_sockets)),
    Attack("three pages in the middle of the file are overwritten", "noticed; most are saved", in_thread(damaged_file)),
]
