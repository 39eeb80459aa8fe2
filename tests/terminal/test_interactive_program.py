"""Gamma's interactive mode at a real terminal: keys in, in one write and one by one, and the final board out."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

import ludarium
from ludarium.store.blocking import BlockingStore
from ludarium.store.location import FILE

from ..support.gamma_series import END as REPORTED
from ..support.naive.gamma_keys import END, GOLDEN, RIGHT, SKIP, SPACE, Keyboard, generate
from ..support.patience import PATIENCE

GAMES = 250
KEYS = 10  # of a generated game
PACED = 5  # every fifth game is played key by key
PAUSE = 0.01  # seconds between the keys of such a game
ROOT = Path(__file__).parent.parent.parent

Options = tuple[int, int, int, int]


def expected(options: Options, keys: Sequence[bytes]) -> str:
    board = Keyboard(*options)
    for key in keys:
        board.press(key)
    return board.report()


class Pty:
    """A program at a terminal."""

    def __init__(self, folder: Path, *words: str) -> None:
        self._ours, its = pty.openpty()
        fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 18, 60, 0, 0))
        place = {**os.environ, "LUDARIUM_HOME": str(folder), "TERM": "xterm-256color"}
        place["PYTHONPATH"] = os.pathsep.join([str(folder), place.get("PYTHONPATH", "")])
        self.process = subprocess.Popen(
            [sys.executable, "-m", *words],
            stdin=its,
            stdout=its,
            stderr=its,
            cwd=ROOT,
            env=place,
            start_new_session=True,
        )
        os.close(its)
        self._shown = b""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        try:
            while data := os.read(self._ours, 1 << 16):
                self._shown += data
        except OSError:
            pass  # the program has left

    @property
    def shown(self) -> str:
        return self._shown.decode(errors="replace")

    def write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._ours, data[:1024]) :]

    def wait_for(self, text: str) -> None:
        end = time.monotonic() + PATIENCE
        while text not in self.shown:
            assert time.monotonic() < end and self.process.poll() is None, self.shown[-3000:]
            time.sleep(0.01)

    def left(self, status: int = 0) -> str:
        """What stands below the screen when the program has left."""
        assert self.process.wait(PATIENCE) == status, self.shown[-3000:]
        self._reader.join(PATIENCE)
        text = self.shown.rpartition("\x1b[?1049l")[2].replace("\r\n", "\n")
        return re.sub(r"\x1b\[[0-9;?<>=]*[a-zA-Z]", "", text).strip("\n")

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


@contextmanager
def at_a_pty(folder: Path, *words: str) -> Iterator[Pty]:
    found = Pty(folder, *words)
    try:
        yield found
    finally:
        found.close()


def begin(options: Options) -> bytes:
    return f"I {' '.join(map(str, options))}\n".encode()


def test_generated_games_come_out_right(tmp_path: Path) -> None:
    """All keys of a game come in one write, or one by one; the same process plays all games."""
    games = [generate(seed, KEYS) for seed in range(GAMES)]
    pipe = tmp_path / "reports"
    os.mkfifo(pipe)
    texts = [",".join(map(str, options)) for options, _ in games]
    with at_a_pty(tmp_path, "tests.support.gamma_series", str(pipe), *texts) as program, pipe.open() as reports:
        for number, (options, keys) in enumerate(games):
            paced = number % PACED == 0
            for part in [*keys, END] if paced else [b"".join([*keys, END])]:
                program.write(part)
                time.sleep(PAUSE * paced)
            report = ""
            while not report.endswith(REPORTED):
                assert select.select([reports], [], [], PATIENCE)[0]
                report += os.read(reports.fileno(), 1 << 16).decode()
            assert report.rstrip(REPORTED) == expected(options, keys), (options, keys)


@pytest.mark.parametrize("pace", [0.0, 0.02, 0.3])
def test_keys_count_at_any_pace(tmp_path: Path, pace: float) -> None:
    options, keys = (4, 4, 2, 2), [SPACE, RIGHT, SPACE, GOLDEN, SKIP, GOLDEN, SPACE, RIGHT, SKIP, SKIP, SPACE]
    with at_a_pty(tmp_path, "ludarium", "gamma") as program:
        if pace:
            program.write(begin(options))
            program.wait_for("to move")
        else:
            program.write(begin(options))  # before the screen is open; Ctrl-D is then no end of input
        for key in [*keys, END]:
            program.write(key)
            time.sleep(pace)
        assert program.left().endswith(expected(options, keys))


NOISE = {
    "Meta as the eighth bit, and no UTF-8": b"\xe3\xe7\xff\xfe\xc3",
    "a beginning that does not go on": b"\x1b]",
    "an answer that no one asked for": b"\x1b]0;ccc\x07",
    "unknown sequences": b"\x1b[?1;2c\x1b[99z\x1b[\x1b[99999999999u\x1b[1;999999999999u",
    "a flood of Esc": b"\x1b" * 100_000,
    "unknown control keys": b"\x01\x02\x1d\x1e\x1f\x7f",
}


@pytest.mark.parametrize("noise", NOISE.values(), ids=NOISE)
def test_bytes_without_a_meaning_do_nothing(tmp_path: Path, noise: bytes) -> None:
    options, keys = (3, 3, 2, 2), [SPACE, RIGHT, SPACE, SKIP]
    with at_a_pty(tmp_path, "ludarium", "gamma") as program:
        program.write(begin(options))
        program.wait_for("to move")
        for key in [*keys, END]:
            program.write(noise + key)
        assert program.left().endswith(expected(options, keys))


def test_a_paste_counts_key_by_key(tmp_path: Path) -> None:
    options, keys = (3, 3, 2, 2), [SKIP, SPACE, RIGHT] * 333 + [SPACE]
    with at_a_pty(tmp_path, "ludarium", "gamma") as program:
        program.write(begin(options))
        program.wait_for("to move")
        program.write(b"\x1b[200~" + b"".join(keys) + b"\x1b[201~" + END)
        assert program.left().endswith(expected(options, keys))


@pytest.mark.parametrize("screen", ["home", "game"])
def test_bytes_without_a_meaning_do_nothing_on_the_full_screen(tmp_path: Path, screen: str) -> None:
    noise = b"".join(NOISE.values())
    words = {"home": (), "game": ("play", "gamma", "--option", "width=3", "--seat", "2=human")}[screen]
    with at_a_pty(tmp_path, "ludarium", *words) as program:
        program.wait_for("to move" if words else "L U D A R I U M")
        for key in [SPACE, RIGHT, SPACE, b"q"] if words else [b"q"]:
            program.write(noise + key)
        assert ("The game is kept" in program.left()) == bool(words)
    if words:
        assert [str(move) for move in kept(tmp_path).moves] == ["1,4", "2,4"]


def test_a_thousand_pasted_keys_count_on_the_full_screen(tmp_path: Path) -> None:
    keys = ([SKIP] + 4 * [RIGHT, b"\x1b[D"]) * 111 + [SPACE]
    with at_a_pty(tmp_path, "ludarium", "play", "gamma", "--seat", "2=human") as program:
        program.wait_for("to move")
        program.write(b"\x1b[200~" + b"".join(keys) + b"\x1b[201~q")
        program.left()
    assert [str(move) for move in kept(tmp_path).moves] == ["skip"] * 111 + ["5,4"]


def kept(folder: Path) -> ludarium.Game:
    """The one game that was kept."""
    with BlockingStore(f"sqlite:///{folder / FILE}") as store:
        (saved,) = store.saved_games()
    return ludarium.load(saved.record)


def test_a_signal_restores_the_terminal(tmp_path: Path) -> None:
    with at_a_pty(tmp_path, "ludarium", "play", "gamma", "--seat", "2=human") as program:
        program.wait_for("to move")
        program.process.terminate()
        program.left(128 + signal.SIGTERM)
        assert "\x1b[?1049l" in program.shown and "\x1b[?25h" in program.shown


def test_an_error_in_the_program_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "crash.py").write_text(
        "from ludarium.terminal.screen.game.game_screen import GameScreen\n"
        "GameScreen.action_about = lambda self: 1 / 0\n"
        "from ludarium.terminal.cli import main\nmain()\n"
    )
    with at_a_pty(tmp_path, "crash", "play", "gamma", "--seat", "2=human") as program:
        program.wait_for("to move")
        program.write(b"a")
        told = program.left(2)
        assert told.startswith("ludarium: the full screen has ended by an error in the program: ZeroDivisionError")
        assert "Traceback" not in told
