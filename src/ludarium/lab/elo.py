"""What the results of a match mean: Elo with error bars, and when enough games have been played to decide.

A game is won, drawn or lost (the trinomial model); a score is the share of the points won, from 0 to 1.
"""

from math import erf, inf, log, log10, sqrt
from typing import NamedTuple

NORMAL_95 = 1.959964  # standard errors to either side that hold 95 % of a normal distribution
ERROR = 0.05  # how often a sequential test may decide wrongly, either way
BOUND = log((1 - ERROR) / ERROR)  # how sure it must be for that


class Tally(NamedTuple):
    """Games by their results."""

    won: float = 0
    drawn: float = 0
    lost: float = 0

    @property
    def games(self) -> float:
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        return (self.won + self.drawn / 2) / self.games

    @property
    def variance(self) -> float:
        """Of the points of one game."""
        return (self.won + self.drawn / 4) / self.games - self.score**2


def elo(score: float) -> float:
    """The difference in Elo that a score stands for.

    >>> round(elo(0.75))
    191
    """
    if score <= 0 or score >= 1:
        return inf if score >= 1 else -inf
    return 400 * log10(score / (1 - score))


def expected(difference: float) -> float:
    """The score to be expected of a difference in Elo.

    >>> round(expected(191), 2)
    0.75
    """
    return 1 / (1 + 10 ** (-difference / 400))


def score_range(tally: Tally) -> tuple[float, float]:
    """Where the true score lies in 95 % of cases."""
    if tally.variance <= 0 and tally.score != 0.5:
        # All games alike say nothing of their spread: how bad can it be that this happens one time in twenty?
        worst = ERROR ** (1 / tally.games)
        return (worst, 1.0) if tally.score else (0.0, 1 - worst)
    reach = NORMAL_95 * sqrt(max(tally.variance, 0) / tally.games)
    return max(0.0, tally.score - reach), min(1.0, tally.score + reach)


def superiority(tally: Tally) -> float:
    """How likely it is that the winner of more games is the stronger one, by the decided games alone."""
    decided = tally.won + tally.lost
    return 0.5 * (1 + erf((tally.won - tally.lost) / sqrt(2 * decided))) if decided else 0.5


def likelihood_ratio(tally: Tally, low: float, high: float) -> float:
    """The logarithm of how much likelier the results are with `high` Elo than with `low` (normal approximation)."""
    # A result that has not been seen yet may still come: half a game of it keeps the spread from being nothing
    seen = Tally(*(count or 0.5 for count in tally))
    a, b = expected(low), expected(high)
    return seen.games * (b - a) * (2 * seen.score - a - b) / (2 * seen.variance)


def verdict(ratio: float) -> str:
    """What a sequential test says: "high", "low", or nothing as long as it cannot tell."""
    if abs(ratio) < BOUND:
        return ""
    return "high" if ratio > 0 else "low"
