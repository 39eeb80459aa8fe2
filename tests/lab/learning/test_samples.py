"""Samples: the positions of shards as a net sees them."""

import numpy as np
import pytest

from ludarium import BadOption
from ludarium.games import kind
from ludarium.lab.learning.samples import HELD, gather
from ludarium.lab.learning.self_play import Order, Plan, check, play_shard
from ludarium.lab.learning.shard import BadShard, Shard

ATAXX = kind("ataxx")
OPTIONS = check(ATAXX, {})
SHARDS = [Shard.decode(play_shard(Order(Plan(ATAXX.id, OPTIONS, 4, 1), number, games=2))) for number in (1, 2)]


def test_features_are_those_of_the_game() -> None:
    samples = gather(ATAXX, OPTIONS, SHARDS, print)
    game, out = samples.game, [0] * samples.most_features
    chosen = np.arange(0, len(samples), 7)
    batch = samples.batch(chosen)
    rows = [*SHARDS[0].rows, *SHARDS[1].rows]
    width = SHARDS[0].header.width
    for number, features, phase, score, result in zip(chosen, *batch, strict=True):
        row = rows[number * width : (number + 1) * width]
        row += ATAXX.rules.start(game, 0)[width:]
        n = ATAXX.features(game, row, ATAXX.rules.turn(game, row), out, 0)
        assert [*features] == out[:n] + [samples.feature_count] * (samples.most_features - n)
        assert phase == ATAXX.phase(game, row)
        assert score == [*SHARDS[0].scores, *SHARDS[1].scores][number]
        assert round(1000 * result) == [*SHARDS[0].results, *SHARDS[1].results][number]


def test_positions_are_turned_and_reflected_at_random() -> None:
    samples = gather(ATAXX, OPTIONS, SHARDS, print)
    chosen = np.arange(10)
    plain = samples.batch(chosen)
    turned, again, other = (samples.batch(chosen, np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert (turned.features == again.features).all() and (turned.features != other.features).any()
    assert (turned.features != plain.features).any() and (turned.phases == plain.phases).all()


def test_the_end_of_each_shard_is_held_out() -> None:
    samples = gather(ATAXX, OPTIONS, SHARDS, print)
    first, second = (shard.header.positions for shard in SHARDS)
    assert [*samples.held] == [
        *range(first - first // HELD, first),
        *range(first + second - second // HELD, first + second),
    ]
    assert sorted([*samples.held, *samples.trained]) == [*range(len(samples))]


def test_what_cannot_be_learned_from() -> None:
    told = list[str]()
    assert len(gather(ATAXX, OPTIONS, [BadShard("a is damaged"), SHARDS[1]], told.append)) == SHARDS[1].header.positions
    assert told == ["a is damaged"]
    with pytest.raises(BadOption, match="there is no shard to learn from; `ludarium lab play` makes them"):
        gather(ATAXX, OPTIONS, [BadShard("")], print)
    with pytest.raises(BadOption, match="shard 1 is of another game or other options: ataxx"):
        gather(ATAXX, check(ATAXX, {"rules": "uai"}), SHARDS, print)
    with pytest.raises(BadOption, match="gamma does not say what a net sees of its positions"):
        gather(kind("gamma"), {}, SHARDS, print)
