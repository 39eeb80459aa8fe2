"""Positions of any game after random moves."""

from random import Random
from typing import Any

from ludarium.contract.kind import Kind


def unfinished(kind: Kind, game: Any, number: int, longest: int, seed: int) -> list[list[int]]:
    """Positions after less than so many random moves, in which the game goes on."""
    random, found = Random(seed), list[list[int]]()
    while len(found) < number:
        row = list(kind.rules.start(game, 0))
        for _ in range(random.randrange(longest)):
            if kind.rules.outcome(game, row):
                break
            kind.rules.play(game, row, random.choice(kind.legal_moves(game, row)))
        if not kind.rules.outcome(game, row):
            found.append(row)
    return found
