"""What becomes of server processes that die or hang: another one takes their place, and soon."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count, pairwise
from pathlib import Path

import httpx
import pytest

from ludarium.web.ops import server as server_process
from ludarium.web.ops import supervisor
from ludarium.web.ops.server import BEAT, BEAT_SECONDS, Settings
from ludarium.web.ops.supervisor import FIRST_PAUSE, HANGS_AFTER, LONGEST_PAUSE, STABLE_AFTER, Pulse, Supervisor

from ..support.patience import PATIENCE
from ..support.server_process import children, lives


class Clock:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


# The pulse


@pytest.fixture
def clock() -> Clock:
    return Clock()


def looks(pulse: Pulse, clock: Clock, seconds: float, beats: bool = False) -> bool:
    """Look at a pulse as often as a supervisor does; whether it has stopped meanwhile."""
    for _ in range(round(seconds / BEAT_SECONDS)):
        clock.now += BEAT_SECONDS
        if beats:
            pulse.beat()
        if pulse.has_stopped():
            return True
    return False


def test_a_process_that_beats_is_well(clock: Clock) -> None:
    pulse = Pulse(clock, HANGS_AFTER)
    assert not looks(pulse, clock, 10 * HANGS_AFTER, beats=True)


def test_a_process_that_is_busy_for_a_while_is_left_alone(clock: Clock) -> None:
    pulse = Pulse(clock, HANGS_AFTER)
    for _ in range(5):
        assert not looks(pulse, clock, HANGS_AFTER - BEAT_SECONDS)
        assert not looks(pulse, clock, BEAT_SECONDS, beats=True)


def test_a_process_that_is_silent_for_long_hangs(clock: Clock) -> None:
    pulse = Pulse(clock, HANGS_AFTER)
    assert not looks(pulse, clock, HANGS_AFTER)
    assert looks(pulse, clock, BEAT_SECONDS)


def test_a_machine_that_stood_still_kills_nobody(clock: Clock) -> None:
    """A laptop that slept, a container that was frozen: no process could beat, and no one looked either."""
    pulse = Pulse(clock, HANGS_AFTER)
    for _ in range(3):
        clock.now += 3600
        assert not looks(pulse, clock, 4 * BEAT_SECONDS)
    assert looks(pulse, clock, 2 * HANGS_AFTER)


# The pause before a restart


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> Callable[[float, int], list[float]]:
    """The pauses after so many processes that lived so long each, one after the other."""

    async def start(self: Supervisor, folder: str) -> Process:
        return await asyncio.create_subprocess_exec("/bin/sh", "-c", "echo ready", stdin=PIPE, stdout=PIPE)

    monkeypatch.setattr(Supervisor, "_start", start)
    monkeypatch.setattr(supervisor, "mark_process_dead", lambda pid, folder: None)

    def run(seconds: float, deaths: int) -> list[float]:
        seen = list[float]()

        async def pause(self: Supervisor, pause: float) -> None:
            seen.append(pause)
            if len(seen) == deaths:
                self._stopping.set()

        monkeypatch.setattr(Supervisor, "_pause", pause)
        times = count(0.0, seconds)
        made = Supervisor(1, Settings(0, None, 3, "off"), lambda: None, lambda: next(times))
        asyncio.run(made._keep_running(1, ""))
        return seen

    return run


def test_ten_kills_in_five_minutes_do_not_lengthen_the_pause(
    pauses: Callable[[float, int], list[float]],
) -> None:
    assert pauses(STABLE_AFTER + 1, 10) == [FIRST_PAUSE] * 10


def test_processes_that_die_at_once_are_restarted_more_and_more_slowly(
    pauses: Callable[[float, int], list[float]],
) -> None:
    found = pauses(0.01, 10)
    assert found[0] == FIRST_PAUSE and found[-1] == LONGEST_PAUSE
    assert all(later == min(2 * earlier, LONGEST_PAUSE) for earlier, later in pairwise(found))


# Real processes

IMPATIENT = """
import socket, sys
from ludarium.web.ops import logs, supervisor
from ludarium.web.ops.server import Settings

logs.configure("json")
supervisor.HANGS_AFTER = 10.0
with socket.create_server(("127.0.0.1", 0)) as listening:
    port = listening.getsockname()[1]
    settings = Settings(listening.fileno(), sys.argv[1], 3, "json")
    supervisor.supervise(1, settings, lambda: print(port, flush=True))
"""


@contextmanager
def impatient(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A supervisor that waits only briefly for a sign of life, and its address."""
    words = [sys.executable, "-c", IMPATIENT, f"sqlite:///{folder}/games.db"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as started:
        assert started.stdout
        try:
            yield started, f"http://127.0.0.1:{int(started.stdout.readline())}"
        finally:
            started.kill()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
def test_a_process_that_hangs_is_replaced(tmp_path: Path) -> None:
    with impatient(tmp_path) as (server, address):
        (first,) = children(server.pid)
        assert httpx.get(f"{address}/health", timeout=PATIENCE).status_code == 200
        # It neither dies nor answers any more
        os.kill(first, signal.SIGSTOP)
        # Its connections wait at the shared socket until another process takes them
        assert httpx.get(f"{address}/health", timeout=PATIENCE).status_code == 200
        (second,) = children(server.pid)
        assert second != first and not lives(first)
        server.send_signal(signal.SIGTERM)
        assert server.wait(PATIENCE) == 0 and server.stderr
        told = [json.loads(line) for line in server.stderr.read().splitlines()]
        assert [line["event"] for line in told if line["event"].startswith("process ")] == [
            "process hangs",
            "process died",
        ]
        assert [line["process"] for line in told if line["event"] == "process hangs"] == [first]


def test_beats_that_nobody_reads_do_no_harm() -> None:
    """A supervisor that stands still does not make its processes hang."""
    reading, writing = os.pipe()
    before = os.dup(1)
    try:
        os.dup2(writing, 1)
        os.set_blocking(1, False)
        for _ in range(100_000):
            server_process._report(BEAT)
    finally:
        os.dup2(before, 1)
        for end in reading, writing, before:
            os.close(end)
