"""Answers of the house that are always the same: the export writes them, so that they are there before Python is."""

from collections.abc import Sequence

from msgspec.json import encode
from msgspec.structs import replace

from ..contract.errors import BadGame
from ..contract.kind import Kind
from ..games.loading import TookTooLong, limited
from ..house.guides import describe_poster
from ..protocol.games import House, LevelTold
from ..web.http.games import describe_house
from ..web.http.guides import draw_help

FULL_STRENGTH = 5  # the highest level that plays here as it plays everywhere
SECONDS = 60.0  # for the boards of one game
WEAKER = "{}, weaker here than in the program"


def told(kinds: Sequence[Kind]) -> dict[str, bytes]:
    """The answers by the names of their files: the address with - for /."""
    answers = {"house": encode(house(kinds))}
    for kind in kinds:
        try:
            with limited(SECONDS):
                answers[f"kinds-{kind.id}-help"] = encode(draw_help(kind))
                answers[f"kinds-{kind.id}-poster"] = encode(describe_poster(kind.id))
        except TookTooLong:
            raise BadGame(f"{kind.folder}: its boards were not drawn within {SECONDS:.0f} seconds") from None
    return {f"told/{name}.json": text for name, text in answers.items()}


def house(kinds: Sequence[Kind]) -> House:
    """The house in a browser: with these games, and without others to play with."""
    told = describe_house(kinds)
    return replace(told, problems=(), levels=tuple(map(_level, told.levels)), is_alone=True)


def _level(level: LevelTold) -> LevelTold:
    """A level, with a note if plain Python has not the time for all that it looks at elsewhere."""
    return level if level.number <= FULL_STRENGTH else replace(level, name=WEAKER.format(level.name))
