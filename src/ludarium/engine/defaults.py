"""What stands for functions that a game does without, where it depends on the game's other functions."""

from typing import Any

from ..contract.row import Row
from .rule_calls import most_moves, moves, own_moves


def count_by_listing(game: Any, s: Row, out: Row, n: int) -> int:
    return moves(game, s, out, n) - n


def bounded_moves(game: Any, s: Row, out: Row, n: int) -> int:
    """The moves of a game from outside the package: too many of them would overwrite those of other positions."""
    end = own_moves(game, s, out, n)
    if end - n > most_moves(game):
        raise IndexError("there are more legal moves than most_moves says")
    return end


def yes(game: Any) -> bool:
    return True


def no(game: Any) -> bool:
    return False
