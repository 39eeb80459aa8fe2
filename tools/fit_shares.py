"""Fits what players of several can expect in a game to the results of games that the search plays against itself.

    python tools/fit_shares.py gamma --option players=3 --option players=4 --games 4000 --plain 150 --seed 1

The game's strategy.py has `prospects(game, s, out)`, which writes what each player has, linear in the lists of its
module's WEIGHTS, where 1000 makes the part of the win e times as large. The fit finds the weights that foretell best
how the win is shared in the end, and prints them with their standard errors, to be tried in a match; nothing is
changed. An option that is given twice makes the games take turns between its values. With `--plain` all seats but one
are taken by plain tree search, which errs in more ways. Ctrl-C ends the games, and what was played is fitted.
"""

import argparse
import os
import sys
from random import Random
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from fit import LONGEST, OPENING, STIFFNESS, TESTED, UNIT, Sum, combined

from ludarium.contract.errors import BadOption, LudariumError
from ludarium.contract.kind import Kind
from ludarium.engine.search.cancel import CancelToken
from ludarium.engine.search.mcts import Mcts
from ludarium.games import kind as find
from ludarium.lab.crew import ProcessCrew
from ludarium.terminal.progress import Progress

Numbers = npt.NDArray[Any]

EVERY = 3  # plies from one position that is learned from to the next
SCALE = 1000  # of a prospect that makes the part of the win e times as large
STEPS = 30  # of Newton's method at most


class Order(NamedTuple):
    """A game that a process plays."""

    game: str
    options: dict[str, Any]
    nodes: int
    plain: int  # simulations of plain tree search in the other seats; 0 where all are alike
    seed: int


class Samples(NamedTuple):
    """Positions of a game: for each, how much of every weight each player has, and the parts of the win in the end."""

    features: Numbers  # position, player, weight
    parts: Numbers  # by player


def play(order: Order) -> Samples:
    """One game of the search against itself, and what its positions have."""
    kind = find(order.game)
    game, random = kind.make(order.options), Random(order.seed)
    searcher, rules = Mcts(kind, game, megabytes=4, seed=order.seed), kind.rules
    searcher.wait_until_ready(CancelToken())
    plain = Mcts(kind, game, megabytes=4, seed=order.seed, plain=True)
    row, rows, opening = rules.start(game, 0), [], random.randint(*OPENING)
    seat = random.randrange(rules.players(game))
    for ply in range(LONGEST):
        if rules.outcome(game, row):
            break
        if ply >= opening and ply % EVERY == 0:
            rows.append(list(row))
        if ply < opening:
            move = random.choice(kind.legal_moves(game, row))
        elif order.plain and rules.turn(game, row) != seat:
            move = plain.search(row, nodes=order.plain).move
        else:
            move = searcher.search(row, nodes=order.nodes).move
        rules.play(game, row, move)
    parts = np.array([rules.share(game, row, player) for player in range(rules.players(game))])
    if not rules.outcome(game, row):
        return Samples(np.array([]), parts)
    return Samples(features(kind, game, rows), parts / parts.sum())


def features(kind: Kind, game: Any, rows: list[list[int]]) -> Numbers:
    """For every position and player, how much of each weight is in the prospects."""
    weights = weights_of(kind)
    before = [list(some) for some in weights]
    units = iter(UNIT * np.eye(sum(map(len, weights)), dtype=np.int64))
    found = []
    try:
        for some in weights:
            some[:] = [Sum(next(units)) for _ in some]
        for row in rows:
            out: list[Any] = [0] * kind.rules.players(game)
            kind.strategy.prospects(game, row, out)  # type: ignore[union-attr]
            found.append([each.parts / UNIT for each in out])
    finally:
        for some, old in zip(weights, before, strict=True):
            some[:] = old
    return np.array(found)


def weights_of(kind: Kind) -> list[list[Any]]:
    """The weights that prospects are linear in, or BadOption."""
    prospects = getattr(kind.strategy, "prospects", None)
    if prospects is None:
        raise BadOption(f"{kind.id} has no prospects in its strategy.py")
    found: list[list[Any]] = sys.modules[prospects.__module__].WEIGHTS
    return found


def foretold(x: Numbers, weights: Numbers) -> Numbers:
    """The parts of the win that the weights see."""
    z = x @ weights
    z -= z.max(axis=1, keepdims=True)
    parts: Numbers = np.exp(z)
    parts /= parts.sum(axis=1, keepdims=True)
    return parts


class Problem:
    """The positions of games with the same number of players."""

    def __init__(self, games: list[Samples]) -> None:
        self.x = np.concatenate([game.features for game in games])
        self.parts = np.concatenate([np.tile(game.parts, (len(game.features), 1)) for game in games])

    def slope(self, weights: Numbers) -> tuple[Numbers, Numbers]:
        """How the likelihood changes with the weights, and how that changes."""
        p = foretold(self.x, weights)
        mean = np.einsum("np,npw->nw", p, self.x)
        bend = np.einsum("np,npw,npv->wv", p, self.x, self.x, optimize=True) - mean.T @ mean
        return np.einsum("np,npw->w", self.parts - p, self.x), bend

    def surprise(self, weights: Numbers) -> tuple[float, int]:
        """How badly results are foretold, in nats, and in how many positions."""
        return float(-np.sum(self.parts * np.log(foretold(self.x, weights) + 1e-12))), len(self.x)


def problems(games: list[Samples]) -> list[Problem]:
    """The games by their number of players."""
    by_players: dict[int, list[Samples]] = {}
    for game in games:
        by_players.setdefault(len(game.parts), []).append(game)
    return [Problem(some) for some in by_players.values()]


def regress(found: list[Problem]) -> tuple[Numbers, Numbers]:
    """The weights that make the results likeliest, and their standard errors, by Newton's method."""
    weights = np.zeros(found[0].x.shape[2])
    for _ in range(STEPS):
        slopes, bends = zip(*(problem.slope(weights) for problem in found), strict=True)
        bend = sum(bends) + STIFFNESS * np.eye(len(weights))
        step = np.linalg.solve(bend, sum(slopes) - STIFFNESS * weights)
        weights += step
        if np.abs(step).max() < 1e-6:
            break
    return weights, np.sqrt(np.diag(np.linalg.inv(bend)))


def surprise(found: list[Problem], weights: Numbers) -> float:
    sums, counts = zip(*(problem.surprise(weights) for problem in found), strict=True)
    return float(sum(sums) / sum(counts))


def report(kind: Kind, games: list[Samples]) -> None:
    """Fit, and print what came of it."""
    shape = weights_of(kind)
    now = np.array([weight for some in shape for weight in some], np.float64) / SCALE
    kept_back = problems(games[::TESTED])
    learned = problems([game for number, game in enumerate(games) if number % TESTED])
    before, after = surprise(kept_back, now), surprise(kept_back, regress(learned)[0])
    print(f"{sum(len(game.features) for game in games)} positions of {len(games)} games")
    print(f"surprise in games not learned from: {before:.4f} with the weights as they are, {after:.4f} with new ones")
    weights, errors = regress(problems(games))
    at = 0
    for some in shape:
        for old, new, error in zip(some, weights[at:], errors[at:], strict=False):
            print(f"{old:7.0f} -> {SCALE * new:7.0f} +- {SCALE * error:4.0f}", end="   ")
        at += len(some)
        print()


def orders(asked: argparse.Namespace) -> list[Order]:
    """The games to play, which take turns between all ways to combine the options."""
    ways, seeds = combined(find(asked.game), asked.option), Random(asked.seed)
    return [
        Order(asked.game, ways[number % len(ways)], asked.nodes, asked.plain, seeds.getrandbits(30))
        for number in range(asked.games)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", help="the game's id")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--games", type=int, default=1000, help="how many games to play")
    parser.add_argument("--nodes", type=int, default=400, help="simulations for each move")
    parser.add_argument("--plain", type=int, default=0, metavar="N", help="simulations of plain search in other seats")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same games")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="that play at the same time")
    asked = parser.parse_args()
    try:
        weights_of(find(asked.game))
        if asked.nodes < 1 or asked.plain < 0 or asked.processes < 1:
            raise BadOption("a move takes at least one simulation, and a game a process; --plain is 0 or more")
        found = dict[int, Samples]()
        try:
            with Progress("games") as progress:
                for order, samples in ProcessCrew(asked.processes).answers(play, orders(asked)):
                    # One that was broken off, or ended in its opening, tells nothing
                    if len(samples.features):
                        found[order.seed] = samples
                    progress.show(len(found), asked.games)
        except KeyboardInterrupt:
            pass
        if len(found) < 2 * TESTED:
            raise LudariumError("too few games were played to the end to learn from them")
        # In the order of their seeds, so that the same games give the same weights
        report(find(asked.game), [found[seed] for seed in sorted(found)])
    except LudariumError as error:
        sys.exit(f"fit_shares: {error}")


if __name__ == "__main__":
    main()
