"""Line mode as people and scripts use it: a real process, at a terminal and behind pipes."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import ludarium
from ludarium.store.blocking import BlockingStore
from ludarium.store.models import SavedGame

from ..support.imports import modules_after
from ..support.networked import program
from ..support.patience import PATIENCE
from ..support.shells import FOLDER, lay_out
from ..support.tmux import until
from ..support.wrong_games import Wrong, write_wrong

BOARD = "===\n  r - - - - - b\n" + 5 * "  - - - - - - -\n" + "  b - - - - - r\n===\n"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return lay_out(tmp_path, monkeypatch)


# At a terminal


class Terminal:
    """A real terminal in which the program runs."""

    def __init__(self, *words: str) -> None:
        self._master, terminal = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ludarium", *words],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            start_new_session=True,
            env={**os.environ, "TERM": "dumb"},
        )
        os.close(terminal)

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def press_ctrl_c(self) -> None:
        self.process.send_signal(signal.SIGINT)

    def press_ctrl_c_until(self, text: str) -> None:
        """Press it again where nothing is said about it: Python hears one that comes just before readline begins to
        wait for keys with the next key. Not too soon: one that comes during the end of the program disturbs that."""
        seen = ""
        for _ in range(30):
            self.press_ctrl_c()
            while text not in seen and select.select([self._master], [], [], PATIENCE / 30)[0]:
                seen += os.read(self._master, 1).decode("utf-8", "replace")
            if text in seen:
                return
        raise AssertionError(f"{text!r} does not come after {seen!r}")

    def press_ctrl_c_twice(self) -> None:
        """At the prompt, where two of them end the program."""
        self.press_ctrl_c_until("Ctrl-C again ends the program, and so does quit.")
        self.until("> ")
        self.press_ctrl_c_until("Ctrl-C has ended the program.")

    def rest(self) -> None:
        """Wait until the program waits for keys: readline has shown a key before it waits for the next one."""
        status = Path(f"/proc/{self.process.pid}/stat")
        until(lambda: status.read_text().rpartition(")")[2].split()[0] == "S", status.read_text)

    def until(self, text: str) -> str:
        """All that is shown up to a text."""
        seen = ""
        while text not in seen:
            assert select.select([self._master], [], [], PATIENCE)[0], f"{text!r} does not come after {seen!r}"
            seen += os.read(self._master, 1).decode("utf-8", "replace")
        return seen

    def hang_up(self) -> None:
        os.close(self._master)

    def close(self) -> int:
        """Wait for the end; the exit status."""
        with suppress(OSError):
            while select.select([self._master], [], [], PATIENCE)[0] and os.read(self._master, 1000):
                pass
        self.hang_up()
        try:
            return self.process.wait(PATIENCE)
        finally:
            self.process.kill()


@pytest.mark.parametrize(
    ("seats", "players"),
    [
        (("level 10", "human"), "you play blue, the computer red at level 10."),
        (("human", "human"), "you play red and blue."),
    ],
)
def test_a_kept_game_is_offered_to_a_person_and_not_to_a_pipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seats: tuple[str, str], players: str
) -> None:
    monkeypatch.setenv("LUDARIUM_HOME", str(tmp_path))
    game = ludarium.new("ataxx")
    game.push("a7-b6")
    with BlockingStore() as store:
        store.save_game(SavedGame.begin("ataxx", game.record(), seats, "Goliath against you, 1 move"))
    terminal = Terminal("ataxx")
    terminal.until("A game is not over: Goliath against you, 1 move.")
    terminal.until("c continues it, Enter begins a new one: ")
    terminal.type("c\n")
    terminal.until("1 move loaded. Blue is to move.")
    terminal.until(players)
    terminal.until("ataxx set-up> ")
    terminal.type("quit\n")
    assert terminal.close() == 0
    command = [sys.executable, "-m", "ludarium", "ataxx"]
    piped = subprocess.run(command, input="quit\n", capture_output=True, text=True, check=True)
    assert "not over" not in piped.stdout + piped.stderr


def test_a_terminal_has_a_prompt_completion_and_a_history(place: Path) -> None:
    terminal = Terminal("ataxx")
    assert "Ataxx: you play red, the computer blue at level 3. start begins" in terminal.until("ataxx set-up> ")
    # A line that is completed may be shown again, prompt and all: what comes after it tells that it was taken
    terminal.type("bl\ts 3\t\n")
    terminal.type("dance\n")
    terminal.until("\n'dance' is no move")
    terminal.until("ataxx set-up> ")
    terminal.type("du\t\n")
    terminal.until("===")
    assert "- X - - - X -" in terminal.until("===")
    terminal.until("ataxx set-up> ")
    terminal.type("\x04")
    assert terminal.close() == 0
    assert (place.parent / "home" / "history").read_text(encoding="utf-8").split("\n")[-4:] == [
        "blocks 3gh",
        "dance",
        "dump",
        "",
    ]
    again = Terminal("ataxx")
    again.until("> ")
    again.type("\x10\n")
    assert "===" in again.until("===")
    again.until("> ")
    again.press_ctrl_c_twice()
    assert again.close() == 130


def test_ctrl_c_at_the_prompt_says_what_a_second_one_does(place: Path) -> None:
    terminal = Terminal("ataxx")
    terminal.until("ataxx set-up> ")
    terminal.type("blo")
    terminal.until("blo")
    terminal.rest()
    terminal.press_ctrl_c()
    terminal.until("Ctrl-C again ends the program, and so does quit.")
    terminal.until("ataxx set-up> ")
    terminal.type("dump\n")
    terminal.until("===")
    terminal.until("===")
    terminal.until("ataxx set-up> ")
    terminal.press_ctrl_c_twice()
    assert terminal.close() == 130


def test_what_others_do_is_shown_while_a_line_is_typed(place: Path) -> None:
    with program("ataxx", name="Ann") as ann:
        ann.type("host me@127.0.0.1:0")
        where = ann.hear(r"Waiting for a player to join (.*) [.]{3}")[1]
        bob = Terminal("ataxx")
        bob.until("ataxx set-up> ")
        bob.type(f"join {where}\n")
        bob.until("who sets the game up")
        bob.until("ataxx set-up> ")
        bob.type("a1-")
        bob.until("a1-")
        ann.type("start", "a7-b6")
        bob.until("The game begins: you play blue against Ann.")
        bob.until("Red moves a7-b6.")
        bob.until("ataxx blue> a1-")
        bob.type("b2\n")
        ann.hear("Blue moves a1-b2")
        bob.until("ataxx red> ")
        bob.type("quit\n")
        assert bob.close() == 0
        ann.hear("Blue has given up")


def test_ctrl_c_on_a_terminal_gives_an_endless_game_back(place: Path) -> None:
    terminal = Terminal("abatis")
    terminal.until("abatis set-up> ")
    terminal.type("type knockout\nseed 1\nlevel 1\nauto\nstart\n")
    terminal.until("Player moves ")
    terminal.press_ctrl_c()
    terminal.until("The computer has stopped; you play on.")
    terminal.until("abatis player> ")
    terminal.type("quit\n")
    assert terminal.close() == 0


def test_a_terminal_that_goes_away_at_the_prompt_ends_it(place: Path) -> None:
    terminal = Terminal("ataxx")
    terminal.until("ataxx set-up> ")
    terminal.hang_up()
    assert terminal.process.wait(PATIENCE) == 0


# The real process


def run(*words: str, stdin: bytes = b"", **how: Any) -> tuple[int, str, str]:
    command = [sys.executable, "-m", "ludarium", *words]
    done = subprocess.run(command, input=stdin, capture_output=True, check=False, **how)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.parametrize("name", ["ataxx/blocks-refused-whole", "ataxx/load-cycle", "beetle-battle/sample"])
def test_answers_and_errors_go_apart(name: str, place: Path) -> None:
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    script = "".join(f"{line[2:]}\n" for line in lines if line[0] == ">")
    out = "".join(f"{line}\n" for line in lines if line[0] not in ">!")
    err = "".join(f"{line[2:]}\n" for line in lines if line[0] == "!")
    assert run(name.partition("/")[0], stdin=script.encode()) == (0, out, err)


def test_answers_are_out_before_more_is_read() -> None:
    command = [sys.executable, "-m", "ludarium", "ataxx"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin and process.stdout and process.stderr
        for _ in range(2):
            process.stdin.write(b"dump\ndance\n")
            process.stdin.flush()
            assert b"".join(process.stdout.readline() for _ in range(9)) == BOARD.encode()
            assert b"'dance' is no move" in process.stderr.readline()


def test_odd_ends() -> None:
    assert run("ataxx", stdin=b"dump\nquit now") == (0, BOARD, "line 2: quit takes nothing behind it, not 'now'\n")
    ludarium = f"{sys.executable} -m ludarium ataxx"
    for script, status, err in (
        (f"{ludarium} 0>/dev/null", 2, "ludarium: cannot read standard input: Bad file descriptor\n"),
        (f"{ludarium} <&-", 0, ""),
        (f"yes rules | {ludarium} | head -n 1", 0, ""),
        (f"echo dance | {ludarium} 2>&-", 0, ""),
        (f"echo dump | {ludarium} >&-", 0, ""),
    ):
        done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (status, err), script


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the platform has no /dev/full")
def test_answers_that_cannot_be_written_end_it_with_a_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "ludarium", "ataxx"],
            input=b"dump\n",
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (done.returncode, done.stderr) == (2, b"ludarium: cannot write the answers: No space left on device\n")


def test_a_sixth_game_gets_its_command(nim_folder: Path) -> None:
    environment = {**os.environ, "LUDARIUM_GAMES": str(nim_folder)}
    script = b"help\nstones 3\nstones 99\ntake 2\ncolor right\ntake 1\nstart\ndump\nmanual now\ngive 1\n"
    status, out, err = run("nim", stdin=script, env=environment)
    assert status == 0 and out.startswith("Nim: you play left, the computer right at level 3.\n")
    assert out.endswith("Right wins.\n===\n  \n===\n")
    assert err.splitlines() == [
        "line 3: stones takes a whole number from 1 to 50, not '99'",
        "line 9: there is no player 'now'; there are left and right",
        "line 10: the game is over; clear begins a new one",
    ]
    assert " nim " in run("--help", env=environment)[1]


def test_an_option_does_not_hide_a_move_of_its_name(nim_folder: Path) -> None:
    file = nim_folder / "nim" / "board.py"
    board = file.read_text(encoding="utf-8").replace(
        '"how many stones there are"),', '"stones"), Flag("swap", False, "?"),'
    )
    board = board.replace("import Whole", "import Flag, Whole").replace("def make(stones)", "def make(stones, swap)")
    board = board.replace("    if text[:5]", '    if text == "swap":\n        return 1\n    if text[:5]')
    file.write_text(board, encoding="utf-8")
    script = b"swap yes\ndump\nswap\ndump\ncolor right\nstart\nswap no\nstones 3\nstones\nswap\n"
    status, out, err = run("nim", stdin=script, env={**os.environ, "LUDARIUM_GAMES": str(nim_folder)})
    assert (status, out[:34]) == (0, "===\n  o o o o o o o \n===\n===\n  o o")
    assert err.splitlines() == [
        "line 7: swap comes before the game; clear leaves this one",
        "line 8: stones comes before the game; clear leaves this one",
        "line 9: stones comes before the game; clear leaves this one",
    ]


@pytest.mark.parametrize(
    ("script", "said"),
    [
        (b"start\ntake 1\n", r"rules\.py, line 33: IndexError: list index out of range"),
        # A computer plays by plain rules until compiled ones are there
        (b"color right\nlevel 1\nstart\n", r"(rules\.py, line 33: IndexError|compiled rules listed more)"),
    ],
)
def test_a_game_that_fails_ends_line_mode_with_a_sentence(tmp_path: Path, script: bytes, said: str) -> None:
    """At the move of a person, and in the thread of a computer."""
    folder = write_wrong(tmp_path, Wrong("crash", "    s[0] -= move\n", "    s[99] -= move\n", ""))
    environment = {**os.environ, "LUDARIUM_GAMES": str(tmp_path), "LUDARIUM_CACHE": str(tmp_path / "cache")}
    status, _, err = run("crash", stdin=script, env=environment)
    assert status == 2 and re.match(rf"ludarium: {folder}: {said}", err) and err.count("\n") == 1


PROGRAM = '''
"""Nim's own program: a digit takes so many stones, and the answer is how many are left."""

from .rules import Nim, play

TALK, LONGEST = 1, 1


def converse(game: Nim, s, talk, text, out, errors):
    while talk[0] < len(text):
        play(game, s, text[talk[0]] - 48)
        out[talk[0]] = 48 + s[0]
        talk[0] += 1
    return 1
'''

CONVERSATION = """
from array import array
from ludarium.engine.code import game_code
from ludarium.games import kind

nim = kind("nim")
assert nim.program and not kind("ataxx").program and kind("gamma").program
game, said = nim.make({"stones": 7}), []
for converse in nim.program.converse, game_code(nim).native(nim.program.converse):
    row, out = array("q", nim.start(game, {})), bytearray(3)
    assert converse(game, row, array("q", [0]), b"213", out, bytearray(1)) == 1
    said.append((row.tolist(), bytes(out)))
print(said)
"""


def test_a_sixth_game_may_bring_a_program(nim_folder: Path) -> None:
    (nim_folder / "nim" / "program.py").write_text(PROGRAM, encoding="utf-8")
    environment = {**os.environ, "LUDARIUM_GAMES": str(nim_folder), "LUDARIUM_CACHE": str(nim_folder / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", CONVERSATION], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("[([1, 1], b'541'), ([1, 1], b'541')]\n", "")


def test_a_game_does_not_take_a_name_of_the_house(nim_folder: Path) -> None:
    (nim_folder / "nim").rename(nim_folder / "games")
    status, out, _ = run("games", env={**os.environ, "LUDARIUM_GAMES": str(nim_folder)})
    assert status == 0 and "games\n  Take the last stone." in out


def test_without_computers_it_is_light(place: Path) -> None:
    script = "dump\\nblocks 3gh\\na7-a6\\nsave x.csv\\nundo\\nload x.csv\\nhelp\\nmanual\\nrules\\ncolor blue\\n"
    listen = f"import io, sys\nsys.stdin = io.TextIOWrapper(io.BytesIO(b'{script}'))\nsys.argv = ['', 'ataxx']\n"
    play = f"{listen}from ludarium.terminal.cli import app\ntry:\n    app()\nexcept SystemExit:\n    pass"
    assert not modules_after(play) & {"numba", "numpy", "textual", "sqlalchemy", "readline", "asyncio"}
