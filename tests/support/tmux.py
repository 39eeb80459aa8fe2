"""A real terminal for tests: `ludarium` in tmux, keys typed into it, and what is to be seen there."""

import os
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from ludarium.store.location import FILE

from .patience import PATIENCE

needs_tmux = pytest.mark.skipif(not shutil.which("tmux"), reason="tmux is not installed here")


def until(true: Callable[[], bool], told: Callable[[], str]) -> None:
    """Wait until something is so; what is told if it never is."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, told()
        time.sleep(0.05)


class Terminal:
    """A terminal with a program in it, at which a user sits who may have a name."""

    def __init__(self, folder: Path, name: str = "") -> None:
        self.folder, self.name = folder, name
        self._socket = str(folder / "tmux")
        self._session = "0"

    def tmux(self, *words: str) -> str:
        command = ["tmux", "-S", self._socket, "-f", "/dev/null", *words]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def open(self, *words: str, size: tuple[int, int] = (80, 24)) -> None:
        """Run `ludarium` with these words; what it prints in the end stays to be seen."""
        place = f"LUDARIUM_HOME={self.folder}", f"LUDARIUM_NAME={self.name}"
        program = shlex.join(["env", *place, sys.executable, "-m", "ludarium", *words])
        self.run(f"{program}; echo left with $?; sleep 1000", size)

    def run(self, line: str, size: tuple[int, int] = (80, 24)) -> None:
        """Run a line of the shell in a new window."""
        self._session = str(int(self._session) + 1)
        wide, high = map(str, size)
        self.tmux("new-session", "-d", "-s", self._session, "-x", wide, "-y", high, line)

    def press(self, *keys: str) -> None:
        self.tmux("send-keys", "-t", self._session, *keys)

    def resize(self, wide: int, high: int) -> None:
        self.tmux("resize-window", "-t", self._session, "-x", str(wide), "-y", str(high))

    def seen(self) -> str:
        return self.tmux("capture-pane", "-t", self._session, "-p")

    def see(self, *texts: str) -> str:
        """Wait until all of this is to be seen."""

        def found() -> bool:
            seen = self.seen()
            return all(text in seen for text in texts)

        until(found, lambda: f"{texts} not in\n{self.seen()}")
        return self.seen()

    def see_kept(self, move: str) -> None:
        """Wait until a game with this move is in the store."""
        until(lambda: any(move in record for record in self._kept()), lambda: f"{move} was not kept")

    def _kept(self) -> list[str]:
        """The records in the store; none while it is being made."""
        with suppress(sqlite3.OperationalError), closing(sqlite3.connect(self.folder / FILE)) as store:
            return [record for (record,) in store.execute("SELECT record FROM games")]
        return []

    @property
    def process(self) -> int:
        """The program's number."""
        shell = int(self.tmux("display-message", "-t", self._session, "-p", "#{pane_pid}"))
        found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(shell)], capture_output=True, text=True, check=True)
        return int(found.stdout.split()[0])

    def kill(self) -> None:
        """Kill the program in the hardest way there is."""
        os.kill(self.process, signal.SIGKILL)

    def close(self) -> None:
        subprocess.run(["tmux", "-S", self._socket, "kill-server"], capture_output=True, check=False)
