"""Variants of a game that are learned from in turn."""

import pytest

from ludarium import BadOption
from ludarium.games import kind
from ludarium.lab.learning.gauge import Contest, Pairing, play_pair
from ludarium.lab.learning.samples import gather
from ludarium.lab.learning.self_play import Order, Plan, play_shard
from ludarium.lab.learning.shard import Shard
from ludarium.lab.learning.variants import check, variant, variants
from ludarium.play.judging.analysis import Limit

BATTLE = kind("battle-of-the-beetles")
OPTIONS = check(BATTLE, {"setup": "rings|halves", "shells": "yes|no"})


def test_all_choices_are_variants_in_turn() -> None:
    assert [(each["setup"], each["shells"]) for each in variants(OPTIONS)] == [
        ("rings", "yes"),
        ("rings", "no"),
        ("halves", "yes"),
        ("halves", "no"),
    ]
    assert [variant(OPTIONS, number)["setup"] for number in range(1, 6)] == [
        "rings",
        "rings",
        "halves",
        "halves",
        "rings",
    ]
    assert variants(check(BATTLE, {})) == [check(BATTLE, {})]
    assert check(BATTLE, {"setup": "halves|rings|halves"})["setup"] == "halves|rings"


def test_every_variant_is_checked() -> None:
    with pytest.raises(BadOption, match="setup"):
        check(BATTLE, {"setup": "rings|squares"})


def test_shards_and_pairs_take_the_variants_in_turn() -> None:
    plan = Plan(BATTLE.id, OPTIONS, 4, 1)
    shards = [Shard.decode(play_shard(Order(plan, number, games=1))) for number in (1, 2, 3)]
    assert [shard.header.options for shard in shards] == variants(OPTIONS)[:3]
    samples = gather(BATTLE, OPTIONS, shards, print)
    assert len(samples) == sum(shard.header.positions for shard in shards)
    with pytest.raises(BadOption, match="shard 1 is of another game or other options"):
        gather(BATTLE, check(BATTLE, {"setup": "halves"}), shards, print)
    contest = Contest(BATTLE.id, OPTIONS, b"", b"", Limit(nodes=4), openings=2, seed=1)
    halves = contest._replace(options=variants(OPTIONS)[2])
    assert play_pair(Pairing(contest, 3)) == play_pair(Pairing(halves, 3))


def test_variants_with_different_features_share_no_net() -> None:
    beetles = kind("beetle-battle")
    with pytest.raises(
        BadOption, match="these variants of beetle-battle have different features, so they cannot share"
    ):
        gather(beetles, check(beetles, {"size": "4|5"}), [], print)
