"""What a position is worth by a net."""

from array import array
from typing import Any, NamedTuple

from ...contract.errors import BadOption
from ...contract.kind import Kind
from ...contract.row import Row
from ...contract.vectors import add_rows, weigh_squares
from ..memory import numbers
from ..native.signature import Numbers, Shorts
from ..rule_calls import features, phase, turn
from .net import WHOLE, Net, no_net


class Judge(NamedTuple):
    """A net with the memory that an evaluation needs."""

    net: Net
    features: Numbers
    hidden: Shorts


def make_judge(kind: Kind, game: Any, net: Net | None) -> Judge:
    """What evaluates positions of a game; without a net it has no hidden layer."""
    if net is None:
        return Judge(no_net(), numbers(1), array("h"))
    if len(net.first) != kind.feature_count(game) or len(net.last) != kind.phases(game):
        raise BadOption(f"the net is for another game than this {kind.id}, or for other options of it")
    room = numbers(kind.most_features(game))
    return Judge(net, room, array("h", bytes(2 * len(net.bias))))


def judged(game: Any, judge: Judge, s: Row) -> int:
    """The worth to the player to move, in hundredths of a point."""
    net = judge.net
    end = features(game, s, turn(game, s), judge.features, 0)
    add_rows(judge.hidden, net.bias, net.first, judge.features, end)
    stage = phase(game, s)
    total = weigh_squares(judge.hidden, net.last[stage]) + net.offsets[stage]
    return total * net.scale // WHOLE
