"""Liar's dice: rounds, doubts, throws from the seed, and what people read."""

from random import Random

import pytest

import ludarium
from ludarium.engine import perft, uncompiled

from ..support.cases import random_moves


def dice(game: ludarium.Game) -> dict[str, str]:
    return {cell.name: cell.piece.kind for cell in game.scene().cells if cell.ground == "cup" and cell.piece}


def test_bids_rise_until_one_is_doubted() -> None:
    game = ludarium.new("liars-dice", seed=7)
    assert dice(game) == {
        "north1": "three",
        "north2": "six",
        "north3": "four",
        "south1": "five",
        "south2": "five",
        "south3": "four",
    }
    assert "liar" not in game.legal_moves and len(game.legal_moves) == 36
    with pytest.raises(ludarium.IllegalMove, match="there is no bid to doubt yet"):
        game.push("liar")
    game.push("2*4")
    with pytest.raises(ludarium.IllegalMove, match="a bid says more dice, or as many of a higher face"):
        game.push("2*3")
    with pytest.raises(ludarium.BadNotation, match="a bid is how many and which face"):
        game.push("two fours")
    before = game.row[:]
    game.push("liar")
    # There are two fours: the one who doubted them loses a die and begins
    assert game.turn == "south" and len(dice(game)) == 5
    news = game.kind.news(game.constants, before, game.row)
    assert news == "2*4 was doubted, and there are 2: south loses a die."


def test_the_same_seed_throws_the_same_dice() -> None:
    game = ludarium.new("liars-dice", seed=11)
    for move in random_moves(game, Random(1), 300):
        game.push(move)
    outcome = game.outcome()
    assert outcome and outcome.reason == "a player has lost all dice" and sorted(outcome.scores)[0] == 0
    again = ludarium.load(game.record())
    assert again == game and again.record() == game.record()
    assert ludarium.new("liars-dice", position=game.position, seed=11) == game


def test_compiled_rules_are_the_plain_ones() -> None:
    game = ludarium.new("liars-dice", dice=1, seed=1)
    plain = uncompiled.perft(game.kind, game.constants, game.row, 3)
    assert perft.perft(game.kind, game.constants, game.row, 3) == plain
