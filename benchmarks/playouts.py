"""Random play of all games, compiled against our own rules uncompiled, and many games side by side."""

import os
import time
from random import Random

import ludarium
from ludarium.engine import playouts, uncompiled
from ludarium.engine.batch import Batch
from ludarium.games import kind

from .measure import rates, show

LIMIT = 400  # plies of a game; some need never end


def main() -> None:
    for one in map(kind, ludarium.games()):
        for options in one.variants(1):
            changed = [f" {name}={value}" for name, value in options.items() if value != one.options[name].default]
            label = one.id + "".join(text for text in changed if not text.startswith(" seed"))
            game = one.make(options)
            row, random = one.start(game, options), Random(1)
            compiled, plain = rates(
                lambda one=one, game=game, row=row: playouts.playouts(one, game, row, 300, limit=LIMIT).plies,  # type: ignore[misc]
                lambda one=one, game=game, row=row, random=random: uncompiled.playout(one, game, row[:], random, LIMIT),  # type: ignore[misc]
                turns=3,
            )
            show(f"{label}, compiled / plain", compiled, plain, "plies/s")
    one = kind("ataxx")
    game = one.make(one.choose({}))
    _batch(Batch(one, game, 2000, threads=1), "Ataxx batch of 2000, one thread")
    _batch(Batch(one, game, 2000), f"Ataxx batch of 2000, {os.cpu_count()} threads")


def _batch(batch: Batch, label: str) -> None:
    batch.play_on(1)
    begun = time.perf_counter()
    batch.play_on(300)
    print(f"  {label:<58}{300 * len(batch.rows) / (time.perf_counter() - begun):>15,.0f} plies/s by the clock")
