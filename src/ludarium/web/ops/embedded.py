"""A server in a thread of another program."""

import asyncio
import threading
from contextlib import ExitStack, suppress

from ...contract.errors import LudariumError
from ...contract.kind import Kind
from ..outside.frames import Settings
from ..outside.game_process import GameProcess
from ..workers.pool import FEWEST
from .serve import bind
from .server import make_server, shared_database

MEMORY = "sqlite://"  # games last as long as the server; the program that hosts them saves what it needs


class EmbeddedServer:
    """A server that accepts connections as soon as it is made. `close` waits until it has drained."""

    def __init__(
        self,
        host: str,
        port: int | None,
        database: str | None = MEMORY,
        workers: int = FEWEST,
        kind: Kind | None = None,
    ) -> None:
        """`kind` is what will be played; a game from outside the package gets a process of its own."""
        self._stack, forwards = ExitStack(), list[GameProcess]()
        if kind and kind.is_outside:
            database = self._stack.enter_context(shared_database(database))
            forwards = [GameProcess(kind.id, kind.folder, Settings(database, workers, "off"))]
        self._listening = bind(host, port)
        self.port: int = self._listening.getsockname()[1]
        self._ready, self._has_ended = threading.Event(), False
        self._server = make_server(database, workers, self._ready.set, forwards)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        self._ready.wait()
        if self._has_ended:
            self.close()
            raise LudariumError("the server could not be started")

    def _run(self) -> None:
        try:
            # uvicorn exits where it cannot start; the constructor raises the error
            with suppress(SystemExit):
                asyncio.run(self._server.serve([self._listening]))
        finally:
            self._has_ended = True
            self._ready.set()

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join()
        self._listening.close()
        self._stack.close()
