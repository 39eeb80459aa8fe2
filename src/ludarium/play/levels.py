"""Levels: how well a computer plays. A level is a row of this table, the same for all games, except that the
strategy of a game may say how many positions it searches and how many mistakes it makes.

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
    has_net: bool  # whether it judges positions by the game's net, if there is one
    name: str  # the character of this level
    random_games: int  # played by a search that knows the rules alone
    slip_without_strategy: int  # and its mistakes in a thousand moves, which are random ones


DEFAULT_LEVEL = 3  # the level of computers where none is chosen
LEVELS = (
    Level(1, 40, 0.5, 1, 860, 0.3, False, "Pip", 12, 520),
    Level(2, 100, 0.5, 1, 660, 0.65, False, "Moth", 23, 375),
    Level(3, 300, 0.5, 2, 500, 1.1, False, "Cricket", 36, 240),
    Level(4, 1_200, 0.5, 4, 310, 1.5, False, "Ladybird", 53, 140),
    Level(5, 4_000, 1, 5, 195, 1.5, False, "Weevil", 80, 50),
    Level(6, 8_000, 1, 8, 122, 2.0, True, "Mantis", 125, 0),
    Level(7, 20_000, 1, 12, 95, 2.0, True, "Stag", 400, 0),
    Level(8, 50_000, 1, 20, 48, 2.0, True, "Hornet", 1_250, 0),
    Level(9, 150_000, 2, 100, 28, 2.0, True, "Rhino", 4_000, 0),
    Level(10, 500_000, 2, 100, 9, 2.0, True, "Goliath", 12_500, 0),
    Level(11, 2_000_000, 4, 100, 0, 2.0, True, "Scarab", 40_000, 0),
)


def find_level(number: int) -> Level:
    """The level with this number, or BadOption."""
    if isinstance(number, bool) or number not in range(1, len(LEVELS) + 1):
        raise BadOption(f"a level is a whole number from 1 to {len(LEVELS)}, not {quoted(number, 20)}")
    return LEVELS[number - 1]


_BY_TEXT = {text: level for level in LEVELS for text in (str(level.number), level.name.lower())}


def is_level(text: str) -> bool:
    """Whether a text is meant as a level: any number, and the name of a character."""
    return text.isdecimal() or text.lower() in _BY_TEXT


def read_level(text: str) -> Level:
    """The level with this number or this character, or BadOption.

    >>> read_level("11") == read_level("scarab")
    True
    """
    if text.lower() in _BY_TEXT:
        return _BY_TEXT[text.lower()]
    known = f"a whole number from 1 to {len(LEVELS)} or a name such as {LEVELS[-1].name}"
    raise BadOption(f"a level is {known}, not {quoted(text, 20)}")
