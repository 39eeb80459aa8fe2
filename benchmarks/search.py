"""How much computers look at in the same time in each game, how deep, and how soon they stop when they are told to."""

import threading
import time
from random import Random
from statistics import fmean
from typing import Any

from ludarium.contract.row import Row
from ludarium.engine.search.cancel import CancelToken
from ludarium.engine.search.factory import make_searcher
from ludarium.engine.search.searcher import Searcher
from ludarium.play.game import Game, new

SECONDS = 0.1  # for a move
POSITIONS = 12  # of random games, from the start on
STOPS = 20

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("ataxx", {}),
    ("beetle-battle", {}),
    ("battle-of-the-beetles", {}),
    ("gamma", {}),
    ("gamma", {"players": 4}),
    ("gamma", {"players": 4, "width": 100, "height": 100}),
    ("abatis", {"seed": 1}),
)


def positions(game: Game) -> list[Row]:
    """Positions on the way through a random game."""
    random, found = Random(1), [game.row[:]]
    while len(found) < POSITIONS:
        for _ in range(3):
            if game.legal_moves:
                game.push(random.choice(game.legal_moves))
        if game.outcome():
            break
        found.append(game.row[:])
    return found


def stop_delay(searcher: Searcher, row: Row, after: float) -> float:
    """Seconds from the word to stop until there is an answer."""
    cancel, said = CancelToken(), list[float]()

    def stop() -> None:
        said.append(time.perf_counter())
        cancel.cancel()

    clock = threading.Timer(after, stop)
    clock.start()
    searcher.search(row, cancel=cancel)
    heard = time.perf_counter()
    clock.join()
    return max(0.0, heard - said[0])


def main() -> None:
    print(f"  {'':<34}{'nodes/s':>12}{'depth':>8}{'stops within, mean and worst':>32}")
    for id, options in GAMES:
        game = new(id, **options)
        searcher, rows = make_searcher(game.kind, game.constants), positions(game)
        searcher.search(rows[0], nodes=1)
        found = [searcher.search(row, seconds=SECONDS) for row in rows]
        speed = sum(result.nodes for result in found) / sum(result.seconds for result in found)
        depth = fmean(result.depth for result in found)
        random = Random(2)
        delays = [1000 * stop_delay(searcher, random.choice(rows), random.uniform(0, SECONDS)) for _ in range(STOPS)]
        name = " ".join([id, *(f"{key}={value}" for key, value in options.items())])
        stops = f"{fmean(delays):.1f} ms, {max(delays):.1f} ms"
        print(f"  {name:<34}{speed:>12,.0f}{depth:>8.1f}{stops:>32}", flush=True)


if __name__ == "__main__":
    main()
