"""How much sooner alpha-beta is done on several threads: the same positions to the same depth on 1, 2, 4 ... threads.

    python -m benchmarks.threads [--threads 1,2,16] [--seconds 2]

The depth of a position is what one thread reaches in so many seconds. Beside the speed-up stand the positions a second
and how many positions were looked at, each as a ratio to one thread in the same run.
"""

import argparse
import os
from statistics import geometric_mean
from typing import Any, NamedTuple

from ludarium.contract.row import Row
from ludarium.engine.search.factory import make_searcher
from ludarium.play.game import Game, new

from .search import positions

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("ataxx", {}),
    ("beetle-battle", {}),
    ("battle-of-the-beetles", {}),
)
MEGABYTES = 64
POSITIONS = 6  # of each game
SECONDS = 0.2  # that one thread has among all benchmarks


class Cost(NamedTuple):
    """What a search took."""

    seconds: float
    nodes: int


def cost(game: Game, row: Row, threads: int, depth: int) -> Cost:
    """Of a search to a depth that begins with an empty table."""
    searcher = make_searcher(game.kind, game.constants, megabytes=MEGABYTES, threads=threads, use_net=True)
    searcher.search(row, nodes=1)
    searcher.forget()
    found = searcher.search(row, depth=depth)
    return Cost(found.seconds, found.nodes)


def depth_within(game: Game, row: Row, seconds: float) -> int:
    searcher = make_searcher(game.kind, game.constants, megabytes=MEGABYTES, use_net=True)
    return searcher.search(row, seconds=seconds).depth


def main(threads: tuple[int, ...] = (), seconds: float = SECONDS) -> None:
    counts = threads or tuple(2**i for i in range((os.cpu_count() or 1).bit_length()))
    print(f"  {'':<26}{'threads':>8}{'sooner':>10}{'nodes/s':>10}{'nodes':>10}")
    for id, options in GAMES:
        game = new(id, **options)
        rows = [(row, depth_within(game, row, seconds)) for row in positions(game)[:POSITIONS]]
        alone = [cost(game, row, 1, depth) for row, depth in rows]
        for count in counts:
            pairs = [(one, cost(game, row, count, depth)) for one, (row, depth) in zip(alone, rows, strict=True)]
            sooner = geometric_mean(one.seconds / several.seconds for one, several in pairs)
            looked = geometric_mean(several.nodes / one.nodes for one, several in pairs)
            print(f"  {id:<26}{count:>8}{sooner:>9.2f}x{sooner * looked:>9.2f}x{looked:>9.2f}x", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=lambda text: tuple(map(int, text.split(","))), default=())
    parser.add_argument("--seconds", type=float, default=2.0)
    given = parser.parse_args()
    main(given.threads, given.seconds)
