"""Fits the weights with which Abatis is judged, by play: an evolution strategy that prints the best so far.

Every generation tries weights around the mean of the last, in pairs that lie opposite each other, on deals that all of
its members play; the better half makes the next mean. To let weights change without compiling anew, it plays a copy of
the game whose constants hold them.
"""

import math
import os
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

SEED = 1
GENERATIONS = 10
PAIRS = 6  # of trials in a generation
GAMES = 4  # of each type that a trial plays
SHOTS, NODES = 150, 600  # of a game, and looked at for a shot
SPREAD, LEAST = 0.2, 15  # how far trials lie from the mean at first: a part of a weight, or at least so much
FIXED = 0, 15  # weights that stay: the scale of all others, and the end of the game
TYPES = "classic", "knockout", "mixed"

GAME = Path(__file__).parents[1] / "src" / "ludarium" / "games" / "abatis"


def copy_game(folder: Path) -> None:
    """The game over again, with its weights taken from its constants."""
    copy = folder / "abatis_to_fit"
    shutil.copytree(GAME, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for file, old, new in (
        ("dealing.py", "    step: int = 5\n", "    step: int = 5\n    weights: tuple[int, ...] = ()\n"),
        ("strategy.py", "WEIGHTS[", "game.weights["),
    ):
        text = (copy / file).read_text(encoding="utf-8")
        (copy / file).write_text(text.replace(old, new), encoding="utf-8")


def worth(kind: Any, weights: list[int], seeds: range, pool: ThreadPoolExecutor) -> float:
    """The mean logarithm of the scores, so that all types count alike."""
    from ludarium.engine.search.beam import BeamSearch

    def play(type: str, seed: int) -> float:
        game = kind.make(kind.choose({"type": type}))._replace(weights=tuple(weights))
        row, searcher = kind.rules.start(game, seed), BeamSearch(kind, game, megabytes=2)
        for _ in range(SHOTS):
            if kind.rules.outcome(game, row):
                break
            kind.rules.play(game, row, searcher.search(row, nodes=NODES).move)
        return math.log(1 + kind.rules.score(game, row, 0))

    jobs = [pool.submit(play, type, seed) for type in TYPES for seed in seeds]
    return sum(job.result() for job in jobs) / len(jobs)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        copy_game(Path(folder))
        os.environ["LUDARIUM_GAMES"] = folder
        from ludarium.games import kind as find

        kind, random = find("abatis-to-fit"), Random(SEED)
        mean = [float(weight) for weight in kind.strategy.WEIGHTS]  # type: ignore[union-attr]
        spread = [0.0 if i in FIXED else max(SPREAD * abs(weight), LEAST) for i, weight in enumerate(mean)]
        for generation in range(GENERATIONS):
            seeds = range(SEED + GAMES * generation, SEED + GAMES * (generation + 1))
            steps = [[random.gauss(0, width) for width in spread] for _ in range(PAIRS)]
            trials = [[m + sign * x for m, x in zip(mean, step, strict=True)] for step in steps for sign in (1, -1)]
            found = {i: worth(kind, [round(x) for x in trial], seeds, pool) for i, trial in enumerate(trials)}
            here = worth(kind, [round(x) for x in mean], seeds, pool)
            better = sorted(found, key=lambda i: -found[i])[:PAIRS]
            for k in range(len(mean)):
                centre = sum(trials[i][k] for i in better) / PAIRS
                width = math.sqrt(sum((trials[i][k] - mean[k]) ** 2 for i in better) / PAIRS)
                mean[k], spread[k] = centre, 0.7 * spread[k] + 0.3 * width
            print(f"{generation + 1}: the mean {math.exp(here):.0f}, the best {math.exp(max(found.values())):.0f}")
            print("  ", [round(x) for x in mean], flush=True)


if __name__ == "__main__":
    main()
