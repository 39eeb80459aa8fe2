"""Line mode: transcripts of every command in every state, and readers that nothing typed can upset."""

import io
import os
import re
import signal
import threading
from concurrent.futures import Future
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ludarium
from ludarium.engine.search.cancel import CancelToken
from ludarium.games import kind
from ludarium.play.high_scores import has_table, table_of
from ludarium.play.opponents.computer import Computer
from ludarium.play.opponents.opponent import Opponent
from ludarium.shell import computer_thread, files
from ludarium.shell.commands import COMMANDS
from ludarium.shell.script import LONGEST, split
from ludarium.shell.state import State
from ludarium.terminal.line_mode.completion import completions
from ludarium.terminal.line_mode.prompt import prompt

from ..support import goldens
from ..support.abatis_boards import THREE, at
from ..support.shells import FOLDER, Heard, lay_out

GONE = "64 blocks are gone."
GAMES = "ataxx", "beetle-battle", "battle-of-the-beetles", "abatis"
TRANSCRIPTS = sorted(file for game in GAMES for file in (FOLDER / game).glob("*.txt"))


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return lay_out(tmp_path, monkeypatch)


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


# Files


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
        "The game begins; blue is to move.",
    ]


def test_a_new_level_is_announced(place: Path) -> None:
    for blocks, rows, why in (0, THREE.replace("D", "."), "The board is cleared: 32 points more."), (63, THREE, GONE):
        (place / "last.csv").write_text(at(rows, blocks=blocks).record(), encoding="utf-8")
        said = Heard("abatis").tell("load last.csv\nstart\nE5\nN4\n")
        assert [line for line in said if line[0] != ">"] == [f"{why} Level 2 begins."]


def test_the_score_of_a_loaded_record_is_not_entered(place: Path) -> None:
    played = "seed 7\nstart\nN3\nW4\n"
    said = Heard("abatis").tell(f"{played}save mine.csv\nclear\nload mine.csv\nstart\nscores Ann\nscores\n")
    assert said[-3].endswith("this game came with moves that were not made here, and its score cannot be entered")
    assert Heard("abatis").tell(f"{played}scores Ann\n")[-1] == "Place 1 of the high scores."


# Players


SHARED = "players 3\nwidth 2\nheight 1\nareas 1\nmanual 2\nmanual 3\nstart\n0,0\n1,0\ng 0,0\ng 1,0\ng 0,0\n"


def test_those_who_share_a_win_are_named() -> None:
    said = Heard("gamma").tell(SHARED)
    assert said[-1] == "Players 1 and 2 share the win."


def test_the_commands_of_another_year() -> None:
    said = Heard("ataxx").tell("block b2\nblock b6\nblock a1\ndump\nmanual blue\nhelp\nstart\na7-a6\na1-a2\nundo\n")
    assert said[2:4] == ["> block a1", "! line 3: a1 cannot be blocked: no block stands on a piece"]
    assert said[7] == "  - X - - - X -" and said[11] == "  - X - - - X -"
    assert "Ataxx: you play red and blue." in said
    assert said[-5:] == ["> start", "> a7-a6", "> a1-a2", "> undo", "1 move taken back."]
    said = Heard("ataxx").tell("auto red\nmanual blue\nauto green\nstart\nmanual red\nclear\nhelp\n")
    assert said[3].startswith("! line 3: there is no player 'green'") and said[5].startswith("Red moves ")
    assert said[7] == "! line 5: manual with a player comes before the game; clear leaves this one"
    assert "Ataxx: you play blue, the computer red at level 3." in said
    said = Heard("ataxx").tell("auto red\nauto blue\nseed 1\nstart\n")
    assert said[-1] in ("Red wins.", "Blue wins.", "Draw.")


def test_with_many_players_one_seat_is_yours() -> None:
    said = Heard("gamma").tell("players 3\nwidth 3\nheight 2\ncolor 3\nplayers 2\ncolor 2\nseed 1\nstart\n0,1\n")
    assert said[5:6] == ["! line 5: there would be no 3 to play; choose another color first"]
    assert [line.split()[0] for line in said if " moves " in line] == ["1", "3", "1"]


@pytest.mark.parametrize(("id", "options"), [("ataxx", ""), ("beetle-battle", "size 3\n")])
def test_the_computer_plays_the_same_game_again(id: str, options: str) -> None:
    script = f"{options}level 1\nauto\nseed {{}}\nstart\n"
    first, again, other = (Heard(id, computer=Computer).tell(script.format(seed)) for seed in (5, 5, 6))
    assert first == again and first[5:] != other[5:] and first[-1] in ("Red wins.", "Blue wins.", "Draw.")


def test_hints_are_good_moves() -> None:
    said = Heard("ataxx", computer=Computer).tell("color red\nlevel 1\nseed 1\nstart\nhint\n")
    assert re.fullmatch(r"Try (a7|g1)-[a-g][1-7]\.", said[-1])


class Slow(Opponent):
    """Thinks until it is told to stop, and sees to it that it is."""

    def __init__(self, presses: int) -> None:
        self.presses = presses

    def choose(self, game: ludarium.Game, cancel: CancelToken | None = None) -> ludarium.Move:
        assert cancel
        heard = threading.Event()
        with cancel.on_cancel(heard.set):
            for _ in range(self.presses):
                os.kill(os.getpid(), signal.SIGINT)
                heard.wait(60)
        return game.legal_moves[0]


def test_ctrl_c_ends_the_search_early() -> None:
    said = Heard("ataxx", computer=lambda level, seed: Slow(1)).tell("start\na7-b6\nhint\nundo\n")
    assert said[2:] == ["Blue moves a1-b1.", "> hint", "Try g1-f1.", "> undo", "2 moves taken back."]


def test_ctrl_c_ends_a_game_of_computers_alone() -> None:
    said = Heard("abatis", terminal=False, computer=lambda level, seed: Slow(1)).tell("seed 7\nauto 9\nstart\nundo\n")
    assert said[3:] == ["Player moves N3.", "The computer has stopped; you play on.", "> undo", "1 move taken back."]
    said = Heard("ataxx", computer=lambda level, seed: Slow(1)).tell("auto\nstart\ng1-g2\n")
    stopped = ["Red moves g1-f1.", "The computer has stopped; you play on.", "Blue moves a1-b1."]
    assert said[2:] == [*stopped, "> g1-g2", "Blue moves b1-c1."]


def test_ctrl_c_twice_ends_all() -> None:
    with pytest.raises(KeyboardInterrupt):
        Heard("ataxx", computer=lambda level, seed: Slow(2)).tell("start\na7-b6\n")


def test_a_slow_first_search_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    explained = threading.Event()

    class Patient(Heard):
        def _say(self, text: str) -> None:
            super()._say(text)
            if "getting ready" in text:
                explained.set()

    class Waiting(Computer):
        def choose(self, game: ludarium.Game, cancel: CancelToken | None = None) -> ludarium.Move:
            explained.wait(60)
            return super().choose(game, cancel)

    monkeypatch.setattr(computer_thread, "PATIENCE", 0.01)
    monkeypatch.setattr(computer_thread, "get_ready", lambda game: Future())
    heard = Patient("ataxx", terminal=True, computer=lambda level, seed: Waiting(2, seed))
    said = heard.tell("seed 1\nstart\na7-b6\ng1-f1\n")
    sentence = "The computer is getting ready, which takes some seconds once on a machine; Ctrl-C makes it move."
    assert said[4] == sentence and said.count(sentence) == 1 and not heard.shell.computer_thread.busy


def test_nobody_gets_ready_where_no_computer_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    waited = threading.Event()

    class Remote(Opponent):
        def choose(self, game: ludarium.Game, cancel: CancelToken | None = None) -> ludarium.Move:
            waited.wait(0.2)
            return game.legal_moves[0]

    monkeypatch.setattr(computer_thread, "PATIENCE", 0.01)
    monkeypatch.setattr(computer_thread, "get_ready", lambda game: Future())
    heard = Heard("ataxx", terminal=True, computer=lambda level, seed: Remote())
    assert not any("getting ready" in line for line in heard.tell("start\na7-b6\n"))


def test_a_hint_does_not_wait_for_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    class Waiting(Computer):
        def choose(self, game: ludarium.Game, cancel: CancelToken | None = None) -> ludarium.Move:
            assert cancel
            over = threading.Event()
            with cancel.on_cancel(over.set):
                assert over.wait(60)
            return game.legal_moves[0]

    monkeypatch.setattr(computer_thread, "PATIENCE", 0.01)
    monkeypatch.setattr(computer_thread, "get_ready", lambda game: Future())
    heard = Heard("ataxx", terminal=True, computer=lambda level, seed: Waiting(level, seed))
    assert heard.tell("start\nhint\n")[-1].startswith("Try ")


def test_a_scenario_has_one_table() -> None:
    first = ludarium.new("abatis", colors="5-5", step=3, seed=1)
    assert table_of(first) == table_of(ludarium.new("abatis", colors="5-5", step=7, seed=2))
    tables = {table_of(ludarium.new("abatis", **options)) for options in kind("abatis").variants()}
    assert len(tables) == 5 and table_of(first) not in tables
    assert has_table(first) and not has_table(ludarium.new("ataxx"))


# At a terminal


def test_completion(place: Path) -> None:
    heard = Heard("ataxx")
    shell = heard.shell
    assert completions(shell, "st") == ["start"] and completions(shell, "CO") == ["color "]
    assert completions(shell, "color ") == ["color blue", "color red"] and completions(shell, "color B") == [
        "color blue"
    ]
    assert completions(shell, "level ") == [f"level {number}" for number in range(1, 9)]
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
