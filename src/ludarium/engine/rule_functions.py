"""The compiled rules, one call from Python at a time."""

from typing import Any

from ..contract.row import Row
from .code import compiled
from .native.signature import Numbers
from .rule_calls import key, moves, outcome, play, score, share, turn


@compiled
def list_moves(game: Any, s: Row, out: Numbers) -> int:
    """Write the legal moves of one position; returns how many there are, none when the game is over."""
    return 0 if outcome(game, s) else moves(game, s, out, 0)


@compiled
def make_move(game: Any, s: Row, move: int) -> int:
    """Make one move in place; returns the outcome."""
    play(game, s, move)
    return outcome(game, s)


@compiled
def key_and_turn(game: Any, s: Row) -> tuple[int, int]:
    """The position's key and whose turn it is."""
    return key(game, s), turn(game, s)


@compiled
def scores_and_shares(game: Any, s: Row, scores: Numbers, shares: Numbers) -> None:
    """Write every player's points and share of the win."""
    for player in range(len(scores)):
        scores[player] = score(game, s, player)
        shares[player] = share(game, s, player)
