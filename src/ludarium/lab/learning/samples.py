"""The positions of shards, as training takes them: their features, listed once, with what a net should say of them."""

import hashlib
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...contract.errors import BadOption
from ...contract.kind import Kind
from ...engine.code import game_code
from ...engine.net.listing import list_features
from .shard import BadShard, Shard
from .variants import variants

Array = npt.NDArray[Any]

HELD = 20  # one in so many positions is held out: those at the end of each shard, so that they come from other games
ROOM = 6 << 30  # bytes of memory for features


class Part(NamedTuple):
    """The positions of a shard: of which variant of the game, where they begin among all, and their rows."""

    game: Any
    begin: int
    rows: Array


class Samples:
    """All positions of some shards. Those of `trained` are for training, those of `held` tell how well it went."""

    scores: Array
    """Hundredths of a point to the player to move, by the search."""
    results: Array
    """The part of the win that the player to move got in the end."""
    features: Array
    """Of each view of each position, the numbers of its features, filled up with one behind the last."""
    phases: Array

    def __init__(self, kind: Kind, options: dict[str, str], shards: Iterable[Shard]) -> None:
        if not kind.has_features:
            raise BadOption(f"{kind.id} does not say what a net sees of its positions (features in strategy.py)")
        self.kind, known = kind, variants(options)
        games = [kind.make(kind.choose(dict(each))) for each in known]
        self.game = games[0]
        if len({(kind.feature_count(game), kind.phases(game)) for game in games}) > 1:
            raise BadOption(f"these variants of {kind.id} have different features, so they cannot share a net")
        parts, scores, results, held = list[Part](), list[Array](), list[Array](), list[Array]()
        digest = hashlib.sha256()
        for shard in shards:
            header = shard.header
            if header.game != kind.id or header.options not in known:
                raise BadOption(
                    f"shard {header.number} is of another game or other options: {header.game} {header.options}"
                )
            rows = np.array(shard.rows, header.typecode).reshape(header.positions, header.width)
            parts.append(Part(games[known.index(header.options)], sum(map(len, scores)), rows))
            scores.append(np.array(shard.scores, np.float32))
            results.append(np.array(shard.results, np.float32) / 1000)
            held.append(np.arange(header.positions) >= header.positions - header.positions // HELD)
            digest.update(rows.tobytes())
        if not parts:
            raise BadOption("there is no shard to learn from; `ludarium lab play` makes them")
        self.digest = digest.hexdigest()
        """What tells these positions from others."""
        self.scores, self.results, is_held = map(np.concatenate, (scores, results, held))
        self.trained, self.held = np.flatnonzero(~is_held), np.flatnonzero(is_held)
        self.features, self.phases = self._list(parts)

    def __len__(self) -> int:
        return len(self.scores)

    @property
    def views(self) -> int:
        """How often each position is there: mirrored in all ways, or in as many as memory has room for."""
        return len(self.features)

    @property
    def feature_count(self) -> int:
        return self.kind.feature_count(self.game)

    @property
    def most_features(self) -> int:
        return self.kind.most_features(self.game)

    @property
    def phase_count(self) -> int:
        return self.kind.phases(self.game)

    def _list(self, parts: list[Part]) -> tuple[Array, Array]:
        """The features of all views, and the phases of the positions."""
        mirrors, number = self.kind.mirrors(self.game), np.int16 if self.feature_count < 1 << 15 else np.int32
        first, phases = self._view(parts, np.zeros(len(self), np.int64), number, self.most_features)
        columns = int((first < self.feature_count).sum(axis=1).max())
        views = max(1, min(mirrors, ROOM // (len(self) * columns * first.itemsize)))
        found = np.empty((views, len(self), columns), number)
        found[0] = first[:, :columns]
        del first
        begin = np.random.default_rng(0).integers(mirrors, size=len(self)) * (views < mirrors)
        for view in range(1, views):
            hows = 1 + (begin + view - 1) % (mirrors - 1)
            found[view] = self._view(parts, hows, number, columns)[0]
        return found, phases

    def _view(self, parts: list[Part], hows: Array, number: type, columns: int) -> tuple[Array, Array]:
        """The features and phases of all positions, each mirrored in a way of its own; on all cores."""
        native = game_code(self.kind, parts[0].rows.dtype.char).native(list_features)
        features: Array = np.empty((len(self), columns), number)
        phases = np.empty(len(self), np.int64)

        def list_part(part: Part) -> None:
            game, size = part.game, len(part.rows)
            here = slice(part.begin, part.begin + size)
            rows = np.zeros((size, len(self.kind.rules.start(game, 0))), part.rows.dtype)
            rows[:, : part.rows.shape[1]] = part.rows
            found, counts = np.empty((size, self.most_features), np.int64), np.empty(size, np.int64)
            native(game, rows, hows[here], found, counts, phases[here])
            found[np.arange(self.most_features) >= counts[:, None]] = self.feature_count
            features[here] = found[:, :columns]

        with ThreadPoolExecutor() as pool:
            list(pool.map(list_part, parts))
        return features, phases


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
