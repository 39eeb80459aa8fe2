"""A folder with something wrong is one sentence, and all other games go on."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import ludarium
from ludarium.contract.errors import BadGame
from ludarium.games import kind, kinds
from ludarium.games.blame import blame

from ..support.example_games import furnished
from ..support.wrong_games import LISTING, UNLOADABLE, Wrong, interrupted, write_wrong

LOOP = Wrong("looping", LISTING, f"    while s[0]:\n        n = n\n{LISTING}", "")


def test_every_wrong_folder_is_one_sentence_and_the_others_are_listed(tmp_path: Path) -> None:
    expected = {}
    for wrong in UNLOADABLE:
        expected[write_wrong(tmp_path, wrong)] = wrong.said
    like_nim = Wrong("", "MOST = 3", "MOST = 3", "")
    name = "a game's folder is named by small letters, digits and _, a letter first; call it "
    for folder, reason in {
        "my-game": f"{name}my_game",
        "Caps": f"{name}caps",
        "2048": f"{name}game_2048",
        "class": f"{name}game_class",
        "loading": "the house has a module loading of its own; call it loading_game",
        ludarium.games()[0]: "",
    }.items():
        made = write_wrong(tmp_path, like_nim._replace(name=folder))
        expected[made] = reason or f"there is a game {folder} already, in the package; give this folder another name"
    half = write_wrong(tmp_path, like_nim._replace(name="half"))
    (half / "board.py").unlink()
    (half / "help.md").unlink()
    expected[half] = "it has no board.py and no help.md; a game needs rules.py, board.py and help.md"
    binary = write_wrong(tmp_path, like_nim._replace(name="binary"))
    (binary / "rules.py").write_bytes(b"MOST = 3\n# \xff\n")
    expected[binary] = "rules.py, line 2: this is not text in UTF-8"
    gone = tmp_path / "gone"
    expected[gone] = "LUDARIUM_GAMES names it, and it cannot be read: No such file or directory"

    environment = {**os.environ, "LUDARIUM_GAMES": f"{tmp_path}{os.pathsep}{gone}"}
    command = [sys.executable, "-m", "ludarium", "games"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    listed = [line for line in done.stdout.splitlines() if not line.startswith(" ")]
    assert listed == sorted([*ludarium.games(), "nim"])
    said: dict[str, str] = {}
    for line in done.stderr.splitlines():
        named, _, text = line.removeprefix("ludarium: ").partition(": ")
        said[named] = text
    found = {folder: said.get(str(folder), "") for folder in expected}
    # Where a module was imported from is Python's own addition
    found = {folder: text.partition(" (/")[0] for folder, text in found.items()}
    assert found == expected and len(said) == len(expected)


def test_a_wrong_game_says_why_when_it_is_asked_for(tmp_path: Path) -> None:
    write_wrong(tmp_path, UNLOADABLE[0])
    with furnished(tmp_path):
        for _ in range(2):
            with pytest.raises(BadGame, match=r"syntax: rules\.py, line 8: this is not Python"):
                kind("syntax")
        assert {each.id for each in kinds()} == {*ludarium.games()} - {"syntax"}
        assert ludarium.new("nim").turn == "left"


def test_a_module_that_never_ends_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ludarium.games import loading

    monkeypatch.setattr(loading, "LONGEST", 0.2)
    write_wrong(tmp_path, Wrong("endless", "MOST = 3", "while True: pass", ""))
    with furnished(tmp_path), pytest.raises(BadGame, match=r"rules\.py, line 8: this has not ended after 0\.2 second"):
        kind("endless")


def test_an_exception_of_a_rule_is_blamed_on_its_line(tmp_path: Path) -> None:
    folder = write_wrong(tmp_path, Wrong("crash", "    s[0] -= move\n", "    s[99] -= move\n", ""))
    with furnished(tmp_path):
        try:
            ludarium.new("crash").push("take 1")
        except IndexError as error:
            assert blame(error) == f"{folder}: rules.py, line 33: IndexError: list index out of range"
    assert blame(ValueError("of the house")) == ""


@pytest.mark.parametrize("words", [("looping",), ("perft", "looping", "2")])
def test_ctrl_c_ends_a_rule_that_never_returns_with_a_sentence(tmp_path: Path, words: tuple[str, ...]) -> None:
    """In line mode and in other commands, whose rules are plain here."""
    folder = write_wrong(tmp_path, LOOP)
    done = interrupted(
        *words,
        typed="start\nboard\ntake 1\n",
        LUDARIUM_GAMES=str(tmp_path),
        LUDARIUM_CACHE=str(tmp_path / "cache"),
    )
    assert done.returncode == 128 + signal.SIGINT
    assert f"ludarium: {folder}: rules.py, line 2" in done.stderr and "moves was stopped before" in done.stderr
    assert "Traceback" not in done.stderr
