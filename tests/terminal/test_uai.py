"""Our engine in the Ataxx engine world, as a real process."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import ludarium
from ludarium.engine.search import alphabeta
from ludarium.engine.search.alphabeta import AlphaBeta
from ludarium.engine.search.negamax import WIN
from ludarium.engine.search.result import SearchResult
from ludarium.games import kind
from ludarium.games.ataxx import uai
from ludarium.play.opponents.talk import Talk
from ludarium.terminal.uai import engine as uai_engine
from ludarium.terminal.uai.engine import Engine, info
from ludarium.terminal.uai.go import read_go

from ..support.patience import PATIENCE

START = "x5o/7/7/7/7/7/o5x x 0 1"
OURS = [sys.executable, "-m", "ludarium", "engine", "ataxx"]
ONE_MOVE_FROM_WINNING = "7/7/7/3o3/2x4/7/7 x 0 1"

INFO = re.compile(
    r"info depth (\d+) seldepth \d+ multipv (\d+) score (?:cp -?\d+|mate -?\d+) nodes \d+ nps \d+ hashfull (\d+)"
    r" time \d+ pv ((?:[a-g][1-7]){1,2}|0000)( \S+)*"
)


def until(talk: Talk, word: str) -> list[str]:
    """What is said up to a line that begins with a word."""
    said = []
    for line in map(str.rstrip, talk.lines(PATIENCE)):
        said.append(line)
        if line.split()[:1] == [word]:
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
        "option name MultiPV type spin default 1 min 1 max 64",
        "option name Ponder type check default false",
        "uaiok",
    ]


def searched(engine: Talk, position: str, depth: int) -> list[str]:
    said = ask(engine, "uainewgame", f"position {position}", f"go depth {depth}")
    return [re.sub(r" (nps|time) \d+", "", line) for line in said]


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


def test_everything_is_answered_while_a_search_runs(engine: Talk) -> None:
    ask(engine, "position startpos", "go infinite", word="info")
    assert ask(engine, "uai", word="uaiok")[-1] == "uaiok"
    assert any("'hello' is no command here" in line for line in ask(engine, "hello", "isready", word="readyok"))
    # The position is for the next search
    shown = ask(engine, "position startpos moves g2", "setoption name MultiPV value 2", "d", word="To")
    assert [line for line in shown if not line.startswith("info")][-2:] == [
        "Fen: x5o/7/7/7/7/6x/o5x o 0 1",
        "To move: blue, 16 legal moves",
    ]
    waits = ask(engine, "go depth 2", "isready", word="readyok")
    assert any("a search is running; this one begins when that has ended" in line for line in waits)
    assert not any(line.startswith("bestmove") for line in waits)
    engine.send("stop")
    first, second = until(engine, "bestmove"), until(engine, "bestmove")
    assert ludarium.new("ataxx").parse(first[-1].split()[1])
    played = ludarium.new("ataxx")
    played.push("g2")
    assert played.parse(second[-1].split()[1])
    engine.send("setoption name MultiPV value 1")


def test_several_lines_are_told_the_best_one_first(engine: Talk) -> None:
    said = ask(engine, "uainewgame", "setoption name MultiPV value 3", "position startpos", "go depth 4")
    engine.send("setoption name MultiPV value 1")
    found = [INFO.fullmatch(line) for line in said[:-1]]
    assert [match and (match[1], match[2]) for match in found] == [
        (f"{i}", f"{n}") for i in range(1, 5) for n in (1, 2, 3)
    ]
    last = [line.split(" pv ")[1].split() for line in said[-4:-1]]
    assert len({line[0] for line in last}) == 3 and said[-1] == f"bestmove {last[0][0]}"
    scores = [int(line.split(" cp ")[1].split()[0]) for line in said[-4:-1]]
    assert scores == sorted(scores, reverse=True)
    for line in last:
        game = ludarium.new("ataxx", rules="uai")
        for move in line:
            game.push(move)


def test_a_line_is_as_long_as_the_table_knows(engine: Talk) -> None:
    ask(engine, "uainewgame", "position startpos", "go depth 7")
    said = ask(engine, "go depth 2")
    assert len(said[-2].split(" pv ")[1].split()) >= 5


def test_searchmoves(engine: Talk) -> None:
    said = ask(engine, "position startpos", "go depth 3 searchmoves a6 a7a5")
    assert said[-1].split()[1] in ("a6", "a7a5")
    said = ask(engine, "go searchmoves a7a1 b6 depth 2")
    assert "searchmoves: a7a1 is not a legal move for red" in said[0] and said[-1] == "bestmove b6"
    said = ask(engine, "go searchmoves a7a1 depth 2")
    assert said[1] == "info string searchmoves names no legal move; all of them are searched"
    assert ludarium.new("ataxx").parse(said[-1].split()[1])


def test_perft(engine: Talk) -> None:
    said = ask(engine, "position startpos", "go perft 4", word="Nodes")
    moves = dict(line.split(": ") for line in said if ": " in line)
    assert moves.pop("Nodes searched") == "155888" and len(moves) == 16
    assert sum(map(int, moves.values())) == 155888 and moves["a7b5"] == moves["g1f3"]
    assert ask(engine, "go perft 0", word="Nodes")[-1] == "Nodes searched: 1"
    over = ask(engine, "position fen 7/7/7/7/7/7/x6 o 0 1", "go perft 3", word="Nodes")
    assert over[-1] == "Nodes searched: 0"
    engine.send("position startpos")
    assert "info string perft was stopped" in ask(engine, "go perft 30", "stop", "go depth 1")


def test_pondering_waits_for_the_move_of_the_opponent(engine: Talk) -> None:
    engine.send("setoption name Ponder value true")
    ask(engine, "position startpos moves g2", "go ponder depth 2", word="info")
    assert not any(line.startswith("bestmove") for line in ask(engine, "isready", word="readyok"))
    answer = ask(engine, "ponderhit")[-1].split()
    assert answer[0::2] == ["bestmove", "ponder"]
    ask(engine, "go ponder movetime 20", word="info")
    assert ask(engine, "ponderhit")[-1].startswith("bestmove ")
    ask(engine, "go ponder movetime 20", word="info")
    assert ask(engine, "stop")[-1].startswith("bestmove ")
    engine.send("setoption name Ponder value false")
    assert "nothing is pondered now" in ask(engine, "ponderhit", word="info")[0]


def busy_threads(pid: int) -> int:
    """How many threads of a process have used a tenth of a second of the processor."""
    used = list[int]()
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(OSError):
            fields = (task / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            used.append(int(fields[11]) + int(fields[12]))
    return sum(ticks >= os.sysconf("SC_CLK_TCK") // 10 for ticks in used)


def test_threads_search_at_the_same_time() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen(OURS, stdin=pipe, stdout=subprocess.DEVNULL, text=True) as process:
        assert process.stdin
        process.stdin.write("setoption name Threads value 3\ngo infinite\n")
        process.stdin.flush()
        until = time.monotonic() + PATIENCE
        while busy_threads(process.pid) < 3 and time.monotonic() < until:
            time.sleep(0.05)
        assert busy_threads(process.pid) >= 3
        process.stdin.write("quit\n")


def test_the_table_has_the_size_that_was_asked_for(engine: Talk) -> None:
    def fullness(megabytes: int) -> int:
        said = ask(engine, "uainewgame", f"setoption name Hash value {megabytes}", "go nodes 100000")
        match = INFO.fullmatch(said[-2])
        return int(match[3]) if match else -1

    engine.send("position startpos")
    small, large = fullness(1), fullness(64)
    assert small > 10 * max(1, large)


def test_where_there_is_no_room_for_the_table_a_small_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    def make(*arguments: Any, megabytes: int, **how: Any) -> AlphaBeta:
        if megabytes > 1:
            raise MemoryError
        return AlphaBeta(*arguments, megabytes=megabytes, **how)

    monkeypatch.setattr(alphabeta, "AlphaBeta", make)
    said = heard("go depth 1")[1]
    assert said[0] == "info string there is no room for Hash 64; the search has 1 megabyte"
    assert said[-1].startswith("bestmove ")


@pytest.mark.parametrize(
    ("go", "sentence"),
    [
        ("movetime soon", "movetime takes a whole number, not 'soon'"),
        ("depth", "depth takes a whole number, not ''"),
        ("depth nodes 5", "depth takes a whole number, not ''"),
        ("perft -1", "perft takes a whole number from 0 on, not '-1'"),
        ("perft", "perft takes a whole number from 0 on, not ''"),
        ("quickly", "'quickly' is no word of go; there are movetime, depth"),
    ],
)
def test_a_bad_go_is_told_and_answered(go: str, sentence: str) -> None:
    said = heard(f"go {go}")[1]
    assert said[0].startswith(f"info string {sentence}")
    assert said[-1].startswith("bestmove ") and ludarium.new("ataxx").parse(said[-1].split()[1])


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
        ("board", "'board' is no command here; there are uai, isready, uainewgame, setoption, position, go, stop, "),
        ("\x00\ufffd" * 100, "'\\x00"),
        ("setoption", "there is no such option; there are Hash, Threads, MultiPV, Ponder"),
        ("setoption name Contempt value 1", "there is no such option"),
        ("setoption name Ponder value perhaps", "Ponder"),
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


def test_the_clocks_belong_to_their_sides() -> None:
    def seconds(go: str, turn: int) -> float | None:
        return read_go(go.split()).seconds(turn)

    clocks = "wtime 50000 btime 1000 winc 400 binc 0"
    assert seconds(clocks, 0) == pytest.approx(4 / 25)
    assert seconds(clocks, 1) == pytest.approx(4 * (50 / 25 + 0.3))
    assert seconds("btime 90 binc 5000", 0) == pytest.approx(0.04)
    assert seconds("btime 1000 movestogo 4", 0) == pytest.approx(0.35)
    assert seconds("wtime 40", 1) == 0.001
    assert seconds("movetime 100", 0) == pytest.approx(0.093)
    assert seconds("depth 5", 0) is None and seconds("infinite", 0) is None


def test_scores_are_told_in_moves_to_the_end() -> None:
    def told(score: int) -> str:
        return info(SearchResult(4095, score, 3, 500, 0.25, (4095,), 2, 5, 17), uai.write)

    facts = "info depth 3 seldepth 5 multipv 2 score cp -42 nodes 500 nps 2000 hashfull 17 time 250 pv 0000"
    assert told(-42) == facts
    assert " score mate 1 " in told(WIN - 1) and " score mate 2 " in told(WIN - 3)
    assert " score mate -1 " in told(2 - WIN) and " score mate -2 " in told(4 - WIN)


@pytest.mark.parametrize("last", ["quit\n", ""])
def test_quit_and_the_end_of_input_end_a_search(last: str) -> None:
    lines = f"isready\nposition startpos\ngo infinite\n{last}"
    done = subprocess.run(OURS, input=lines, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")
    assert last or re.search(r"^readyok\n(info .*\n)+bestmove \S+\n$", done.stdout)


def test_a_search_with_a_limit_ends_after_the_end_of_the_input() -> None:
    done = subprocess.run(OURS, input="go depth 4\n", capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert [line.split()[2] for line in done.stdout.splitlines()[:-1]] == ["1", "2", "3", "4"]


def conversations() -> list[str]:
    """What the documents show of a conversation: lines behind `>` are said to the engine."""
    text = (Path(__file__).parents[2] / "docs" / "opponents.md").read_text(encoding="utf-8")
    return re.findall(r"```uai\n(.*?)```", text, re.S)


@pytest.mark.parametrize("shown", conversations())
def test_the_documents_show_what_is_said(shown: str) -> None:
    talk = Talk(OURS)
    said = talk.lines(60)
    try:
        for line in shown.splitlines():
            if line.startswith("> "):
                talk.send(line[2:])
            else:
                assert any(fits(each.rstrip(), line) for each in said), line
    finally:
        talk.close()


def fits(line: str, pattern: str) -> bool:
    """Whether a line is as shown; dots stand for anything."""
    return re.fullmatch(".*".join(map(re.escape, pattern.split("..."))), line) is not None


def test_every_command_is_shown() -> None:
    said = {line.split()[1] for shown in conversations() for line in shown.splitlines() if line.startswith("> ")}
    assert said == {*uai_engine.COMMANDS, "quit"} - {"print"}


def test_only_ataxx_is_spoken_of() -> None:
    command = [*OURS[:-1], "gamma"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert done.returncode == 2 and done.stderr == "ludarium: UAI engines play ataxx, not gamma\n"
