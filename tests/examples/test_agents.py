"""The program of the docs that learns, in a short form, and its seat in the house."""

import importlib
import shutil
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import ludarium
from ludarium.play.judging.analysis import Limit
from ludarium.play.opponents.registry import parse

FOLDER = Path(__file__).parents[2] / "examples" / "agents"


@pytest.fixture
def learner(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(FOLDER)
    monkeypatch.delitem(sys.modules, "learner", raising=False)
    return importlib.import_module("learner")


def test_it_learns_and_takes_a_seat(learner: ModuleType, tmp_path: Path) -> None:
    """It wins much more than a net that has learned nothing, which wins about half of the games."""
    net = learner.learn(120, games=128)
    assert learner.score(net, "random", 40) > 0.7
    np.savez(tmp_path / "learner.npz", **net)
    shutil.copy(FOLDER / "learner.py", tmp_path)
    game = ludarium.new("beetle-battle", size=3)
    player = parse(f"python:{tmp_path / 'learner.py'}", game.kind, Limit(seconds=30))
    try:
        for _ in range(4):
            game.push(player.choose(game))
    finally:
        player.close()
    assert len(game.moves) == 4
