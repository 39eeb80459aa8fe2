"""Elo of many players from all their games at once, with errors (Bradley and Terry's model; a draw is half a win)."""

from collections.abc import Mapping, Sequence
from math import log
from typing import NamedTuple

import numpy as np

from ..elo import NORMAL_95, expected

SCALE = 400 / log(10)  # Elo of a unit of the logarithm of odds
PRIOR = 1.0  # drawn games against an average player, so that one who has won all games has a number too
STEPS = 100


class Rating(NamedTuple):
    """Elo above the average of all players, and how far it may be off in 95 % of cases."""

    elo: float
    error: float


Between = Mapping[tuple[int, int], float]  # a number for each pair of players, by their places


def rate(players: int, points: Between, games: Between) -> Sequence[Rating]:
    """The ratings of players by their points and games against each other.

    >>> [round(each.elo) for each in rate(2, {(0, 1): 75, (1, 0): 25}, {(0, 1): 100, (1, 0): 100})]
    [94, -94]
    """
    elo = np.zeros(players)
    won = np.array([sum(points.get((i, j), 0) for j in range(players)) for i in range(players)]) + PRIOR / 2
    played = np.array([[games.get((i, j), 0.0) for j in range(players)] for i in range(players)])
    for _ in range(STEPS):
        chance = np.array([[expected(a - b) for b in elo] for a in elo])
        average = np.array([expected(a) for a in elo])
        slope = won - (played * chance).sum(axis=1) - PRIOR * average
        spread = played * chance * (1 - chance)
        curve = np.diag(spread.sum(axis=1) + PRIOR * average * (1 - average)) - spread
        step = np.linalg.solve(curve, slope) * SCALE
        elo += np.clip(step, -200, 200)
        if abs(step).max() < 1e-6:
            break
    # Where all players together stand is not asked: errors are those of the differences from their average
    centred = np.eye(players) - 1 / players
    errors = NORMAL_95 * SCALE * np.sqrt(np.diag(centred @ np.linalg.inv(curve) @ centred).clip(0))
    return [Rating(float(each), float(error)) for each, error in zip(elo - elo.mean(), errors, strict=True)]
