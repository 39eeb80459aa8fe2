"""Evaluations that tools/fit.py can fit."""

from collections.abc import Sequence
from typing import Any

import pytest

from ludarium.contract.row import Row


def assert_linear(strategy: Any, game: Any, rows: Sequence[Row], monkeypatch: pytest.MonkeyPatch) -> None:
    """A value is a sum of features, one a weight, and stays far from what a certain win is worth."""
    weights = strategy.WEIGHTS[:]
    values = [strategy.evaluate(game, row) for row in rows]
    assert all(abs(value) < 100_000 for value in values)
    sums = [0] * len(rows)
    for i, weight in enumerate(weights):
        monkeypatch.setattr(strategy, "WEIGHTS", [int(i == j) for j in range(len(weights))])
        sums = [so_far + weight * strategy.evaluate(game, row) for so_far, row in zip(sums, rows, strict=True)]
    assert sums == values
