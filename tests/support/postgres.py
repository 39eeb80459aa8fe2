"""A PostgreSQL server to throw away, on loopback, and a part of it for each test."""

import asyncio
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]

from .patience import PATIENCE

PROGRAMS = next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: -float(path.parts[-2]))), None)

# Small, as it serves one test at a time, and careful, as it is killed
SETTINGS = {
    "fsync": "on",
    "listen_addresses": "127.0.0.1",
    "max_connections": "40",
    "shared_buffers": "16MB",
    "autovacuum": "off",
    "log_statement": "none",
}
LETS_IN = """\
local all all trust
host all locked 127.0.0.1/32 scram-sha-256
host all all 127.0.0.1/32 trust
"""


class Cluster:
    """A server with its own folder and port. It runs as a user who is not root, since it refuses to do otherwise."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="ludarium-postgresql-"))
        self.port = _free_port()
        self._made = 0
        self._process: subprocess.Popen[bytes] | None = None
        if os.geteuid() == 0:
            shutil.chown(self.folder, _somebody())
        data = self.folder / "data"
        options = ["--username=postgres", "--encoding=UTF8", "--no-locale", "--auth=trust", "--no-sync"]
        made = subprocess.run(self._command("initdb", "--pgdata", str(data), *options), capture_output=True, text=True)
        assert made.returncode == 0, made.stderr
        (data / "pg_hba.conf").write_text(LETS_IN)

    def start(self) -> None:
        """Start it, again where what was killed has not quite gone yet, and wait until it lets people in."""
        settings = [f"--{name}={value}" for name, value in SETTINGS.items()]
        place = ["-D", str(self.folder / "data"), "-k", str(self.folder), "-p", str(self.port)]
        end = time.monotonic() + PATIENCE
        with (self.folder / "log").open("ab") as log:
            while not self._is_ready():
                assert time.monotonic() < end, (self.folder / "log").read_text()
                if self._process is None or self._process.poll() is not None:
                    command = self._command("postgres", *place, *settings)
                    self._process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
                time.sleep(0.05)

    def kill(self) -> None:
        """Let it end as by a power cut, as far as processes can."""
        assert self._process
        backends = self._backends()
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        for backend in backends:
            with suppress(ProcessLookupError):
                os.kill(backend, signal.SIGKILL)

    def _backends(self) -> list[int]:
        """The processes that the first one has begun. Without it they live on for a moment, and still commit."""
        first = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        found = list[int]()
        for file in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                parent = file.read_text().rpartition(")")[2].split()[1]
                if int(parent) == first:
                    found.append(int(file.parent.name))
        return found

    def stop(self) -> None:
        """Stop it at once, without a care for what is in it."""
        if self._process and self._process.poll() is None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(PATIENCE)

    def url(self, name: str, user: str = "postgres") -> str:
        return f"postgresql://{user}@127.0.0.1:{self.port}/{name}"

    def new_database(self) -> str:
        """The URL of an empty database."""
        self._made += 1
        self.do(f"CREATE DATABASE test{self._made}")
        return self.url(f"test{self._made}")

    def new_schema(self) -> str:
        """The URL of an empty part of a database, which is made and thrown away much quicker."""
        self._made += 1
        self.do(f"CREATE SCHEMA test{self._made}")
        return self.url(f"postgres?search_path=test{self._made}")

    def do(self, *statements: str) -> None:
        """Run statements as the server's owner."""
        run_sql(self.url("postgres"), *statements)

    def _is_ready(self) -> bool:
        if self._process is None or self._process.poll() is not None:
            return False
        asked = ["pg_isready", "-h", str(self.folder), "-p", str(self.port), "-q"]
        return subprocess.run(self._command(*asked)).returncode == 0

    def _command(self, program: str, *arguments: str) -> list[str]:
        assert PROGRAMS
        command = [str(PROGRAMS / program), *arguments]
        if setpriv := shutil.which("setpriv"):
            # It ends with the tests, however they end
            drop = ["--reuid", _somebody(), "--regid", str(_group()), "--clear-groups"] if os.geteuid() == 0 else []
            return [setpriv, *drop, "--pdeathsig", "QUIT", *command]
        return command


def run_sql(url: str, *statements: str) -> list[tuple[Any, ...]]:
    """Run statements as another program does; returns the rows of the last one."""

    async def run() -> list[tuple[Any, ...]]:
        connection = await asyncpg.connect(url)
        try:
            rows = [await connection.fetch(statement) for statement in statements]
        finally:
            await connection.close()
        return [tuple(row.values()) for row in rows[-1]]

    return asyncio.run(run())


def _somebody() -> str:
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _group() -> int:
    return pwd.getpwnam(_somebody()).pw_gid


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


@contextmanager
def running() -> Iterator[Cluster]:
    """A server that runs."""
    made = Cluster()
    try:
        made.start()
        yield made
    finally:
        made.stop()
        shutil.rmtree(made.folder)
