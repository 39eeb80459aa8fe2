"""The size of boards: what a server accepts, and how it describes large ones."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from ...contract.errors import BadOption
from ...contract.kind import Kind
from ...contract.options import Whole
from ...contract.row import Row
from ...contract.scene import Cell
from ...play.game import Game
from ...play.match.grid import grid
from ...play.move_input import MANY
from ...protocol.messages import Grid

T = TypeVar("T")

MOST_CELLS = 1_000_000

# Work on a large board takes its time and much memory, so that one is worked on after the other
_large_boards = ThreadPoolExecutor(1, "large boards")


class TooLarge(BadOption):
    """A board with too many cells."""


def make_game(kind: Kind, options: dict[str, str], position: str | None = None) -> Game:
    """A new game, if its board is not too large."""
    count_cells(kind, options)
    return Game(kind, position, **options)


def count_cells(kind: Kind, options: dict[str, str]) -> int:
    """The number of cells of a board with these options; BadOption if they are too many."""
    columns, rows = kind.board.shape(kind.make(kind.choose(dict(options))))
    if columns * rows > MOST_CELLS:
        raise TooLarge(f"a board of {columns} x {rows} is too large for this server; {MOST_CELLS:,} cells at most")
    return columns * rows


def highest_value(kind: Kind, name: str) -> int:
    """The highest number of an option with which a board fits, while the other options have their lowest ones."""
    low, high = kind.options[name].bounds or (0, 0)
    least = {other: str(option.low) for other, option in kind.options.items() if isinstance(option, Whole)}
    while low < high:
        middle = (low + high + 1) // 2
        try:
            count_cells(kind, least | {name: str(middle)})
            low = middle
        except BadOption:
            high = middle - 1
    return low


def is_large(game: Game) -> bool:
    """Whether a board has so many cells that it is described in short, and not in the event loop."""
    columns, rows = game.kind.board.shape(game.constants)
    return columns * rows > MANY


async def in_thread(large: bool, work: Callable[[], T]) -> T:
    """Run work in a thread; work on large boards comes one after the other."""
    return await asyncio.get_running_loop().run_in_executor(_large_boards if large else None, work)


async def describe_board(game: Game, row: Row) -> tuple[tuple[Cell, ...], Grid | None]:
    """The cells of the present position as it is seen; those of a large board are described in a thread."""
    if is_large(game):
        return await in_thread(True, lambda: describe_cells(game, row))
    return game.kind.scene(game.constants, row).cells, None


def describe_cells(game: Game, row: Row) -> tuple[tuple[Cell, ...], Grid | None]:
    """The cells of a position: all of them, or a grid for a large board."""
    if is_large(game) and (found := grid(game.kind, game.constants, game.options, row)):
        return (), found
    return game.kind.scene(game.constants, row).cells, None
