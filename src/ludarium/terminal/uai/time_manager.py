"""How long to think about a move when a clock runs.

A move has a usual time, which the clock can afford for every move, and a time that it never exceeds. After each depth
the search goes on or stops: sooner where the same move has stayed the best, later where it has just changed or where
its score has dropped.
"""

from typing import NamedTuple

MOVES_TO_GO = 25  # that the time on the clock is meant to last for
GAIN = 0.75  # the part of the increment that a move may use
RESERVE = 0.05  # seconds that are left on the clock, whatever happens
LONGEST = 4.0  # times the usual, where nothing is clear
SHARE = 0.35  # of the clock that one move may take at most

# How much of the usual time may be over for another depth to begin, by how many depths the best move has lasted
PARTS = 0.85, 0.65, 0.55, 0.45, 0.35, 0.3
DROP = 40  # hundredths of a point that a score must fall from one depth to the next
WORRY = 1.5  # how much more time a move gets then


class Budget(NamedTuple):
    """Seconds for a move."""

    usual: float
    most: float


def budget(left: float, gain: float, moves: int = MOVES_TO_GO) -> Budget:
    """What a clock with this time left and this increment allows, with so many moves to go until it is set anew."""
    moves = max(1, min(moves, MOVES_TO_GO))
    most = left - RESERVE
    usual = min(left / moves + GAIN * gain, most)
    if moves > 1:
        most = min(most, LONGEST * usual, max(SHARE * left, usual))
    return Budget(max(0.001, usual), max(0.001, most))


class TimeManager:
    """Follows a search, depth after depth."""

    def __init__(self, budget: Budget) -> None:
        self._usual = budget.usual
        self._move, self._score, self._lasted = -1, 0, 0

    def is_enough(self, move: int, score: int, seconds: float) -> bool:
        """Whether the search should end after a depth with this best move and score, so long after it began."""
        self._lasted = self._lasted + 1 if move == self._move else 0
        part = PARTS[min(self._lasted, len(PARTS) - 1)]
        if self._move >= 0 and score < self._score - DROP:
            part *= WORRY
        self._move, self._score = move, score
        return seconds >= part * self._usual
