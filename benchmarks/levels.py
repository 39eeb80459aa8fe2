"""Levels in order: each plays a match against the one below.

    python -m benchmarks.levels GAME ... [--games 100] [--levels 1-11] [--openings 2] [--against mcts] [--seed 1]
                                [--processes 1] [--results FOLDER]

prints a line for each pair: games won, drawn and lost by the higher level, its score with the error that 95 % of
matches stay within, and how long a game took. The games of `examples/games` can be named too. With `--against mcts`
or another opponent, each level plays it instead, with as many random games a move as the level has. Each opening is
played from both seats. The same seed plays the same games, however many processes share them. `--results` keeps every
pair of games in a file: a run that was ended goes on where it was, and `--games 200` plays the second hundred only.
"""

import argparse
import os
import re
import sys
import time
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

from ludarium.contract.errors import BadOption
from ludarium.games import add_place, kind
from ludarium.lab import elo
from ludarium.lab.crew import ProcessCrew
from ludarium.lab.engine_match import EngineMatch
from ludarium.play.game import Game
from ludarium.play.judging.analysis import Limit, get_ready
from ludarium.play.levels import LEVELS, find_level
from ludarium.play.opponents.registry import parse

from ._rounds import Rounds

EXAMPLES = Path(__file__).parents[1] / "examples" / "games"
QUICK = ("connect-four",), 10, range(1, 7)  # what is measured among all benchmarks
SEED = 1
PAIR = 2  # games of an opening, one from each seat


def furnish() -> None:
    """Add the examples to the games, here and in the processes that compile and play them."""
    if "LUDARIUM_GAMES" not in os.environ:
        add_place(EXAMPLES)


class Contest(NamedTuple):
    """A level of a game against the one below, or against the opponent that is named."""

    game: str
    level: int
    against: str = ""
    openings: int = 2
    seed: int = SEED

    @property
    def name(self) -> str:
        return f"level {self.level} against {self.against or f'level {self.level - 1}'}"

    @property
    def file_name(self) -> str:
        text = f"{self.game} {self.name} openings {self.openings} seed {self.seed}"
        return re.sub(r"[^\w.-]+", "-", text) + ".jsonl"


class Round(NamedTuple):
    """One opening from both seats, which travels to the process that plays it."""

    contest: Contest
    number: int


class Answer(NamedTuple):
    """What both games are worth to the higher level, from 0 to 1, and how long they took."""

    worths: list[float]
    seconds: float


def play_round(asked: Round) -> Answer:
    contest, number = asked
    found, seed = kind(contest.game), Random(f"{contest.seed} {number}").getrandbits(30)
    get_ready(Game(found)).result()  # plain Python would find the same, and take a hundred times as long
    below, limit = contest.against or str(contest.level - 1), Limit(nodes=find_level(contest.level).random_games)
    opponents = parse(str(contest.level), found, Limit(), seed), parse(below, found, limit, seed + 1)
    begun = time.perf_counter()
    match = EngineMatch(found, *opponents, games=PAIR, openings=contest.openings, seed=seed)
    worths = [played.worth for played in match.play()]
    for opponent in opponents:
        opponent.close()
    return Answer(worths, time.perf_counter() - begun)


class Match:
    """The rounds of a contest: those in the file, and those that are played now."""

    def __init__(self, contest: Contest, games: int, results: Path | None) -> None:
        self._contest, self._count = contest, max(1, games // PAIR)
        self._rounds = Rounds(results / contest.file_name if results else None)
        self._seconds: list[float] = []

    def missing(self) -> list[Round]:
        return [Round(self._contest, number) for number in self._rounds.missing(self._count)]

    def add(self, number: int, answer: Answer) -> None:
        self._rounds.add(number, answer.worths)
        self._seconds.append(answer.seconds)

    def show(self) -> None:
        """Print how it stands, in a line of its own once all is played."""
        contest, tally = self._contest, self._rounds.tally
        low, high = elo.score_range(tally)
        counts = f"+{tally.won:<4.0f}={tally.drawn:<4.0f}-{tally.lost:<4.0f}"
        share = f"{100 * tally.score:5.1f} % +- {50 * (high - low):4.1f}"
        pace = f", {fmean(self._seconds) / PAIR:.1f} s a game" if self._seconds else ""
        end = "\r" if self.missing() else "\n"
        print(f"  {contest.game:<23}{contest.name:<24}{counts}{share}{pace:<16}", end=end, flush=True)


def main(
    ids: tuple[str, ...] = QUICK[0],
    games: int = QUICK[1],
    levels: range = QUICK[2],
    openings: int = 2,
    against: str = "",
    seed: int = SEED,
    processes: int = 1,
    results: Path | None = None,
) -> None:
    furnish()
    for id in ids:
        check(id)
    if len(levels) == 1 and not against:
        raise BadOption(f"level {levels[0]} plays no other here; name two levels, as in 1-2, or --against")
    numbers = levels if against else levels[1:]
    contests = [Contest(id, number, against, openings, seed) for id in ids for number in numbers]
    matches = {contest: Match(contest, games, results) for contest in contests}
    for match in matches.values():
        if not match.missing():
            match.show()
    rounds = [asked for match in matches.values() for asked in match.missing()]
    for asked, answer in ProcessCrew(processes).answers(play_round, rounds):
        matches[asked.contest].add(asked.number, answer)
        matches[asked.contest].show()


def check(id: str) -> None:
    """Refuse games that are not for two; compile the others, so that processes find the code of them."""
    game = Game(kind(id))
    if game.kind.rules.players(game.constants) != PAIR:
        raise BadOption(f"levels are compared in games for two, and {id} is not one")
    get_ready(game).result()


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
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--results", type=Path, metavar="FOLDER")
    given = parser.parse_args()
    try:
        levels = read_range(given.levels)
        how = given.openings, given.against, given.seed, given.processes, given.results
        main(tuple(given.ids), given.games, levels, *how)
    except BadOption as error:
        sys.exit(f"{error}")
