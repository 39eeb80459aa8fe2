"""Gamma's own program as a real process: pipes, terminals, slow typists, readers that leave, and Ctrl-C."""

import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ludarium.terminal.game_program import MUCH

from ..support.naive.gamma_lines import Program as Naive
from ..support.patience import PATIENCE

OURS = [sys.executable, "-m", "ludarium", "gamma"]

SCRIPT = b"# a short game\nB 4 3 12 2\nm 1 0 0\nm 12 3 2\nx\ng 1 3 2\n q 1\nq 12\nf 1\n\np\nb 1\r\nb 12\0\n"
LONG_SCRIPT = b"B 3 2 2 2\n" + b"m 1 0 0\nm 2 1 1\nx\nq 1\np\n" * (MUCH // 16)

Told = tuple[int, bytes, bytes]


def run(text: bytes, *words: str) -> Told:
    done = subprocess.run([*OURS, *words], input=text, capture_output=True, check=False, timeout=PATIENCE)
    return done.returncode, done.stdout, done.stderr


def naive(text: bytes) -> Told:
    program = Naive(text)
    return 0, program.out.encode(), program.err.encode()


@contextmanager
def running() -> Iterator["subprocess.Popen[bytes]"]:
    pipe = subprocess.PIPE
    with subprocess.Popen(OURS, bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        try:
            yield process
        finally:
            process.kill()


def read(place: int, end: bytes) -> bytes:
    """What comes, up to these bytes; fails where they do not come."""
    seen = b""
    while not seen.endswith(end):
        assert select.select([place], [], [], PATIENCE)[0], f"nothing comes after {seen!r}"
        seen += os.read(place, 1)
    return seen


@pytest.mark.parametrize("text", [b"", SCRIPT, SCRIPT + b"p", SCRIPT + b"# the end", b"B 1 1 1 1", b"\0"])
def test_a_script(text: bytes) -> None:
    assert run(text) == naive(text)


def test_a_long_script_is_compiled_and_says_the_same() -> None:
    assert len(LONG_SCRIPT) > MUCH and run(LONG_SCRIPT) == naive(LONG_SCRIPT)


def test_a_script_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "script"
    file.write_bytes(SCRIPT)
    with file.open("rb") as stdin:
        done = subprocess.run(OURS, stdin=stdin, capture_output=True, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stdout, done.stderr) == naive(SCRIPT)


def test_a_slow_typist_is_answered_line_by_line() -> None:
    with running() as process:
        assert process.stdin and process.stdout and process.stderr
        for line, place, answer in (
            (b"x\n", process.stderr, b"ERROR 1\n"),
            (b"B 2 2 2 1\n", process.stdout, b"OK 2\n"),
            (b"m 1 0 0\n", process.stdout, b"1\n"),
            (b"q\n", process.stderr, b"ERROR 4\n"),
            (b"p\n", process.stdout, b"..\n1.\n"),
        ):
            process.stdin.write(line)
            assert read(place.fileno(), answer) == answer
        process.stdin.close()
        assert (process.wait(PATIENCE), process.stdout.read(), process.stderr.read()) == (0, b"", b"")


def test_a_typist_of_single_bytes() -> None:
    with running() as process:
        assert process.stdin and process.stdout and process.stderr
        for i in range(len(SCRIPT)):
            process.stdin.write(SCRIPT[i : i + 1])
        process.stdin.close()
        assert (process.wait(PATIENCE), process.stdout.read(), process.stderr.read()) == naive(SCRIPT)


def test_several_lines_and_a_half_are_answered_at_once() -> None:
    with running() as process:
        assert process.stdin and process.stdout
        process.stdin.write(b"B 2 1 2 1\nm 1 0 0\nb 1\nb ")
        assert read(process.stdout.fileno(), b"OK 1\n1\n1\n")
        process.stdin.write(b"2\n")
        assert read(process.stdout.fileno(), b"\n") == b"0\n"


def test_without_a_terminal_there_is_no_screen_and_the_program_waits() -> None:
    sentence = b"The full screen needs a terminal, and this is none; B instead of I plays in batch mode.\n"
    assert run(b"I 5 4 2 2\nI 4294967295 4294967295 2 2\nB 1 1 1 1\n") == (0, sentence + b"OK 3\n", b"ERROR 2\n")


def test_on_a_terminal_answers_and_errors_come_in_order() -> None:
    master, terminal = pty.openpty()
    with subprocess.Popen(OURS, stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True) as process:
        os.close(terminal)
        os.write(master, b"B 2 1 2 1\nx\np\n")
        seen = read(master, b"..\r\n")
        os.write(master, b"\x04")
        assert process.wait(PATIENCE) == 0
    os.close(master)
    assert seen == b"B 2 1 2 1\r\nx\r\np\r\n" + b"OK 1\r\nERROR 2\r\n..\r\n"  # the echo comes first


def test_answers_and_errors_in_one_file_are_in_order() -> None:
    text = b"x\nB 1 1 1 1\nx\nb 1\nx\n"
    one = subprocess.run(
        OURS, input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True, timeout=PATIENCE
    )
    assert one.stdout == b"ERROR 1\nOK 2\nERROR 3\n0\nERROR 5\n"


@pytest.mark.parametrize("text", [b"B 300 300 2 2\np\np\n" + b"# more\n" * 50_000, b"B 9 9 2 2\n" + b"p\n" * 50_000])
def test_a_reader_that_leaves_early_is_no_error(text: bytes, tmp_path: Path) -> None:
    file = tmp_path / "script"
    file.write_bytes(text)
    command = f"{sys.executable} -m ludarium gamma < {file} | head -n 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=False, timeout=PATIENCE)
    assert (done.stdout, done.stderr) == (b"OK 1\n", b"")


def test_nobody_who_hears_errors_is_no_error() -> None:
    command = f"{sys.executable} -m ludarium gamma 2>&-"
    done = subprocess.run(["sh", "-c", command], input=SCRIPT, capture_output=True, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == naive(SCRIPT)[:2]


def test_ctrl_c_ends_quietly() -> None:
    with running() as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(b"B 2 2 2 1\nm 1 0")
        read(process.stdout.fileno(), b"OK 1\n")
        process.send_signal(signal.SIGINT)
        assert (process.wait(PATIENCE), process.stdout.read(), process.stderr.read()) == (130, b"", b"")


def test_an_input_that_does_not_wait_is_waited_for() -> None:
    read_end, write_end = os.pipe()
    os.set_blocking(read_end, False)
    with subprocess.Popen(OURS, stdin=read_end, stdout=subprocess.PIPE) as process:
        os.close(read_end)
        assert process.stdout
        for line, answer in (b"B 2 2 2 1\n", b"OK 1\n"), (b"b 1\n", b"0\n"):
            os.write(write_end, line)
            assert read(process.stdout.fileno(), b"\n") == answer
        os.close(write_end)
        assert process.wait(PATIENCE) == 0


def test_what_cannot_be_read_or_written_is_one_sentence(tmp_path: Path) -> None:
    with (tmp_path / "empty").open("wb") as unreadable:
        done = subprocess.run(OURS, stdin=unreadable, capture_output=True, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"ludarium: cannot read standard input: Bad file descriptor\n"
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(OURS, input=SCRIPT, stdout=full, stderr=subprocess.PIPE, check=False, timeout=PATIENCE)
    assert done.returncode == 2
    assert done.stderr.endswith(b"ludarium: cannot write to standard output: No space left on device\n")


def test_small_scripts_do_without_numba_and_typer() -> None:
    code = "import sys; sys.argv = ['', 'gamma']\nfrom ludarium.__main__ import main\nmain()\nprint(*sys.modules)"
    text = b"B 200 200 50 9\n" + b"m 1 0 0\nq 2\n" * 50
    done = subprocess.run([sys.executable, "-c", code], input=text, capture_output=True, check=True, timeout=PATIENCE)
    assert not set(done.stdout.decode().split()) & {"numba", "numpy", "typer", "textual", "sqlalchemy"}


def test_the_command_line_knows_it() -> None:
    code, out, err = run(b"", "--help")
    assert code == 0 and b"gamma" in out and not err
    code, out, err = run(b"B 1 1 1 1\n", "now")
    assert (code, out) == (2, b"") and b"Usage: ludarium gamma" in err
