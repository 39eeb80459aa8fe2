"""The result of a search."""

from typing import NamedTuple

UNLIMITED = 1 << 62
CERTAIN = 1_000_000  # the score of a proven win; less by one for each ply it takes
SURE = CERTAIN - 1000  # scores beyond this are proven wins
INFINITE = 2 * CERTAIN  # beyond all scores
STEEPNESS = 300.0  # a score in hundredths of a point with which about three games of four are won


class SearchResult(NamedTuple):
    """The result of a search: the move, its score for the player to move, the depth, and the line that follows.

    `rank` counts the lines of a search for several from 1. Only alpha-beta knows `deepest`, the longest line it looked
    at, and `table_use`, the thousandths of its table that it has filled.
    """

    move: int
    score: int
    depth: int
    nodes: int
    seconds: float
    line: tuple[int, ...]
    rank: int = 1
    deepest: int = 0
    table_use: int = 0
