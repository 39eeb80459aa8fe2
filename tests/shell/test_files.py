"""Files in line mode: what is loaded and saved, and what is refused in one sentence."""

import os
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ludarium
from ludarium.shell import files

from ..support.abatis_boards import THREE, at
from ..support.shells import Heard

GONE = "64 blocks are gone."
HEADER = "game: ataxx\nversion: 1\nblocks: 3gh\n\nmove_number,player,move\n"
records = st.builds(lambda cut, rest: HEADER[:cut].encode() + rest, st.integers(1, len(HEADER)), st.binary(max_size=60))


@given(data=st.binary(max_size=100) | records)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_file_upsets_it(data: bytes, place: Path) -> None:
    (place / "any").write_bytes(data)
    said = [line for line in Heard("ataxx").tell("load any\nload any\n") if line[:1] == "!"]
    assert all(line.isprintable() for line in said)


def test_files_nest_deeper_than_calls_could(place: Path) -> None:
    for i in range(1500):
        (place / f"{i}.txt").write_text(f"load {i + 1}.txt\n", encoding="utf-8")
    (place / "1500.txt").write_text("a7-b6\nload 3.txt\n", encoding="utf-8")
    said = Heard("ataxx").tell("load 0.txt\nundo\n")
    assert (
        said[1].startswith("! 1500.txt, line 2: '3.txt' is being loaded already") and said[-1] == "1 move taken back."
    )


def test_a_file_is_the_same_by_whatever_name(place: Path) -> None:
    (place / "link.txt").symlink_to("self.txt")
    (place / "self.txt").write_text("load link.txt\n", encoding="utf-8")
    assert "'link.txt' is being loaded already" in Heard("ataxx").tell("load self.txt\n")[-1]


def test_large_files_and_odd_ones_are_refused(place: Path) -> None:
    with (place / "large.txt").open("wb") as file:
        file.truncate(files.LARGEST + 1)
    os.mkfifo(place / "pipe")
    said = Heard("ataxx").tell("load large.txt\nload pipe\nsave pipe\nload /dev/zero\nsave /dev/null\n")
    assert [line for line in said if line[0] == "!"] == [
        "! line 1: 'large.txt' is larger than 16 MiB, and no file of commands is",
        "! line 2: 'pipe' is no file of commands and no record",
        "! line 3: 'pipe' is there already and is no record; choose another name",
        "! line 4: '/dev/zero' is no file of commands and no record",
        "! line 5: '/dev/null' is there already and is no record; choose another name",
    ]


def test_a_name_is_found_where_none_is_given(place: Path) -> None:
    said = Heard("beetle-battle").tell("size 3\n0,0\nsave\n1,1\nsave\n")
    saved = [line.removeprefix("Saved as ").removesuffix(".") for line in said if line.startswith("Saved")]
    assert len(set(saved)) == 2 and re.fullmatch(r"beetle-battle \d{4}(-\d\d){4}\.csv", saved[0])
    assert [len(ludarium.load(place / name).moves) for name in saved] == [1, 2]
    assert (place / saved[0]).read_text(encoding="utf-8").startswith("dimension: 3\nwinner: unfinished\n\nmove_number,")


def test_save_leaves_the_old_file_or_the_new(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = (place / "sample.csv").read_text(encoding="utf-8")
    names = {file.name for file in place.iterdir()}
    monkeypatch.setattr(os, "fsync", lambda handle: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    said = Heard("beetle-battle").tell("save sample.csv\nsave new.csv\n")
    assert said[1] == "! line 1: cannot write 'sample.csv': No space left on device"
    assert (place / "sample.csv").read_text(encoding="utf-8") == before
    assert {file.name for file in place.iterdir()} == names


def test_scores_that_cannot_be_kept_are_one_sentence(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (place / "home").write_text("", encoding="utf-8")
    monkeypatch.setenv("LUDARIUM_HOME", str(place / "home"))
    said = Heard("abatis").tell("seed 7\nscores\nstart\nN3\nW4\nscores Ann\nW3\nundo\n")
    errors = [line for line in said if line[0] == "!"]
    assert len(errors) == 2 and all("cannot be" in error for error in errors) and said[-1] == "1 move taken back."


def test_what_is_no_file_of_commands_is_one_sentence(place: Path) -> None:
    (place / "picture").write_bytes(b"\x89PNG\n" * 50)
    (place / "zeros").write_bytes(b"dump\n\0\0\n" * 50)
    (place / "nothing").write_bytes(b"\n \n")
    said = Heard("ataxx").tell("load picture\nload zeros\nload nothing\n")
    assert [line for line in said if line[0] != ">"] == [
        "! line 1: 'picture' is no text, and so no file of commands and no record",
        "! line 2: 'zeros' is no text, and so no file of commands and no record",
        "! line 3: 'nothing' is empty",
    ]


def test_a_terminal_is_told_what_was_done(place: Path) -> None:
    said = Heard("ataxx", terminal=True).tell("load blocks.txt\nload three-moves.csv\ncolor blue\nstart\n")
    assert [line for line in said if line[0] != ">"] == [
        "The commands of the file follow.",
        "Red moves a7-a6. This is set-up; start begins the game.",
        "Blue moves g7-g6. This is set-up; start begins the game.",
        "3 moves loaded. Blue is to move; start goes on.",
        "The game goes on; blue is to move.",
    ]


def test_a_new_level_is_announced(place: Path) -> None:
    for blocks, rows, why in (0, THREE.replace("D", "."), "The board is cleared: 32 points more."), (63, THREE, GONE):
        (place / "last.csv").write_text(at(rows, blocks=blocks).record(), encoding="utf-8")
        said = Heard("abatis").tell("load last.csv\nstart\nE5\nN4\n")
        assert [line for line in said if line[0] != ">"] == [f"{why} Level 2 begins."]


def test_a_hint_that_bars_the_score_says_so_before() -> None:
    said = Heard("abatis", terminal=True).tell("seed 7\nstart\nhint\nhint\n")
    price = "A hint counts as help: the score of this game can then not be entered. Type hint again to get it."
    assert said[said.index("> hint") + 1] == price and said[-2].startswith("Try ")


def test_the_score_of_a_loaded_record_is_not_entered(place: Path) -> None:
    played = "seed 7\nstart\nN3\nW4\n"
    said = Heard("abatis").tell(f"{played}save mine.csv\nclear\nload mine.csv\nstart\nscores Ann\nscores\n")
    assert said[-3].endswith("this game came with moves that were not made here, and its score cannot be entered")
    assert Heard("abatis").tell(f"{played}scores Ann\n")[-1] == "Place 1 of the high scores."
