"""Mistakes as people make them: a move that looks a little worse than the best one is likelier than one that looks bad.

Moves are judged at a glance, by the position that follows at once. Of a game without a strategy only the rules are
known, and they judge no position: there every move is as likely as another.
"""

from collections.abc import Sequence
from math import exp
from random import Random

from ...contract.row import Row
from ..position import Position

GLANCED = 24  # moves that are looked at, drawn by chance where there are more
HEAVY = 20_000  # numbers of a position, above which a look at so many moves takes too long
POINT = 100  # what a point is worth to `evaluate`
DECIDED = 30 * POINT  # what a won game is worth beside it, so that a win can also be missed


def mistaken_move(game: Position, random: Random, care: float) -> int:
    """A move by chance; with more care those that look good are likelier."""
    kind, legal = game.kind, game.kind.legal_moves(game.constants, game.row)
    if len(legal) > GLANCED:
        legal = random.sample(legal, GLANCED)
    if kind.hides or len(game.row) > HEAVY or not (kind.judges_positions or kind.expects_shares(game.constants)):
        return random.choice(legal)
    row = game.row[:]
    if kind.has_secrets:
        kind.determinize(game.constants, row, random.getrandbits(30))
    return random.choices(legal, weights([_worth_of(game, row, move) for move in legal], care))[0]


def weights(worths: Sequence[float], care: float) -> list[float]:
    """How likely each move is, compared with the best one. A move as much worse as the average one has `exp(-care)`."""
    best = max(worths)
    usual = best - sum(worths) / len(worths)
    return [exp(-care * (best - worth) / usual) if usual else 1.0 for worth in worths]


def _worth_of(game: Position, row: Row, move: int) -> float:
    """What a move seems worth to the player who makes it, by the position after it."""
    kind, rules, constants, child = game.kind, game.kind.rules, game.constants, row[:]
    me = rules.turn(constants, row)
    rules.play(constants, child, move)
    if rules.players(constants) == 1:
        return POINT * rules.score(constants, child, me) + kind.evaluate(constants, child)
    if rules.outcome(constants, child):
        share = rules.share(constants, child, me)
        return share if kind.expects_shares(constants) else DECIDED * (share - 500) / 500
    if kind.expects_shares(constants):
        shares = [0] * rules.players(constants)
        kind.expected_shares(constants, child, shares)
        return shares[me]
    worth = kind.evaluate(constants, child)
    return worth if rules.turn(constants, child) == me else -worth
