"""Running the server: an address, a browser, and an end that is clean."""

import asyncio
import signal
import socket
import sys
import threading
import webbrowser
from contextlib import suppress

import uvicorn

from ..contract.errors import LudariumError
from ..store.store import Store
from .app import create_app
from .pool import FEWEST

HOST, PORT = "127.0.0.1", 8190
NEXT = 20  # ports that are tried where none was asked for
LARGEST_MESSAGE = 1 << 20  # bytes of a message on a socket
PATIENCE = 2  # seconds that open connections get to end


def bind(host: str, port: int | None) -> socket.socket:
    """A socket that listens at the port that was asked for, or at the first free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in [port] if port is not None else [*range(PORT, PORT + NEXT), 0]:
        # Its protocol is named, or asyncio would not see that small messages are to be sent at once
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        # Or a port could not be had again for a while after the server has ended
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
            listening.listen(128)
        except OSError as error:
            listening.close()
            problem = error.strerror or str(error)
        except OverflowError:
            listening.close()
            raise LudariumError(f"a port is a number from 0 to 65535, not {number}") from None
        else:
            return listening
    raise LudariumError(f"cannot listen at {host} port {port}: {problem.lower()}; choose another with --port")


def address(listening: socket.socket, host: str) -> str:
    """Where a browser finds the server."""
    shown = "localhost" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{listening.getsockname()[1]}/"


class _Server(uvicorn.Server):
    """Says where it is as soon as it can be asked."""

    def __init__(self, config: uvicorn.Config, where: str, browse: bool) -> None:
        super().__init__(config)
        self._where, self._browse = where, browse

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print(f"Ludarium is at {self._where} (Ctrl-C ends it)", flush=True)
            if self._browse:
                threading.Thread(target=_browse, args=(self._where,), daemon=True).start()


def _browse(where: str) -> None:
    """Open a browser, if there is one."""
    try:
        webbrowser.open(where)
    except Exception:
        print("There is no browser to be opened here.", file=sys.stderr)


async def _see_store(database: str | None) -> None:
    """See that games can be kept, and say in a sentence if they cannot: within the server it would take pages."""
    async with Store.open(database):
        pass


def run(
    host: str = HOST,
    port: int | None = None,
    open_browser: bool = True,
    *,
    path: str = "",
    database: str | None = None,
    workers: int = FEWEST,
) -> None:
    """Serve until Ctrl-C or SIGTERM. `path` is where the browser begins: `#/new/ataxx`."""
    asyncio.run(_see_store(database))
    listening = bind(host, port)
    config = uvicorn.Config(
        create_app(database, workers),
        log_level="error",
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        timeout_graceful_shutdown=PATIENCE,
        server_header=False,
    )
    with listening:
        server = _Server(config, address(listening, host) + path, open_browser)
        # uvicorn ends cleanly, and then says once more why: nobody has to hear that
        signal.signal(signal.SIGTERM, lambda number, frame: None)
        with suppress(KeyboardInterrupt):
            server.run([listening])
        if not server.started:
            raise LudariumError("the server could not be started")


def main() -> None:
    import argparse

    words = argparse.ArgumentParser(prog="python -m ludarium.web.serve")
    words.add_argument("--host", default=HOST)
    words.add_argument("--port", type=int)
    words.add_argument("--database")
    words.add_argument("--workers", type=int, default=FEWEST)
    words.add_argument("--no-browser", action="store_true")
    given = words.parse_args()
    try:
        run(given.host, given.port, not given.no_browser, database=given.database, workers=given.workers)
    except LudariumError as error:
        print(f"ludarium: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
