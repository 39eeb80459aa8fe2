"""tools/fit_shares.py: weights are found again from what they foretell, and a small fit can be repeated."""

import sys
from typing import Any

import numpy as np
import pytest

from ludarium.contract.errors import BadOption
from ludarium.games import kind
from ludarium.games.gamma import prospects

from ..support.tool_modules import tool

fit_shares = tool("fit_shares")
SMALL = "gamma", "--option", "players=3", "--option", "width=4", "--option", "height=4", "--games", "12"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["fit_shares.py", *words])
        fit_shares.main()
        return capsys.readouterr().out

    return run


def test_a_small_fit_can_be_repeated(run: Any) -> None:
    before = [weights[:] for weights in prospects.WEIGHTS]
    words = *SMALL, "--nodes", "20", "--plain", "3", "--processes", "1"
    found = run(*words)
    assert "positions of 12 games" in found
    assert found.count("->") == sum(map(len, before))
    assert run(*words) == found
    assert before == prospects.WEIGHTS


def test_prospects_are_the_sum_of_weights_and_features() -> None:
    gamma = kind("gamma")
    game = gamma.make(gamma.choose({"players": "3", "width": "5", "height": "5"}))
    row, rows = gamma.rules.start(game, 0), list[list[int]]()
    while not gamma.rules.outcome(game, row) and len(rows) < 25:
        rows.append(list(row))
        gamma.rules.play(game, row, gamma.legal_moves(game, row)[len(rows) * 7 % 5])
    weights = np.array([weight for some in prospects.WEIGHTS for weight in some])
    for each, features in zip(rows, fit_shares.features(gamma, game, rows), strict=True):
        out = [0] * 3
        prospects.prospects(game, each, out)
        assert np.abs(features @ weights - out).max() < 40  # each weight is rounded down


def test_weights_are_found_again_from_what_they_foretell() -> None:
    random, weights = np.random.default_rng(1), np.array([1.0, -0.5, 0.25])
    games = []
    for _ in range(400):
        x = random.normal(size=(2, 4, 3))
        games.append(fit_shares.Samples(x, fit_shares.foretold(x, weights)[0]))
    exact = [fit_shares.Samples(game.features[:1], game.parts) for game in games]
    found, errors = fit_shares.regress(fit_shares.problems(exact))
    assert np.abs(found - weights).max() < 0.05
    assert (errors > 0).all()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("ataxx",), "ataxx has no prospects"),
        (("gamma", "--option", "players"), "an option is given as NAME=VALUE, not as 'players'"),
        (("nothing",), "nothing"),
    ],
)
def test_what_makes_no_sense_is_told_in_a_sentence(run: Any, words: tuple[str, ...], told: str) -> None:
    with pytest.raises(SystemExit, match=told):
        run(*words, "--games", "12")


def test_a_game_without_prospects_has_no_weights() -> None:
    with pytest.raises(BadOption):
        fit_shares.weights_of(kind("ataxx"))


def test_limits_that_make_no_sense_are_told_in_a_sentence(run: Any) -> None:
    with pytest.raises(SystemExit, match="a move takes at least one simulation"):
        run(*SMALL, "--nodes", "0")
