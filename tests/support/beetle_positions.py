"""Positions of Battle of the Beetles, and who wins them by plain recursion."""

from functools import cache
from random import Random
from typing import Any

import numpy as np

from ludarium.engine.search.negamax import WIN
from ludarium.games import kind
from ludarium.games.battle_of_the_beetles import board, rules

from .naive.battle_of_the_beetles import BLUE, attacks
from .random_positions import unfinished

BEETLES = kind("battle-of-the-beetles")
GAME = board.make("rings", placement=False, shells=True)

Beetles = frozenset[tuple[int, int]]  # cells as (column, row)


@cache
def reached(cell: tuple[int, int]) -> Beetles:
    return frozenset(attacks(cell))


@cache
def solve(me: Beetles, you: Beetles, eggs: Beetles) -> int:
    """The plies in which the player to move wins, or less than 0 if it loses, by plain recursion; 0 is the end."""
    after = [(me, eggs - {egg}) for egg in me & eggs]
    after += [(me - {origin} | {target}, eggs) for origin in me - eggs for target in reached(origin) & you - eggs]
    if not after:
        after = [(me - {origin}, eggs) for origin in me - eggs if reached(origin) & me - eggs]
    answers = [solve(you - mine, mine, left) for mine, left in after]
    won = [1 - answer for answer in answers if answer <= 0]
    return min(won) if won else -max((1 + answer for answer in answers), default=0)


def truth(row: list[int]) -> int:
    """What the naive solver says of a position."""
    me, you, eggs = (
        frozenset((cell % 7 + 1, cell // 7 + 1) for cell in range(rules.CELLS) if row[place] >> cell & 1)
        for place in (row[rules.TURN], 1 - row[rules.TURN], rules.EGGS)
    )
    return solve(me, you, eggs)


def score_of(plies: int) -> int:
    """How the search scores what is won or lost in so many plies."""
    return WIN - plies if plies > 0 else -WIN - plies


def scattered(number: int, most: int, eggs: float, seed: int) -> list[list[int]]:
    """Positions with few beetles on any cells, in which the game goes on."""
    random, found = Random(seed), list[list[int]]()
    while len(found) < number:
        row = [0, 0, 0, random.randrange(2), 0, 0]
        for x, y in random.sample(sorted(BLUE), random.randint(2, most)):
            bit = 1 << rules.SIZE * (y - 1) + x - 1
            row[random.randrange(2)] |= bit
            row[rules.EGGS] |= bit * (random.random() < eggs)
        if not rules.outcome(GAME, row):
            found.append(row)
    return found


def played(number: int, seed: int, **options: Any) -> list[list[int]]:
    """Positions at some moment of random play, in which the game goes on."""
    return unfinished(BEETLES, BEETLES.make(BEETLES.choose(options)), number, 50, seed)


def turned(bits: int, way: list[int]) -> int:
    return sum(1 << to for cell, to in enumerate(way) if bits >> cell & 1)


def ways() -> list[list[int]]:
    """For each turn and mirroring of the board, where each cell goes."""
    cells = np.arange(rules.CELLS).reshape(rules.SIZE, rules.SIZE)
    return [np.rot90(side, turns).ravel().tolist() for side in (cells, cells.T) for turns in range(4)]
