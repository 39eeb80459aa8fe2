"""Ludarium, a house for abstract board games: write the rules of a game once, and every way to play it follows."""

from typing import TYPE_CHECKING

from .contract.errors import BadNotation, BadOption, BadRecord, IllegalMove, LudariumError
from .play.game import Game, new
from .play.move import Move
from .play.outcome import Outcome
from .play.record import load

if TYPE_CHECKING:

    def games() -> tuple[str, ...]:
        """The ids of all games."""
else:
    from . import games

__version__ = "0.1.0"

__all__ = [
    "BadNotation",
    "BadOption",
    "BadRecord",
    "Game",
    "IllegalMove",
    "LudariumError",
    "Move",
    "Outcome",
    "games",
    "load",
    "new",
]
