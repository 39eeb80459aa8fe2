"""A beginner, to compare others with: wins if a move wins, and else makes the move that brings the most at once.

python -m benchmarks.levels ataxx --levels 1-1 --against python:examples/agents/beginner.py
"""

import random

from ludarium.play.game import Game
from ludarium.play.move import Move

CERTAIN = 1_000_000


def lead(game: Game, player: int) -> tuple[int, int]:
    """How far a player is ahead of the others: in pieces, beetles or fields, and then in moves to choose from."""
    rules, constants, row = game.kind.rules, game.constants, game.row
    if game.outcome():
        return (CERTAIN if rules.share(constants, row, player) > 500 else -CERTAIN), 0
    points, choices, out = 0, 0, [0] * rules.most_moves(constants)
    for each in range(rules.players(constants)):
        sign, at_turn = 1 if each == player else -1, game.kind.at_turn(constants, row, each)
        points += sign * rules.score(constants, row, each)
        choices += sign * (rules.moves(constants, at_turn, out, 0) if at_turn else 0)
    return points, choices


def choose(game: Game) -> Move:
    player, found = game.kind.rules.turn(game.constants, game.row), {}
    for move in game.legal_moves:
        game.push(move)
        found[move] = lead(game, player)
        game.pop()
    return random.choice([move for move in found if found[move] == max(found.values())])
