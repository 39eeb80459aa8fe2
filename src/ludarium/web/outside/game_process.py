"""The process of a game as the server sees it: started when it is needed, ended when it does not answer."""

import asyncio
import itertools
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

from litestar.types import Receive, Scope, Send

from ...contract.errors import LudariumError
from .frames import (
    LENGTH,
    Beat,
    Closed,
    Ended,
    Fault,
    FromGame,
    Opened,
    Ready,
    Received,
    Sent,
    Settings,
    Taken,
    ToGame,
    Wanted,
    frame,
    from_game,
    write_scope,
)

START_LIMIT = 60.0  # seconds for a process to load its game
BEAT_SECONDS = 1.0
ANSWER_LIMIT = 20.0  # seconds without an answer, after which a process is ended; it reports a stuck rule before
EXIT_TIMEOUT = 5.0  # seconds for a process to end by itself
PAUSE, LONGEST_PAUSE = 2.0, 300.0  # seconds before a process is started again; doubled with each fault


class GameStopped(LudariumError):
    """A game from outside the package cannot be served now."""


class _Link:
    """A connection of a client that the process serves."""

    def __init__(self) -> None:
        self.wanted = asyncio.Event()
        self.sent: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()  # None is the end
        self.is_begun = False


class GameProcess:
    """The process of one game. It is started again when a file of the game has changed, and after a fault, later each
    time.
    """

    def __init__(self, id: str, folder: Path, settings: Settings, clock: Callable[[], float] = monotonic) -> None:
        self.id, self.folder, self._settings, self._clock = id, folder, settings, clock
        self.fault = ""  # why the last process has ended
        self._process: Process | None = None
        self._starting: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._reading: asyncio.Task[None]
        self._links: dict[int, _Link] = {}
        self._numbers = itertools.count()
        self._pause, self._not_before, self._stamp = PAUSE, 0.0, self._files()
        self._answered_at = 0.0
        self._outdated: Process | None = None  # a process that is ended because files have changed
        self.starts = 0  # of processes whose game was loaded

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    @property
    def is_ready(self) -> bool:
        """Whether the process runs and its game is loaded."""
        return self._process is not None and self._starting is None

    @property
    def is_outdated(self) -> bool:
        """Whether the process runs with files that have changed since it was started."""
        return self.is_ready and self._files() != self._stamp

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the process serve a connection; GameStopped if it cannot before anything was sent."""
        await self.start()
        number, link = next(self._numbers), _Link()
        self._links[number] = link
        self._send(Opened(number, write_scope(scope)))
        pump = asyncio.create_task(self._pump(number, link, receive))
        try:
            while (message := await link.sent.get()) is not None:
                link.is_begun = True
                await send(message)  # type: ignore[arg-type]
                self._send(Taken(number))
        finally:
            pump.cancel()
            if self._links.pop(number, None):
                self._send(Closed(number))
        if self._process is None and (self.fault or not link.is_begun):
            raise GameStopped(self.fault or f"{self.folder}: the game is loaded again; try again in a moment")

    async def start(self) -> None:
        """Start the process, and wait until its game is loaded; GameStopped if that fails, or failed a moment ago."""
        if self.is_outdated or (self._process is None and self._starting is None):
            files = self._files()
            if self.fault and files == self._stamp and self._clock() < self._not_before:
                raise GameStopped(self.fault)
            if files != self._stamp:
                self._pause, self._stamp = PAUSE, files
            self._starting = asyncio.create_task(self._start())
            # Those who waited may have gone
            self._starting.add_done_callback(lambda task: task.cancelled() or task.exception())
        if self._starting:
            await asyncio.shield(self._starting)

    async def close(self) -> None:
        """End the process."""
        for task in self._tasks:
            task.cancel()
        if self._process:
            await self._end(self._process)

    async def _end(self, process: Process) -> None:
        """Close the input of a process, and kill it if it does not end in time."""
        if process.stdin:
            process.stdin.close()
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), EXIT_TIMEOUT)
        self._kill(process)
        await process.wait()

    async def _start(self) -> None:
        try:
            if self._process:
                # Clients that are connected come again, and find the game as it was stored
                self._outdated = self._process
                await self._end(self._process)
                await self._reading
            # A game that prints much must not fill a pipe that is not read, so it has our standard error
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "ludarium.web.outside.process", self.id, stdin=PIPE, stdout=PIPE
            )
            self._process, self._answered_at = process, self._clock()
            self._send(self._settings)
            ready = asyncio.Event()
            reading = self._reading = self._keep(self._read(process, ready))
            waiting = asyncio.create_task(ready.wait())
            await asyncio.wait([reading, waiting], timeout=START_LIMIT, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            if not ready.is_set():
                self.fault = self.fault or f"{self.folder}: the game was not loaded after {START_LIMIT:g} seconds"
                self._kill(process)
                await reading
                raise GameStopped(self.fault)
            self._answered_at = self._clock()
            self.fault, self.starts = "", self.starts + 1
            self._keep(self._watch(process))
        finally:
            self._starting = None

    async def _read(self, process: Process, ready: asyncio.Event) -> None:
        """Take what the process sends until it ends."""
        assert process.stdout
        fault = ""
        with suppress(asyncio.IncompleteReadError, OSError):
            while True:
                (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
                message = from_game.decode(await process.stdout.readexactly(length))
                if isinstance(message, Ready):
                    ready.set()
                elif isinstance(message, Fault):
                    fault = message.text
                else:
                    self._take(message)
        await process.wait()
        self._process = None
        if process is not self._outdated:
            self.fault = fault or self.fault or f"{self.folder}: the process of the game has ended"
            self._not_before, self._pause = self._clock() + self._pause, min(2 * self._pause, LONGEST_PAUSE)
        for link in self._links.values():
            link.sent.put_nowait(None)
        self._links.clear()

    def _take(self, message: FromGame) -> None:
        if isinstance(message, Beat):
            self._answered_at = self._clock()
        elif isinstance(message, Wanted | Sent | Ended) and (link := self._links.get(message.id)):
            if isinstance(message, Wanted):
                link.wanted.set()
            elif isinstance(message, Sent):
                link.sent.put_nowait(message.message)
            else:
                del self._links[message.id]
                link.sent.put_nowait(None)

    async def _pump(self, number: int, link: _Link, receive: Receive) -> None:
        """Give the process the messages of a client that it wants."""
        while True:
            await link.wanted.wait()
            link.wanted.clear()
            self._send(Received(number, dict(await receive())))

    async def _watch(self, process: Process) -> None:
        """End the process if it does not answer: a rule may hold the whole interpreter."""
        while self._process is process:
            self._send(Beat())
            await asyncio.sleep(BEAT_SECONDS)
            if self._clock() - self._answered_at > ANSWER_LIMIT:
                self.fault = f"{self.folder}: the game has not answered for {ANSWER_LIMIT:g} seconds"
                self._kill(process)

    def _send(self, message: ToGame) -> None:
        if self._process and self._process.stdin:
            with suppress(OSError, RuntimeError):
                self._process.stdin.write(frame(message))

    def _kill(self, process: Process) -> None:
        with suppress(ProcessLookupError):
            process.kill()

    def _keep(self, work: Any) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _files(self) -> tuple[tuple[str, int], ...]:
        """The files of the game, and when they were changed."""
        with suppress(OSError):
            return tuple((file.name, file.stat().st_mtime_ns) for file in sorted(self.folder.glob("*.*")))
        return ()
