"""The rules agree with a second, naive implementation of every game, over thousands of random games."""

from random import Random
from typing import Any

import pytest

import ludarium

from ..support.cases import CASES
from ..support.naive.opening import Naive, opening

# Games a variant, by how long a game of the naive kind takes; a film costs as much again.
USUAL = 30
GAMES = {"ataxx": 40, "battle-of-the-beetles": 250, "beetle-battle": 120, "gamma": 200}
LONGEST = {"abatis": 60, "gamma": 60, "beetle-battle": 80}
FILM_EVERY = 7


def films_agree(game: ludarium.Game, other: Naive, move: ludarium.Move) -> None:
    """Frame by frame; the deal of a new level is a frame that only the real game can show."""
    real = [
        game.kind.picture(game.constants, row) for row in game.kind.frames(game.constants, game.row[:], move.number)
    ]
    expected = other.film(str(move))
    assert real[: len(expected)] == expected
    if len(real) != len(expected):
        after = game.copy()
        after.push(move)
        assert len(real) == len(expected) + 1
        assert game.kind.chapter(game.constants, after.row) != game.kind.chapter(game.constants, game.row)


def play_both(game: ludarium.Game, random: Random, longest: int) -> None:
    other = opening(game)
    for ply in range(longest):
        assert str(game) == other.picture()
        over, outcome = other.over(), game.outcome()
        assert over == (outcome and (outcome.winner, outcome.scores))
        legal = game.legal_moves
        assert {str(move) for move in legal} == other.legal()
        if over:
            return
        assert game.turn == other.turn
        move = random.choice(legal)
        if ply % FILM_EVERY == 0:
            films_agree(game, other, move)
        game.push(move)
        other.push(str(move))
        if getattr(other, "level_done", False):
            other = opening(game)


# The naive game counts the fields of every player, which four billion of them are too many for
COUNTABLE = [case for case in CASES if case.values[1].get("players", 1) < 1000]


@pytest.mark.parametrize(("id", "options"), COUNTABLE)
def test_random_games_agree(id: str, options: dict[str, Any]) -> None:
    random = Random(id)
    # The naive game of Gamma tries every golden move by walking over the whole board
    large = options.get("width", 1) * options.get("height", 1) >= 100
    for i in range(6 if large else GAMES.get(id, USUAL)):
        dealt = {**options, "seed": i} if "seed" in options else options
        play_both(ludarium.new(id, **dealt), random, LONGEST.get(id, 1000))
