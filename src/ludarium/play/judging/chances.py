"""Scores as people see them: for the first player, whichever side moves, and as the chance to win that they stand for.

A searcher scores for the player to move. The bar, the lines and the graph on the page, and the review of a record, show
what these functions make of it: above 0 the first player is ahead.
"""

from math import exp
from typing import TYPE_CHECKING

from ...engine.search.result import STEEPNESS, SURE
from .analysis import Line

if TYPE_CHECKING:
    from ...engine.search.searcher import Searcher

POINTS = 5000.0  # hundredths of a point that count as much as a whole win where one plays alone
MISTAKE, BLUNDER = 0.08, 0.2  # loss of the chance to win from which on a move is called so


def players(searcher: "Searcher") -> int:
    return searcher.kind.rules.players(searcher.game)


def counts_wins(searcher: "Searcher") -> bool:
    """Whether scores are thousandths of a win: one player's loss is then the others' win."""
    return searcher.mirrored(0) != 0


def chance(searcher: "Searcher", score: int) -> float:
    """About how likely a player with this score is to win; alone, points on the same scale."""
    if players(searcher) == 1:
        return score / POINTS
    if counts_wins(searcher):
        return min(1.0, max(0.0, score / 1000))
    return chance_of_points(score)


def chance_of_points(score: int) -> float:
    """About how likely a player of two is to win who is so many hundredths of a point ahead."""
    return 1 / (1 + exp(-max(-40.0, min(40.0, score / STEEPNESS))))


def a_ply_before(score: int) -> int:
    """A score as it is a move before: an end that is certain takes a ply more."""
    return score - (score > SURE) + (score < -SURE)


def score_of_first(searcher: "Searcher", score: int, player: int) -> int:
    """A score of a player as the first player's; of more than two, the others share what the player does not have."""
    if player == 0:
        return score
    return searcher.mirrored(score) if players(searcher) == 2 else (1000 - score) // (players(searcher) - 1)


def line_of_first(searcher: "Searcher", line: Line, player: int) -> Line:
    """A line with the score of the first player, and the plies to that player's win."""
    wins_in = line.wins_in if player == 0 or line.wins_in is None else -line.wins_in
    return line._replace(score=score_of_first(searcher, line.score, player), wins_in=wins_in)


def mark(loss: float) -> str:
    """`?` for a mistake, `??` for a blunder, else nothing."""
    return "??" if loss >= BLUNDER else "?" if loss >= MISTAKE else ""


def accuracy(loss: float) -> float:
    """How well a move was chosen that lost so much of the chance to win, from 0 to 100: as chess servers tell it."""
    return min(100.0, max(0.0, 103.1668 * exp(-4.354 * loss) - 3.1669))
