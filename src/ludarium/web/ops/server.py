"""A server process: alone, or one of several under a supervisor."""

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
SHUTDOWN_TIMEOUT = 2  # seconds for open connections to end
EXIT_TIMEOUT = 10.0  # seconds for a process to exit, before it is killed
# Thresholds of the garbage collector. A collection of the second generation takes about 20 ms with these, and a full
# one longer, so it is rare.
GC_THRESHOLDS = 10_000, 10, 50
# What a process under a supervisor writes to standard output: once when it accepts connections, then at every beat of
# its event loop
READY, BEAT = b"ready\n", b"beat\n"
BEAT_SECONDS = 1.0


class Settings(Struct, frozen=True):
    """The settings of a process. The supervisor sends them over standard input: arguments are visible to all users."""

    listening: int  # the file descriptor of the shared socket
    database: str | None
    workers: int
    log: logs.Format


encoder, decoder = Encoder(), Decoder(Settings)


class _Server(uvicorn.Server):
    """A uvicorn server that reports when it accepts connections, and drains the application before it ends."""

    def __init__(self, config: uvicorn.Config, app: AsgiWrapper, on_started: Callable[[], None]) -> None:
        super().__init__(config)
        self._app, self._on_started = app, on_started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            logs.event("started", process=os.getpid())
            self._on_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        logs.event("ending", process=os.getpid())
        # New connections go to the other processes that listen on this socket
        for server in self.servers:
            server.close()
        await self._app.drain(self._app.app.state.store.flush)
        await super().shutdown(sockets)
        logs.event("ended", process=os.getpid())


def make_server(database: str | None, workers: int, on_started: Callable[[], None]) -> uvicorn.Server:
    """A server that does not run yet; it calls `on_started` when it accepts connections."""
    app = AsgiWrapper(create_app(database, workers))
    config = uvicorn.Config(
        app,
        log_config=None,
        log_level=logs.library_level(),
        access_log=False,
        proxy_headers=False,  # auth/client_address.py reads them
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
        server_header=False,
    )
    return _Server(config, app, on_started)


def serve(listening: socket.socket, settings: Settings, on_started: Callable[[], None]) -> None:
    """Serve until Ctrl-C or SIGTERM."""
    _raise_file_limit()
    # Modules and classes stay for good: exclude them from collections, and collect less often than by default
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    server = make_server(settings.database, settings.workers, on_started)
    # After a clean end uvicorn raises the signal again, which would end the process with an error status
    signal.signal(signal.SIGTERM, lambda number, frame: None)
    with suppress(KeyboardInterrupt):
        server.run([listening])
    if not server.started:
        raise LudariumError("the server could not be started")


def _raise_file_limit() -> None:
    """Allow as many open files as the system permits: every connection is one."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def check_store(database: str | None) -> None:
    """Open, check and close the store, so that an error is one sentence and not the traceback of a server."""
    async with Store.open(database) as store:
        await store.check_undamaged()


def main() -> None:
    """Run one of several processes. It ends when its input does, so that it never outlives the supervisor."""
    settings = decoder.decode(sys.stdin.buffer.readline())
    logs.configure(settings.log)
    threading.Thread(target=_end_with_supervisor, daemon=True).start()
    with socket.socket(fileno=settings.listening) as listening:
        try:
            asyncio.run(check_store(settings.database))
            serve(listening, settings, _report_ready)
        except LudariumError as error:
            logs.event("could not be started", "error", reason=str(error))
            sys.exit(2)


def _end_with_supervisor() -> None:
    # os.read, because a thread that holds sys.stdin would block the end of the interpreter
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(EXIT_TIMEOUT)
    os._exit(1)


def _report_ready() -> None:
    # A supervisor that does not read must not block the event loop
    os.set_blocking(1, False)
    _report(READY)
    _beating.add(asyncio.get_running_loop().create_task(_beat()))


async def _beat() -> None:
    """Tell the supervisor again and again that the event loop runs."""
    while True:
        await asyncio.sleep(BEAT_SECONDS)
        _report(BEAT)


_beating: set[asyncio.Task[None]] = set()  # the event loop itself holds tasks only weakly


def _report(line: bytes) -> None:
    with suppress(BrokenPipeError, BlockingIOError):
        os.write(1, line)


if __name__ == "__main__":
    main()
