"""A process that serves: alone, or one of several that were started by a parent (several.py)."""

import asyncio
import gc
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress

import uvicorn
from msgspec import Struct
from msgspec.json import Decoder, Encoder

from ...contract.errors import LudariumError
from ...store.store import Store
from ..app import create_app
from . import logs
from .asgi import AsgiWrapper

LARGEST_MESSAGE = 1 << 20  # bytes of a message on a socket
PATIENCE = 2  # seconds that open connections get to end
ENDING = 10.0  # seconds in which a process has ended, or is ended
# New objects after which it is looked for ones that nobody needs; looks after which the older ones are looked at, which
# takes 20 ms then; and such looks after which all are, which takes long where there are many
GARBAGE = 10_000, 10, 50
READY = b"ready\n"  # what a child says when it can be asked


class Settings(Struct, frozen=True):
    """What a process is told by its parent, over its input and not in words that all of the machine can read."""

    listening: int  # the number of the socket that all share
    database: str | None
    thinkers: int
    log: logs.Format


encoder, decoder = Encoder(), Decoder(Settings)


class _Server(uvicorn.Server):
    """Says when it can be asked, and sees everybody out before it ends."""

    def __init__(self, config: uvicorn.Config, door: AsgiWrapper, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._door, self._when_started = door, started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            logs.event("started", process=os.getpid())
            self._when_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        logs.event("ending", process=os.getpid())
        # Whoever comes now is for others, who listen at the same address
        for server in self.servers:
            server.close()
        await self._door.leave(self._door.app.state.store.flush)
        await super().shutdown(sockets)
        logs.event("ended", process=os.getpid())


def make_server(database: str | None, thinkers: int, started: Callable[[], None]) -> uvicorn.Server:
    """A server that is not running yet; `started` is called when it can be asked."""
    door = AsgiWrapper(create_app(database, thinkers))
    config = uvicorn.Config(
        door,
        log_config=None,
        log_level=logs.library_level(),
        access_log=False,
        proxy_headers=False,  # client_address.py reads them
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        timeout_graceful_shutdown=PATIENCE,
        server_header=False,
    )
    return _Server(config, door, started)


def serve(listening: socket.socket, settings: Settings, started: Callable[[], None]) -> None:
    """Serve until Ctrl-C or SIGTERM."""
    _let_many_in()
    # What is there for good is not looked at again and again, and garbage not so often that everybody waits for it
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    server = make_server(settings.database, settings.thinkers, started)
    # uvicorn ends cleanly, and then says once more why: nobody has to hear that
    signal.signal(signal.SIGTERM, lambda number, frame: None)
    with suppress(KeyboardInterrupt):
        server.run([listening])
    if not server.started:
        raise LudariumError("the server could not be started")


def _let_many_in() -> None:
    """Every connection is an open file, of which a process may have few unless it asks for more."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def check_store(database: str | None) -> None:
    """See that games can be kept, and say in a sentence if they cannot: within the server it would take pages."""
    async with Store.open(database):
        pass


def main() -> None:
    """One of several: it ends when its input does, so that it never outlives its parent."""
    settings = decoder.decode(sys.stdin.buffer.readline())
    logs.configure(settings.log)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    with socket.socket(fileno=settings.listening) as listening:
        try:
            asyncio.run(check_store(settings.database))
            serve(listening, settings, lambda: _say(READY))
        except LudariumError as error:
            logs.event("could not be started", "error", reason=str(error))
            sys.exit(2)


def _end_with_the_parent() -> None:
    # Not by sys.stdin, which must not be in use when Python ends
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(ENDING)
    os._exit(1)


def _say(line: bytes) -> None:
    with suppress(BrokenPipeError):
        os.write(1, line)


if __name__ == "__main__":
    main()
