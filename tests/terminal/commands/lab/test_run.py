"""`ludarium lab run` and `lab report` as a person uses them."""

import json
import subprocess
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from ludarium.lab.folder_lock import locked
from ludarium.lab.learning.generations import FILE, Generation, Settings
from ludarium.terminal.commands.lab.report import table

from ....support.lab_commands import LAB, needs_torch, refusal, run_lab
from ....support.patience import PATIENCE

TINY = "--positions", "150", "--shard", "40", "--nodes", "4", "--hidden", "4", "--epochs", "3", "--batch", "32"
MATCH = "--games", "8", "--gauge-nodes", "4", "--sprt", "", "--processes", "2", "--seed", "1"


def outcome(folder: Path) -> dict[str, Any]:
    """Everything that a run has left but for the times that it took, and the order in which games ended."""
    files = {file.relative_to(folder).as_posix(): file for file in folder.rglob("*") if file.is_file()}
    del files[".lock"]
    state = json.loads(files.pop(FILE).read_text())
    for each in state["generations"]:
        for name in ("play_seconds", "train_seconds", "gauge_seconds"):
            del each[name]
    games = {name: sorted(file.read_text().splitlines()) for name, file in files.items() if file.suffix == ".txt"}
    rest = {name: file.read_bytes() for name, file in files.items() if name not in games}
    return {FILE: state, **games, **rest}


@needs_torch
def test_a_run_that_is_killed_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    words = *TINY, *MATCH, "--generations", "2"
    code, out, err = run_lab("run", "ataxx", str(tmp_path / "whole"), *words)
    assert (code, err) == (0, "") and out.count("generation ") == 2 and out.count("A won ") == 2
    folder, kills = tmp_path / "killed", 0
    # In the middle of self-play, of training, of a match, and of the next generation
    for signs in (
        ["1/shards/000002.shard"],
        ["1/weights.net.part", "1/weights.net"],
        ["1/games.txt"],
        ["2/shards/000001.shard"],
        ["2/games.txt"],
    ):
        kills += kill_when([folder / sign for sign in signs], *LAB, "run", "ataxx", str(folder), *words)
    assert kills >= 3
    assert run_lab("run", "ataxx", str(folder), *words)[0] == 0
    assert outcome(folder) == outcome(tmp_path / "whole")
    code, out, err = run_lab("report", str(folder), "--plot", str(tmp_path / "a.svg"))
    assert (code, err) == (0, "") and len(out.splitlines()) == 4 and out.startswith("ataxx ")
    assert ElementTree.parse(tmp_path / "a.svg").getroot().tag == "{http://www.w3.org/2000/svg}svg"


def kill_when(signs: list[Path], *command: str) -> bool:
    """Kill a program as soon as one of some files is there; False if it ended before."""
    with subprocess.Popen([*command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        until = time.monotonic() + PATIENCE
        while not any(sign.exists() for sign in signs) and running.poll() is None and time.monotonic() < until:
            time.sleep(0.005)
        was_running = running.poll() is None
        running.kill()
    return was_running


def test_one_process_at_a_time_works_in_a_folder(tmp_path: Path) -> None:
    with locked(tmp_path):
        words = "play", "ataxx", str(tmp_path), "--games", "1"
        assert refusal(*words) == f"another process works in '{tmp_path}'; name another folder\n"
    with locked(tmp_path):
        pass


MADE = [
    Generation(1, Settings(1000, 2500, 128), 1000, 500, 0.03, 0.0321, 60, 10, 30, True, 60, 30, 30),
    Generation(2, Settings(1000, 2500, 128), 1000, 500, 0.02, 0.0215, 10, 0, 30, True, 60, 30, 30),
    Generation(3, Settings(1000, 2500, 128), 1000, 500, 0.02, 0.0215, 8, 0, 0, True, 60, 30, 30),
]


def test_the_table() -> None:
    assert table(MADE).splitlines() == [
        "generation  positions  steps     loss    error     match                       Elo     in all  minutes",
        "         1      1,000    500  0.03000  0.03210  60-10-30  +108 (95 %: +43 to +180)       +108      2.0",
        "         2      1,000    500  0.02000  0.02150   10-0-30  -191 (95 %: -353 to -82)  not taken      2.0",
        "         3      1,000    500  0.02000  0.02150     8-0-0      at least +137 (95 %)       +245      2.0",
    ]


def test_a_report_of_nothing(tmp_path: Path) -> None:
    assert refusal("report", str(tmp_path)).startswith(f"cannot read '{tmp_path}/run.json'")


@pytest.mark.parametrize("made", [MADE[:1], MADE])
def test_the_picture(tmp_path: Path, made: list[Generation]) -> None:
    generations = [{**each._asdict(), "settings": each.settings._asdict()} for each in made]
    state = {"format": "ludarium learning 1", "game": "ataxx", "options": {}, "seed": 0, "generations": generations}
    (tmp_path / FILE).write_text(json.dumps(state))
    assert run_lab("report", str(tmp_path), "--plot", str(tmp_path / "a.svg"))[0] == 0
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    space = "{http://www.w3.org/2000/svg}"
    assert len(root.findall(f"{space}polyline")) == 3 and len(root.findall(f"{space}circle")) == 3 * len(made)
    words = [each.text for each in root.findall(f"{space}text")]
    assert "ataxx: Elo over the evaluation that it began with (95 %)" in words and words[-1] == "generation"
    # Every point is on the paper
    for circle in root.findall(f"{space}circle"):
        assert 0 < float(circle.attrib["cx"]) < 720 and 0 < float(circle.attrib["cy"]) < 780
