"""A server within another program: in a thread, until it is closed."""

import asyncio
import threading
from contextlib import suppress

from ...contract.errors import LudariumError
from ..workers.pool import FEWEST
from .serve import bind
from .server import make_server

MEMORY = "sqlite://"  # whoever plays keeps the game; here it lasts as long as the server


class EmbeddedServer:
    """A server that listens from the start. Closing it waits until everybody was seen out."""

    def __init__(self, host: str, port: int | None, database: str | None = MEMORY, thinkers: int = FEWEST) -> None:
        self._listening = bind(host, port)
        self.port: int = self._listening.getsockname()[1]
        self._ready, self._ended = threading.Event(), False
        self._server = make_server(database, thinkers, self._ready.set)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        self._ready.wait()
        if self._ended:
            self.close()
            raise LudariumError("the server could not be started")

    def _run(self) -> None:
        try:
            # What went wrong is told by whoever waits for it to be ready
            with suppress(SystemExit):
                asyncio.run(self._server.serve([self._listening]))
        finally:
            self._ended = True
            self._ready.set()

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join()
        self._listening.close()
