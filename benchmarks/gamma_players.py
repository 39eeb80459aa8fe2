"""Computers at Gamma: simulations a second with few and many players, on small and large boards, and a short match.

    python -m benchmarks.gamma_players [--games N] [--movetime MS]

Simulations are counted against processor time. A match is by the clock, as games are: on a busy machine both suffer.
"""

import argparse
import time
from random import Random
from typing import Any

from ludarium.engine.search.mcts import Mcts
from ludarium.games import kind
from ludarium.lab.engine_match import EngineMatch, report
from ludarium.play.judging.analysis import Limit
from ludarium.play.opponents.registry import parse

KIND = kind("gamma")
GAMES, MOVETIME = 4, 100
SIMULATIONS = 4000

BOARDS: tuple[dict[str, Any], ...] = (
    {"players": 2},
    {"players": 4},
    {"players": 10},
    {"players": 4, "width": 100, "height": 100, "areas": 20},
)


def rate(options: dict[str, Any], filled: float, plain: bool = False) -> float:
    """Simulations a second of processor time on a board of which random play has filled a part."""
    chosen = KIND.choose(options)
    game = KIND.make(chosen)
    row, random = KIND.start(game, chosen), Random(1)
    for _ in range(int(filled * game.fields)):
        KIND.rules.play(game, row, random.choice(KIND.legal_moves(game, row)[:-1]))
    searcher = Mcts(KIND, game, plain=plain)
    searcher.search(row, nodes=2)
    simulations = (20 if plain else SIMULATIONS) // (1 + game.fields // 2500)
    begun = time.process_time()
    done = searcher.search(row, nodes=simulations).nodes
    return done / (time.process_time() - begun)


def main(games: int = GAMES, movetime: int = MOVETIME) -> None:
    print(f"  {'simulations a second':<42}{'empty':>12} {'a tenth full':>14}")
    for options in BOARDS:
        label = ", ".join(f"{name} {value}" for name, value in options.items())
        print(f"  {label:<42}{rate(options, 0):>12,.0f} {rate(options, 0.1):>14,.0f}", flush=True)
    print(f"  {'plain, players 4':<42}{rate(BOARDS[1], 0, plain=True):>12,.0f}")
    for players in 2, 4:
        limit = Limit(seconds=movetime / 1000)
        match = EngineMatch(
            KIND,
            parse("search", KIND, limit),
            parse("mcts", KIND, limit, seed=1),
            games=games,
            options={"players": players},
        )
        for _ in match.play():
            pass
        print("\n".join(f"  {line}" for line in (f"players {players}, {movetime} ms", *report(match).splitlines())))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--movetime", type=int, default=MOVETIME)
    given = parser.parse_args()
    main(given.games, given.movetime)
