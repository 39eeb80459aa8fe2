"""`ludarium lab play` as a person uses it."""

import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

from ludarium.lab.learning.shard import file_of, read_shard
from ludarium.terminal.progress import Pace

from ....support.lab_commands import LAB, refusal, run_lab
from ....support.patience import PATIENCE


def test_many_processes_fill_a_folder_once(tmp_path: Path) -> None:
    words = "beetle-battle", str(tmp_path), "-o", "size=3", "--games", "5", "--shard", "2", "--nodes", "20"
    code, out, err = run_lab("play", *words, "--processes", "2")
    assert (code, err) == (0, "")
    assert re.fullmatch(r"(\d+) positions of 5 games in 3 shards; \1 are new, [\d,]+ a second\.\n", out)
    assert [read_shard(file_of(tmp_path, number)).header.games for number in (1, 2, 3)] == [2, 2, 1]
    file_of(tmp_path, 2).write_bytes(b"damaged")
    code, out, err = run_lab("play", *words, "--processes", "1")
    assert code == 0 and " of 5 games in 3 shards; " in out
    assert err == f"ludarium: the shard '{file_of(tmp_path, 2)}' is left out: its checksum is wrong\n"
    assert run_lab("play", *words)[1].endswith("; none is new.\n")


def test_ctrl_c_keeps_what_is_whole(tmp_path: Path) -> None:
    words = *LAB, "play", "ataxx", str(tmp_path), "--positions", "1000000", "--shard", "20", "--nodes", "20"
    with subprocess.Popen([*words, "--processes", "2"], stderr=subprocess.PIPE, text=True) as playing:
        until = time.monotonic() + PATIENCE
        # The second one is written after the first one has been counted
        while len([*tmp_path.glob("*.shard")]) < 2 and time.monotonic() < until:
            time.sleep(0.01)
        playing.send_signal(signal.SIGINT)
        assert playing.stderr
        err = playing.stderr.read()
    assert playing.returncode == 130
    assert re.fullmatch(r"ludarium: stopped at \d+ of 1000000 positions, [\d,]+ a second, [\d.]+ \w+ left\n", err)
    files = sorted(tmp_path.glob("*.shard"))
    assert files and all(read_shard(file).header.positions >= 20 for file in files)
    assert {*tmp_path.iterdir()} == {*files, tmp_path / ".lock"}


@pytest.mark.parametrize(
    "words, said",
    [
        (
            ("ataxx", "x", "--games", "1", "--positions", "1"),
            "the end is given by --positions or by --games, not by both",
        ),
        (("abatis", "x"), "abatis is for one player; learning takes games of two or more"),
        (("ataxx", "x", "--net", "none.net"), "cannot read 'none.net': No such file or directory"),
        (
            ("ataxx", "/proc/none", "--games", "1", "--nodes", "1"),
            "cannot write to '/proc/none': No such file",
        ),
    ],
)
def test_what_is_wrong_is_one_sentence(words: tuple[str, ...], said: str) -> None:
    assert refusal("play", *words).startswith(said)


def test_pace() -> None:
    now = [0.0]
    pace = Pace(lambda: now[0])
    assert pace.told(100) == "none yet"
    now[0] = 10
    pace.count(20_000)
    assert pace.told(100_000) == "2,000 a second, 50 s left"
    assert pace.told(1_000_000) == "2,000 a second, 8 min left"
    assert pace.told(100_000_000) == "2,000 a second, 13.9 h left"
    assert pace.told(-1) == "2,000 a second, 0 s left"
