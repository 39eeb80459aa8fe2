"""`ludarium check` finds what is wrong with a game, with its file and line."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import ludarium
from ludarium.games import kind
from ludarium.lab.check import in_tree, of_compiling
from ludarium.lab.check.checks import CHECKS, check
from ludarium.lab.check.subject import Subject

from ..support.example_games import furnished
from ..support.wrong_games import MISPLAYED, UNCOMPILABLE, UNLOADABLE, Wrong, interrupted, write_wrong

QUICK = [each for each in CHECKS if each is not of_compiling.compiled]
LUDARIUM = sys.executable, "-m", "ludarium"


def found_in(folder: Path) -> list[str]:
    return [str(flaw) for step in check(folder, QUICK) for flaw in step.flaws]


@pytest.mark.parametrize("id", ludarium.games())
def test_the_games_of_the_house_have_no_flaw(id: str) -> None:
    assert found_in(kind(id).folder) == []


@pytest.mark.parametrize("wrong", MISPLAYED, ids=lambda wrong: wrong.name)
def test_what_goes_wrong_in_play_is_found(tmp_path: Path, wrong: Wrong) -> None:
    folder = write_wrong(tmp_path, wrong)
    with furnished(tmp_path):
        found = found_in(folder)
        assert [flaw for flaw in found if flaw.startswith(wrong.said)], found


def test_a_counter_that_decides_and_is_not_in_the_key_is_found(tmp_path: Path) -> None:
    """The games are longer than the positions that are kept of them, and only the last move shows the counter."""
    folder = write_wrong(tmp_path, Wrong("counted", "return [game.stones, 0]", "return [game.stones, 0, 0]", ""))
    rules = (folder / "rules.py").read_text(encoding="utf-8")
    rules = rules.replace("return 1 if s[0] == 0 else 0", "return 1 if s[2] == 60 else 0")
    rules = rules.replace("s[0] -= move", "s[0] = (s[0] - move - 1) % 7 + 1\n    s[2] += 1")
    (folder / "rules.py").write_text(rules, encoding="utf-8")
    with furnished(tmp_path):
        found = [flaw for flaw in found_in(folder) if "have one key" in flaw]
    said = (
        r"rules\.py, line 22: two positions have one key, and after take \d in one of them 'the last stone is taken' "
    )
    positions = r"and in the other the game goes on; mix in the counter that decides: '(\d),([01]),59' and '\1,\2,\d+'"
    assert len(found) == 1 and re.fullmatch(said + positions, found[0]), found


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("out[50] = 1", r"it writes beyond the \d+ numbers that plane_count and the board's shape make"),
        ("out[0] = 200", "it writes a number that is none from -128 to 127"),
        ("s[0] += 1", "it changes the position that it looks at"),
    ],
)
def test_planes_that_are_none_are_found(tmp_path: Path, body: str, said: str) -> None:
    folder = write_wrong(tmp_path, Wrong("planes", "MOST = 3", "MOST = 3", ""))
    source = f"def plane_count(game):\n    return 1\n\n\ndef planes(game, s, player, out):\n    {body}\n"
    (folder / "strategy.py").write_text(source, encoding="utf-8")
    with furnished(tmp_path):
        assert [flaw for flaw in found_in(folder) if re.fullmatch(rf"strategy\.py, line 5: {said}", flaw)]


def test_a_drawing_with_a_misspelt_name_is_found(tmp_path: Path) -> None:
    drawing = '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="{}" viewBox="0 0 100 100"></symbol></svg>'
    folder = write_wrong(tmp_path, Wrong("drawn", "MOST = 3", "MOST = 3", ""))
    with furnished(tmp_path):
        for name, flaws in ("stone", 0), ("stone-0", 0), ("pebble", 0), ("stoen", 1):
            (folder / "pieces.svg").write_text(drawing.format(name), encoding="utf-8")
            found = found_in(folder)
            assert len(found) == flaws, found
    said = "board.py, line 19: pieces.svg has no symbol 'stone' for the pieces of this kind; it has 'stoen'"
    assert found == [said]


def test_what_cannot_be_loaded_or_compiled_is_found(tmp_path: Path) -> None:
    folders = {write_wrong(tmp_path, wrong): wrong.said for wrong in [*UNLOADABLE, *UNCOMPILABLE[:3]]}
    with furnished(tmp_path):
        for folder, said in folders.items():
            assert any(flaw.startswith(said) for flaw in found_in(folder)), folder


def run(*words: str, place: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LUDARIUM_GAMES": "", "LUDARIUM_CACHE": str(place / "cache")}
    return subprocess.run([*LUDARIUM, *words], env=environment, capture_output=True, text=True, cwd=place, check=False)


def test_the_command_prints_flaws_and_perft_and_says_so_by_its_status(tmp_path: Path) -> None:
    """Nim is right, and also compiled; the other game is not."""
    wrong = write_wrong(tmp_path, MISPLAYED[0])
    good = run("check", "nim", place=tmp_path)
    assert good.returncode == 0 and good.stdout.startswith("perft 3 9 "), good
    assert good.stdout.endswith(f"{len(CHECKS) + 1} checks, and no flaw.\n")
    bad = run("check", str(wrong), place=tmp_path)
    assert bad.returncode == 1 and f"{wrong}: {MISPLAYED[0].said}" in bad.stdout.splitlines(), bad
    none = run("check", "nonesuch", place=tmp_path)
    assert (none.returncode, none.stderr) == (2, "ludarium: there is no folder and no game 'nonesuch'\n")


def test_a_rule_that_differs_when_it_is_compiled_is_found(tmp_path: Path) -> None:
    """Numbers of more than 64 bits wrap round in compiled code."""
    key = "return (s[0] * 2 + s[1] + 3) ** 30 >> 20 & 0xFFFFFFFFFFFF"
    folder = write_wrong(tmp_path, Wrong("wrapping", "return mix(mix(1, s[0]), s[1])", key, ""))
    said = run("check", str(folder), place=tmp_path).stdout
    assert f"{folder}: rules.py, line 22: compiled, the key or the turn is another one than plain" in said


def test_ctrl_c_stops_it(tmp_path: Path) -> None:
    loop = Wrong("looping", "    return n\n", "    while s[0]: pass\n    return n\n", "")
    folder = write_wrong(tmp_path, loop)
    done = interrupted("check", str(folder), LUDARIUM_GAMES="")
    assert done.returncode == 128 + signal.SIGINT
    assert done.stderr.startswith("ludarium: stopped at 1 of ")
    assert "moves was stopped before it returned" in done.stderr


def test_a_game_of_the_package_is_asked_for_its_tests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tests").mkdir()
    monkeypatch.setattr(in_tree, "TESTS", tmp_path / "tests")
    id = ludarium.games()[0]
    perft, played, twin = map(str, in_tree.tests(Subject(kind(id))))
    assert perft == (
        f"tests/engine/test_perft.py: perft/{id}.txt is not there; `LUDARIUM_REGENERATE=1 python -m pytest "
        f"tests/engine/test_perft.py -k {id}` writes it, and you read it before you commit it"
    )
    assert played.startswith(f"tests/play/test_playthroughs.py: playthroughs/{id}.txt is not there; ")
    assert twin.startswith(f"tests/support/naive/{kind(id).folder.name}.py: it is not there; write the rules a second")
