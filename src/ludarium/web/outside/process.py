"""The process of a game from outside the package: the whole application, with this game alone.

python -m ludarium.web.outside.process GAME. It ends when its input does, so it never outlives the server.
"""

import asyncio
import os
import signal
import sys
import threading
from asyncio import Queue, StreamReader
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ...contract.errors import LudariumError
from ...games import confine, kind
from ...games.blame import Place
from ..ops import logs
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
    Wanted,
    frame,
    read_scope,
    to_game,
)
from .rule_watch import LONGEST, RuleWatch


class Output:
    """The pipe to the server. Frames come from the event loop and from the thread that watches the rules."""

    def __init__(self, pipe: int) -> None:
        self._pipe, self._lock = pipe, threading.Lock()

    def send(self, message: FromGame) -> None:
        data = frame(message)
        with self._lock, suppress(OSError):
            while data:
                data = data[os.write(self._pipe, data) :]

    def end(self, text: str) -> None:
        """Say why, and end at once: a thread may be in a rule that never returns."""
        self.send(Fault(text))
        os._exit(1)


class Connection:
    """One client, as the application sees it."""

    def __init__(self, id: int, send: Callable[[FromGame], None]) -> None:
        self._id, self._send = id, send
        self.received: Queue[dict[str, Any]] = Queue()
        self.taken = asyncio.Semaphore(1)
        self._is_wanted = False  # whether the server was asked for a message that has not come
        self.task: asyncio.Task[None] | None = None

    async def receive(self) -> dict[str, Any]:
        if not self._is_wanted:
            self._is_wanted = True
            self._send(Wanted(self._id))
        message = await self.received.get()
        self._is_wanted = False
        return message

    async def send(self, message: dict[str, Any]) -> None:
        await self.taken.acquire()
        self._send(Sent(self._id, {**message, "headers": [*message["headers"]]} if "headers" in message else message))


class GameServer:
    """Serves connections with an application."""

    def __init__(self, app: Any, output: Output) -> None:
        self._app, self._output = app, output
        self._connections: dict[int, Connection] = {}
        self._lifespan: Queue[dict[str, Any]] = Queue()
        self._is_started: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def run(self, reader: StreamReader) -> None:
        """Serve until the input ends."""
        life = asyncio.create_task(self._live())
        if problem := await self._is_started:
            self._output.end(problem)
        self._output.send(Ready())
        with suppress(asyncio.IncompleteReadError):
            while True:
                (length,) = LENGTH.unpack(await reader.readexactly(LENGTH.size))
                self._take(to_game.decode(await reader.readexactly(length)))
        for connection in self._connections.values():
            if connection.task:
                connection.task.cancel()
        await self._lifespan.put({"type": "lifespan.shutdown"})
        await life

    async def _live(self) -> None:
        await self._lifespan.put({"type": "lifespan.startup"})

        async def send(message: dict[str, Any]) -> None:
            if message["type"].startswith("lifespan.startup") and not self._is_started.done():
                self._is_started.set_result(message.get("message", ""))

        scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
        try:
            await self._app(scope, self._lifespan.get, send)
        except Exception as error:
            if not self._is_started.done():
                self._is_started.set_result(str(error) or type(error).__name__)

    def _take(self, message: Any) -> None:
        if isinstance(message, Beat):
            self._output.send(message)
        elif isinstance(message, Opened):
            connection = self._connections[message.id] = Connection(message.id, self._output.send)
            connection.task = asyncio.create_task(self._serve(message, connection))
        elif found := self._connections.get(message.id):
            if isinstance(message, Received):
                found.received.put_nowait(message.message)
            elif isinstance(message, Taken):
                found.taken.release()
            elif isinstance(message, Closed) and found.task:
                found.task.cancel()

    async def _serve(self, opened: Opened, connection: Connection) -> None:
        try:
            await self._app(read_scope(opened.scope), connection.receive, connection.send)
        finally:
            del self._connections[opened.id]
            self._output.send(Ended(opened.id))


async def _serve(output: Output, settings: Settings) -> None:
    from ..app import create_app

    reader = StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin.buffer)
    await GameServer(create_app(settings.database, settings.workers), output).run(reader)


def _read_settings() -> Settings:
    (length,) = LENGTH.unpack(os.read(0, LENGTH.size))
    found = to_game.decode(os.read(0, length))
    assert isinstance(found, Settings)
    return found


def main(id: str) -> None:
    # Ctrl-C is for the server, which then closes our input
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    output = Output(os.dup(1))
    os.dup2(2, 1)  # what a game prints must not get among the frames
    settings = _read_settings()
    logs.configure(settings.log)
    confine([id])

    def stuck(place: Place) -> None:
        output.end(f"{place}: {place.function} has not returned after {LONGEST:g} seconds")

    RuleWatch(stuck).start()
    try:
        kind(id)
        asyncio.run(_serve(output, settings))
    except LudariumError as error:
        output.end(str(error))
    os._exit(0)  # at once: a thread may be in a rule that never returns


if __name__ == "__main__":
    main(sys.argv[1])
