"""The result of a search."""

from typing import NamedTuple

UNLIMITED = 1 << 62
CERTAIN = 1_000_000  # the score of a proven win; less by one for each ply it takes


class SearchResult(NamedTuple):
    """The result of a search: the move, its score for the player to move, the depth, and the line that follows."""

    move: int
    score: int
    depth: int
    nodes: int
    seconds: float
    line: tuple[int, ...]
