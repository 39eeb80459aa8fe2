"""The positions of shards, as training takes them: batches of features with what a net should say of them."""

import hashlib
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...contract.errors import BadOption
from ...contract.kind import Kind
from ...engine.code import game_code
from ...engine.net.listing import list_features
from .shard import BadShard, Shard

Array = npt.NDArray[Any]

HELD = 20  # one in so many positions is held out: those at the end of each shard, so that they come from other games


class Batch(NamedTuple):
    """Positions as a net sees them, a row each: the numbers of their features, filled up with one behind the last."""

    features: Array
    phases: Array
    scores: Array  # hundredths of a point
    results: Array  # parts of the win


class Samples:
    """All positions of some shards. Those of `trained` are for training, those of `held` tell how well it went."""

    def __init__(self, kind: Kind, options: dict[str, str], shards: Iterable[Shard]) -> None:
        self.kind, self.game = kind, kind.make(kind.choose(dict(options)))
        if not kind.has_features:
            raise BadOption(f"{kind.id} does not say what a net sees of its positions (features in strategy.py)")
        parts, scores, results, held, digest = (
            list[Array](),
            list[Array](),
            list[Array](),
            list[Array](),
            hashlib.sha256(),
        )
        for shard in shards:
            header = shard.header
            if (header.game, header.options) != (kind.id, options):
                raise BadOption(
                    f"shard {header.number} is of another game or other options: {header.game} {header.options}"
                )
            parts.append(np.array(shard.rows, header.typecode).reshape(header.positions, header.width))
            scores.append(np.array(shard.scores, np.float32))
            results.append(np.array(shard.results, np.float32) / 1000)
            held.append(np.arange(header.positions) >= header.positions - header.positions // HELD)
            digest.update(parts[-1].tobytes())
        if not parts:
            raise BadOption("there is no shard to learn from; `ludarium lab play` makes them")
        self.digest = digest.hexdigest()
        """What tells these positions from others."""
        self._rows, self._scores, self._results = map(np.concatenate, (parts, scores, results))
        is_held = np.concatenate(held)
        self.trained, self.held = np.flatnonzero(~is_held), np.flatnonzero(is_held)
        self._width = len(kind.rules.start(self.game, 0))
        self._list = game_code(kind, self._rows.dtype.char).native(list_features)

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def feature_count(self) -> int:
        return self.kind.feature_count(self.game)

    @property
    def most_features(self) -> int:
        return self.kind.most_features(self.game)

    @property
    def phases(self) -> int:
        return self.kind.phases(self.game)

    def batch(self, chosen: Array, random: np.random.Generator | None = None) -> Batch:
        """Some of the positions, each turned and reflected at random."""
        size = len(chosen)
        rows = np.zeros((size, self._width), self._rows.dtype)
        rows[:, : self._rows.shape[1]] = self._rows[chosen]
        hows = np.zeros(size, np.int64) if random is None else random.integers(self.kind.mirrors(self.game), size=size)
        features = np.empty((size, self.most_features), np.int64)
        counts, phases = np.empty(size, np.int64), np.empty(size, np.int64)
        self._list(self.game, rows, hows, features, counts, phases)
        features[np.arange(self.most_features) >= counts[:, None]] = self.feature_count
        return Batch(features, phases, self._scores[chosen], self._results[chosen])


def gather(
    kind: Kind, options: dict[str, str], shards: Iterable[Shard | BadShard], tell: Callable[[str], None]
) -> Samples:
    """The positions of shards; damaged ones are left out, and `tell` gets a sentence about each."""

    def whole() -> Iterable[Shard]:
        for each in shards:
            if isinstance(each, BadShard):
                tell(str(each))
            else:
                yield each

    return Samples(kind, options, whole())
