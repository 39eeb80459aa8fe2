"""What `rules.py` of a game must have. What it may have besides stands in `capabilities`."""

from typing import Any, Protocol

from .row import Row


class Rules(Protocol):
    """The rules. `game` is the NamedTuple of the game's constants, `s` a position.

    The functions are plain Python that also compiles: whole numbers only, variables that keep one type, no
    allocation (`start` alone may), no recursion, no slices. Players and outcomes are numbers: 0, 1, ...
    """

    def players(self, game: Any) -> int:
        """How many players there are."""

    def start(self, game: Any, seed: int) -> Row:
        """The first position."""

    def most_moves(self, game: Any) -> int:
        """An upper bound of the number of legal moves in a position."""

    def turn(self, game: Any, s: Row) -> int:
        """The player to move."""

    def moves(self, game: Any, s: Row, out: Row, n: int) -> int:
        """Write the legal moves to out[n:] and return where they end. There is at least one until the game is over."""

    def play(self, game: Any, s: Row, move: int) -> None:
        """Make a legal move, in place."""

    def outcome(self, game: Any, s: Row) -> int:
        """0 while the game goes on, then why it ended: an index into the board's REASONS."""

    def share(self, game: Any, s: Row, player: int) -> int:
        """Of a finished game: the player's part of the win in thousandths; 1000 won, 0 lost, between them shared."""

    def score(self, game: Any, s: Row, player: int) -> int:
        """The points people see."""

    def key(self, game: Any, s: Row) -> int:
        """A hash of the position, of 63 bits."""
