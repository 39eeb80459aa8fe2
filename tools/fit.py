"""Fits the weights of a game's evaluation to the results of games that the search plays against itself.

    python tools/fit.py beetle-battle --option size=4 --option size=5 --games 2000 --seed 1
    python tools/fit.py ataxx --option rules=uai --games 1500 --scores 0.5 --keep 2

The game's strategy.py has its weights in a list WEIGHTS, in which `evaluate` is linear: the value of a position is a
sum of features, one a weight, and a logistic regression of the results on the features finds the weights that foretell
best who wins. They are printed with their standard errors, to be tried in a match; nothing is changed. An option that
is given twice makes the games take turns between its values. Where results hang on many moves to come, `--scores` lets
what the search saw at a position count as well as how the game ended. Ctrl-C ends the games, and what was played is
fitted.
"""

import argparse
import inspect
import itertools
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludarium.contract.errors import BadOption, LudariumError
from ludarium.contract.kind import Kind
from ludarium.contract.quotation import quoted
from ludarium.contract.row import Row
from ludarium.engine.search.alphabeta import AlphaBeta
from ludarium.engine.search.result import SURE
from ludarium.games import kind as find
from ludarium.terminal.progress import Progress

Numbers = npt.NDArray[Any]

OPENING = 2, 10  # random moves with which a game begins, at least and at most
LONGEST = 500  # plies after which a game is left unfinished, and not used
POINT = 100  # the weight of a feature that changes the odds of winning by a factor of e
STIFFNESS = 1.0  # of the springs that hold the weights at zero, so that one without evidence stays there
UNIT = 1 << 20  # of features while they are summed up: an evaluation that divides at its end loses little then
TESTED = 5  # one game in so many is kept back, to see how well the weights found by the others foretell its result


class Sample(NamedTuple):
    """A quiet position: its features, the part of the win that the player to move got, what the search saw in it, and
    of which game it is."""

    features: Numbers
    part: float
    score: int
    game: int


class Sum:
    """A value that remembers how much of every weight is in it."""

    def __init__(self, parts: Numbers) -> None:
        self.parts = parts

    def __add__(self, other: "Sum | int") -> "Sum":
        if isinstance(other, Sum):
            return Sum(self.parts + other.parts)
        if other:
            raise TypeError(f"{other} is added that is no weight")
        return self

    def __mul__(self, times: int) -> "Sum":
        return Sum(self.parts * times)

    def __floordiv__(self, by: int) -> "Sum":
        return Sum(self.parts // by)

    def __neg__(self) -> "Sum":
        return Sum(-self.parts)

    def __sub__(self, other: "Sum | int") -> "Sum":
        return self + -other

    def __rsub__(self, other: int) -> "Sum":
        return -self + other

    __radd__, __rmul__ = __add__, __mul__


@contextmanager
def traced(weights: list[Any]) -> Iterator[None]:
    """For a while the plain evaluation, which is linear in the weights, answers with the sum it is made of."""
    now = weights[:]
    try:
        weights[:] = [Sum(unit) for unit in UNIT * np.eye(len(now), dtype=np.int64)]
        yield
    finally:
        weights[:] = now


def features(kind: Kind, game: Any, rows: list[Row]) -> list[Numbers]:
    """For every position, how much of each weight is in its value."""
    strategy: Any = kind.strategy
    try:
        with traced(strategy.WEIGHTS):
            sums = [strategy.evaluate(game, row) for row in rows]
    except TypeError as error:
        raise LudariumError(f"evaluate of {kind.id} is not linear in WEIGHTS: {error}") from None
    empty = np.zeros(len(strategy.WEIGHTS))
    return [value.parts / UNIT if isinstance(value, Sum) else empty for value in sums]


def self_play(
    kind: Kind, searcher: AlphaBeta, start: Row, nodes: int, random: Random
) -> tuple[list[Row], list[int], Row]:
    """One game: its quiet positions, in which nothing is decided and the best move is not noisy, their scores, and the
    last one."""
    game, rules = searcher.game, kind.rules
    row, quiet, scores = start[:], list[Row](), list[int]()
    opening = random.randint(*OPENING)
    for ply in range(LONGEST):
        if rules.outcome(game, row):
            break
        if ply < opening:
            move = random.choice(kind.legal_moves(game, row))
        else:
            result = searcher.search(row, nodes=nodes)
            move = result.move
            if abs(result.score) < SURE and not kind.noisy(game, row, move):
                quiet.append(row[:])
                scores.append(result.score)
        rules.play(game, row, move)
    return quiet, scores, row


def samples(kind: Kind, variants: list[dict[str, Any]], games: int, nodes: int, seed: int) -> Iterator[list[Sample]]:
    """The samples of one game after the other."""
    random = Random(seed)
    searchers = [AlphaBeta(kind, kind.make(options)) for options in variants]
    for number in range(games):
        options, searcher = variants[number % len(variants)], searchers[number % len(variants)]
        game, rules = searcher.game, kind.rules
        quiet, scores, end = self_play(kind, searcher, kind.start(game, options), nodes, random)
        if not rules.outcome(game, end):
            quiet, scores = [], []
        parts = [rules.share(game, end, rules.turn(game, row)) / 1000 for row in quiet]
        found = zip(features(kind, game, quiet), parts, scores, strict=True)
        yield [Sample(feature, part, score, number) for feature, part, score in found]


def foretold(x: Numbers, weights: Numbers) -> Numbers:
    """The chance to win that the weights see in features."""
    chance: Numbers = 1 / (1 + np.exp(-x @ weights))
    return chance


def regress(x: Numbers, parts: Numbers, games: Numbers) -> tuple[Numbers, Numbers]:
    """The weights that make the results likeliest, and their standard errors, by Newton's method.

    Positions of one game share its result, so that errors are counted game by game.
    """
    weights = np.zeros(x.shape[1])
    for _ in range(50):
        chance = foretold(x, weights)
        bend = (x * (chance * (1 - chance))[:, None]).T @ x + STIFFNESS * np.eye(len(weights))
        step = np.linalg.solve(bend, x.T @ (parts - chance) - STIFFNESS * weights)
        weights += step
        if np.abs(step).max() < 1e-6:
            break
    pulls = np.zeros((int(games.max()) + 1, len(weights)))
    np.add.at(pulls, games, x * (parts - foretold(x, weights))[:, None])
    spread = np.linalg.inv(bend) @ pulls.T
    return weights, np.sqrt((spread**2).sum(axis=1))


def surprise(x: Numbers, parts: Numbers, weights: Numbers) -> float:
    """How badly results were foretold, in nats a position: 0.693 by tossing a coin."""
    z = x @ weights
    return float(np.mean(np.logaddexp(0, z) - parts * z))


def names(strategy: Any) -> list[str]:
    """The comments behind the weights, if each stands on a line of its own."""
    block = re.search(r"^WEIGHTS\b.*?\[\n(.*?)^\]", inspect.getsource(strategy), re.MULTILINE | re.DOTALL)
    found = re.findall(r"^\s*-?\d+,\s*# (.*)$", block[1], re.MULTILINE) if block else []
    return found if len(found) == len(strategy.WEIGHTS) else [""] * len(strategy.WEIGHTS)


def blend(parts: Numbers, scores: Numbers, games: Numbers, trust: float) -> Numbers:
    """What is to be foretold: results, and as far as scores are trusted the chances that they speak of."""
    x = scores[:, None] / POINT
    return (1 - trust) * parts + trust * foretold(x, regress(x, parts, games)[0])


def report(strategy: Any, found: list[Sample], trust: float, keep: int | None) -> None:
    """Fit, and print what came of it."""
    x, results, scores, games = map(np.array, zip(*found, strict=True))
    parts = blend(results, scores, games, trust)
    learned, now = games % TESTED != 0, np.array(strategy.WEIGHTS, np.float64)
    scale = regress((x @ now)[:, None], parts, games)[0][0]
    before = surprise(x[~learned], results[~learned], scale * now)
    after = surprise(x[~learned], results[~learned], regress(x[learned], parts[learned], games[learned])[0])
    print(f"{len(found)} positions of {len(set(games.tolist()))} games")
    print(f"surprise in games not learned from: {before:.4f} with the weights as they are, {after:.4f} with new ones")
    weights, errors = regress(x, parts, games)
    point = POINT if keep is None else now[keep] / weights[keep]
    for old, new, error, name in zip(now, point * weights, abs(point) * errors, names(strategy), strict=True):
        print(f"{old:7.0f} -> {new:7.1f} +- {error:5.1f}   {name}".rstrip())
    print(f"WEIGHTS = {np.rint(point * weights).astype(int).tolist()}")


def combined(kind: Kind, given: list[str]) -> list[dict[str, Any]]:
    """The options of the games, every way in which those that were given several values can be combined."""
    values: dict[str, list[str]] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"an option is given as NAME=VALUE, not as {quoted(text)}")
        values.setdefault(name, []).append(value)
    ways = itertools.product(*values.values())
    return [kind.choose(dict(zip(values, way, strict=True))) for way in ways]


def variants(kind: Kind, given: list[str]) -> list[dict[str, Any]]:
    """The same for games that two play."""
    found = combined(kind, given)
    if any(kind.rules.players(kind.make(options)) != 2 for options in found):
        raise BadOption(f"{kind.id} is not played by two with these options")
    return found


def check(asked: argparse.Namespace, kind: Kind) -> None:
    """See that what is asked for can be had."""
    weights = kind.weights
    if not weights:
        raise BadOption(f"{kind.id} has no WEIGHTS in its strategy.py")
    if asked.keep is not None and not 0 <= asked.keep < len(weights):
        raise BadOption(f"{kind.id} has the weights 0 to {len(weights) - 1}, and none numbered {asked.keep}")
    if asked.games < 1 or asked.nodes < 1:
        raise BadOption("at least one game is played, and one position searched for a move")
    if not 0 <= asked.scores <= 1:
        raise BadOption(f"scores count from 0, not at all, to 1, in the place of all results, and not {asked.scores:g}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", help="the game's id")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--games", type=int, default=1000, help="how many games to play")
    parser.add_argument("--nodes", type=int, default=2000, help="positions that are searched for each move")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same games")
    parser.add_argument("--scores", type=float, default=0, help="how far scores count in the place of results: 0 to 1")
    parser.add_argument("--keep", type=int, metavar="I", help="scale all weights so that this one stays as it is")
    asked = parser.parse_args()
    try:
        kind = find(asked.game)
        check(asked, kind)
        found: list[Sample] = []
        try:
            with Progress("games") as progress:
                played = samples(kind, variants(kind, asked.option), asked.games, asked.nodes, asked.seed)
                for done, some in enumerate(played, 1):
                    found += some
                    progress.show(done, asked.games)
        except KeyboardInterrupt:
            pass
        if len({sample.game for sample in found}) < 2 * TESTED:
            raise LudariumError("too few games were played to the end to learn from them")
        report(kind.strategy, found, asked.scores, asked.keep)
    except LudariumError as error:
        sys.exit(f"fit: {error}")


if __name__ == "__main__":
    main()
