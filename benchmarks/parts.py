"""What each part of alpha-beta is worth: the search plays against itself without the part, until a sequential test is
sure or the games are used up.

    python -m benchmarks.parts [NAME ...] [--part PART ...] [--nodes 5000] [--games 1000] [--test=-10,10] [--fair]
                               [--processes 1] [--results FOLDER]

NAME is a contest of `benchmarks.strength`, PART one of those below. Both sides have as many nodes a move, so the result
does not depend on the machine; what a part takes of the time is not counted. The side without the part runs from a
copy of the package in which its line is another one. Each random opening is played from both seats, and pairs of games
count in the order of their numbers; with `--fair` neither player is ahead in an opening. `--results` keeps the games in
files: a run that was ended goes on where it was. Other nodes or openings need another folder.
"""

import argparse
import json
import sys
import tempfile
import time
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from ludarium.games import kind
from ludarium.lab.crew import ProcessCrew
from ludarium.lab.elo import Tally
from ludarium.lab.engine_match import EngineMatch, Sprt, elo_with_error
from ludarium.lab.pair_count import PAIR, PairCount
from ludarium.play.judging.analysis import Limit
from ludarium.play.opponents.opponent import Opponent
from ludarium.play.opponents.registry import parse

from ._arguments import one_of
from ._copies import CopySearch, copy_package
from ._rounds import Rounds
from .strength import CONTESTS, Contest

SEED = 1


class Part(NamedTuple):
    """A part of the search: a line of its source, and the line that does without it."""

    file: str
    line: str
    without: str


PARTS = {
    "reverse-futility": Part("negamax", "SHALLOW = 7  #", "SHALLOW = -1  #"),
    "late-move-pruning": Part("negamax", "FEW, FEW_DEPTH = 6, 5  #", "FEW, FEW_DEPTH = 6, -1  #"),
    "reductions": Part("negamax", "return max(0, min(less, depth - 2))", "return 0 * less"),
    "history-in-reductions": Part(
        "negamax", "history(game, w, s, ply, move) // TRUSTED + (1 if is_open else 0)", "1 if is_open else 0"
    ),
    "pairs": Part("negamax", " + w.pairs[pair_of(w, ply, move)]", ""),
    "internal-reductions": Part("negamax", "UNKNOWN = 4  #", "UNKNOWN = 1000  #"),
    "singular-extensions": Part("negamax", "SINGULAR = 6  #", "SINGULAR = 1000  #"),
    "improvement": Part(
        "negamax", "return margin(game) != 0 and ply >= 2 and w.worths[ply] > w.worths[ply - 2]", "return False"
    ),
    "aspiration": Part(
        "alphabeta", "if depth > 4 else (-INFINITE, INFINITE)", "if depth > 1000 else (-INFINITE, INFINITE)"
    ),
    "table-across-moves": Part(
        "alphabeta", "        self._age, self._row =", "        self.forget()\n        self._age, self._row ="
    ),
}


def changed(folder: Path, part: Part) -> Path:
    """A folder with a copy of the package without a part."""
    file = copy_package(folder) / "ludarium" / "engine" / "search" / f"{part.file}.py"
    source = file.read_text(encoding="utf-8")
    if source.count(part.line) != 1:
        sys.exit(f"{part.file}.py does not have the line {part.line!r} once, so the part cannot be left out")
    file.write_text(source.replace(part.line, part.without), encoding="utf-8")
    return folder


class Pairing(NamedTuple):
    """An opening from both seats, which travels to the process that plays it."""

    contest: Contest
    without: Path  # the changed package
    nodes: int
    number: int


@cache
def opponents(game: str, options: str, without: Path, nodes: int) -> tuple[Opponent, Opponent]:
    """Both sides, who go on from pair to pair: to start the changed one takes as long as some games."""
    limit = Limit(nodes=nodes)
    return parse("search", kind(game), limit, seed=SEED), CopySearch(without, game, json.loads(options), limit)


def play_pair(pairing: Pairing) -> list[float]:
    """What both games are worth to the side with the part."""
    contest, without, nodes, number = pairing
    both = opponents(contest.game, json.dumps(contest.options), without, nodes)
    match = EngineMatch(
        kind(contest.game),
        *both,
        games=PAIR,
        openings=contest.openings,
        is_fair=contest.is_fair,
        seed=Random(f"{SEED} {number}").getrandbits(30),
        options=dict(contest.options),
    )
    return [played.worth for played in match.play()]


def play(
    contest: Contest,
    name: str,
    part: str,
    nodes: int,
    games: int,
    test: Sprt,
    processes: int = 1,
    results: Path | None = None,
) -> None:
    """Play a match, and print what has come of it."""
    pairs, rounds = PairCount(games, test), Rounds(results / f"{name}-{part}.jsonl" if results else None)
    for number, worths in rounds.found.items():
        pairs.add(number, worths)
    pairs.advance()
    with tempfile.TemporaryDirectory() as folder:
        without = changed(Path(folder), PARTS[part])
        missing = [] if pairs.is_over else rounds.missing(games // PAIR)
        # The first pair is played alone, so that only one process compiles
        alone, others = missing[:1], missing[1:]
        begun = time.perf_counter()
        for crew, numbers in (ProcessCrew(1), alone), (ProcessCrew(processes), others):
            orders = [Pairing(contest, without, nodes, number) for number in numbers]
            with closing(crew.answers(play_pair, orders)) as answers:
                for pairing, worths in answers:
                    rounds.add(pairing.number, worths)
                    pairs.add(pairing.number, worths)
                    pairs.advance()
                    _show(name, part, pairs.tally, test, time.perf_counter() - begun, end="\r")
                    if pairs.is_over:
                        break
    _show(name, part, pairs.tally, test, time.perf_counter() - begun, end="\n")


def _show(name: str, part: str, tally: Tally, test: Sprt, seconds: float, end: str) -> None:
    results = f"{tally.won}-{tally.drawn}-{tally.lost}"
    told = f"Elo {elo_with_error(tally)}; {test.report(tally)}, {seconds:.0f} s"
    print(f"  {name:<32}with {part:<22}{results:>12}  {told}", end=end, flush=True)


def main(
    names: list[str] | None = None,
    parts: list[str] | None = None,
    nodes: int = 1000,
    games: int = 4,
    test: str = "-10,10",
    is_fair: bool = False,
    processes: int = 1,
    results: Path | None = None,
) -> None:
    for name in names or ["ataxx"]:
        contest = CONTESTS[name]._replace(is_fair=is_fair)
        for part in parts or ["reductions"]:
            play(contest, name, part, nodes, games, Sprt.parse(test), processes, results)


if __name__ == "__main__":
    two = [name for name, contest in CONTESTS.items() if contest.game != "gamma"]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", type=one_of(two), metavar="NAME", help=", ".join(two))
    parser.add_argument("--part", action="append", choices=PARTS, metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--test", default="-10,10")
    parser.add_argument("--fair", action="store_true", help="only openings in which neither player is ahead")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--results", type=Path, metavar="FOLDER")
    given = parser.parse_args()
    names, parts = given.names or two, given.part or [*PARTS]
    main(names, parts, given.nodes, given.games, given.test, given.fair, given.processes, given.results)
