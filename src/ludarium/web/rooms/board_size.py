"""The size of boards that a server accepts."""

from ...contract.errors import BadOption
from ...contract.kind import Kind
from ...play.game import Game

MOST_CELLS = 1_000_000


class TooLarge(BadOption):
    """A board with too many cells."""


def make_game(kind: Kind, options: dict[str, str], position: str | None = None) -> Game:
    """A new game, if its board is not too large."""
    check_size(kind, options)
    return Game(kind, position, **options)


def check_size(kind: Kind, options: dict[str, str]) -> None:
    columns, rows = kind.board.shape(kind.make(kind.choose(dict(options))))
    if columns * rows > MOST_CELLS:
        raise TooLarge(f"a board of {columns} x {rows} is too large for this server; {MOST_CELLS:,} cells at most")
