"""How well a computer plays: a level is a row of this table, the same for all games."""

from typing import NamedTuple

from ..contract.errors import BadOption


class Level(NamedTuple):
    """What a level may think about a move, and how often it does not think at all."""

    number: int
    nodes: int  # positions looked at; of minds that look at fewer in the same time, fewer
    depth: int  # plies looked ahead at most
    slip: int  # moves in a thousand that are made at random
    name: str  # a character that plays like this


LEVELS = (
    Level(1, 40, 1, 700, "Pip"),
    Level(2, 100, 1, 400, "Moth"),
    Level(3, 300, 2, 200, "Cricket"),
    Level(4, 1_200, 3, 90, "Ladybird"),
    Level(5, 5_000, 5, 30, "Weevil"),
    Level(6, 25_000, 8, 0, "Mantis"),
    Level(7, 120_000, 100, 0, "Stag"),
    Level(8, 800_000, 100, 0, "Scarab"),
)


def level(number: int) -> Level:
    """The level with this number, or BadOption."""
    if isinstance(number, bool) or number not in range(1, len(LEVELS) + 1):
        raise BadOption(f"a level is a whole number from 1 to {len(LEVELS)}, not {number!r:.20}")
    return LEVELS[number - 1]
