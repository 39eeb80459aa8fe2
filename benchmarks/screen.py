"""The full screen in a real terminal: from a key to the last letter that it changes.

On a machine with other work to do, waiting is most of that; so what the program itself worked is shown beside it."""

import fcntl
import os
import pty
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path
from typing import NamedTuple

LIMIT = 50  # milliseconds that a key may take
SETTLED = 0.06  # seconds without a letter, after which all has been said
PATIENCE = 30.0  # seconds that the program may take to begin
BEGINNING = 5.0  # seconds in which it opens what it keeps
SILENCE = 1.0  # seconds, after which a key has shown nothing

BOARDS = {"10 x 10": 10, "100 x 100": 100}
TERMINALS = (80, 24), (200, 60)
FOUR = [word for player in range(1, 5) for word in ("--seat", f"{player}=human")]

LEFT, RIGHT, DOWN, SPACE = b"\x1b[D", b"\x1b[C", b"\x1b[B", b" "
KEYS = {
    "the cursor moves": [LEFT, RIGHT] * 15,
    "a token is placed": [LEFT, SPACE, DOWN, SPACE] * 8,
    "the board scrolls": [DOWN] * 30,
}


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, command: list[str], size: tuple[int, int]) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        self._home = tempfile.TemporaryDirectory()
        environment = {**os.environ, "TERM": "xterm-256color", "LUDARIUM_HOME": self._home.name}
        self._process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True
        )
        os.close(slave)

    def listen(self, patience: float) -> float:
        """Read until nothing more comes; returns when the last letter came."""
        last = time.perf_counter()
        while select.select([self._master], [], [], patience)[0]:
            os.read(self._master, 1 << 16)
            last, patience = time.perf_counter(), SETTLED
        return last

    def press(self, key: bytes) -> float:
        """Press a key; how many milliseconds pass until all is shown."""
        begun = time.perf_counter()
        os.write(self._master, key)
        return 1000 * max(0.0, self.listen(SILENCE) - begun)

    def worked(self) -> float:
        """The milliseconds that the program has worked so far."""
        told = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="ascii")
        user, system = told.rpartition(")")[2].split()[11:13]
        return 1000 * (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._master)
        self._home.cleanup()


class Figures(NamedTuple):
    """The milliseconds that keys take, and what the program works for one of them."""

    median: float
    worst: float
    worked: float


def measure(side: int, size: tuple[int, int]) -> dict[str, Figures]:
    """Keys on a board of Gamma with four players."""
    options = [word for name in ("width", "height") for word in ("--option", f"{name}={side}")]
    command = [sys.executable, "-m", "ludarium", "play", "gamma", *options, "--option", "players=4", *FOUR]
    terminal = Terminal(command, size)
    try:
        terminal.listen(PATIENCE)
        time.sleep(BEGINNING)
        for key in LEFT, RIGHT:
            terminal.press(key)
        return {what: _press_all(terminal, keys) for what, keys in KEYS.items()}
    finally:
        terminal.close()


def _press_all(terminal: Terminal, keys: list[bytes]) -> Figures:
    before = terminal.worked()
    taken = [terminal.press(key) for key in keys]
    return Figures(statistics.median(taken), max(taken), (terminal.worked() - before) / len(keys))


def main() -> None:
    print(f"  {f'Gamma, four players; {LIMIT} ms are allowed':<48}{'median':>9}{'worst':>9}{'worked':>9}")
    for name, side in BOARDS.items():
        for wide, high in TERMINALS:
            for what, figures in measure(side, (wide, high)).items():
                line = f"{name} on {wide} x {high}: {what}"
                print(f"  {line:<48}" + "".join(f"{figure:>6.1f} ms" for figure in figures), flush=True)
