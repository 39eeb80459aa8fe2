"""`ludarium tournament` as a person uses it: processes, kill -9, Ctrl-C, terminals."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludarium import load

from ....support.patience import PATIENCE
from ....support.tournaments import GAME, GAMMA_FOR_THREE, SHORT_ABATIS, write_file

COMMAND = sys.executable, "-m", "ludarium", "tournament"


def run(*words: str) -> tuple[int, str, str]:
    """The exit status of a command, and what it printed."""
    done = subprocess.run([*COMMAND, *words], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def lines(file: Path) -> list[dict[str, object]]:
    """The games of a file by number, without the time that they took."""
    games = [json.loads(line) for line in file.read_bytes().split(b"\n")[1:-1]]
    for game in games:
        del game["seconds"]
    return sorted(games, key=lambda game: int(game["number"]))


def test_a_tournament_from_its_file_to_its_table(tmp_path: Path) -> None:
    file = write_file(tmp_path, "rounds = 2\nnodes = 5", ("1", "random", "search"))
    code, out, err = run(str(file), "--processes", "2", "--pgn", str(tmp_path / "cup.pgn"))
    assert (code, err) == (0, "")
    told, table = out.splitlines()[:12], out.splitlines()[12:]
    assert all(line.startswith("game ") and " of 12: " in line for line in told)
    assert table[0].split() == ["player", "points", "games", "won", "drawn", "lost", "Elo", "95", "%"]
    assert sorted(line.split()[1] for line in table[1:]) == ["A", "B", "C"]
    assert (tmp_path / "cup.pgn").read_text().count("[Event ") == 12
    # Run again it plays nothing, and prints the table
    assert run(str(file)) == (0, "\n".join(table) + "\n", "")


def test_a_tournament_of_games_for_three(tmp_path: Path) -> None:
    file = write_file(tmp_path, f"{GAMMA_FOR_THREE}\nnodes = 5", ("1", "random", "random", "search"), "gamma")
    code, out, err = run(str(file), "--processes", "1")
    assert (code, err) == (0, "")
    told, table = out.splitlines()[:12], out.splitlines()[12:]
    assert all(re.fullmatch(r"game \d+ of 12: [A-D] [\d.]+, [A-D] [\d.]+, [A-D] [\d.]+", line) for line in told)
    assert table[0].split() == ["player", "points", "games", "first", "ahead", "equal", "behind", "Elo", "95", "%"]
    rows = [line.split() for line in table[1:]]
    assert sorted(row[1] for row in rows) == [*"ABCD"] and {row[3] for row in rows} == {"9"}
    # Each game has three pairs of players, with a point for each pair
    assert sum(float(row[2]) for row in rows) == 36


def test_a_tournament_of_games_for_one(tmp_path: Path) -> None:
    file = write_file(tmp_path, f"{SHORT_ABATIS}\nrounds = 2", ("1", "random"), "abatis")
    code, out, err = run(str(file), "--processes", "1")
    assert (code, err) == (0, "")
    told, table = out.splitlines()[:4], out.splitlines()[4:]
    scores = [int(line.rpartition(" ")[2]) for line in told]
    assert [line.rpartition(" ")[0] for line in told] == [f"game {n} of 4: {'BA'[n % 2]}" for n in (1, 2, 3, 4)]
    assert table[0].split()[:4] == ["player", "points", "games", "mean"] and table[0].split()[4] == "score"
    means = {row[1]: float(row[4]) for row in map(str.split, table[1:])}
    assert means == {"A": (scores[0] + scores[2]) / 2, "B": (scores[1] + scores[3]) / 2}


def test_games_do_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    file = write_file(tmp_path, "rounds = 2\nnodes = 5", ("1", "search"), "ataxx")
    for processes in "12":
        assert run(str(file), "--games", str(tmp_path / processes), "--processes", processes)[0] == 0
    assert lines(tmp_path / "1") == lines(tmp_path / "2") and len(lines(tmp_path / "1")) == 4


def wait_for_games(file: Path, count: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if file.exists() and file.read_bytes().count(b"\n") > count:
            return
        time.sleep(0.01)
    raise AssertionError(f"no {count} games")


# Kills a process as soon as so many games are written: another program might come when all games are over
KILLING = """
import multiprocessing, os, signal
from ludarium.lab.tournament.journal import Journal
add = Journal.add
def add_and_kill(self, game):
    add(self, game)
    if len(self.games) == {count}:
        os.kill({victim}, signal.SIGKILL)
Journal.add = add_and_kill
from ludarium.__main__ import main
main()
"""
ITSELF, ITS_WORKER = "os.getpid()", "multiprocessing.active_children()[0].pid"


def run_and_kill(victim: str, count: int, *words: str) -> "subprocess.CompletedProcess[str]":
    code = KILLING.format(victim=victim, count=count)
    command = [sys.executable, "-c", code, "tournament", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)


@pytest.mark.parametrize(
    "game, options, plays",
    [
        (GAME, "", ("1", "random")),
        ("gamma", GAMMA_FOR_THREE, ("1", "random", "mcts")),
        ("abatis", SHORT_ABATIS, ("random", "random")),
    ],
)
def test_killed_and_run_again_no_game_is_lost_or_played_twice(
    tmp_path: Path, game: str, options: str, plays: tuple[str, ...]
) -> None:
    file, total = write_file(tmp_path, f"{options}\nrounds = 40\nnodes = 5", plays, game), 40 * len(plays)
    games = tmp_path / "cup.games"
    assert run_and_kill(ITSELF, 5, str(file), "--processes", "2").returncode == -signal.SIGKILL
    kept = games.read_bytes()
    assert kept.count(b"\n") - 1 == 5 < total
    games.write_bytes(kept + b'{"number":80,"round":4')  # as if killed while it wrote
    assert run(str(file), "--processes", "2")[0] == 0
    assert games.read_bytes().startswith(kept)
    assert [line["number"] for line in lines(games)] == [*range(1, total + 1)]
    for line in lines(games)[:5]:
        assert load(str(line["record"])).outcome()
    # They are the games that would have been played without a kill
    assert run(str(file), "--processes", "1", "--games", str(tmp_path / "other"))[0] == 0
    assert lines(tmp_path / "other") == lines(games)


def test_a_killed_worker_is_replaced_and_its_game_played_again(tmp_path: Path) -> None:
    file = write_file(tmp_path, "rounds = 30\nnodes = 5", ("1", "random"))
    played = run_and_kill(ITS_WORKER, 2, str(file), "--processes", "1")
    assert played.returncode == 0 and " 60 " in played.stdout
    assert [game["number"] for game in lines(tmp_path / "cup.games")] == [*range(1, 61)]


def test_ctrl_c_prints_the_table(tmp_path: Path) -> None:
    file = write_file(tmp_path, "rounds = 20000\nnodes = 5")
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([*COMMAND, str(file), "--processes", "1"], text=True, **pipes) as playing:  # type: ignore[call-overload]
        wait_for_games(tmp_path / "cup.games", 2)
        playing.send_signal(signal.SIGINT)
        out, err = playing.communicate(timeout=PATIENCE)
    assert playing.returncode == 130 and err.startswith("ludarium: stopped after ") and err.count("\n") == 1
    assert out.splitlines()[-3].split()[:2] == ["player", "points"]


def test_a_live_table_on_a_terminal(tmp_path: Path) -> None:
    file = write_file(tmp_path, "rounds = 3\nnodes = 5")
    mine, theirs = pty.openpty()
    place = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    with subprocess.Popen([*COMMAND, str(file), "--processes", "1"], stdout=theirs, env=place):
        os.close(theirs)
        shown = b""
        while True:
            try:
                shown += os.read(mine, 1 << 16)
            except OSError:  # the terminal is closed
                break
    os.close(mine)
    text = shown.decode()
    assert "0 of 6 games, none yet; Ctrl-C stops" in text and "cup" in text
    assert text.splitlines()[-3].split()[-8:-6] == ["points", "games"]


def test_what_is_wrong_is_one_sentence(tmp_path: Path) -> None:
    file = write_file(tmp_path, "rounds = x")
    code, out, err = run(str(file))
    assert (code, out, err) == (2, "", f"ludarium: '{file}', line 3: invalid value\n")
    file = write_file(tmp_path)
    assert run(str(file), "--ray", "auto", "--processes", "1")[2].startswith(
        "ludarium: --processes is for this machine"
    )
    (tmp_path / "cup.games").write_text("not games\n")
    assert run(str(file))[2].startswith(f"ludarium: '{tmp_path / 'cup.games'}', line 1: ")
