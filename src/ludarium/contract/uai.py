"""What a game needs to be played with engines that speak UAI, or UCI with a variant for the game."""

from collections.abc import Mapping
from typing import Any, Protocol


class Uai(Protocol):
    """What `uai.py` of a game must have."""

    OPTIONS: Mapping[str, Any]  # the options by which engines play
    VARIANT: str  # the name of the game as a UCI variant
    NO_MOVE: str  # the answer where the game is over

    def write(self, move: int) -> str:
        """A move as engines write it. `read` of the board takes it back."""

    def uci_position(self, position: str) -> str:
        """A position, as the board writes it, in the notation of UCI engines."""
