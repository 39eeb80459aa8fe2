"""Several processes that serve together: they share a socket and a database, and a parent that watches over them.

The parent takes no calls. A process that dies is started again, and none outlives the parent, however that ends.
"""

import asyncio
import os
import signal
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress

from prometheus_client.multiprocess import mark_process_dead

from ...contract.errors import LudariumError
from . import logs, metrics
from .server import ENDING, READY, Settings, encoder

FIRST, LONGEST = 0.5, 30.0  # seconds before a process is started again, twice as many each time
STEADY = 60.0  # seconds after which one that dies had been well


class Supervisor:
    """A parent and its processes."""

    def __init__(self, count: int, settings: Settings, started: Callable[[], None]) -> None:
        self._count, self._settings = count, settings
        self._when_started, self._to_come = started, count
        self._leaving = asyncio.Event()
        self._failed = False

    async def run(self) -> None:
        """Serve until Ctrl-C or SIGTERM."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._leaving.set)
        with tempfile.TemporaryDirectory(prefix="ludarium-metrics-") as folder:
            await asyncio.gather(*(self._keep(number, folder) for number in range(1, self._count + 1)))
        if self._failed:
            raise LudariumError("the server could not be started")

    async def _keep(self, number: int, folder: str) -> None:
        """Let there be a process until the end."""
        pause, is_first = FIRST, True
        while not self._leaving.is_set():
            began = time.monotonic()
            was_ready, how = await self._live(folder, is_first)
            if self._leaving.is_set():
                return
            if is_first and not was_ready:
                # It has said why, and the next one would do the same
                self._failed = True
                self._leaving.set()
                return
            is_first, pause = False, FIRST if time.monotonic() - began > STEADY else pause
            logs.event("process died", "warning", number=number, how=how, again_in_seconds=pause)
            await self._wait(pause)
            pause = min(2 * pause, LONGEST)

    async def _live(self, folder: str, is_first: bool) -> tuple[bool, str]:
        """One process from its start to its end: whether it was ready, and how it ended."""
        process = await self._start(folder)
        assert process.stdin and process.stdout
        process.stdin.write(encoder.encode(self._settings) + b"\n")
        leaving = asyncio.create_task(self._end_at_the_end(process))
        try:
            was_ready = await process.stdout.readline() == READY
            if was_ready and is_first:
                self._one_more_is_ready()
            status = await process.wait()
        finally:
            leaving.cancel()
            await asyncio.wait([leaving])
        process.stdin.close()
        mark_process_dead(process.pid, folder)  # type: ignore[no-untyped-call]
        return was_ready, f"signal {-status}" if status < 0 else f"status {status}"

    async def _start(self, folder: str) -> Process:
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "ludarium.web.ops.server"),
            stdin=PIPE,
            stdout=PIPE,
            pass_fds=[self._settings.listening],
            env=os.environ | {metrics.MULTIPROCESS_DIR: folder},
            start_new_session=True,  # Ctrl-C is for the parent, which lets them end in peace
        )

    def _one_more_is_ready(self) -> None:
        self._to_come -= 1
        if not self._to_come:
            self._when_started()

    async def _end_at_the_end(self, process: Process) -> None:
        await self._leaving.wait()
        with suppress(ProcessLookupError):
            process.terminate()
            await asyncio.sleep(ENDING)
            process.kill()

    async def _wait(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._leaving.wait(), seconds)


def supervise(count: int, settings: Settings, started: Callable[[], None]) -> None:
    """Serve in several processes until Ctrl-C or SIGTERM."""

    async def run() -> None:
        await Supervisor(count, settings, started).run()

    asyncio.run(run())
