"""`ludarium serve`: binds the address, opens a browser, and runs one server process or several."""

import asyncio
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import closing

from ...contract.errors import LudariumError
from ...games import ids, outside
from ...store.database.database import backend_for
from ..workers.pool import FEWEST
from . import logs
from .precompilation import Precompilation
from .server import Settings, check_store, serve
from .supervisor import supervise

HOST, PORT = "127.0.0.1", 8190
MORE_PORTS = 20  # that are tried after PORT if the user has not chosen one
BACKLOG = 2048  # connections that may wait to be accepted, as when all clients reconnect after a restart


def bind(host: str, port: int | None) -> socket.socket:
    """A socket that listens on a port; without one, on the first free port from PORT on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in [port] if port is not None else [*range(PORT, PORT + MORE_PORTS), 0]:
        # asyncio sets TCP_NODELAY only on sockets whose protocol is named
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        # Otherwise the port is blocked for a while after a server has ended
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
            listening.listen(BACKLOG)
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
    """The address of the server for a browser."""
    shown = "localhost" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{listening.getsockname()[1]}/"


def _announce(url: str, open_browser: bool) -> None:
    print(f"Ludarium is at {url} (Ctrl-C ends it)", flush=True)
    if open_browser:
        threading.Thread(target=show_in_browser, args=(url,), daemon=True).start()


def show_in_browser(url: str) -> None:
    """Open an address in a browser, where there is one."""
    try:
        webbrowser.open(url)
    except Exception:
        print("No browser could be opened.", file=sys.stderr)


def _check_shared_database(database: str | None) -> None:
    """Several processes need a database that notifies each of them of the others' writes."""
    if backend_for(database).connect is None:
        raise LudariumError(
            "several processes share their games by PostgreSQL; name one with --database postgresql://..., "
            "or serve with --workers 1"
        )


def _own() -> list[str]:
    """The games of the package: those from outside run in processes of their own, and are compiled when played."""
    return [id for id in ids() if id not in outside()]


def run(
    host: str = HOST,
    port: int | None = None,
    open_browser: bool = True,
    *,
    path: str = "",
    database: str | None = None,
    processes: int = 1,
    workers: int = FEWEST,
    log: logs.Format = "off",
    precompile: bool = False,
    on_listening: Callable[[str], None] | None = None,
) -> None:
    """Serve until Ctrl-C or SIGTERM. `path` is the page that the browser opens: `#/new/ataxx`.

    `on_listening` is called with the server's address when it can be reached.

    `precompile` compiles the computers of all games meanwhile. On the command line `processes` is --workers, and
    `workers`, the processes in which computers think, is --thinkers.
    """
    logs.configure(log)
    if processes > 1:
        _check_shared_database(database)
    asyncio.run(check_store(database))
    with bind(host, port) as listening, closing(Precompilation(_own())) as precompilation:
        url = address(listening, host) + path
        # The workers are divided among the server processes
        settings = Settings(listening.fileno(), database, -(-workers // processes), log)

        def on_started() -> None:
            _announce(url, open_browser)
            if on_listening:
                on_listening(address(listening, host))
            if precompile:
                precompilation.start()

        if processes == 1:
            serve(listening, settings, on_started)
        else:
            supervise(processes, settings, on_started)


def main() -> None:
    import argparse

    parser = argparse.ArgumentParser(prog="python -m ludarium.web.ops.serve")
    parser.add_argument("--host", default=HOST)
    parser.add_argument("--port", type=int)
    parser.add_argument("--database")
    parser.add_argument("--workers", type=int, default=1, dest="processes")
    parser.add_argument("--thinkers", type=int, default=FEWEST, dest="workers")
    parser.add_argument("--log", choices=logs.FORMATS, default="off")
    parser.add_argument("--no-browser", action="store_true")
    parser.add_argument("--compile", action="store_true", dest="precompile")
    given = vars(parser.parse_args())
    host, port, browser = given.pop("host"), given.pop("port"), not given.pop("no_browser")
    try:
        run(host, port, browser, **given)
    except LudariumError as error:
        print(f"ludarium: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
