"""Levels: how well a computer plays. A level is a row of this table, the same for all games.

A game that does not say what its positions are worth is searched by random games, which take longer than positions and
tell less: there the number of these games and the slips of a level are other ones.
"""

from typing import NamedTuple

from ..contract.errors import BadOption
from ..contract.quotation import quoted


class Level(NamedTuple):
    """The search limits of a level, and how often it makes a mistake instead."""

    number: int
    nodes: int  # positions searched; slower searchers divide this by their PACE
    seconds: float  # time limit, unless a seed asks for the same game again
    depth: int  # plies at most
    slip: int  # mistakes in a thousand moves
    care: float  # that it takes even then: with 0 any move is as likely as another
    name: str  # the character of this level
    random_games: int  # played by a search that knows the rules alone
    slip_without_strategy: int  # and its mistakes in a thousand moves, which are random ones


DEFAULT_LEVEL = 3  # the level of computers where none is chosen
LEVELS = (
    Level(1, 40, 0.5, 1, 960, 1.0, "Pip", 5, 800),
    Level(2, 100, 0.5, 1, 600, 1.0, "Moth", 18, 450),
    Level(3, 300, 0.5, 2, 330, 1.5, "Cricket", 36, 240),
    Level(4, 1_200, 0.5, 4, 175, 1.5, "Ladybird", 64, 90),
    Level(5, 4_000, 1, 5, 88, 1.5, "Weevil", 125, 0),
    Level(6, 14_000, 1, 7, 65, 2.0, "Mantis", 600, 0),
    Level(7, 60_000, 2, 11, 25, 2.0, "Stag", 3_500, 0),
    Level(8, 2_000_000, 4, 100, 0, 2.0, "Scarab", 40_000, 0),
)


def find_level(number: int) -> Level:
    """The level with this number, or BadOption."""
    if isinstance(number, bool) or number not in range(1, len(LEVELS) + 1):
        raise BadOption(f"a level is a whole number from 1 to {len(LEVELS)}, not {quoted(number, 20)}")
    return LEVELS[number - 1]
