"""Running the server: an address, a browser, and one process or several."""

import asyncio
import socket
import sys
import threading
import webbrowser

from ...contract.errors import LudariumError
from ...store.database.database import backend_for
from ..workers.pool import FEWEST
from . import logs
from .server import Settings, check_store, serve
from .supervisor import supervise

HOST, PORT = "127.0.0.1", 8190
NEXT = 20  # ports that are tried where none was asked for
WAITING = 2048  # callers who may wait to be let in, as when all come back after a restart


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
            listening.listen(WAITING)
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


def _tell(where: str, browse: bool) -> None:
    print(f"Ludarium is at {where} (Ctrl-C ends it)", flush=True)
    if browse:
        threading.Thread(target=_browse, args=(where,), daemon=True).start()


def _browse(where: str) -> None:
    """Open a browser, if there is one."""
    try:
        webbrowser.open(where)
    except Exception:
        print("There is no browser to be opened here.", file=sys.stderr)


def _see_several(database: str | None) -> None:
    """Several processes need a database that tells each of them what the others do."""
    if backend_for(database).connect is None:
        raise LudariumError(
            "several processes share their games by PostgreSQL; name one with --database postgresql://..., "
            "or serve with --workers 1"
        )


def run(
    host: str = HOST,
    port: int | None = None,
    open_browser: bool = True,
    *,
    path: str = "",
    database: str | None = None,
    workers: int = 1,
    thinkers: int = FEWEST,
    log: logs.Format = "off",
) -> None:
    """Serve until Ctrl-C or SIGTERM. `path` is where the browser begins: `#/new/ataxx`."""
    logs.configure(log)
    if workers > 1:
        _see_several(database)
    asyncio.run(check_store(database))
    with bind(host, port) as listening:
        where = address(listening, host) + path
        # Thinkers are those of all processes together
        settings = Settings(listening.fileno(), database, -(-thinkers // workers), log)

        def started() -> None:
            _tell(where, open_browser)

        if workers == 1:
            serve(listening, settings, started)
        else:
            supervise(workers, settings, started)


def main() -> None:
    import argparse

    words = argparse.ArgumentParser(prog="python -m ludarium.web.ops.serve")
    words.add_argument("--host", default=HOST)
    words.add_argument("--port", type=int)
    words.add_argument("--database")
    words.add_argument("--workers", type=int, default=1)
    words.add_argument("--thinkers", type=int, default=FEWEST)
    words.add_argument("--log", choices=logs.FORMATS, default="off")
    words.add_argument("--no-browser", action="store_true")
    given = vars(words.parse_args())
    host, port, browser = given.pop("host"), given.pop("port"), not given.pop("no_browser")
    try:
        run(host, port, browser, **given)
    except LudariumError as error:
        print(f"ludarium: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
