"""Line mode: transcripts of every command in every state, and readers that nothing typed can upset."""

import io
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ludarium
from ludarium.games import kind
from ludarium.play.high_scores import has_table, table_of
from ludarium.shell.commands import COMMANDS
from ludarium.shell.script import LONGEST, split
from ludarium.shell.state import State
from ludarium.terminal.line_mode.completion import completions
from ludarium.terminal.line_mode.prompt import prompt

from ..support import goldens
from ..support.shells import FOLDER, Heard

GAMES = "ataxx", "beetle-battle", "battle-of-the-beetles", "abatis"
TRANSCRIPTS = sorted(file for game in GAMES for file in (FOLDER / game).glob("*.txt"))


@pytest.mark.parametrize("file", TRANSCRIPTS, ids=lambda file: f"{file.parent.name} {file.stem}")
def test_transcripts(file: Path, place: Path) -> None:
    """Lines that begin with `>` are typed, those with `!` are errors, and all others answers."""
    typed = [
        line[1:].removeprefix(" ") for line in file.read_text(encoding="utf-8").split("\n") if line.startswith(">")
    ]
    said = Heard(file.parent.name).tell("".join(f"{line}\n" for line in typed))
    unread = [f"> {line}" for line in typed[sum(line.startswith(">") for line in said) :]]
    goldens.check(f"shell/{file.parent.name}/{file.name}", "\n".join([*said, *unread, ""]))


def test_every_command_is_in_a_transcript() -> None:
    words = {word for file in TRANSCRIPTS for word in file.read_text(encoding="utf-8").split()}
    assert all(command.word in words for command in COMMANDS)
    for id, least in ("ataxx", 40), ("beetle-battle", 10), ("battle-of-the-beetles", 10), ("abatis", 10):
        assert len(list((FOLDER / id).glob("*.txt"))) >= least


# What is no text, or too much of it


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\xff\xfe\n", "! line 1: this line is not text in UTF-8"),
        (b"du\0mp\n", "! line 1: this line has a NUL byte in it; commands are text"),
        (b"dump " + b"x" * LONGEST + b"\n", f"! line 1: this line is longer than {LONGEST} bytes, and no command is"),
        (b"x" * 10 * LONGEST, f"! line 1: this line is longer than {LONGEST} bytes, and no command is"),
        (b"#" + b"x" * (LONGEST - 1) + b"\r\n", None),
        (b"# caf\xc3\xa9\n", None),
        (b"\xef\xbb\xbfundo\n", "! line 1: there is no move to take back"),
        (b"undo", "! line 1: there is no move to take back"),
        (b"undo\r\n", "! line 1: there is no move to take back"),
        ("z\u0308\x1b[31m\u2028\u202e\n".encode(), None),
    ],
)
def test_what_is_no_text_is_one_sentence(data: bytes, said: str | None) -> None:
    lines = [line for line in Heard("ataxx").tell(data) if line[0] != ">"]
    assert said is None or lines == [said]
    assert all(line.isprintable() for line in lines)


def test_a_line_that_is_too_long_is_passed_over_whole() -> None:
    for length in range(LONGEST - 2, LONGEST + 4):
        said = Heard("ataxx").tell(b"x" * length + b"\nundo\n" + b"y" * (3 * length) + b"\n\nundo\n")
        assert [line[:8] for line in said if line[0] == "!"] == ["! line 1", "! line 2", "! line 3", "! line 5"]


WORDS = [
    *(
        "start",
        "clear",
        "dump",
        "undo",
        "hint",
        "color",
        "level",
        "next",
        "stats",
        "seed",
        "host",
        "join",
        "load",
        "save",
    ),
    *(
        "manual",
        "help",
        "rules",
        "red",
        "blue",
        "1",
        "7",
        "-",
        "a7-b6",
        "0,0",
        "b1",
        "N3",
        "auto",
        "auto 3",
        "#",
        "type",
    ),
    *(
        "blocks",
        "3gh",
        "size",
        "3",
        "shells",
        "no",
        "mixed",
        "blocks.txt",
        "cycle-a.txt",
        "three-moves.csv",
        "sample.csv",
    ),
    *("not-utf-8.txt", "\0", "\u00e9", "\ud7ff", "\x1b[2J", "x" * 5000, "scores", "game.csv"),
]
lines_of_words = st.lists(st.sampled_from(WORDS), max_size=3).map(" ".join)


@pytest.mark.parametrize("id", GAMES)
@given(script=st.lists(lines_of_words | st.text(max_size=8), max_size=12).map("\n".join))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_nothing_typed_upsets_it(id: str, script: str, place: Path) -> None:
    heard = Heard(id)
    said = [line for line in heard.tell(script.encode("utf-8", "replace")) if line[:1] != ">"]
    assert all(line.isprintable() for line in said if line[:1] == "!")
    assert heard.shell.state in State


@given(data=st.binary(max_size=200))
def test_no_bytes_upset_the_reader(data: bytes) -> None:
    Heard("ataxx").tell(data)
    whole = list(split(io.BytesIO(data)))
    assert b"".join(whole) == data and all(line.endswith(b"\n") for line in whole[:-1])


def test_a_scenario_has_one_table() -> None:
    first = ludarium.new("abatis", colors="5-5", step=3, seed=1)
    assert table_of(first) == table_of(ludarium.new("abatis", colors="5-5", step=7, seed=2))
    tables = {table_of(ludarium.new("abatis", **options)) for options in kind("abatis").variants()}
    assert len(tables) == 6 and table_of(first) not in tables
    assert has_table(first) and not has_table(ludarium.new("ataxx"))


# At a terminal


def test_completion(place: Path) -> None:
    heard = Heard("ataxx")
    shell = heard.shell
    assert completions(shell, "st") == ["start"] and completions(shell, "CO") == ["color "]
    assert completions(shell, "color ") == ["color blue", "color red"] and completions(shell, "color B") == [
        "color blue"
    ]
    assert completions(shell, "level ") == sorted(f"level {number}" for number in range(1, 12))
    assert completions(shell, "rules") == ["rules "] and completions(shell, "rules u") == ["rules uai"]
    assert completions(shell, "blocks ") == ["blocks 3gh"]
    assert completions(shell, "load jum") == ["load jumps44.txt"] and completions(shell, "load ~nobody-at-all/") == []
    assert (
        completions(shell, f"load {place.parent}/h") == [f"load {place.parent}/here/", f"load {place.parent}/home/"][:1]
    )
    assert completions(shell, "a7-b") == ["a7-b5", "a7-b6", "a7-b7"]
    heard.tell("start\n")
    assert completions(shell, "st") == [] and completions(shell, "h") == ["help", "hint"]
    heard.tell("clear\nload red-won.csv\nstart\n")
    assert completions(shell, "a") == [] and completions(shell, "q") == ["quit"]


def test_the_prompt_says_what_is_waited_for(place: Path) -> None:
    heard = Heard("ataxx")
    assert prompt(heard.shell) == "ataxx set-up> "
    heard.tell("color blue\nstart\n")
    assert prompt(heard.shell) == "ataxx blue> "
    heard.tell("clear\nload red-won.csv\nstart\n")
    assert prompt(heard.shell) == "ataxx over> "


# What the documents show


ROOT = Path(__file__).parents[2]


def shown_in_docs() -> list[tuple[str, str]]:
    page = ROOT / "docs" / "line-mode.md"
    return re.findall(r"```transcript (\S+)\n(.*?)```", page.read_text(encoding="utf-8"), re.S)


@pytest.mark.parametrize(("id", "transcript"), shown_in_docs())
def test_what_the_documents_show(id: str, transcript: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Word for word, but for the moves that a computer chooses."""
    monkeypatch.chdir(ROOT)
    script = "".join(f"{line[2:]}\n" for line in transcript.splitlines() if line[0] == ">")
    said = "".join(f"{line}\n" for line in Heard(id).tell(script))
    told, shown = (re.sub(r" moves \S+\.", " moves.", text) for text in (said, transcript))
    assert told == shown
