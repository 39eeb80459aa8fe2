"""The puzzles that come with the games, and how they are made."""

from itertools import islice

import pytest

import ludarium
from ludarium.games import kind
from ludarium.lab.puzzle_maker import PLIES, PuzzleMaker
from ludarium.play.puzzles import puzzles_of, read, write

SAMPLE = 3  # puzzles of a game that are proven again; `ludarium puzzles GAME --check` proves all


@pytest.mark.parametrize("id", ludarium.games())
def test_shipped_puzzles_are_proven_again(id: str) -> None:
    one = kind(id)
    puzzles = puzzles_of(one).values()
    assert len(puzzles) >= 200
    # Short lines are proven soon, in plain Python too
    for puzzle in islice(sorted(puzzles, key=lambda each: (len(each.line), each.rating, each.id)), SAMPLE):
        assert PuzzleMaker(one, puzzle.options, natively=False).holds(puzzle)


@pytest.mark.parametrize("id", ludarium.games())
def test_every_line_of_a_shipped_puzzle_can_be_played(id: str) -> None:
    for puzzle in puzzles_of(kind(id)).values():
        game = puzzle.game()
        moves = {str(move) for move in game.legal_moves}
        assert puzzle.solution in moves and {*puzzle.replies} <= moves - {puzzle.solution}
        for line in (puzzle.line, *((move, *puzzle.replies[move]) for move in sorted(moves - {puzzle.solution})[:2])):
            played = game.copy()
            for move in line:
                played.push(move)
        assert write(read(puzzle.kind, write(puzzle))) == write(puzzle)


def test_no_proof_meets_the_limit_of_jumps() -> None:
    """The key of a position does not hold the clock, so a proof must not reach its end."""
    for puzzle in puzzles_of(kind("ataxx")).values():
        assert int(puzzle.position.split()[2]) + PLIES < 45


def test_a_wrong_solution_does_not_hold() -> None:
    maker = PuzzleMaker(kind("beetle-battle"), {"size": 3}, natively=False)
    puzzle = next(each for each in puzzles_of(kind("beetle-battle")).values() if each.options == {"size": "3"})
    game = puzzle.game()
    other = next(str(move) for move in game.legal_moves if str(move) != puzzle.solution)
    puzzle = read(puzzle.kind, write(puzzle))
    assert maker.holds(puzzle)
    puzzle.line = (other,)
    assert not maker.holds(puzzle)


def test_the_same_seed_makes_the_same_puzzles() -> None:
    """Compiled and plain."""
    made = [[*map(write, PuzzleMaker(kind("abatis"), {}, 7, natively=each).make(2))] for each in (True, False)]
    assert made[0] == made[1] and len(set(made[0])) == 2
    assert made[0] != [*map(write, PuzzleMaker(kind("abatis"), {}, 8).make(2))]
