"""The server as a process: where it says it is, what it takes, and how it ends."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ludarium.contract.errors import LudariumError
from ludarium.web.ops import serve

from ..support.patience import PATIENCE
from ..support.server_process import COMMAND, children, lives, process


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_server_ends_and_its_workers_with_it(number: int) -> None:
    with process("--port", "0") as (server, address):
        body = {"kind": "ataxx", "seats": ["human", "random"]}
        id = httpx.post(f"{address}/api/games", json=body, timeout=PATIENCE).json()["id"]
        with connect(f"{address.replace('http', 'ws')}/api/games/{id}/socket", open_timeout=PATIENCE) as page:
            page.send(json.dumps({"do": "play", "id": 1, "at": 0, "path": ["a7", "b6"]}))
            while json.loads(page.recv(PATIENCE)).get("ply") != 2:
                pass
            # A message that is too large is not even read
            page.send("x" * 2_000_000)
            with pytest.raises(ConnectionClosed):
                page.recv(PATIENCE)
        assert httpx.get(f"{address}/api/games/{id}", timeout=PATIENCE).json()["moves"][0][1] == "a7-b6"
        workers = children(server.pid)
        assert workers
        server.send_signal(number)
        assert server.wait(PATIENCE) == (0 if number != signal.SIGKILL else -signal.SIGKILL)
        until = time.monotonic() + PATIENCE
        while any(map(lives, workers)):
            assert time.monotonic() < until
            time.sleep(0.02)
        assert server.stderr and not server.stderr.read()


def test_a_port_that_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        told = subprocess.run([*COMMAND, "--port", str(port)], capture_output=True, text=True)
        assert told.returncode == 2 and not told.stdout
        assert told.stderr == (
            f"ludarium: cannot listen at 127.0.0.1 port {port}: address already in use; choose another with --port\n"
        )


def test_the_next_port_is_taken_where_none_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        monkeypatch.setattr(serve, "PORT", other.getsockname()[1])
        with serve.bind("127.0.0.1", None) as listening:
            assert serve.address(listening, "127.0.0.1") != f"http://127.0.0.1:{other.getsockname()[1]}/"
    for host, port in ("127.0.0.1", 99_999), ("no such host", 0), ("192.0.2.1", 0):
        with pytest.raises(LudariumError):
            serve.bind(host, port)


def test_a_database_that_cannot_be_had(tmp_path: Path) -> None:
    words = [*COMMAND, "--port", "0", "--database", f"sqlite:////{tmp_path}/nothing.txt/games.db"]
    (tmp_path / "nothing.txt").write_text("")
    told = subprocess.run(words, capture_output=True, text=True, env=os.environ)
    assert told.returncode == 2
    assert told.stderr.startswith("ludarium: ") and told.stderr.count("\n") == 1


def test_the_server_itself_does_not_import_numba() -> None:
    listing = "import ludarium.web.ops.serve, sys\nprint(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", listing], capture_output=True, text=True, check=True).stdout.split()
    assert not {"numba", "numpy", "textual", "ludarium.terminal"} & set(loaded)
