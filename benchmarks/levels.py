"""Levels in order: each plays a match against the one below.

    python -m benchmarks.levels GAME ... [--games 100] [--levels 1-11] [--openings 2] [--against mcts] [--results FILE]

prints a line for each pair: games won, drawn and lost by the higher level, its score with the error that 95 % of
matches stay within, and how long the match took. The games of `examples/games` can be named too. With `--against mcts`
or another opponent, each level plays it instead, with as many random games a move as the level has. The same seed plays
the same games. `--results` keeps every game in a file, one line each: a run that was ended goes on where it was, and
`--games 200` plays the second hundred only.
"""

import argparse
import os
import sys
import time
from pathlib import Path

from ludarium.contract.errors import BadOption
from ludarium.games import kind
from ludarium.lab import elo
from ludarium.lab.engine_match import EngineMatch
from ludarium.play.game import Game
from ludarium.play.judging.analysis import Limit, get_ready
from ludarium.play.levels import LEVELS, find_level
from ludarium.play.opponents.opponent import Opponent
from ludarium.play.opponents.registry import parse

from ._results import add_result, read_results

EXAMPLES = Path(__file__).parents[1] / "examples" / "games"
QUICK = ("connect-four",), 10, range(1, 7)  # what is measured among all benchmarks
SEED = 1


def furnish() -> None:
    """Add the examples to the games, here and in the process that compiles them."""
    if "LUDARIUM_GAMES" not in os.environ:
        os.environ["LUDARIUM_GAMES"] = str(EXAMPLES)
        sys.modules[kind.__module__].__path__.append(str(EXAMPLES))


class Results:
    """The games of matches, in a file if given: what each was worth to the first player, and its seconds."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._found: dict[str, list[tuple[float, float]]] = {}
        for match, worth, seconds in read_results(file):
            self._found.setdefault(match, []).append((worth, seconds))

    def of(self, match: str) -> list[tuple[float, float]]:
        """The worth and the seconds of each game of a match so far."""
        return self._found.setdefault(match, [])

    def add(self, match: str, worth: float, seconds: float) -> None:
        self.of(match).append((worth, seconds))
        add_result(self._file, [match, worth, round(seconds, 3)])


def measure(
    id: str, count: int, upper: Opponent, lower: Opponent, openings: int, seed: int, results: Results | None = None
) -> str:
    """A line about a match."""
    results = results or Results(None)
    match = EngineMatch(kind(id), upper, lower, games=count, openings=openings, seed=seed)
    name = f"{id}, {upper.name} against {lower.name}, openings {openings}, seed {seed}"
    known, begun = [worth for worth, _ in results.of(name)], time.perf_counter()
    for played in match.play(known=known):
        if played.number > len(known):
            now = time.perf_counter()
            results.add(name, played.worth, now - begun)
            begun = now
    took = sum(seconds for _, seconds in results.of(name)[:count])
    tally, (low, high) = match.tally, elo.score_range(match.tally)
    counts = f"+{tally.won:<4.0f}={tally.drawn:<4.0f}-{tally.lost:<4.0f}"
    pace = ", ".join(f"{1000 * match.seconds[who] / max(match.moves[who], 1):.1f} ms" for who in (0, 1))
    names = f"{upper.name} against {lower.name}"
    share = f"{100 * tally.score:5.1f} % +- {50 * (high - low):.1f}"
    return f"  {id:<23}{names:<24}{counts}{share}   {took:.0f} s, a move: {pace}"


def main(
    ids: tuple[str, ...] = QUICK[0],
    count: int = QUICK[1],
    levels: range = QUICK[2],
    openings: int = 2,
    against: str = "",
    seed: int = SEED,
    file: Path | None = None,
) -> None:
    furnish()
    results = Results(file)
    for id in ids:
        get_ready(Game(kind(id))).result()  # plain Python would find the same, and take a hundred times as long
        for number in levels if against else levels[1:]:
            upper = parse(str(number), kind(id), Limit(), seed)
            limit = Limit(nodes=find_level(number).random_games)
            lower = parse(against or str(number - 1), kind(id), limit, seed + 1)
            print(measure(id, count, upper, lower, openings, seed, results), flush=True)


def read_range(text: str) -> range:
    """Levels from a text like `3-7`."""
    low, _, high = text.partition("-")
    levels = range(find_level(_whole(low)).number, find_level(_whole(high)).number + 1)
    if not levels:
        raise BadOption(f"the lower level comes first, as in {high}-{low}")
    return levels


def _whole(text: str) -> int:
    if not text.isdecimal():
        raise BadOption(f"levels are given as in 1-{len(LEVELS)}; {text!r} is no whole number")
    return int(text)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ids", nargs="+", metavar="GAME")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--levels", default=f"1-{len(LEVELS)}", metavar="LOW-HIGH")
    parser.add_argument("--openings", type=int, default=2, metavar="MOVES")
    parser.add_argument("--against", default="", metavar="OPPONENT")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--results", type=Path, metavar="FILE")
    given = parser.parse_args()
    try:
        levels = read_range(given.levels)
        main(tuple(given.ids), given.games, levels, given.openings, given.against, given.seed, given.results)
    except BadOption as error:
        sys.exit(f"{error}")
