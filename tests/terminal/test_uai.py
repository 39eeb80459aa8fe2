"""The Ataxx engine world: our engine as a real process, and other engines as our opponents."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import ludarium
from ludarium import BadOption
from ludarium.engine.search.negamax import WIN
from ludarium.engine.search.result import SearchResult
from ludarium.games import kind
from ludarium.games.ataxx import uai
from ludarium.play.analysis import Limit
from ludarium.play.opponents import uai as client
from ludarium.play.opponents.opponent import Forfeit
from ludarium.play.opponents.uai import Talk, UaiEngine
from ludarium.terminal.uai_engine import Engine, info, numbers, seconds_for

START = "x5o/7/7/7/7/7/o5x x 0 1"
OURS = [sys.executable, "-m", "ludarium", "engine", "ataxx"]
ONE_MOVE_FROM_WINNING = "7/7/7/3o3/2x4/7/7 x 0 1"

INFO = re.compile(
    r"info depth (\d+) score (?:cp -?\d+|mate -?\d+) nodes \d+ nps \d+ time \d+ pv ((?:[a-g][1-7]){1,2}|0000)( \S+)*"
)


def until(talk: Talk, word: str) -> list[str]:
    """What is said up to a line that begins with a word."""
    said = []
    for line in talk.lines(120):
        said.append(line)
        if line.split()[0] == word:
            break
    return said


def ask(talk: Talk, *lines: str, word: str = "bestmove") -> list[str]:
    for line in lines:
        talk.send(line)
    return until(talk, word)


@pytest.fixture(scope="module")
def engine() -> Iterator[Talk]:
    talk = Talk(OURS)
    ask(talk, "uai", "isready", word="readyok")
    yield talk
    talk.close()


def test_it_introduces_itself(engine: Talk) -> None:
    assert ask(engine, "uai", word="uaiok") == [
        f"id name Ludarium {ludarium.__version__}",
        "id author the Ludarium authors",
        "option name Hash type spin default 64 min 1 max 4096",
        "option name Threads type spin default 1 min 1 max 64",
        "uaiok",
    ]


def searched(engine: Talk, position: str, depth: int) -> list[str]:
    said = ask(engine, "uainewgame", f"position {position}", f"go depth {depth}")
    return [re.sub(r" nps \d+ time \d+", "", line) for line in said]


def test_a_search_to_a_depth_tells_every_depth_and_is_the_same_again(engine: Talk) -> None:
    said = ask(engine, "uainewgame", f"position fen {START} moves g2 g7e5", "go depth 4")
    found = [INFO.fullmatch(line) for line in said[:-1]]
    assert [match and match[1] for match in found] == ["1", "2", "3", "4"]
    line = said[-2].split(" pv ")[1].split()
    assert said[-1] == f"bestmove {line[0]}"
    game = ludarium.new("ataxx", rules="uai")
    for move in ["g2", "g7e5", *line]:
        game.push(move)
    position = "startpos moves g2 g7e5"
    assert searched(engine, position, 4) == searched(engine, position, 4)


def test_stop_ends_a_search_at_once_even_before_it_has_begun(engine: Talk) -> None:
    engine.send("position startpos")
    for go in ("go infinite", "go") * 3:
        assert ask(engine, go, "stop")[-1].startswith("bestmove ")
    engine.send("go infinite")
    until(engine, "info")
    assert ask(engine, "isready", word="readyok")[-1] == "readyok"
    assert ask(engine, "stop")[-1].startswith("bestmove ")


def test_an_endless_search_waits_for_stop_even_when_all_is_known(engine: Talk) -> None:
    said = ask(engine, f"position fen {ONE_MOVE_FROM_WINNING}", "go infinite", "isready", word="readyok")
    assert not any(line.startswith("bestmove") for line in said)
    assert ask(engine, "stop")[-1].startswith("bestmove ")


@pytest.mark.parametrize(
    "go",
    [
        "movetime 30",
        "movetime 0",
        "movetime -5",
        "nodes 1",
        "nodes 500",
        "depth 0",
        "depth 3",
        "wtime 10000 btime 300 winc 0 binc 10",
        "btime 1",
        "wtime -20 btime -20",
        "btime 2000 movestogo 3 searchmoves g2 depth 2",
    ],
)
def test_every_limit_ends_with_a_legal_move(engine: Talk, go: str) -> None:
    answer = ask(engine, "position startpos", f"go {go}")[-1].split()
    assert answer[0] == "bestmove" and ludarium.new("ataxx").parse(answer[1])


def test_a_win_is_seen(engine: Talk) -> None:
    said = ask(engine, f"position fen {ONE_MOVE_FROM_WINNING}", "go depth 5")
    assert " score mate 1 " in said[-2]
    assert ludarium.new("ataxx", ONE_MOVE_FROM_WINNING, rules="uai").parse(said[-1].split()[1])


@pytest.mark.parametrize(
    ("position", "answer"),
    [
        ("7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1", "bestmove 0000"),
        ("7/7/7/7/7/7/x6 o 0 1", "bestmove 0000"),
        ("7/7/7/7/7/7/xx4o x 100 1", "bestmove 0000"),
        ("x------/-------/-------/-------/-------/-------/1-----o o", "bestmove 0000"),
        ("x------/-------/--2---/-------/-------/-------/1-----o o", "bestmove 0000"),
        ("x------/-1-----/-------/-------/-------/-------/------o x", "bestmove b6"),
        ("x------/-------/--1----/-------/-------/-------/------o X", "bestmove a7c5"),
    ],
)
def test_passes_blocks_and_finished_games(engine: Talk, position: str, answer: str) -> None:
    assert ask(engine, f"position fen {position}", "go depth 2")[-1] == answer


def test_options(engine: Talk) -> None:
    for line in "setoption name Hash value 1", "setoption name threads value 2":
        engine.send(line)
    assert ask(engine, "position startpos", "go depth 4")[-1].startswith("bestmove ")
    said = ask(engine, "setoption name Threads value 1", "setoption name Hash value 64", "isready", word="readyok")
    assert said == ["readyok"]


def heard(*lines: str) -> tuple[Engine, list[str]]:
    """An engine in this process that has heard some lines, and what it said to them."""
    said: list[str] = []
    engine = Engine(kind("ataxx"), said.append)
    for line in lines:
        engine.hear(line)
    engine.close()
    return engine, said


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("d", "'d' is no command here; there are uai, isready, uainewgame, setoption, position, go, stop, quit"),
        ("print", "'print' is no command here"),
        ("\x00\ufffd" * 100, "'\\x00"),
        ("setoption", "there is no such option; there are Hash and Threads"),
        ("setoption name Ponder value true", "there is no such option"),
        ("setoption name Hash value 0", "Hash takes a whole number from 1 to 4096, not '0'"),
        ("setoption name Threads value many", "Threads takes a whole number from 1 to 64, not 'many'"),
        ("position", "a position is startpos or fen"),
        ("position somewhere moves g2", "a position is startpos or fen"),
        ("position fen", "a FEN has a board, a side and two counters, not 0 parts"),
        ("position fen 7/7/7 x 0 1", "has 3 ranks and not 7"),
        ("position startpos moves g2 a7c6", "a7c6 is not a legal move for blue"),
        ("position startpos moves hello", "'hello' is no move"),
        ("position startpos moves 0000", "0000 is not a legal move for red"),
        ("position fen 7/7/7/7/7/7/x6 o 0 1 moves 0000", "comes too late: the game is over"),
        ("go movetime soon", "movetime takes a whole number, not 'soon'"),
        ("go depth", "depth takes a whole number, not ''"),
    ],
)
def test_junk_is_answered_by_a_sentence_and_changes_nothing(line: str, sentence: str) -> None:
    engine, said = heard("position startpos moves g2", line)
    assert len(said) == 1 and said[0].startswith("info string ") and sentence in said[0] and "\n" not in said[0]
    assert engine.game.position == "x5o/7/7/7/7/6x/o5x o 0 1"


def test_empty_lines_are_nothing() -> None:
    assert heard("", " ", "\n", "\t\r\n")[1] == []


@pytest.mark.parametrize(
    ("position", "after"),
    [
        ("startpos", START),
        ("fen X5O/7/7/7/7/7/O5X", START),
        ("fen b5w/7/7/7/7/7/w5b b 0 1", START),
        (f"fen {START} moves f1 b1", "x5o/7/7/7/7/7/oo3xx x 0 2"),
        (f"fen {START} moves g1f1 P@b1 a7c5 a1a3", "6o/7/2x4/7/o6/7/1o3xx x 2 3"),
        ("fen 7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1 moves d4d4 a3a5", "7/7/o6/7/1oooooo/ooooooo/xxxxxxx x 2 2"),
        ("fen 7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1 moves null", "7/7/7/7/ooooooo/ooooooo/xxxxxxx o 1 1"),
    ],
)
def test_positions_are_read_leniently(position: str, after: str) -> None:
    engine, said = heard(f"position {position}")
    assert engine.game.position == after and said == []


def limits(go: str) -> dict[str, int]:
    return numbers(go.split())


def test_the_clocks_belong_to_their_sides() -> None:
    go = limits("wtime 50000 btime 1000 winc 400 binc 0")
    assert seconds_for(go, 0) == pytest.approx(1 / 25)
    assert seconds_for(go, 1) == pytest.approx(50 / 25 + 0.3)
    assert seconds_for(limits("btime 90 binc 5000"), 0) == pytest.approx(0.04)
    assert seconds_for(limits("wtime 40"), 1) == 0.001
    assert seconds_for(limits("movetime 100"), 0) == pytest.approx(0.093)
    assert seconds_for(limits("depth 5"), 0) is None


def test_scores_are_told_in_moves_to_the_end() -> None:
    def told(score: int) -> str:
        return info(SearchResult(4095, score, 3, 500, 0.25, (4095,)), uai.write)

    assert told(-42) == "info depth 3 score cp -42 nodes 500 nps 2000 time 250 pv 0000"
    assert " score mate 1 " in told(WIN - 1) and " score mate 2 " in told(WIN - 3)
    assert " score mate -1 " in told(2 - WIN) and " score mate -2 " in told(4 - WIN)


@pytest.mark.parametrize("last", ["quit\n", ""])
def test_quit_and_the_end_of_input_end_a_search(last: str) -> None:
    lines = f"isready\nposition startpos\ngo infinite\n{last}"
    done = subprocess.run(OURS, input=lines, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert last or re.search(r"^readyok\n(info .*\n)+bestmove \S+\n$", done.stdout)


def test_only_ataxx_is_spoken_of() -> None:
    command = [*OURS[:-1], "gamma"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert done.returncode == 2 and done.stderr == "ludarium: UAI engines play ataxx, not gamma\n"


# The other side: engines as opponents. This one can be made to misbehave by a word.
FAKE = """
import os, sys, time
how = sys.argv[1]
dialect = "uci" if how == "uci" else "uai"
import ludarium
for line in sys.stdin:
    words = line.split()
    if words[0] == dialect and how != "wordless":
        print(f"noise\\n\\nid name Fake {os.getpid()}")
        if how == "uci":
            print("option name UCI_Variant type combo default chess var ataxx var chess")
        print("option name Threads type spin default 1 min 1 max 8", dialect + "ok", sep="\\n")
    elif words[0] in ("uai", "uci") and how != "wordless":
        print("Unknown command")
    elif words[0] == "isready":
        print("readyok")
    elif words[:2] == ["position", "fen"]:
        fen = " ".join(words[2:])
        if how == "uci":
            assert words[2].strip("Pp*/1234567") == "" and words[3] in "wb", fen
            fen = fen.replace("w", "x").replace("b", "o").replace("p", "o").replace("P", "x").replace("*", "-")
        game = ludarium.new("ataxx", fen, rules="uai")
    elif words[0] == "go" and how == "dead":
        sys.exit(1)
    elif words[0] == "go" and how in ("mute", "deaf"):
        while how == "deaf":
            time.sleep(1)
    elif words[0] == "go":
        origin, _, to = str(game.legal_moves[0]).partition("-")
        near = to and max(abs(ord(a) - ord(b)) for a, b in zip(origin, to)) == 1
        uai, uci = ((to, "P@" + to) if near else (origin + to, origin + to)) if to else ("0000", "e4e4")
        print("info depth 1\\nbestmove", {"cheat": "a1a7", "empty": "", "uci": uci}.get(how, uai), "ponder a1")
    elif words[0] == "quit":
        break
    sys.stdout.flush()
"""


Maker = Callable[[str], UaiEngine]


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Maker]:
    script = tmp_path / "fake.py"
    script.write_text(FAKE, encoding="utf-8")
    monkeypatch.setattr(client, "LEAVING", 0.2)
    made: list[UaiEngine] = []

    def make(how: str) -> UaiEngine:
        made.append(UaiEngine(shlex.join([sys.executable, str(script), how]), Limit(seconds=0.01), uai))
        return made[-1]

    yield make
    for engine in made:
        engine.close()
        assert not engine.name.startswith("Fake") or is_gone(engine)


def is_gone(engine: UaiEngine) -> bool:
    try:
        os.kill(int(engine.name.split()[1]), 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize("how", ["good", "uci"])
def test_an_engine_takes_a_seat(fake: Maker, how: str) -> None:
    engine = fake(how)
    game = ludarium.new("ataxx", "7/7/7/7/1-1oo2/ooooooo/xxx1xxx x 0 1", rules="uai")
    engine.begin(game)
    assert re.fullmatch(r"Fake \d+", engine.name)
    for _ in range(4):
        game.push(engine.choose(game))
    stuck = ludarium.new("ataxx", "7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1", rules="uai")
    assert str(engine.choose(stuck)) == "-"


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ("dead", r"Fake \d+ has ended in the middle of the game"),
        ("mute", r"Fake \d+ does not answer any more"),
        ("deaf", r"Fake \d+ does not answer any more"),
        ("cheat", r"Fake \d+ made a wrong move: a1a7 is not a legal move for red"),
        ("empty", r"Fake \d+ made a wrong move: 'ponder' is no move"),
    ],
)
def test_an_engine_that_misbehaves_loses(fake: Maker, monkeypatch: pytest.MonkeyPatch, how: str, sentence: str) -> None:
    monkeypatch.setattr(client, "OVER_TIME", 0.2)
    engine, game = fake(how), ludarium.new("ataxx", rules="uai")
    engine.begin(game)
    with pytest.raises(Forfeit, match=sentence):
        engine.choose(game)
    assert is_gone(engine)
    engine.begin(game)  # and the next game has a new process
    assert not is_gone(engine)


def test_what_is_no_engine_is_told_in_a_sentence(fake: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "GREETING", 0.2)
    monkeypatch.setattr(client, "HANDSHAKE", 0.2)
    game = ludarium.new("ataxx", rules="uai")
    for engine, sentence in [
        (fake("wordless"), "is no engine that can be used: it does not answer before the game"),
        (UaiEngine("false", Limit(), uai), "'false' is no engine that can be used: it has ended before the game"),
        (
            UaiEngine("/nowhere/at/all -x", Limit(), uai),
            "'/nowhere/at/all' cannot be started: No such file or directory",
        ),
    ]:
        with pytest.raises(BadOption, match=sentence):
            engine.begin(game)
    with pytest.raises(BadOption, match="is no command: No closing quotation"):
        UaiEngine("'engine", Limit(), uai)
