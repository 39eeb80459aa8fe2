"""How much sooner alpha-beta is done on several threads: the same positions to the same depth on 1, 2, 4 ... threads.

    python -m benchmarks.threads [GAME ...] [--threads 1,2,16] [--seconds 2]
    python -m benchmarks.threads [GAME ...] --match 40 [--fair] [--threads 2,16] [--seconds 0.1]

The depth of a position is what one thread reaches in so many seconds. Beside the speed-up stand the positions a second
and how many positions were looked at, each as a ratio to one thread in the same run.

With `--match` several threads play so many games against one with as many seconds a move, each random opening from both
seats: games won, drawn and lost, and Elo with the error that 95 % of matches stay within. With `--fair` neither player
is ahead in an opening, as far as a short search sees.
"""

import argparse
import os
from collections.abc import Sequence
from statistics import geometric_mean
from typing import NamedTuple

from ludarium.contract.row import Row
from ludarium.engine.search.cancel import CancelToken
from ludarium.engine.search.factory import make_searcher
from ludarium.engine.search.searcher import Searcher
from ludarium.lab.engine_match import EngineMatch, elo_with_error
from ludarium.play.game import Game, new
from ludarium.play.judging.analysis import Limit
from ludarium.play.opponents.engine_player import EnginePlayer

from ._arguments import one_of
from .search import positions

GAMES = "ataxx", "beetle-battle", "battle-of-the-beetles"
MEGABYTES = 64
OPENING = 4  # random moves before a game of a match
POSITIONS = 6  # of each game
SECONDS = 0.2  # that one thread has among all benchmarks


class ThreadsPlayer(EnginePlayer):
    """The search on so many threads."""

    def __init__(self, limit: Limit, threads: int) -> None:
        super().__init__(limit)
        self._threads, self.name = threads, f"{threads} threads"

    def _make(self, game: Game) -> Searcher:
        return make_searcher(game.kind, game.constants, megabytes=MEGABYTES, threads=self._threads, use_net=True)


class Cost(NamedTuple):
    """What a search took."""

    seconds: float
    nodes: int


def ready_searcher(game: Game, threads: int) -> Searcher:
    """A searcher that need not wait for compiled code."""
    searcher = make_searcher(game.kind, game.constants, megabytes=MEGABYTES, threads=threads, use_net=True)
    searcher.wait_until_ready(CancelToken())
    searcher.search(game.row, nodes=1)
    searcher.forget()
    return searcher


def cost(game: Game, row: Row, threads: int, depth: int) -> Cost:
    """Of a search to a depth that begins with an empty table."""
    searcher = ready_searcher(game, threads)
    found = searcher.search(row, depth=depth)
    return Cost(found.seconds, found.nodes)


def depth_within(game: Game, row: Row, seconds: float) -> int:
    return ready_searcher(game, 1).search(row, seconds=seconds).depth


def counts_of(threads: tuple[int, ...]) -> tuple[int, ...]:
    """These numbers of threads; if there are none, 1, 2, 4 ... up to the number of processors."""
    return threads or tuple(2**i for i in range((os.cpu_count() or 1).bit_length()))


def play(ids: Sequence[str], games: int, threads: tuple[int, ...], seconds: float, is_fair: bool) -> None:
    """Play several threads against one, in each game."""
    for id in ids:
        for count in counts_of(threads):
            if count == 1:
                continue
            limit = Limit(seconds=seconds)
            players = ThreadsPlayer(limit, count), ThreadsPlayer(limit, 1)
            match = EngineMatch(new(id).kind, *players, games=games, openings=OPENING, is_fair=is_fair, seed=1)
            for _ in match.play():
                won, drawn, lost = match.tally.won, match.tally.drawn, match.tally.lost
                told = f"{won}-{drawn}-{lost}  Elo {elo_with_error(match.tally)}"
                print(f"  {id:<26}{count:>3} threads against 1  {told}", end="\r", flush=True)
            print(flush=True)
            for player in players:
                player.close()


def main(ids: Sequence[str] = GAMES, threads: tuple[int, ...] = (), seconds: float = SECONDS) -> None:
    print(f"  {'':<26}{'threads':>8}{'sooner':>10}{'nodes/s':>10}{'nodes':>10}")
    for id in ids:
        game = new(id)
        rows = [(row, depth_within(game, row, seconds)) for row in positions(game)[:POSITIONS]]
        alone = [cost(game, row, 1, depth) for row, depth in rows]
        for count in counts_of(threads):
            pairs = [(one, cost(game, row, count, depth)) for one, (row, depth) in zip(alone, rows, strict=True)]
            sooner = geometric_mean(one.seconds / several.seconds for one, several in pairs)
            looked = geometric_mean(several.nodes / one.nodes for one, several in pairs)
            print(f"  {id:<26}{count:>8}{sooner:>9.2f}x{sooner * looked:>9.2f}x{looked:>9.2f}x", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ids", nargs="*", type=one_of(GAMES), metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--threads", type=lambda text: tuple(map(int, text.split(","))), default=())
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--match", type=int, default=0, metavar="GAMES")
    parser.add_argument("--fair", action="store_true", help="only openings in which neither player is ahead")
    given = parser.parse_args()
    if given.match:
        play(given.ids or GAMES, given.match, given.threads, given.seconds, given.fair)
    else:
        main(given.ids or GAMES, given.threads, given.seconds)
