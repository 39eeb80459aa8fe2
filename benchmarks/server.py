"""Players on a server, over WebSockets: moves a second, how long until one is acknowledged, memory of a connection.

Beside it stands the same workload on a bare Litestar application, which keeps nothing, knows no rules, and sends every
move to both players with as many bytes: the limit that Python's web stack sets here. The players are another process on
the same cores.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.postgres import PROGRAMS, Cluster

SIZES = ((100, 500), (1000, 1000), (5000, 1000))  # players, and the moves a second that they would make
SECONDS = 8.0
BARE = [sys.executable, "-m", "benchmarks._echo"]


def serve(*database: str) -> list[str]:
    return [sys.executable, "-m", "ludarium", "serve", "--port", "0", "--no-browser", "--no-compile", *database]


@contextmanager
def running(command: list[str]) -> Iterator[tuple[str, int]]:
    """A server, by its address and its process."""
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout
    try:
        yield server.stdout.readline().split()[3], server.pid
    finally:
        server.terminate()
        server.wait()


def memory(pid: int) -> float:
    """Kilobytes that a process uses."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return float(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


def measure(command: list[str], players: int, pace: int, *words: str) -> dict[str, Any]:
    with running(command) as (address, pid):
        before = memory(pid)
        arguments = [address, str(players), str(pace), str(SECONDS), *words]
        crowd = subprocess.Popen(
            [sys.executable, "-m", "benchmarks._players", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert crowd.stdin and crowd.stdout
        assert crowd.stdout.readline() == "connected\n"
        grown = (memory(pid) - before) / players
        crowd.stdin.write("\n")
        crowd.stdin.flush()
        told: dict[str, Any] = json.loads(crowd.stdout.readline())
        crowd.wait()
        return told | {"memory": grown}


def show(what: str, players: int, told: dict[str, Any]) -> None:
    print(
        f"  {what:<14}{players:>6,} players {told['moves']:>8,.0f} moves/s   p50 {told['p50']:>7.1f} ms   "
        f"p99 {told['p99']:>8.1f} ms   {told['memory']:>5.0f} KB a connection   {told['failed']} lost",
        flush=True,
    )


def main() -> None:
    folder = Path(tempfile.mkdtemp())
    cluster = Cluster() if PROGRAMS else None
    try:
        if cluster:
            cluster.start()
        for players, pace in SIZES:
            show("bare Litestar", players, measure(BARE, players, pace, "echo"))
            file = folder / f"{players}.db"
            show("SQLite", players, measure(serve("--database", f"sqlite:///{file}"), players, pace))
            if cluster:
                show("PostgreSQL", players, measure(serve("--database", cluster.new_database()), players, pace))
    finally:
        if cluster:
            cluster.stop()
            shutil.rmtree(cluster.folder, ignore_errors=True)
        shutil.rmtree(folder, ignore_errors=os.name == "nt")
