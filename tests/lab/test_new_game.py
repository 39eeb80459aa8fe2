"""`ludarium new-game` writes a game that plays at once, everywhere."""

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from textual.widgets import OptionList

from ludarium.contract.errors import BadOption
from ludarium.games import kind
from ludarium.lab.new_game import TEMPLATE, write_game
from ludarium.terminal.screen.new_game import NewGameScreen

from ..support.example_games import furnished
from ..support.patience import PATIENCE
from ..support.screens import moves, open_home, opened_game, touch, until
from ..support.server_process import process


def run(*words: str, place: Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LUDARIUM_GAMES": str(place), "LUDARIUM_CACHE": str(place / "cache")}
    command = [sys.executable, "-m", "ludarium", *words]
    return subprocess.run(
        command, input=stdin, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of games with a new one, made by the command."""
    place = tmp_path_factory.mktemp("games")
    done = run("new-game", "three-up", place=place)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        f"{place}/three_up is a whole game: three in a line. Change it into yours, beginning with rules.py.",
        "ludarium play three-up    plays it; ludarium three-up reads typed moves",
        "ludarium serve    has it on the page",
        f"ludarium check {place}/three_up    tries everything after each change",
    ]
    return place


def test_it_has_every_file_and_no_flaw(place: Path) -> None:
    made = {file.name for file in (place / "three_up").iterdir() if file.is_file()}
    assert made == {file.name.removesuffix(".txt") for file in TEMPLATE.iterdir()}
    assert not [file for file in (place / "three_up").iterdir() if file.is_file() and "@CLASS@" in file.read_text()]
    done = run("check", str(place / "three_up"), place=place)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert done.stdout.startswith("perft 9 72 504 3024 ")


def test_it_plays_in_line_mode(place: Path) -> None:
    done = run("three-up", place=place, stdin="start\nb2\nundo\nb2\nb2\n")
    assert done.returncode == 0 and "Nought moves" in done.stdout and "2 moves taken back." in done.stdout
    assert done.stderr == "line 5: b2 is not a legal move for cross: this square is taken\n"


def test_it_plays_over_http(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDARIUM_GAMES", str(place))
    with process("--port", "0") as (_, where):
        body = json.dumps({"kind": "three-up", "seats": ["human", "human"], "options": {"size": "5"}}).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{where}/api/games", body, headers)
        game = json.load(urllib.request.urlopen(request, timeout=PATIENCE))
        state = json.load(urllib.request.urlopen(f"{where}/api/games/{game['id']}", timeout=PATIENCE))
        assert state["kind"] == "three-up" and len(state["cells"]) == 25 and len(state["view"]["paths"]) == 25
        page = urllib.request.urlopen(f"{where}/", timeout=PATIENCE).read().decode()
        assert "/client/" in page
        introduction = f"{where}/api/kinds/three-up/introduction"
        assert json.load(urllib.request.urlopen(introduction, timeout=PATIENCE))["steps"]


async def test_it_plays_in_the_full_screen(place: Path) -> None:
    with furnished(place):
        async with open_home() as pilot:
            choices = pilot.app.screen.query_one(OptionList)
            assert choices.get_option("three-up").prompt == kind("three-up").title == "Three up"
            choices.highlighted = choices.get_option_index("three-up")
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(pilot.app.screen, NewGameScreen))
            pilot.app.screen.query_one("#seat1 Select").value = "human"  # type: ignore[attr-defined]
            await pilot.pause()
            await pilot.press("ctrl+s")
            play = await opened_game(pilot)
            await touch(pilot, play, "b2")
            await until(pilot, lambda: moves(play) == ["b2"])


def test_a_name_that_cannot_be_is_one_sentence(tmp_path: Path) -> None:
    rule = "a game's folder is named by small letters, digits and _, a letter first; call it "
    for name, said in {
        "My Game!": f"'My Game!' cannot be the name: {rule}my_game",
        "../up": f"'../up' cannot be the name: {rule}up",
        "": f"'' cannot be the name: {rule}game",
        "7up": f"'7up' cannot be the name: {rule}game_7up",
        "gamma": "there is a game gamma already; choose another name",
    }.items():
        with pytest.raises(BadOption) as refused:
            write_game(name, tmp_path)
        assert str(refused.value) == said
    write_game("once", tmp_path)
    with pytest.raises(BadOption, match="once is there already; choose another name, or move it away"):
        write_game("once", tmp_path)
