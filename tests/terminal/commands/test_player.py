"""`--player python:FILE`: a Python file against the user, in line mode, on the full screen and on the page."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludarium
from ludarium.contract.bits import mix
from ludarium.play.match.seats import read_seats, seats_against
from ludarium.play.opponents.python_agent import PythonAgent
from ludarium.play.opponents.registry import seated
from ludarium.remote.address import parse
from ludarium.remote.remote_game import RemoteGame

from ...support.networked import Program, guest, program
from ...support.patience import PATIENCE

AGENT = "def choose(game):\n    return game.legal_moves[0]\n"
LOSER = "def choose(game):\n    raise RuntimeError('lost')\n"


@pytest.fixture
def agent(tmp_path: Path) -> Path:
    file = tmp_path / "my_agent.py"
    file.write_text(AGENT, encoding="utf-8")
    return file


def test_a_file_plays_in_line_mode(agent: Path) -> None:
    with program("ataxx", "--player", f"python:{agent}") as line:
        line.type("start", "a7-b6")
        game = ludarium.new("ataxx")
        game.push("a7-b6")
        assert line.hear("^Blue moves (.*)").group(1).rstrip(".") == str(game.legal_moves[0])
        line.type("quit")
        assert line.end() == 0


@pytest.mark.parametrize(
    ("player", "manner"), [("11", "at level 11"), ("random", "as random"), ("python:{agent}", "as my_agent.py")]
)
def test_line_mode_says_who_plays_and_another_level_plays_instead(agent: Path, player: str, manner: str) -> None:
    with program("ataxx", "--player", player.format(agent=agent)) as line:
        line.type("help")
        assert line.hear(f"^Ataxx: you play red, the computer blue {manner}.$")
        line.type("level 2", "help")
        assert line.hear("^Ataxx: you play red, the computer blue at level 2.$")
        line.type("seed 3", "start", "a7-b6")
        game = ludarium.new("ataxx")
        game.push("a7-b6")
        computer = seated("level 2", game.kind, mix(3, 0))
        assert line.hear("^Blue moves (.*)").group(1).rstrip(".") == str(computer.choose(game))
        line.type("quit")
        assert line.end() == 0


def test_a_file_that_fails_loses_in_line_mode(agent: Path) -> None:
    agent.write_text(LOSER, encoding="utf-8")
    with program("ataxx", "--player", f"python:{agent}") as line:
        line.type("start", "a7-b6")
        assert line.hear("^Red wins.*")
        line.type("quit")
        assert line.end() == 0


def test_a_level_takes_the_seat_of_an_engine_that_fails(tmp_path: Path) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text("raise SystemExit(3)\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "ludarium", "ataxx", "--player", f"uai:{sys.executable} {engine}"],
        input="start\na7-a6\nlevel 1\nquit\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert "is no engine that can be used: it has ended before the game" in done.stderr
    assert re.fullmatch("Blue moves .*\\.\n", done.stdout)


def test_it_takes_all_seats_but_the_users(agent: Path) -> None:
    game, alone = ludarium.new("ataxx"), ludarium.new("abatis")
    text = f"python:{agent}"
    assert read_seats([], game.kind, game.constants, seats_against(text)) == ("human", text)
    assert read_seats([], game.kind, game.constants, seats_against("3")) == ("human", "level 3")
    assert read_seats([], alone.kind, alone.constants, seats_against(text)) == (text,)


@pytest.fixture
def page(agent: Path) -> Iterator[Program]:
    with program("play", "ataxx", "--option", "blocks=a", "--display", "--player", f"python:{agent}") as running:
        yield running


def test_a_file_plays_on_the_page(page: Program) -> None:
    """The page opens a game in which the file has the second seat, and the first one waits for the user."""
    there = parse(page.hear("Your game is at (.*)").group(1))
    match = RemoteGame(guest(there._replace(game=""), "Ann"), there.game).open()
    try:
        match.sit()
        assert match.game.option_texts["blocks"] == "a"
        match.play("a7-b6", 0)
        assert match.wait(lambda: len(match.move_texts) == 2, PATIENCE)
    finally:
        match.close()
    page.interrupt()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--player", "python:nowhere.py"], "there is no file 'nowhere.py' that could play"),
        (["--player", "uai:nowhere"], "'nowhere' cannot be started: there is no such program"),
        (["--seat", "red=uai:nowhere"], "'nowhere' cannot be started: there is no such program"),
        (["--player", "12"], "a level is a whole number from 1 to 11 or a name such as Scarab, not '12'"),
        (["--player", "random", "--host", "me"], "--player is who plays against you here; in a hosted game, --seat "
         "gives a seat to an opponent"),
        (["--player", "random", "--display", "--seat", "red=1"], "on the page, --player takes all seats but yours; "
         "--seat is of no use beside it"),
    ],
)  # fmt: skip
def test_who_cannot_play_is_told_in_a_sentence(words: list[str], sentence: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ludarium", "play", "ataxx", *words], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.startswith(f"ludarium: {sentence}")


def test_an_agent_is_an_opponent(agent: Path) -> None:
    assert isinstance(seated(f"python:{agent}", ludarium.new("ataxx").kind), PythonAgent)


def test_a_command_that_names_a_level_is_left_as_it_is() -> None:
    assert seated("uai:engine --level 3", ludarium.new("ataxx").kind).name == "engine --level 3"
