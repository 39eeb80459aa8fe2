"""Measuring on a noisy machine: contestants take turns, the best turn of each counts, ratios are reported."""

import time
from collections.abc import Callable

TURNS = 5

Work = Callable[[], float]  # does some work and returns how much of it


def rates(*contestants: Work, turns: int = TURNS) -> list[float]:
    """Each contestant's work per second of processor time, at its best turn."""
    for work in contestants:
        work()
    best = [0.0] * len(contestants)
    for _ in range(turns):
        for i, work in enumerate(contestants):
            begun = time.process_time()
            done = work()
            best[i] = max(best[i], done / (time.process_time() - begun))
    return best


def show(what: str, ours: float, theirs: float, unit: str) -> None:
    """One line: the two rates and their ratio."""
    print(f"  {what:<58}{ours:>15,.0f} {theirs:>13,.0f} {unit:<8}{ours / theirs:>8.1f} x", flush=True)
