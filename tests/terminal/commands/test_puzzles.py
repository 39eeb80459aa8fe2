"""`ludarium puzzles`: solved through a pipe, made into a file, and without what takes long to import."""

import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ludarium.games import kind
from ludarium.play.puzzles import puzzle_of_the_day, puzzles_of, read
from ludarium.terminal.text_board import text_board

from ...support.tmux import until

COMMAND = [sys.executable, "-m", "ludarium", "puzzles"]


def run(*words: str, stdin: str = "") -> tuple[int, str, str]:
    done = subprocess.run([*COMMAND, *words], input=stdin, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_puzzles_are_asked_and_answered_through_a_pipe() -> None:
    ataxx = kind("ataxx")
    first, second, third = sorted(puzzles_of(ataxx).values(), key=lambda puzzle: puzzle.rating)[:3]
    wrong = next(str(move) for move in first.game().legal_moves if str(move) != first.solution)
    typed = ["hint", "z9", wrong, first.solution, second.solution, "solution", "quit"]
    code, out, err = run("ataxx", stdin="\n\n".join(typed) + "\n")
    assert (code, err) == (0, "")
    parts = [
        f"Ataxx, puzzle 1 of {len(puzzles_of(ataxx))}, rated {first.rating}.\n\n{text_board(first.game())}\n\n",
        f"{first.task}\n",
        f"{first.hint}\n",
        "; type a move, hint, solution, next or quit\n",
        f"{first.answer(wrong).text}\nTry another move, or type solution to see it, or next.\n",
        f"{first.answer(first.solution).text}",
        f"Ataxx, puzzle 2 of {len(puzzles_of(ataxx))}, rated {second.rating}.\n\n{text_board(second.game())}\n",
        f"{second.answer(second.solution).text}",
        f"{third.given_up().text}",
        "Solved at the first try: 1 of 3.\n",
    ]
    for part in parts:
        assert part in out
        out = out[out.index(part) :]


def test_a_start_behind_the_last_puzzle_is_refused() -> None:
    count = len(puzzles_of(kind("gamma")))
    assert run("gamma", "--start", str(count))[0] == 0
    sentence = f"ludarium: Gamma has {count} puzzles, so --start goes up to {count}, not {count + 1}\n"
    assert run("gamma", "--start", str(count + 1)) == (2, "", sentence)


def test_the_puzzle_of_the_day() -> None:
    before = datetime.now(UTC).date()
    _, out, _ = run("gamma", "--daily")
    assert out.startswith("Gamma, the puzzle of the day, rated ")
    days = {before, datetime.now(UTC).date()}
    assert any(text_board(puzzle_of_the_day(kind("gamma"), day).game()) in out for day in days)


def test_a_game_without_puzzles_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "bare"
    folder.mkdir()
    for file in "rules.py", "board.py", "help.md":
        text = (kind("beetle-battle").folder / file).read_text(encoding="utf-8")
        (folder / file).write_text(text.replace("# Beetle Battle", "# Bare", 1), encoding="utf-8")
    monkeypatch.setenv("LUDARIUM_GAMES", str(tmp_path))
    assert run("bare") == (2, "", "ludarium: Bare has no puzzles\n")
    assert run("none")[2].startswith("ludarium: there is no game 'none'")


def test_solving_imports_neither_the_compiler_nor_screens() -> None:
    script = (
        "import sys\nfrom ludarium.__main__ import main\nsys.argv = ['ludarium', 'puzzles', 'ataxx']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(sorted({'numba', 'textual', 'litestar', 'sqlalchemy', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], input="quit\n", capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_making_can_be_stopped_and_keeps_what_was_found(tmp_path: Path) -> None:
    file = tmp_path / "found.txt"
    command = [*COMMAND, "abatis", "--make", "100000", "--seed", "3", "--file", str(file)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:

        def found() -> bool:
            assert process.poll() is None
            return file.exists() and file.read_text(encoding="utf-8").count("\n") >= 2

        until(found, lambda: "no puzzle was found")
        process.send_signal(signal.SIGINT)
        assert process.stderr and "stopped at" in process.stderr.read()
    head, *lines = file.read_text(encoding="utf-8").splitlines()
    assert head == "# ludarium puzzles abatis --make 100000 --seed 3"
    assert all(read(kind("abatis"), line).solution for line in lines)
