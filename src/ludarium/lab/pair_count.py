"""Pairs of games that count in the order of their numbers, until a sequential test has decided.

So the result does not depend on which of many processes is quicker.
"""

from collections.abc import Sequence

from .elo import Tally
from .engine_match import Sprt

PAIR = 2  # games from one opening


class PairCount:
    """What pairs of games are worth to A, and how many of them count."""

    def __init__(self, games: int, test: Sprt | None) -> None:
        self.games, self.test = games, test
        self.pairs: dict[int, Sequence[float]] = {}
        self.count = 0
        """Pairs that count: all up to the first that is missing, or to that with which the test has decided."""
        self.tally = Tally()
        """A's games among these."""

    @property
    def verdict(self) -> str:
        """What the test says: "high", "low", or nothing."""
        return self.test.decide(self.tally) if self.test and self.count else ""

    @property
    def is_over(self) -> bool:
        return bool(self.verdict) or PAIR * self.count >= self.games

    def add(self, number: int, worths: Sequence[float]) -> None:
        """A pair has been played."""
        self.pairs[number] = worths

    def advance(self) -> bool:
        """Count further pairs; whether there were any."""
        before = self.count
        while not self.is_over and self.count + 1 in self.pairs:
            self.count += 1
            worths, (won, drawn, lost) = self.pairs[self.count], self.tally
            decided = worths.count(1), worths.count(0)
            self.tally = Tally(won + decided[0], drawn + len(worths) - sum(decided), lost + decided[1])
        return self.count > before
