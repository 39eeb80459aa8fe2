"""Perft and playouts uncompiled, over plain lists, to check and measure the compiled ones against."""

from random import Random
from typing import Any

from ..contract.kind import Kind
from ..contract.row import Row


def perft(kind: Kind, game: Any, s: Row, depth: int) -> int:
    """The number of lines of play of this many plies, every move of them played."""
    total = 0
    for move in kind.legal_moves(game, s):
        child = s[:]
        kind.rules.play(game, child, move)
        total += perft(kind, game, child, depth - 1) if depth > 1 else 1
    return total


def playout(kind: Kind, game: Any, s: Row, random: Random, limit: int) -> int:
    """Play random moves in place until the game ends or this many are made; returns how many were."""
    rules, out = kind.rules, [0] * kind.rules.most_moves(game)
    for made in range(limit):
        if rules.outcome(game, s):
            return made
        n = rules.moves(game, s, out, 0)
        rules.play(game, s, out[int(random.random() * n)])
    return limit
