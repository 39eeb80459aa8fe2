"""Training: it learns, does so again with the same seed, and goes on where it was stopped."""

import math
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from ludarium.engine.code import game_code
from ludarium.engine.net.evaluation import judged, make_judge
from ludarium.engine.net.net import encode_net
from ludarium.games import kind
from ludarium.lab.learning.samples import Samples
from ludarium.lab.learning.self_play import Order, Plan, play_shard
from ludarium.lab.learning.shard import Shard
from ludarium.lab.learning.variants import check

from ...support.nets import random_net

pytest.importorskip("torch", reason="PyTorch is not installed (pip install 'ludarium[lab]')")

from ludarium.lab.learning.trainer import BLEND, Trained, Trainer, Training, error_of, targets

ATAXX = kind("ataxx")
OPTIONS = check(ATAXX, {})
SHARD = Shard.decode(play_shard(Order(Plan(ATAXX.id, OPTIONS, 4, 1), 1, positions=600)))
SAMPLES = Samples(ATAXX, OPTIONS, [SHARD])
TRAINING = Training(hidden=8, epochs=4, seed=5, batch=64)


def trained(file: Path, training: Training = TRAINING) -> Trained:
    trainer = Trainer(SAMPLES, training, file)
    for _ in trainer.run():
        pass
    return trainer.finish()


def test_a_net_learns_what_positions_are_worth(tmp_path: Path) -> None:
    little, much = (trained(tmp_path / "part", TRAINING._replace(epochs=epochs)) for epochs in (1, 60))
    assert (little.steps, much.steps) == (len(SAMPLES.trained) // 64, 60 * (len(SAMPLES.trained) // 64))
    assert much.loss < 0.7 * little.loss and much.error < little.error
    assert much.tested == len(SAMPLES.held) > 20


def test_the_error_is_that_of_the_net_as_the_search_judges_by_it(tmp_path: Path) -> None:
    found = trained(tmp_path / "part")
    judge, evaluate = make_judge(ATAXX, SAMPLES.game, found.net), game_code(ATAXX).plain(judged)
    width, total = SHARD.header.width, 0.0
    for number in SAMPLES.held:
        row = [*SHARD.rows[number * width : (number + 1) * width]]
        chance = 1 / (1 + math.exp(-evaluate(SAMPLES.game, judge, row) / found.net.scale))
        by_search = 1 / (1 + math.exp(-SHARD.scores[number] / found.net.scale))
        total += (chance - BLEND * by_search - (1 - BLEND) * SHARD.results[number] / 1000) ** 2
    # A score is cut to a hundredth of a point, the error that is printed is not
    assert total / len(SAMPLES.held) == pytest.approx(found.error, rel=0.01)


def test_the_error_is_that_of_the_net_also_where_some_positions_have_fewer_features() -> None:
    options = check(ATAXX, {"blocks": "|h36"})  # blocks are features
    plan, net = Plan(ATAXX.id, options, 4, 1), random_net(ATAXX, SAMPLES.game, 8, 2)
    shards = [Shard.decode(play_shard(Order(plan, number, positions=200))) for number in (1, 2)]
    samples, evaluate, total = Samples(ATAXX, options, shards), game_code(ATAXX).plain(judged), 0.0
    for number in samples.held:
        shard = shards[int(number >= shards[0].header.positions)]
        place = (number - shards[0].header.positions * (shard is shards[1])) * shard.header.width
        game = ATAXX.make(ATAXX.choose(dict(shard.header.options)))
        row = [*shard.rows[place : place + shard.header.width]]
        chance = 1 / (1 + math.exp(-evaluate(game, make_judge(ATAXX, game, net), row) / net.scale))
        right = targets(samples, net.scale)[number]
        total += (chance - right) ** 2
    assert total / len(samples.held) == pytest.approx(error_of(net, samples), rel=0.01)


def test_the_same_seed_trains_the_same_net(tmp_path: Path) -> None:
    one, two = (encode_net(trained(tmp_path / "part").net) for _ in range(2))
    assert one == two != encode_net(trained(tmp_path / "part", TRAINING._replace(seed=6)).net)


@pytest.mark.parametrize("steps", [1, 9, 13])
def test_a_training_that_is_stopped_goes_on(tmp_path: Path, steps: int) -> None:
    whole, file = trained(tmp_path / "whole"), tmp_path / "part"
    with closing(Trainer(SAMPLES, TRAINING, file).run()) as running:
        for number in running:
            if number == steps:
                break
    assert file.exists()
    second = Trainer(SAMPLES, TRAINING, file)
    assert second.step == steps
    for _ in second.run():
        pass
    assert encode_net(second.finish().net) == encode_net(whole.net) and second.loss == pytest.approx(whole.loss)
    second.forget()
    assert not file.exists()


def test_a_checkpoint_is_kept_now_and_then_and_for_its_own_training(tmp_path: Path) -> None:
    now = [0.0]

    def clock() -> float:
        now[0] += 20
        return now[0]

    trainer, file = Trainer(SAMPLES, TRAINING, tmp_path / "part", clock), tmp_path / "part"
    running = trainer.run()
    kept = []
    for _ in range(4):
        next(running)
        kept.append(Trainer(SAMPLES, TRAINING, file).step)
    assert kept == [1, 1, 3, 3]  # a step takes 20 seconds
    assert Trainer(SAMPLES, TRAINING._replace(hidden=9), file).step == 0
    running.close()


def test_a_training_may_last_some_seconds(tmp_path: Path) -> None:
    now = [0.0]

    def clock() -> float:
        now[0] += 1
        return now[0]

    trainer = Trainer(SAMPLES, TRAINING._replace(epochs=0, seconds=10), tmp_path / "part", clock)
    assert [*trainer.run()] == [*range(1, 11)] and trainer.part == 1


def test_weights_fit_into_sixteen_bits(tmp_path: Path) -> None:
    net = trained(tmp_path / "part").net
    first = np.abs([list(row) for row in net.first]).max()
    assert 0 < first * (SAMPLES.most_features + 1) < 1 << 15
