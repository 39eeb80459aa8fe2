"""Players who are not at one machine: servers within a test, programs in processes of their own, a proxy that cuts
connections and lets them crawl."""

import os
import queue
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from litestar import Litestar

from ludarium.remote.address import Address
from ludarium.remote.client import Client
from ludarium.remote.remote_game import RemoteGame
from ludarium.web.ops import server
from ludarium.web.ops.embedded import EmbeddedServer

from . import apps
from .patience import PATIENCE

CRAWL = 0.004  # seconds between two pieces of what goes over a slow connection


@contextmanager
def embedded() -> Iterator[EmbeddedServer]:
    """A server in a thread, on this machine alone."""
    taken = list[Litestar]()

    def take(database: str | None, workers: int) -> Litestar:
        taken.append(apps.take(database, workers))
        return taken[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server, "create_app", take)
        running = EmbeddedServer("127.0.0.1", 0)
    yield running
    running.close()
    for app in taken:
        apps.give_back(app)


def place(server: EmbeddedServer) -> Address:
    return Address("127.0.0.1", server.port)


def guest(address: Address, name: str) -> Client:
    client = Client(address, name)
    client.sign_in()
    return client


@contextmanager
def pair(server: EmbeddedServer, kind: str = "ataxx", **more: object) -> Iterator[tuple[RemoteGame, RemoteGame]]:
    """A game of two, each with a link: the one who began it plays first."""
    wanted: dict[str, object] = {"kind": kind, "seats": ["human", "open"], "alias": "me"}
    ann, bob = guest(place(server), "Ann"), guest(place(server), "Bob")
    id = ann.new_game(**wanted | more)
    first, second = RemoteGame(ann, id).open(), RemoteGame(bob, id).open()
    try:
        second.sit()
        assert first.wait(lambda: not first.vacant, PATIENCE)
        yield first, second
    finally:
        second.close()
        first.close()


class Program:
    """`ludarium ...` in a process of its own, typed to and listened to line by line."""

    def __init__(self, *words: str, name: str = "") -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "ludarium", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            bufsize=1,
            env={**os.environ, "LUDARIUM_NAME": name},
        )
        self._heard: queue.Queue[str | None] = queue.Queue()
        self._ears = threading.Thread(target=self._listen)
        self._ears.start()
        self.said: list[str] = []

    def _listen(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            self._heard.put(line.rstrip("\n"))
        self._heard.put(None)

    def type(self, *lines: str) -> None:
        assert self._process.stdin
        for line in lines:
            self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def hear(self, pattern: str) -> re.Match[str]:
        """The next line that is like this."""
        while (line := self._heard.get(timeout=PATIENCE)) is not None:
            self.said.append(line)
            if found := re.search(pattern, line):
                return found
        raise AssertionError(f"nothing like {pattern!r} was said: {self.said}")

    def interrupt(self) -> None:
        import signal

        self._process.send_signal(signal.SIGINT)

    def end(self) -> int:
        """No more is typed; the exit status."""
        assert self._process.stdin
        with suppress(OSError):
            self._process.stdin.close()
        return self._process.wait(PATIENCE)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._ears.join()
        for stream in self._process.stdin, self._process.stdout:
            if stream:
                with suppress(OSError):
                    stream.close()


@contextmanager
def program(*words: str, name: str = "") -> Iterator[Program]:
    running = Program(*words, name=name)
    try:
        yield running
    finally:
        running.close()


class Proxy:
    """Stands between a player and a server, and cuts the connection whenever it is asked to."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._open: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()
        self.is_open = True
        self.mute = False  # whether what the server says is thrown away
        self.piece = 0  # bytes that go through every few milliseconds, if not all do at once
        self._start(self._accept)

    def _start(self, work: object, *given: object) -> None:
        thread = threading.Thread(target=work, args=given)  # type: ignore[arg-type]
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                caller, _ = self._listening.accept()
                if not self.is_open:
                    caller.close()
                    continue
                called = socket.create_connection(("127.0.0.1", self._to))
                with self._lock:
                    self._open += [caller, called]
                    self._start(self._carry, caller, called, False)
                    self._start(self._carry, called, caller, True)

    def _carry(self, from_here: socket.socket, there: socket.socket, answers: bool) -> None:
        with suppress(OSError):
            while data := from_here.recv(1 << 16):
                while data and not (answers and self.mute):
                    if self.piece:
                        time.sleep(CRAWL)
                    there.sendall(data[: self.piece or len(data)])
                    data = data[self.piece :] if self.piece else b""
        for end in from_here, there:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        """Cut everything that goes through; from then on the server is heard again."""
        with self._lock:
            for end in self._open:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
                end.close()
            self._open.clear()
            self.mute = False

    def close(self) -> None:
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self.cut()
        for thread in self._threads:
            thread.join()
