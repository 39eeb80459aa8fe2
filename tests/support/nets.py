"""Nets for tests, with weights by chance."""

from random import Random
from typing import Any

from ludarium.contract.kind import Kind
from ludarium.engine.net.net import HEAVIEST, Net, make_net


def random_net(kind: Kind, game: Any, hidden: int, seed: int) -> Net:
    """A net with small weights; the same seed makes the same net."""
    chance = Random(seed)

    def draw(count: int, reach: int) -> list[int]:
        return [chance.randint(-reach, reach) for _ in range(count)]

    first = [draw(hidden, 60) for _ in range(kind.feature_count(game))]
    last = [draw(hidden, HEAVIEST) for _ in range(kind.phases(game))]
    return make_net(first, draw(hidden, 255), last, draw(kind.phases(game), 10_000), 400)
