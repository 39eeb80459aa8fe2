"""How much quicker the search is than that of another copy of the package: the same positions by turns.

    python -m benchmarks.speed [NAME ...] --copy FOLDER [--nodes 60000] [--searches 200]

NAME is a contest of `benchmarks.strength`, FOLDER holds a copy of the package (`src` of an earlier commit, say). Both
search the positions of the same games with as many nodes, one after the other, so what else the machine does slows
both down. Printed are how many times as quick this package is, half of the searches around that, and how often both
chose the same move. Without a copy the package is compared with itself, which shows how far such figures are off.
"""

import argparse
import tempfile
import time
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import quantiles

from ludarium.games import kind
from ludarium.play.game import Game
from ludarium.play.judging.analysis import Limit, get_ready
from ludarium.play.move import Move
from ludarium.play.opponents.opponent import Opponent
from ludarium.play.opponents.registry import parse

from ._arguments import one_of, package_copy
from ._copies import CopySearch, copy_package
from .strength import CONTESTS, Contest

QUICK = 20_000, 10  # positions and searches among all benchmarks


def begin(contest: Contest, random: Random, sides: tuple[Opponent, Opponent]) -> Game:
    """A game after its random moves, which both sides begin."""
    game = Game(kind(contest.game), **contest.options)
    for side in sides:
        side.begin(game)
    while len(game.moves) < contest.openings:
        game.push(random.choice(game.legal_moves))
        if game.outcome():  # as on a small board
            return begin(contest, random, sides)
    return game


def timed(side: Opponent, game: Game) -> tuple[Move, float]:
    """The move that a side chooses, and how many seconds it took."""
    begun = time.perf_counter()
    move = side.choose(game)
    return move, time.perf_counter() - begun


def compare(contest: Contest, folder: Path, nodes: int, searches: int) -> str:
    """What has come of so many searches."""
    limit, random, ratios, same = Limit(nodes=nodes), Random(1), list[float](), 0
    with closing(CopySearch(folder, contest.game, contest.options, limit)) as copy:
        sides = parse("search", kind(contest.game), limit), copy
        game = begin(contest, random, sides)
        get_ready(game).result()
        for side in sides:
            side.choose(game)  # what is done once is done then
        while len(ratios) < searches:
            if game.outcome():
                game = begin(contest, random, sides)
            turn = 1 if len(ratios) % 2 else -1
            (_, first), (_, second) = found = [timed(side, game) for side in sides[::turn]][::turn]
            ratios.append(second / first)
            same += found[0][0] == found[1][0]
            game.push(found[0][0])
    low, middle, high = quantiles(ratios, n=4)
    around = f"half of the searches {low:.3f} to {high:.3f}"
    return f"{middle:.3f} times as quick ({around}), the same move in {same} of {searches}"


def main(
    names: list[str] | None = None, folder: Path | None = None, nodes: int = QUICK[0], searches: int = QUICK[1]
) -> None:
    with tempfile.TemporaryDirectory() as made:
        other = folder or copy_package(Path(made))
        for name in names or ["ataxx"]:
            print(f"  {name:<32}{compare(CONTESTS[name], other, nodes, searches)}", flush=True)


if __name__ == "__main__":
    two = [name for name, contest in CONTESTS.items() if contest.game != "gamma"]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", type=one_of(two), metavar="NAME", help=", ".join(two))
    parser.add_argument("--copy", type=package_copy, metavar="FOLDER")
    parser.add_argument("--nodes", type=int, default=60_000)
    parser.add_argument("--searches", type=int, default=200)
    given = parser.parse_args()
    main(given.names or two, given.copy, given.nodes, given.searches)
