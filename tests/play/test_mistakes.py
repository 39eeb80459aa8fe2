"""Mistakes of levels: by chance, but seldom the worst."""

from collections import Counter
from math import exp
from random import Random
from typing import Any

import pytest

import ludarium
from ludarium.play.judging.mistakes import GLANCED, mistaken_move, weights
from ludarium.play.levels import LEVELS


def drawn(game: ludarium.Game, care: float, count: int = 400) -> Counter[str]:
    """How often each move is drawn."""
    random = Random(1)
    legal = {move.number: str(move) for move in game.legal_moves}
    return Counter(legal[mistaken_move(game, random, care)] for _ in range(count))


def test_the_worse_a_move_looks_the_less_likely_it_is() -> None:
    assert weights([300, 200, 100], 2.0) == pytest.approx([1, exp(-2), exp(-4)])
    assert weights([300, 200, 100], 0.0) == weights([7, 7, 7], 2.0) == [1, 1, 1]


def test_with_more_care_a_mistake_is_smaller() -> None:
    # Red can turn five pieces by d3-d4; most other moves turn one or none
    game = ludarium.new("ataxx", "7/7/2ooo2/2o1o2/3x3/7/o6 x 0 1")
    assert len(game.legal_moves) <= GLANCED
    careless, careful = drawn(game, 0.0), drawn(game, 3.0)
    assert len(careless) == len(game.legal_moves)
    assert careless["d3-d4"] < 60 < 200 < careful["d3-d4"] < 400


def test_a_win_is_seldom_missed() -> None:
    game = ludarium.new("ataxx", "7/7/7/7/7/4x2/5o1 x 0 1", rules="uai")
    winning = {str(move) for move in game.legal_moves if wins(game, str(move))}
    found = drawn(game, 2.0)
    assert 0 < sum(found[move] for move in found if move not in winning) < 200


def wins(game: ludarium.Game, move: str) -> bool:
    after = game.copy()
    after.push(move)
    return after.outcome() is not None


@pytest.mark.parametrize(
    ("id", "options"),
    [
        ("beetle-battle", {}),
        ("battle-of-the-beetles", {}),
        ("gamma", {"players": 3}),
        ("gamma", {"width": 200, "height": 200}),
        ("abatis", {"seed": 3}),
    ],
)
def test_every_game_has_mistakes(id: str, options: dict[str, Any]) -> None:
    game = ludarium.new(id, **options)
    for _ in range(3):
        before = game.row[:]
        move, again = (mistaken_move(game, Random(5), 1.0) for _ in range(2))
        assert move == again and move in {each.number for each in game.legal_moves} and game.row == before
        game.push(next(each for each in game.legal_moves if each.number == move))


@pytest.mark.parametrize("id", ludarium.games())
def test_the_lowest_level_slips_most_and_the_highest_never(id: str) -> None:
    game = ludarium.new(id)
    slips = [game.kind.slip(game.constants, level.number, level.slip) for level in LEVELS]
    # Between them a level that searches much deeper than the one below may slip more often than it
    assert slips[0] == max(slips) <= 1000 and slips[-1] == min(slips) == 0
