"""Variations: moves that were not made, tried from a position of a game. The game itself does not change."""

from collections.abc import Sequence

from ..contract.errors import BadOption
from .game import Game
from .move_input import move_input, pointed_at

MOST_MOVES = 300  # of a variation


def check_ply(ply: int, count: int) -> None:
    """Refuse the number of a position that a game with so many moves does not have."""
    if not 0 <= ply <= count:
        raise BadOption(f"there is no position after {ply} moves; {count} have been made")


def vary(game: Game, moves: Sequence[str], path: tuple[str, ...] = ()) -> Game:
    """A game of its own with these moves after those of a game, and then the move of a path, if there is one."""
    if len(moves) + bool(path) > MOST_MOVES:
        raise BadOption(f"a variation has at most {MOST_MOVES} moves")
    varied = game.copy()
    for move in moves:
        varied.push(move)
    if path:
        varied.push(pointed_at(move_input(varied), path))
    return varied
