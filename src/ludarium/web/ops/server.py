"""A server process: alone, or one of several under a supervisor."""

import asyncio
import gc
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from tempfile import TemporaryDirectory

import uvicorn
from msgspec import Struct
from msgspec.json import Decoder, Encoder

from ...contract.errors import LudariumError
from ...games import confine, ids, outside
from ...store.database.database import is_in_memory
from ...store.store import Store
from ..app import create_app
from ..outside.forwarder import Forwarder
from ..outside.frames import Settings as GameSettings
from ..outside.game_process import GameProcess
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
OUTSIDE_WORKERS = 2  # in which the computers of a game from outside the package think


class Settings(Struct, frozen=True):
    """The settings of a process. The supervisor sends them over standard input: arguments are visible to all users."""

    listening: int  # the file descriptor of the shared socket
    database: str | None
    workers: int
    log: logs.Format


encoder, decoder = Encoder(), Decoder(Settings)


class _Server(uvicorn.Server):
    """A uvicorn server that reports when it accepts connections, and drains the application before it ends."""

    def __init__(
        self, config: uvicorn.Config, app: AsgiWrapper, on_started: Callable[[], None], forwarder: Forwarder | None
    ) -> None:
        super().__init__(config)
        self._app, self._on_started, self._forwarder = app, on_started, forwarder

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            logs.event("started", process=os.getpid())
            if self._forwarder:
                self._forwarder.start()
            self._on_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        logs.event("ending", process=os.getpid())
        # New connections go to the other processes that listen on this socket
        for server in self.servers:
            server.close()
        await self._app.drain(self._app.app.state.store.flush)
        if self._forwarder:
            await self._forwarder.close()
        await super().shutdown(sockets)
        logs.event("ended", process=os.getpid())


def make_server(
    database: str | None, workers: int, on_started: Callable[[], None], forwards: Sequence[GameProcess] = ()
) -> uvicorn.Server:
    """A server that does not run yet; it calls `on_started` when it accepts connections.

    `forwards` are the processes that serve games from outside the package.
    """
    application = create_app(database, workers)
    forwarder = Forwarder(application, forwards) if forwards else None
    app = AsgiWrapper(application, forwarder)
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
    return _Server(config, app, on_started, forwarder)


def _outside_processes(database: str | None, log: logs.Format) -> list[GameProcess]:
    """The processes of the games from outside the package, which this process will not load itself."""
    found = outside()
    if found:
        confine([id for id in ids() if id not in found])
    given = GameSettings(database, OUTSIDE_WORKERS, log)
    return [GameProcess(id, folder, given) for id, folder in found.items()]


@contextmanager
def shared_database(database: str | None) -> Iterator[str | None]:
    """A database that the processes of games can open too: in the place of one in memory, a file for the time being."""
    if not is_in_memory(database):
        yield database
        return
    with TemporaryDirectory(prefix="ludarium-", ignore_cleanup_errors=True) as folder:
        yield f"sqlite:///{folder}/games.db"


def serve(listening: socket.socket, settings: Settings, on_started: Callable[[], None]) -> None:
    """Serve until Ctrl-C or SIGTERM."""
    _raise_file_limit()
    # Modules and classes stay for good: exclude them from collections, and collect less often than by default
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    # After a clean end uvicorn raises the signal again, which would end the process with an error status
    signal.signal(signal.SIGTERM, lambda number, frame: None)
    with shared_database(settings.database) if outside() else nullcontext(settings.database) as database:
        server = make_server(database, settings.workers, on_started, _outside_processes(database, settings.log))
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
