"""The command line as a person uses it: real processes, their output, their exit status."""

import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import ludarium
from ludarium.games import kind

from ..support.goldens import SAMPLE
from ..support.patience import PATIENCE


def run(*words: str, stdin: str = "") -> tuple[int, str, str]:
    command = [sys.executable, "-m", "ludarium", *words]
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_version() -> None:
    assert run("--version") == (0, f"ludarium {ludarium.__version__}\n", "")


def test_the_house_with_no_words_lists_its_games() -> None:
    code, out, _ = run()
    assert code == 0 and all(f"\n{id}\n" in out for id in ludarium.games())


def test_the_help_says_what_the_plain_command_does() -> None:
    assert "Without a command it opens the home screen" in " ".join(run("--help")[1].split())


def test_a_cache_that_cannot_be_used_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("LUDARIUM_CACHE", str(tmp_path / "file" / "cache"))
    code, out, err = run("warm")
    assert (code, out) == (2, "") and "cannot be used: Not a directory; LUDARIUM_CACHE names another one" in err


def test_games() -> None:
    code, out, _ = run("games")
    assert code == 0
    for id in ludarium.games():
        assert f"{id}\n  {kind(id).about}\n" in out
    assert "    size: " in out and "(3, 4, 5 or 10; 5)" in out and "; drawn anew)" in out


@pytest.mark.parametrize("id", ludarium.games())
def test_rules(id: str) -> None:
    assert run("rules", id) == (0, kind(id).help.rstrip() + "\n", "")


def test_perft_prints_the_count_last() -> None:
    assert run("perft", "ataxx", "4") == (0, "155888\n", "")
    assert run("perft", "ataxx", "5", "--play-leaves", "--threads", "1")[1] == "4752668\n"
    assert run("perft", "ataxx", "5", "--option", "rules=seed")[1] == "4752684\n"
    assert run("perft", "beetle-battle", "3", "-o", "size=3")[1] == "576\n"
    assert run("perft", "ataxx", "0")[1] == "1\n"


def test_perft_divides() -> None:
    code, out, _ = run("perft", "ataxx", "2", "--divide", "--position", "7/7/7/2x1o2/7/7/7 x 0 1")
    *moves, total = out.splitlines()
    assert code == 0 and total == "419" and len(moves) == 23
    assert sum(int(line.partition(": ")[2]) for line in moves) == 419


def test_replay(tmp_path: Path) -> None:
    file = tmp_path / "sample.csv"
    file.write_text(SAMPLE, encoding="utf-8")
    ending = "b2 b1 b2\nb3 b1 b1\nb1 b2 b1\n\nBlue wins after 14 moves: one colour is gone (0 to 14).\n"
    assert run("replay", str(file)) == (0, ending, "")
    file.write_text(ludarium.new("ataxx").record(), encoding="utf-8")
    assert run("replay", str(file))[1].endswith("\n\nUnfinished after 0 moves: red to move.\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["rules", "chess"], "ludarium: there is no game 'chess'; there are "),
        (["perft", "chess", "3"], "ludarium: there is no game 'chess'; there are "),
        (["perft", "ataxx", "3", "-o", "size=3"], "ludarium: ataxx has no option 'size'; it has blocks, rules"),
        (["perft", "ataxx", "3", "-o", "rules"], "ludarium: an option is given as key=value, not as 'rules'"),
        (["perft", "ataxx", "3", "-o", "rules=uai", "-o", "rules=uai"], "ludarium: the option rules is given twice"),
        (["perft", "ataxx", "3", "--position", "?"], "ludarium: the FEN '?' has 1 ranks and not 7, joined by /"),
        (["replay", "/nowhere/at/all.csv"], "ludarium: cannot read '/nowhere/at/all.csv': No such file or directory"),
    ],
)
def test_what_is_wrong_is_one_sentence(words: list[str], sentence: str) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "") and err.startswith(sentence) and err.count("\n") == 1


def test_wrong_words_show_the_usage() -> None:
    for words in ["perft", "ataxx"], ["perft", "ataxx", "deep"], ["perft", "ataxx", "-1"], ["dance"], ["--dance"]:
        code, out, err = run(*words)
        assert (code, out) == (2, "") and "Traceback" not in err and "Usage: ludarium" in err


def test_bench_prints_the_fingerprint() -> None:
    code, out, _ = run("bench", "--quick")
    assert code == 0 and [line.split()[0] for line in out.splitlines()] == [*ludarium.games(), "fingerprint"]
    assert out == run("bench", "--quick")[1]


def test_a_reader_that_leaves_early_is_no_error() -> None:
    command = f"{sys.executable} -m ludarium rules ataxx | head -n 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert done.stdout == "# Ataxx\n" and done.stderr == ""


def stopped(process: "subprocess.Popen[bytes]") -> int:
    """Press Ctrl-C as a person does, again where it was not heard; the exit status."""
    for _ in range(10):
        process.send_signal(signal.SIGINT)
        try:
            return process.wait(PATIENCE / 10)  # on a busy machine the end takes long, and another one would disturb it
        except subprocess.TimeoutExpired:
            continue
    process.kill()
    return process.wait()


def test_long_work_shows_progress_and_can_be_stopped() -> None:
    """On a real terminal: the progress line appears, Ctrl-C ends it with one sentence."""
    run("perft", "ataxx", "3")  # compiled, so that what is stopped is the work itself
    master, terminal = pty.openpty()
    command = [sys.executable, "-m", "ludarium", "perft", "ataxx", "30"]
    with subprocess.Popen(command, stdout=terminal, stderr=terminal, stdin=terminal, start_new_session=True) as process:
        os.close(terminal)
        seen = b""
        while b"first moves" not in seen:
            seen += os.read(master, 1000)
        time.sleep(0.1)
        assert stopped(process) == 130
        while b"stopped" not in seen:
            seen += os.read(master, 1000)
    os.close(master)
    assert b"Ctrl-C stops" in seen and b"ludarium: stopped at 0 of 16 first moves" in seen and b"Traceback" not in seen
