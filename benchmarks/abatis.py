"""Abatis alone: points and levels of random shots, of greedy ones, and of the search, over the same deals."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import NamedTuple

from ludarium.contract.row import Row
from ludarium.engine.code import game_code
from ludarium.engine.memory import as_array, room_for_moves
from ludarium.engine.rule_functions import list_moves, make_move
from ludarium.engine.search.beam import BeamSearch
from ludarium.games import kind
from ludarium.games.abatis.lanes import LEVEL, SCORE, SHOTS
from ludarium.terminal.progress import Progress

GAMES = 50  # at the default scenario, with the seeds 1, 2, ...
LONGEST = 600  # shots, after which a game is left; the search would go on for ever
NODES = 500  # that the search looks at for a shot

ABATIS = kind("abatis")
GAME = ABATIS.make(ABATIS.choose({}))

# Chooses one of the legal shots, which are given.
Player = Callable[[Row, list[int]], int]


class Played(NamedTuple):
    """How a game ended, or stood when it was left."""

    score: int
    level: int
    shots: int


def random_player(seed: int) -> Player:
    random = Random(seed)
    return lambda row, legal: random.choice(legal)


def greedy_player(seed: int) -> Player:
    """The shot with the most points at once, and of several any."""
    random = Random(seed)
    child = as_array(ABATIS.rules.start(GAME, 0))

    def points(row: Row, shot: int) -> int:
        child[:] = as_array(row)
        game_code(ABATIS).native(make_move)(GAME, child, shot)
        return child[SCORE]

    def choose(row: Row, legal: list[int]) -> int:
        found = {shot: points(row, shot) for shot in legal}
        most = max(found.values())
        return random.choice([shot for shot in legal if found[shot] == most])

    return choose


def search_player(seed: int) -> Player:
    searcher = BeamSearch(ABATIS, GAME, megabytes=4)
    return lambda row, legal: searcher.search(row, nodes=NODES).move


def played(make: Callable[[int], Player], seed: int) -> Played:
    player, row, out = make(seed), as_array(ABATIS.rules.start(GAME, seed)), room_for_moves(ABATIS, GAME)
    while row[SHOTS] < LONGEST:
        n = game_code(ABATIS).native(list_moves)(GAME, row, out)
        if n == 0:
            break
        game_code(ABATIS).native(make_move)(GAME, row, player(row, out[:n].tolist()))
    return Played(row[SCORE], row[LEVEL], row[SHOTS])


def told(numbers: list[int]) -> str:
    """A mean and its standard error."""
    return f"{mean(numbers):.1f} ± {stdev(numbers) / sqrt(len(numbers)):.1f}"


def main() -> None:
    print(f"  {GAMES} games of at most {LONGEST} shots, the search with {NODES} nodes a shot")
    print(f"  {'':<10}{'score':>18}{'level':>16}{'shots':>16}{'score / random':>18}", flush=True)
    first = 0.0
    for name, make in ("random", random_player), ("greedy", greedy_player), ("search", search_player):
        with Progress(f"games, {name}") as progress, ThreadPoolExecutor(os.cpu_count()) as pool:
            jobs = [pool.submit(played, make, seed) for seed in range(1, GAMES + 1)]
            for done, _ in enumerate(as_completed(jobs), 1):
                progress.show(done, GAMES)
        games = [job.result() for job in jobs]
        score, level, shots = ([game[i] for game in games] for i in range(3))
        first = first or mean(score)
        ratio = f"{mean(score) / first:.1f} x"
        print(f"  {name:<10}{told(score):>18}{told(level):>16}{told(shots):>16}{ratio:>18}", flush=True)
