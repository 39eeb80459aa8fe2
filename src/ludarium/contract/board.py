"""What `board.py` of a game must have. What it may have besides stands in `capabilities`."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from .options import Option
from .row import Row
from .scene import Cell


class Board(Protocol):
    """What people see and type."""

    OPTIONS: Sequence[Option]
    REASONS: Sequence[str]

    def make(self, **options: Any) -> Any:
        """The game's constants from checked options, all of which are given."""

    def player(self, game: Any, number: int) -> str:
        """The player's name."""

    def write(self, game: Any, move: int) -> str:
        """The move in notation. With a parameter more, `write(game, s, move)`, it may look at the position."""

    def read(self, game: Any, s: Row, text: str) -> int:
        """The move that a text means here, legal or not; BadNotation if it means none."""

    def shape(self, game: Any) -> tuple[int, int]:
        """Columns and rows of the scene."""

    def cell(self, game: Any, s: Row, x: int, y: int) -> Cell | None:
        """The cell at column x of row y, counted from the top left; None where the board has no cell."""


class Dialect(NamedTuple):
    """A record format of the game's own, where it had one before it was added."""

    options: dict[str, str]  # header key -> option
    result: str  # the header key of the winner
    player: str  # the column that names the player
    move: tuple[str, ...]  # the columns that make up a move; its notation is their values joined by commas
