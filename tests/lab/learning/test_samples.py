"""Samples: the positions of shards as a net sees them."""

import pytest

from ludarium import BadOption
from ludarium.games import kind
from ludarium.lab.learning import samples as samples_module
from ludarium.lab.learning.samples import HELD, Samples, gather
from ludarium.lab.learning.self_play import Order, Plan, play_shard
from ludarium.lab.learning.shard import BadShard, Shard
from ludarium.lab.learning.variants import check

ATAXX = kind("ataxx")
OPTIONS = check(ATAXX, {})
SHARDS = [Shard.decode(play_shard(Order(Plan(ATAXX.id, OPTIONS, 4, 1), number, games=2))) for number in (1, 2)]


def mirrored(samples: Samples, number: int, how: int) -> tuple[list[int], int]:
    """The features and the phase of a position, by the game's own functions."""
    game, width = samples.game, SHARDS[0].header.width
    row = [*SHARDS[0].rows, *SHARDS[1].rows][number * width : (number + 1) * width]
    row += ATAXX.rules.start(game, 0)[width:]
    ATAXX.mirror(game, row, how)
    out = [0] * samples.most_features
    n = ATAXX.features(game, row, ATAXX.rules.turn(game, row), out, 0)
    return out[:n], ATAXX.phase(game, row)


def test_features_are_those_of_the_game_in_every_mirror() -> None:
    samples = gather(ATAXX, OPTIONS, SHARDS, print)
    assert samples.views == 8 and samples.features.shape == (8, len(samples), 36)
    for number in range(0, len(samples), 7):
        for view in range(8):
            found = [*samples.features[view][number]], samples.phases[number]
            assert found == mirrored(samples, number, view)
        assert samples.scores[number] == [*SHARDS[0].scores, *SHARDS[1].scores][number]
        assert round(1000 * samples.results[number]) == [*SHARDS[0].results, *SHARDS[1].results][number]


def test_where_memory_is_short_each_position_is_mirrored_in_ways_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = gather(ATAXX, OPTIONS, SHARDS, print)
    monkeypatch.setattr(samples_module, "ROOM", whole.features[:3].nbytes)
    samples = gather(ATAXX, OPTIONS, SHARDS, print)
    assert samples.views == 3
    hows = set[int]()
    for number in range(len(samples)):
        every = [[*view[number]] for view in whole.features]
        found = {every.index([*view[number]]) for view in samples.features}
        is_symmetric = any(every.count(each) > 1 for each in every)
        assert len(found) == 3 or is_symmetric
        hows |= found
    assert len(hows) == 8


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
