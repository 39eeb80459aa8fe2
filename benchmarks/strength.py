"""How strong the searches are: matches at equal time, with Elo and its error.

    python -m benchmarks.strength [NAME ...] [--games 200] [--movetime 50] [--fair] [--processes 1] [--results FOLDER]
    python -m benchmarks.strength ataxx --against 'COMMAND of a UAI engine'
    python -m benchmarks.strength NAME --copy FOLDER

plays `search`, which judges positions by the net of a game if it has one, against another opponent, each random opening
from both seats, and prints games won, drawn and lost, Elo with the error that 95 % of matches stay within, and seconds.
With `--fair` neither of two players is ahead in an opening, as far as a short search of the game sees.
With `--copy` the other opponent is the search of another copy of the package, which lies in that folder (`src` of an
earlier commit, say). Without it and `--against` it is the search with the game's own evaluation, or plain tree search
in Gamma. On a busy machine both suffer. `--results` keeps every pair of games in a file: a run that was ended goes on
where it was. Another match needs another folder.
"""

import argparse
import sys
import time
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from typing import NamedTuple

from ludarium.contract.errors import BadOption
from ludarium.games import kind
from ludarium.lab.crew import ProcessCrew
from ludarium.lab.engine_match import EngineMatch, elo_with_error
from ludarium.lab.net_player import NetPlayer
from ludarium.play.judging.analysis import Limit
from ludarium.play.opponents.opponent import Opponent
from ludarium.play.opponents.registry import parse

from ._arguments import one_of, package_copy
from ._copies import CopySearch
from ._rounds import Rounds

HAND, COPY = "hand", "copy:"


class Contest(NamedTuple):
    """A match of the search against another opponent, named by its text."""

    game: str
    options: dict[str, str]
    against: str = HAND
    openings: int = 4
    is_fair: bool = False


CONTESTS = {
    "ataxx": Contest("ataxx", {"rules": "uai"}),
    "ataxx-blocks": Contest("ataxx", {"rules": "uai", "blocks": "3gh"}),
    "beetle-battle-4": Contest("beetle-battle", {"size": "4"}),
    "beetle-battle-5": Contest("beetle-battle", {"size": "5"}),
    "beetle-battle-10": Contest("beetle-battle", {"size": "10"}),
    "battle-of-the-beetles": Contest("battle-of-the-beetles", {}),
    "battle-of-the-beetles-halves": Contest("battle-of-the-beetles", {"setup": "halves"}),
    "battle-of-the-beetles-placement": Contest("battle-of-the-beetles", {"placement": "yes"}),
    "gamma-2": Contest("gamma", {"players": "2"}, "mcts"),
    "gamma-3": Contest("gamma", {"players": "3"}, "mcts"),
    "gamma-4": Contest("gamma", {"players": "4"}, "mcts"),
}
QUICK = ("ataxx",), 2  # what is played among all benchmarks


class Round(NamedTuple):
    """One opening from every seat, which travels to the process that plays it."""

    contest: Contest
    limit: Limit
    number: int


def play_round(asked: Round) -> list[float]:
    """What the games are worth to the search, from 0 to 1."""
    contest, limit, number = asked
    found = kind(contest.game)
    opponents = _opponent("search", contest, limit), _opponent(contest.against, contest, limit)
    seed, options = Random(number).getrandbits(30), dict(contest.options)
    match = EngineMatch(
        found, *opponents, openings=contest.openings, is_fair=contest.is_fair, seed=seed, options=options
    )
    match.games = match.rounds
    worths = [played.worth for played in match.play()]
    for opponent in opponents:
        opponent.close()
    return worths


def _opponent(name: str, contest: Contest, limit: Limit) -> Opponent:
    if name.startswith(COPY):
        return CopySearch(Path(name.removeprefix(COPY)), contest.game, contest.options, limit)
    return NetPlayer(limit, b"") if name == HAND else parse(name, kind(contest.game), limit, seed=1)


def play(name: str, contest: Contest, games: int, limit: Limit, processes: int, file: Path | None) -> None:
    """Play what is missing of a match, and print what has come of it."""
    rounds = Rounds(file)
    each = max(2, kind(contest.game).rules.players(_constants(contest)))
    missing = [Round(contest, limit, number) for number in rounds.missing(games // each)]
    begun = time.perf_counter()
    for asked, worths in ProcessCrew(processes).answers(play_round, missing):
        rounds.add(asked.number, worths)
        _show(name, contest, rounds, time.perf_counter() - begun, end="\r")
    _show(name, contest, rounds, time.perf_counter() - begun, end="\n")


def _constants(contest: Contest) -> object:
    found = kind(contest.game)
    return found.make(found.choose(dict(contest.options)))


def _show(name: str, contest: Contest, rounds: Rounds, seconds: float, end: str) -> None:
    tally = rounds.tally
    results = f"{tally.won}-{tally.drawn}-{tally.lost}"
    told = _told(rounds) if rounds.found else "no game"
    print(f"  {name:<34}against {contest.against:<8}{results:>12}  {told}, {seconds:.0f} s", end=end, flush=True)


def _told(rounds: Rounds) -> str:
    """Of two players the Elo; of more, the part of the wins, in which a shared first place counts less than a half."""
    if max(map(len, rounds.found.values())) == 2:
        return f"{100 * rounds.tally.score:.1f} %, Elo {elo_with_error(rounds.tally)}"
    worths = [worth for each in rounds.found.values() for worth in each]
    error = 1.96 * pstdev(worths) / sqrt(len(worths))
    return f"{100 * fmean(worths):.1f} % +- {100 * error:.1f} of the wins"


def main(
    names: list[str] | None = None,
    games: int = QUICK[1],
    movetime: int = 50,
    processes: int = 1,
    against: str = "",
    is_fair: bool = False,
    results: Path | None = None,
) -> None:
    for name in names or QUICK[0]:
        contest = CONTESTS[name]._replace(is_fair=is_fair)
        if against:
            contest = contest._replace(against=against)
        file = results / f"{name}.jsonl" if results else None
        play(name, contest, games, Limit(seconds=movetime / 1000), processes, file)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", type=one_of(CONTESTS), metavar="NAME", help=", ".join(CONTESTS))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--movetime", type=int, default=50, help="milliseconds")
    parser.add_argument("--fair", action="store_true", help="only openings in which neither player is ahead")
    parser.add_argument("--processes", type=int, default=1)
    other = parser.add_mutually_exclusive_group()
    other.add_argument("--against", type="uai:{}".format, metavar="COMMAND")
    other.add_argument("--copy", type=package_copy, metavar="FOLDER")
    parser.add_argument("--results", type=Path)
    given = parser.parse_args()
    names = given.names or [*CONTESTS]
    against = given.against or (f"{COPY}{given.copy}" if given.copy else "")
    try:
        main(names, given.games, given.movetime, given.processes, against, given.fair, given.results)
    except BadOption as error:
        sys.exit(f"{error}")
