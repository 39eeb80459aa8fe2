"""Puzzles as people meet them: what to look for, what comes of a move, and which one is today's."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from ludarium.contract.errors import BadNotation, BadOption, IllegalMove
from ludarium.contract.kind import Kind
from ludarium.games import kind
from ludarium.play.puzzles import find_puzzle, has_puzzles, puzzle_of_the_day, puzzles_of, read, unusual, write

LINE = "735\tsize=3\t.,b2,r1/r1,r2,b1/r1,r1,. blue 9\t0,1;0,2\t0,2|2,2=2,0"


def test_answers_say_what_happens() -> None:
    puzzle = read(kind("beetle-battle"), LINE)
    assert puzzle.task == "Find the only move that wins for blue." and puzzle.hint == "The best answer to it is 0,2."
    assert puzzle.answer(" 0,1 ") == (True, ("0,1", "0,2"), "Right: blue wins with 0,1.")
    assert puzzle.answer_path(("2,2",)).moves == ("2,2", "2,0")
    wrong = puzzle.answer("1,2")
    assert not wrong.is_right and wrong.moves == ("1,2", "0,2")
    assert wrong.text == "Wrong: after 1,2 blue can no longer force a win. 0,2 is the answer to it."
    assert puzzle.given_up() == (False, ("0,1", "0,2"), "The solution is 0,1.")
    for bad in "9,9", "0,0,0":
        with pytest.raises(BadNotation):
            puzzle.answer(bad)
    with pytest.raises(IllegalMove):
        puzzle.answer("1,1")
    with pytest.raises(BadNotation):
        puzzle.answer_path(("1,1",))
    assert write(puzzle) == LINE


def test_answers_of_one_player_are_in_points() -> None:
    puzzle = next(each for each in puzzles_of(kind("abatis")).values() if len(each.line) == 2)
    assert puzzle.task == "Find the move that leads to the most points in 2 moves."
    right = puzzle.answer(puzzle.solution)
    assert right.is_right and right.text.startswith(f"Right: {puzzle.solution} leads to ")
    other = next(str(move) for move in puzzle.game().legal_moves if str(move) != puzzle.solution)
    wrong = puzzle.answer(other)
    assert not wrong.is_right and wrong.text.endswith("1 is possible.") and len(wrong.moves) == 2
    # One point and one move are not told as several
    assert puzzle.hint == "The best 2 moves bring 1 point."
    single = next(each for each in puzzles_of(kind("abatis")).values() if len(each.line) == 1)
    assert single.task.endswith(" in 1 move.") and single.hint.startswith("The best move brings ")


def test_the_puzzle_of_the_day() -> None:
    days = [date(2026, 11, 17) + timedelta(days=number) for number in range(30)]
    for id in "ataxx", "gamma":
        found = [puzzle_of_the_day(kind(id), day) for day in days]
        assert found == [puzzle_of_the_day(kind(id), day) for day in days] and len({*found}) > 20


def test_a_game_without_a_file_has_no_puzzles(tmp_path: Path) -> None:
    real = kind("ataxx")
    bare = Kind("bare", real.rules, real.board, real.strategy, tmp_path)
    (tmp_path / "help.md").write_text("# Bare\n\nA game.\n", encoding="utf-8")
    assert has_puzzles(real) and not has_puzzles(bare)
    with pytest.raises(BadOption, match="Bare has no puzzles"):
        puzzles_of(bare)
    with pytest.raises(BadOption, match="Ataxx has no puzzle 'x'"):
        find_puzzle(real, "x")


def test_options_that_are_usual_are_not_written() -> None:
    one = kind("abatis")
    assert unusual(one, one.choose({"seed": 5}).items()) == {}
    assert unusual(one, one.choose({"type": "mixed"}).items()) == {"type": "mixed"}
