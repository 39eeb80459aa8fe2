"""Several server processes that share a listening socket and a database, and their supervisor.

The supervisor accepts no connections. It restarts a process that dies, kills and restarts one whose event loop hangs,
and no process outlives it, even after SIGKILL.
"""

import asyncio
import math
import os
import signal
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from prometheus_client.multiprocess import mark_process_dead

from ...contract.errors import LudariumError
from . import logs, metrics
from .server import BEAT_SECONDS, EXIT_TIMEOUT, READY, Settings, encoder

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds before a process is restarted, doubled while processes die at once
STABLE_AFTER = 10.0  # seconds; a process that dies within them, or before it is ready, has died at once
# Seconds without a beat until a process hangs. Nothing that it waits for stops its event loop, neither the disk nor the
# database; a large game or a busy machine may, for a few seconds.
HANGS_AFTER = 20.0
LONGEST_START = 120.0  # seconds until a restarted process must be ready; the first may have to upgrade the tables


class Pulse:
    """The signs of life of a process, and how long the supervisor waits for the next."""

    def __init__(self, clock: Callable[[], float], patience: float) -> None:
        self._clock, self.patience = clock, patience
        self._beaten_at = self._looked_at = clock()

    def beat(self) -> None:
        self._beaten_at = self._clock()

    def has_stopped(self) -> bool:
        """Whether the last beat is too long ago. To be asked every BEAT_SECONDS.

        Time in which this was not asked does not count: the whole machine stood still, or was very busy.
        """
        now = self._clock()
        stood_still = max(0.0, now - self._looked_at - 2 * BEAT_SECONDS)
        self._beaten_at, self._looked_at = min(now, self._beaten_at + stood_still), now
        return now - self._beaten_at > self.patience


class Life(NamedTuple):
    """How a process has lived."""

    was_ready: bool
    seconds: float  # since it was ready
    end: str


class Supervisor:
    """Starts server processes and keeps them running."""

    def __init__(
        self,
        count: int,
        settings: Settings,
        on_started: Callable[[], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._count, self._settings, self._clock = count, settings, clock
        self._on_started, self._not_ready = on_started, count
        self._stopping = asyncio.Event()
        self._has_failed = False

    async def run(self) -> None:
        """Serve until Ctrl-C or SIGTERM."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._stopping.set)
        with tempfile.TemporaryDirectory(prefix="ludarium-metrics-") as folder:
            await asyncio.gather(*(self._keep_running(number, folder) for number in range(1, self._count + 1)))
        if self._has_failed:
            raise LudariumError("the server could not be started")

    async def _keep_running(self, number: int, folder: str) -> None:
        """Run a process, and restart it whenever it dies."""
        pause, is_first = FIRST_PAUSE, True
        while not self._stopping.is_set():
            life = await self._run_process(folder, is_first)
            if self._stopping.is_set():
                return
            if is_first and not life.was_ready:
                # It has logged the reason; another one would fail in the same way
                self._has_failed = True
                self._stopping.set()
                return
            is_first = False
            if life.was_ready and life.seconds > STABLE_AFTER:
                pause = FIRST_PAUSE
            logs.event("process died", "warning", number=number, how=life.end, again_in_seconds=pause)
            await self._pause(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _run_process(self, folder: str, is_first: bool) -> Life:
        """Run one process to its end."""
        process = await self._start(folder)
        assert process.stdin and process.stdout
        process.stdin.write(encoder.encode(self._settings) + b"\n")
        pulse = Pulse(self._clock, math.inf if is_first else LONGEST_START)
        watching = [asyncio.create_task(watch) for watch in (self._stop_in_time(process), self._watch(process, pulse))]
        try:
            was_ready, began = await process.stdout.readline() == READY, self._clock()
            if was_ready and is_first:
                self._count_ready()
            pulse.beat()
            pulse.patience = HANGS_AFTER
            while await process.stdout.readline():
                pulse.beat()
            status = await process.wait()
        finally:
            for task in watching:
                task.cancel()
            await asyncio.wait(watching)
        process.stdin.close()
        mark_process_dead(process.pid, folder)  # type: ignore[no-untyped-call]
        return Life(was_ready, self._clock() - began, f"signal {-status}" if status < 0 else f"status {status}")

    async def _start(self, folder: str) -> Process:
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "ludarium.web.ops.server"),
            stdin=PIPE,
            stdout=PIPE,
            pass_fds=[self._settings.listening],
            env=os.environ | {metrics.MULTIPROCESS_DIR: folder},
            start_new_session=True,  # Ctrl-C goes to the supervisor alone, which ends them cleanly
        )

    def _count_ready(self) -> None:
        self._not_ready -= 1
        if not self._not_ready:
            self._on_started()

    async def _stop_in_time(self, process: Process) -> None:
        """When the supervisor stops, terminate a process, and kill it if it does not exit in time."""
        await self._stopping.wait()
        with suppress(ProcessLookupError):
            process.terminate()
            await asyncio.sleep(EXIT_TIMEOUT)
            process.kill()

    async def _watch(self, process: Process, pulse: Pulse) -> None:
        """Kill a process that gives no sign of life for too long; another one will be started."""
        while not pulse.has_stopped():
            await asyncio.sleep(BEAT_SECONDS)
        logs.event("process hangs", "warning", process=process.pid, silent_for_seconds=pulse.patience)
        with suppress(ProcessLookupError):
            process.kill()

    async def _pause(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopping.wait(), seconds)


def supervise(count: int, settings: Settings, on_started: Callable[[], None]) -> None:
    """Serve in several processes until Ctrl-C or SIGTERM. `on_started` is called when all of them are ready."""

    async def run() -> None:
        await Supervisor(count, settings, on_started).run()

    asyncio.run(run())
