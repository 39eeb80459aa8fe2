"""`ludarium collect` and `ludarium explore` as a person uses them."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

import ludarium
from ludarium.store.blocking import BlockingStore
from ludarium.store.models import SavedGame

from ....support.tournaments import write_file

pytest.importorskip("duckdb", reason="DuckDB is not installed (pip install 'ludarium[database]')")

PROGRAM = sys.executable, "-m", "ludarium"


def run(*words: str) -> tuple[int, str, str]:
    """The exit status of a command, and what it printed."""
    done = subprocess.run([*PROGRAM, *words], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


def record(moves: str) -> str:
    game = ludarium.new("ataxx")
    for move in moves.split():
        game.push(move)
    game.end("red", "blue has given up")
    return game.record()


@pytest.fixture
def sources(tmp_path: Path) -> list[str]:
    """Three games in files and one of a server, all of which begin alike but one."""
    (tmp_path / "records").mkdir()
    for number, moves in enumerate(["a7-b6 a1-b2", "a7-b6 a1-b1"]):
        (tmp_path / "records" / f"{number}.csv").write_text(record(moves))
    (tmp_path / "one.csv").write_text(record("g1-f1"))
    url = f"sqlite:///{tmp_path}/server.db"
    with BlockingStore(url) as store:
        saved = SavedGame.begin("ataxx", record("a7-b6"), ("human", "level 3"), owner="x", listed=True)
        store.save_game(saved._replace(finished=True))
        store.save_game(saved._replace(id="private", record=record("a7-a6"), listed=False, finished=True))
        store.save_game(SavedGame.begin("ataxx", ludarium.new("ataxx").record(), ("human", "human")))
    return [str(tmp_path / "records"), str(tmp_path / "one.csv"), "--database", url, "--processes", "1"]


def test_games_of_files_and_servers(tmp_path: Path, sources: list[str]) -> None:
    file = str(tmp_path / "c.duckdb")
    assert run("collect", file, *sources) == (0, f"4 games with 6 moves are in {file}\n", "")
    # Again, with the private game of the server
    assert run("collect", file, *sources, "--private") == (0, f"5 games with 7 moves are in {file}\n", "")
    code, out, err = run("explore", file, "ataxx")
    assert (code, err) == (0, "") and "red to move; played in 5 games." in out
    table = out.splitlines()[-5:]
    assert [line.split()[:7] for line in table[:2]] == [
        ["move", "games", "won", "drawn", "lost", "score", "by"], ["a7-b6", "3", "3", "0", "0", "100", "%"]
    ]  # fmt: skip
    assert table[1].split()[7:]  # the person of the server's game
    code, out, err = run("explore", file, "ataxx", "a7-b6")
    assert "blue to move; played in 2 games." in out and out.splitlines()[-2].split()[:2] == ["a1-b2", "1"]
    position = ludarium.load(record("a7-b6")).after(1).position
    assert run("explore", file, "ataxx", "--position", position)[1] == out


def test_games_of_a_tournament(tmp_path: Path) -> None:
    tournament, file = write_file(tmp_path, "nodes = 2", ("1", "random"), "ataxx"), str(tmp_path / "c.duckdb")
    assert run("tournament", str(tournament), "--processes", "1")[0] == 0
    games = tmp_path / "cup.games"
    games.write_bytes(games.read_bytes() + b"damaged\n")
    code, out, err = run("collect", file, str(games), "--processes", "1")
    assert (code, err) == (0, f"ludarium: '{games}', line 4: this is no game, and it is left out\n")
    assert out.startswith("2 games with ")
    out = run("explore", file, "ataxx")[1]
    assert "played in 2 games" in out and out.splitlines()[-2].endswith("A 1, B 1")


def test_moves_are_typed_in_a_terminal(tmp_path: Path, sources: list[str]) -> None:
    file = str(tmp_path / "c.duckdb")
    assert run("collect", file, *sources)[0] == 0
    mine, theirs = pty.openpty()
    command = [*PROGRAM, "explore", file, "ataxx"]
    with subprocess.Popen(command, stdin=theirs, stdout=subprocess.PIPE, text=True) as open_one:
        os.close(theirs)
        os.write(mine, b"a7-b6\nz9\nback\nquit\n")
        out = open_one.communicate()[0]
    os.close(mine)
    assert out.count("played in 4 games.") == 2 and "blue to move; played in 2 games." in out and "z9" in out


def test_what_is_wrong_is_one_sentence(tmp_path: Path) -> None:
    file = str(tmp_path / "c.duckdb")
    (tmp_path / "broken.csv").write_text("nonsense\n")
    for words, said in [
        (("collect", file), "name what to collect: "),
        (("collect", file, "--database", f"sqlite:///{tmp_path}/none.db"), "there is no database at 'sqlite:///"),
        (("explore", file, "ataxx"), f"there is no collection '{file}'; "),
        (("explore", file, "ataxx", "z9"), "'z9' "),
        (
            ("explore", str(tmp_path / "broken.csv"), "ataxx"),
            f"'{tmp_path / 'broken.csv'}' cannot be used as a collection: ",
        ),
    ]:
        code, out, err = run(*words)
        assert (code, out) == (2, "") and err.startswith(f"ludarium: {said}") and err.count("\n") == 1, err
    # What cannot be read is named, and the rest goes on
    (tmp_path / "good.csv").write_text(record("a7-b6"))
    files = [str(tmp_path / name) for name in ("none.csv", "broken.csv", "good.csv")]
    code, out, err = run("collect", file, *files, "--processes", "1")
    assert (code, out) == (0, f"1 games with 1 moves are in {file}\n")
    assert sorted(line.split(":")[1].split()[0] for line in err.splitlines()) == ["cannot", "record"]
