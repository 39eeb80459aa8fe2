"""Several server processes that share a listening socket and a database, and their supervisor.

The supervisor accepts no connections. It restarts a process that dies, and no process outlives it, even after SIGKILL.
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
from .server import EXIT_TIMEOUT, READY, Settings, encoder

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds before a process is restarted, doubled each time
STABLE_AFTER = 60.0  # seconds after which the pause of a process that dies begins anew


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
            began = self._clock()
            was_ready, how = await self._run_process(folder, is_first)
            if self._stopping.is_set():
                return
            if is_first and not was_ready:
                # It has logged the reason; another one would fail in the same way
                self._has_failed = True
                self._stopping.set()
                return
            is_first, pause = False, FIRST_PAUSE if self._clock() - began > STABLE_AFTER else pause
            logs.event("process died", "warning", number=number, how=how, again_in_seconds=pause)
            await self._pause(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _run_process(self, folder: str, is_first: bool) -> tuple[bool, str]:
        """Run one process to its end: whether it was ready, and how it ended."""
        process = await self._start(folder)
        assert process.stdin and process.stdout
        process.stdin.write(encoder.encode(self._settings) + b"\n")
        stopping = asyncio.create_task(self._stop_in_time(process))
        try:
            was_ready = await process.stdout.readline() == READY
            if was_ready and is_first:
                self._count_ready()
            status = await process.wait()
        finally:
            stopping.cancel()
            await asyncio.wait([stopping])
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

    async def _pause(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopping.wait(), seconds)


def supervise(count: int, settings: Settings, on_started: Callable[[], None]) -> None:
    """Serve in several processes until Ctrl-C or SIGTERM. `on_started` is called when all of them are ready."""

    async def run() -> None:
        await Supervisor(count, settings, on_started).run()

    asyncio.run(run())
