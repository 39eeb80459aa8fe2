"""Generations: which net plays, what is kept, and what a folder that was begun otherwise says."""

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ludarium import LudariumError
from ludarium.engine.net.net import Net, encode_net
from ludarium.games import kind
from ludarium.lab.learning import gauge as gauge_module
from ludarium.lab.learning.generations import Run, Settings, read_run
from ludarium.lab.learning.shard import read_shard

from ...support.crews import Here
from ...support.nets import random_net

ATAXX = kind("ataxx")
SETTINGS = Settings(positions=30, nodes=4, hidden=4, epochs=1, shard=20, games=4, gauge_nodes=4, test="")


class Result(NamedTuple):
    """What has come of a training."""

    net: Net
    steps: int = 7
    loss: float = 0.25
    error: float = 0.5


class Draws:
    """A training that takes three steps and draws the weights by chance."""

    def __init__(self, seed: int) -> None:
        self._net = random_net(ATAXX, ATAXX.make(ATAXX.choose({})), 4, seed)

    def run(self) -> Iterator[int]:
        yield from (1, 2, 3)

    def finish(self) -> Result:
        return Result(self._net)

    def forget(self) -> None:
        pass


def make_generation(run: Run, settings: Settings = SETTINGS) -> None:
    """A generation as `ludarium lab run` makes it, but for its training."""
    number = run.begin(settings).number
    list(run.play(Here()))
    trainer: Any = Draws(number)
    assert [*run.train(trainer)] == [1, 2, 3]
    list(run.decide(run.gauge(), Here()))


@pytest.fixture
def results(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What the games of matches are worth to the newer net, one after the other."""
    found = list[float]()
    monkeypatch.setattr(gauge_module, "play_pair", lambda _: [found.pop(0), found.pop(0)])
    return found


def test_a_net_that_scores_half_plays_the_next_generation(tmp_path: Path, results: list[float]) -> None:
    run = Run(tmp_path, ATAXX, {}, 1, clock=itertools.count().__next__)
    results += [1, 0, 1, 0, 0, 0, 0, 0.5, 1, 1, 1, 1]
    for _ in range(3):
        make_generation(run)
    assert [each.is_taken for each in run.generations] == [True, False, True]
    nets = [run.net(number).read_bytes() for number in (1, 2, 3)]
    assert nets == [encode_net(Draws(number).finish().net) for number in (1, 2, 3)]
    assert [run.champion(before) for before in (1, 2, 3, 4)] == [b"", nets[0], nets[0], nets[2]]
    headers = [read_shard(tmp_path / str(number) / "shards" / "000001.shard").header for number in (1, 2, 3)]
    assert [header.generation for header in headers] == [1, 2, 3]
    assert headers[0].net == "hand" and headers[1].net == headers[2].net != "hand"
    third = run.generations[2]
    assert (third.won, third.drawn, third.lost, third.steps, third.loss, third.error) == (4, 0, 0, 7, 0.25, 0.5)
    assert third.positions >= 30 and third.play_seconds == third.train_seconds == 1


def test_everything_is_kept(tmp_path: Path, results: list[float]) -> None:
    results += [1, 0, 1, 0]
    run = Run(tmp_path, ATAXX, {}, 1)
    make_generation(run)
    run.begin(SETTINGS._replace(nodes=5))
    again = Run(tmp_path, ATAXX, {}, 1)
    assert again.generations == run.generations == read_run(tmp_path)[1] and again.count == 1
    # Other settings are for the next generation: this one goes on as it was begun
    assert again.begin(SETTINGS._replace(nodes=6)).settings.nodes == 5


def test_a_run_may_begin_with_a_net(tmp_path: Path, results: list[float]) -> None:
    file = tmp_path / "a.net"
    file.write_bytes(encode_net(Draws(9).finish().net))
    run = Run(tmp_path / "run", ATAXX, {}, 1)
    run.start_from(file)
    assert run.champion(1) == file.read_bytes()
    results += [1, 0, 1, 0]
    make_generation(run)
    run.start_from(file)
    file.write_bytes(encode_net(Draws(8).finish().net))
    with pytest.raises(LudariumError, match="was begun with another net; name another folder"):
        run.start_from(file)


def test_a_folder_that_was_begun_otherwise_is_refused(tmp_path: Path) -> None:
    Run(tmp_path, ATAXX, {}, 1).begin(SETTINGS)
    with pytest.raises(LudariumError, match="was begun with seed 1 and not 2; name another folder"):
        Run(tmp_path, ATAXX, {}, 2)
    with pytest.raises(LudariumError, match=r"was begun with options .*; name another folder"):
        Run(tmp_path, ATAXX, {"rules": "uai"}, 1)
    state = json.loads((tmp_path / "run.json").read_text())
    for wrong in (b"", b"[]", json.dumps({**state, "format": "other"}).encode(), b'{"format": "ludarium learning 1"}'):
        (tmp_path / "run.json").write_bytes(wrong)
        with pytest.raises(LudariumError, match=r"run.json' is damaged, or of another version"):
            Run(tmp_path, ATAXX, {}, 1)
