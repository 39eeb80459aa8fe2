"""Abatis alone: points and levels of simple strategies and of the computers' levels, over the same deals.

    python -m benchmarks.abatis [NAME ...] [--deals 100] [--shots 600] [--processes 2] [--results FILE]

plays each deal of the default scenario of Classic once with each player: `random`, two that look at what follows each
shot, and levels. A game is left after so many shots, since the best players would go on for ever. Printed are the
median of the levels reached, the points, and how many games ended before. Levels search as many positions as they may
without a limit of time, so the same seeds play the same games. `--results` keeps every game in a file, one line each: a
run that was ended goes on where it was.
"""

import argparse
import time
from collections.abc import Callable
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, median, stdev
from typing import NamedTuple

from ludarium.contract.row import Row
from ludarium.engine.code import game_code
from ludarium.engine.memory import as_array, room_for_moves
from ludarium.engine.rule_functions import list_moves, make_move
from ludarium.engine.search.beam import BeamSearch
from ludarium.engine.search.cancel import CancelToken
from ludarium.games import kind
from ludarium.games.abatis.lanes import CELLS, LEVEL, SCORE, SHOTS, joined
from ludarium.lab.crew import ProcessCrew
from ludarium.play.levels import LEVELS, find_level

from ._arguments import one_of
from ._results import add_result, read_results

QUICK = ("random", "greedy", "5"), 4, 60  # what is measured among all benchmarks

ABATIS = kind("abatis")
GAME = ABATIS.make(ABATIS.choose({}))

# Chooses one of the legal shots, which are given.
Player = Callable[[Row, list[int]], int]


class Order(NamedTuple):
    """A deal for one player."""

    player: str
    seed: int
    shots: int


class Played(NamedTuple):
    """How a game ended, or stood when it was left."""

    level: int
    score: int
    shots: int


def random_player(seed: int) -> Player:
    random = Random(seed)
    return lambda row, legal: random.choice(legal)


def points(row: Row) -> int:
    return row[SCORE]


def neat(row: Row) -> int:
    """The next level first, then points, then few chips, of which many lie beside one of their colour."""
    chips = sum(row[cell] > 0 for cell in range(CELLS))
    beside = sum(row[cell] > 0 and joined(row, cell) > 0 for cell in range(CELLS))
    return 10_000 * row[LEVEL] + 10 * row[SCORE] - 4 * chips + 2 * beside


def glance_player(worth: Callable[[Row], int], seed: int) -> Player:
    """The shot after which the position is worth most, and of several any."""
    random = Random(seed)
    child = as_array(ABATIS.rules.start(GAME, 0))

    def worth_after(row: Row, shot: int) -> int:
        child[:] = as_array(row)
        game_code(ABATIS).native(make_move)(GAME, child, shot)
        return worth(child)

    def choose(row: Row, legal: list[int]) -> int:
        found = {shot: worth_after(row, shot) for shot in legal}
        return random.choice([shot for shot in legal if found[shot] == max(found.values())])

    return choose


def level_player(number: int, seed: int) -> Player:
    """A computer's level without its mistakes and without a limit of time."""
    searcher, level = BeamSearch(ABATIS, GAME, megabytes=16), find_level(number)
    searcher.wait_until_ready(CancelToken())
    nodes = level.nodes // searcher.PACE
    return lambda row, legal: searcher.search(row, nodes=nodes).move


PLAYERS: dict[str, Callable[[int], Player]] = {
    "random": random_player,
    "greedy": partial(glance_player, points),
    "neat": partial(glance_player, neat),
    **{str(number): partial(level_player, number) for number in range(4, len(LEVELS) + 1)},
}


def play(order: Order) -> Played:
    player = PLAYERS[order.player](order.seed)
    row, out = as_array(ABATIS.rules.start(GAME, order.seed)), room_for_moves(ABATIS, GAME)
    while row[SHOTS] < order.shots:
        n = game_code(ABATIS).native(list_moves)(GAME, row, out)
        if n == 0:
            break
        game_code(ABATIS).native(make_move)(GAME, row, player(row, out[:n].tolist()))
    return Played(row[LEVEL], row[SCORE], row[SHOTS])


def measure(name: str, deals: int, shots: int, processes: int, file: Path | None) -> None:
    """Play what is missing of a player's games, and print what has come of them."""
    found = dict[int, Played]()
    for player, limit, seed, *rest in read_results(file):
        if (player, limit) == (name, shots) and seed <= deals:
            found[seed] = Played(*rest)
    orders = [Order(name, seed, shots) for seed in range(1, deals + 1) if seed not in found]
    begun = time.perf_counter()
    for order, played in ProcessCrew(processes).answers(play, orders):
        found[order.seed] = played
        add_result(file, [name, shots, order.seed, *played])
        _show(name, shots, [*found.values()], time.perf_counter() - begun, end="\r")
    _show(name, shots, [*found.values()], time.perf_counter() - begun, end="\n")


def _show(name: str, shots: int, games: list[Played], seconds: float, end: str) -> None:
    levels, scores = sorted(game.level for game in games), [game.score for game in games]
    error = stdev(scores) / sqrt(len(scores)) if len(scores) > 1 else 0.0
    ended = sum(game.shots < shots for game in games)
    print(
        f"  {name:<8}{len(games):>4} deals: level {median(levels):>4.1f} ({levels[0]} to {levels[-1]}), "
        f"{mean(scores):>7.1f} ± {error:.1f} points, {ended} ended, {seconds:.0f} s",
        end=end,
        flush=True,
    )


def main(
    names: tuple[str, ...] = QUICK[0],
    deals: int = QUICK[1],
    shots: int = QUICK[2],
    processes: int = 1,
    file: Path | None = None,
) -> None:
    print(f"  at most {shots} shots")
    for name in names:
        measure(name, deals, shots, processes, file)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", type=one_of(PLAYERS), metavar="NAME", help=", ".join(PLAYERS))
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--shots", type=int, default=600)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--results", type=Path, metavar="FILE")
    given = parser.parse_args()
    main(tuple(given.names) or tuple(PLAYERS), given.deals, given.shots, given.processes, given.results)
