"""How a game ended."""

from typing import NamedTuple


class Outcome(NamedTuple):
    """The end of a game. The winner is None where no player won alone."""

    winner: str | None
    scores: tuple[int, ...]
    reason: str
