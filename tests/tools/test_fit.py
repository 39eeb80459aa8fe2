"""tools/fit.py: a small fit runs, the same again gives the same, and what makes no sense is told in one sentence."""

import re
import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from ludarium.contract.errors import LudariumError
from ludarium.games import kind

from ..support.tool_modules import tool

SMALL = "beetle-battle", "--option", "size=3", "--games", "16", "--nodes", "20"


@pytest.fixture(scope="module")
def fit() -> ModuleType:
    return tool("fit")


@pytest.fixture
def run(fit: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["fit.py", *words])
        fit.main()
        return capsys.readouterr().out

    return run


def test_a_small_fit_can_be_repeated(run: Any) -> None:
    strategy: Any = kind("beetle-battle").strategy
    now = strategy.WEIGHTS[:]
    told = run(*SMALL)
    assert re.search(r"^\d+ positions of 1\d games$", told, re.M)
    assert len(re.search(r"^WEIGHTS = \[(.*)\]$", told, re.M)[1].split(",")) == len(now)  # type: ignore[index]
    assert run(*SMALL) == told != run(*SMALL, "--seed", "2")
    assert run(*SMALL, "--scores", "0.5") != told
    assert now == strategy.WEIGHTS


def test_a_weight_can_be_kept(run: Any) -> None:
    found = re.search(r"^WEIGHTS = \[(.*)\]$", run(*SMALL, "--keep", "1"), re.M)
    strategy: Any = kind("beetle-battle").strategy
    assert found and int(found[1].split(",")[1]) == strategy.WEIGHTS[1]


def test_weights_are_found_again(fit: ModuleType) -> None:
    """Results that are drawn by known weights lead back to them, to within some standard errors."""
    random, truth = np.random.default_rng(1), np.array([0.5, -1.0, 0.0])
    x = random.normal(size=(4000, 3))
    parts = (random.random(4000) < fit.foretold(x, truth)).astype(float)
    weights, errors = fit.regress(x, parts, np.arange(4000) // 10)
    assert (abs(weights - truth) < 4 * errors).all() and errors.max() < 0.1
    assert fit.surprise(x, parts, weights) <= fit.surprise(x, parts, truth) < np.log(2)


def test_scores_take_the_place_of_results_as_far_as_they_are_trusted(fit: ModuleType) -> None:
    parts, scores, games = np.array([1.0, 0, 1, 0]), np.array([300, -300, 200, -200]), np.arange(4)
    assert fit.blend(parts, scores, games, 0).tolist() == parts.tolist()
    seen = fit.blend(parts, scores, games, 1)
    assert seen[0] > seen[2] > 0.5 > seen[3] > seen[1]


def test_an_evaluation_that_is_not_linear_is_refused(fit: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    beetles = kind("beetle-battle")
    strategy: Any = beetles.strategy
    monkeypatch.setattr(strategy, "evaluate", lambda game, row: strategy.WEIGHTS[0] + 7)
    with pytest.raises(LudariumError, match="evaluate of beetle-battle is not linear in WEIGHTS: 7 is added"):
        fit.features(beetles, None, [[0]])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess"], "there is no game 'chess'"),
        (["beetle-battle", "--option", "size"], "an option is given as NAME=VALUE, not as 'size'"),
        (["beetle-battle", "--option", "width=3"], "beetle-battle has no option 'width'"),
        (["beetle-battle", "--games", "0"], "at least one game is played"),
        (["beetle-battle", "--nodes", "-5"], "at least one game is played, and one position searched"),
        (["beetle-battle", "--scores", "2"], "scores count from 0, not at all, to 1"),
        (["beetle-battle", "--scores", "nan"], "scores count from 0, not at all, to 1"),
        (["beetle-battle", "--keep", "99"], "beetle-battle has the weights 0 to"),
        (["beetle-battle", "--option", "size=3", "--games", "3"], "too few games were played to the end"),
    ],
)
def test_what_makes_no_sense_is_told(run: Any, words: list[str], sentence: str) -> None:
    with pytest.raises(SystemExit) as end:
        run(*words)
    assert str(end.value).startswith(f"fit: {sentence}") and "\n" not in str(end.value)
