"""How far searches decide games: the endings of two-player games, and Beetle Battle on 4x4 from its first position.

    python -m benchmarks.proofs [NAME ...] [--positions 20] [--seconds 5]
    python -m benchmarks.proofs table

takes positions from games of level 3 against itself, in which so many cells are free or so many beetles are left, and
searches each until its end is certain. It prints how many were decided in the time, and how long half and nine tenths
of them took at most; for a game with a table of endings also without it. `table` counts how many of the positions that
a search without the table looks at in endings of Battle of the Beetles the table answers, besides those that counting
decides.
"""

import argparse
import math
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import ludarium
from ludarium.contract.bits import count
from ludarium.contract.row import Row
from ludarium.engine.memory import numbers
from ludarium.engine.native.signature import Numbers
from ludarium.engine.net.files import net_of
from ludarium.engine.search import negamax
from ludarium.engine.search.alphabeta import AlphaBeta
from ludarium.engine.search.cancel import CancelToken
from ludarium.engine.search.exact.endings import endings_of
from ludarium.engine.search.factory import make_searcher
from ludarium.engine.search.patience import Patience
from ludarium.engine.search.result import SURE, SearchResult
from ludarium.engine.search.searcher import DEEPEST, FEW, Searcher, Task
from ludarium.engine.twins import plain_twins
from ludarium.games.ataxx.rules import empty_cells
from ludarium.games.battle_of_the_beetles.rules import CELLS, TO_PLACE
from ludarium.games.beetle_battle.strategy import FULL
from ludarium.play.opponents.computer import Computer

from ._arguments import one_of

QUICK = ("ataxx",), 3, 0.2  # what is measured among all benchmarks
LEVEL = 3
LONGEST = 300  # moves of a game that positions are taken from


class Ending(NamedTuple):
    """Positions of a game by how much is left."""

    game: str
    options: dict[str, Any]
    left: Callable[[Row], int]
    what: str
    numbers: tuple[int, ...]


def beetles(row: Row) -> int:
    """The beetles of both players in Battle of the Beetles; more than there are while they are being placed."""
    return CELLS if row[TO_PLACE] else count(row[0] | row[1])


ENDINGS = {
    "ataxx": Ending("ataxx", {}, lambda row: count(empty_cells(row)), "cells free", (1, 2, 3, 4, 5, 6, 8)),
    "rings": Ending("battle-of-the-beetles", {}, beetles, "beetles", (8, 12, 16, 20, 24)),
    "halves": Ending("battle-of-the-beetles", {"setup": "halves"}, beetles, "beetles", (8, 12, 16, 20, 24)),
    "placement": Ending("battle-of-the-beetles", {"placement": True}, beetles, "beetles", (8, 12, 16, 20)),
}


def positions(ending: Ending, number: int, wanted: int) -> list[Row]:
    """Positions with this much left, each from another game."""
    found = list[Row]()
    for seed in range(10 * wanted):
        game, players = ludarium.new(ending.game, **ending.options), [Computer(LEVEL, 2 * seed + i) for i in range(2)]
        while not game.outcome() and len(game.moves) < LONGEST and ending.left(game.row) != number:
            game.push(players[game.kind.rules.turn(game.constants, game.row)].choose(game))
        if not game.outcome() and ending.left(game.row) == number:
            found.append(game.row[:])
        if len(found) == wanted:
            break
    return found


def decide(searcher: Searcher, row: Row, seconds: float) -> float:
    """How long it took until the end of a game was certain; infinite if it is not."""
    searcher.forget()
    token, certain = CancelToken(), [math.inf]

    def note(found: SearchResult) -> None:
        if abs(found.score) > SURE and certain[0] == math.inf:
            certain[0] = found.seconds
            token.cancel()

    searcher.search(row, seconds=seconds, report=note, cancel=token, patience=Patience.UNTIL_READY)
    return certain[0]


def show_endings(name: str, wanted: int, seconds: float) -> None:
    ending = ENDINGS[name]
    game = ludarium.new(ending.game, **ending.options)
    with_table = endings_of(game.kind, game.constants)
    for number in ending.numbers:
        rows = positions(ending, number, wanted)
        for table in (with_table, numbers(0)) if with_table else (with_table,):
            net = net_of(game.kind, game.constants)
            searcher = AlphaBeta(game.kind, game.constants, megabytes=64, net=net, endings=table)
            searcher.wait_until_ready(CancelToken())
            times = sorted(decide(searcher, row, seconds) for row in rows)
            what = f"{number} {ending.what}{', no table' if with_table and not table else ''}"
            _show(f"  {name:<12}{what:<24}", times)


def _show(begin: str, times: list[float]) -> None:
    if times:
        decided = sum(each < math.inf for each in times)
        half, most = (times[min(len(times) - 1, len(times) * part // 10)] for part in (5, 9))
        print(f"{begin}{decided:>4} of {len(times):<4}", end="")
        print(f"half within {_told(half)}, nine tenths within {_told(most)}", flush=True)


def _told(seconds: float) -> str:
    return f"{seconds:.3f} s" if seconds < math.inf else "more"


def show_table(wanted: int) -> None:
    """How many of the positions that searches look at in endings counting decides, and how many more the table."""
    kind = ludarium.new(ENDINGS["rings"].game).kind
    search = plain_twins(kind).module(negamax)
    known = search["known"]
    for name in "rings", "halves", "placement":
        for shells in True, False:
            ending = ENDINGS[name]._replace(options={**ENDINGS[name].options, "shells": shells})
            game = ludarium.new(ending.game, **ending.options)
            table = endings_of(kind, game.constants)
            for number in 12, 16, 20:
                asked: Counter[str] = Counter()

                def noted(game: Any, s: Row, asked: Counter[str] = asked, table: Numbers = table) -> int:
                    plies: int = known(game, s)
                    asked["counted" if plies else "in the table" if kind.ending(game, s, table) else "searched"] += 1
                    return plies

                search["known"] = noted
                for row in positions(ending, number, wanted):
                    task = Task(row, None, DEEPEST, FEW, (), None, CancelToken(), Patience.QUICK)
                    AlphaBeta(kind, game.constants, megabytes=8)._search(task, natively=False)
                all, what = max(asked.total(), 1), f"{number} beetles{'' if shells else ', no shells'}"
                shares = ", ".join(f"{100 * asked[each] / all:.1f} % {each}" for each in ("counted", "in the table"))
                print(f"  {name:<12}{what:<24}{all:>8,} positions, {shares}", flush=True)
    search["known"] = known


def show_start(seconds: float) -> None:
    """What a search finds of Beetle Battle on 4x4."""
    game = ludarium.new("beetle-battle", size=4)
    many = math.prod(2 * FULL[4][cell] - 1 for cell in range(16))
    searcher = make_searcher(game.kind, game.constants, megabytes=512, use_net=True)
    begun = time.perf_counter()
    found = searcher.search(game.row, seconds=seconds, patience=Patience.UNTIL_READY)
    print(f"  Beetle Battle 4x4 has {many:,} positions; from the first one the search reaches depth {found.depth}")
    print(f"  with {found.nodes:,} nodes in {time.perf_counter() - begun:.0f} s; its score is {found.score}")


def main(names: tuple[str, ...] = QUICK[0], wanted: int = QUICK[1], seconds: float = QUICK[2]) -> None:
    for name in names:
        if name == "start":
            show_start(seconds)
        elif name == "table":
            show_table(wanted)
        else:
            show_endings(name, wanted, seconds)


if __name__ == "__main__":
    known = *ENDINGS, "start", "table"
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", type=one_of(known), metavar="NAME", help=", ".join(known))
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=5)
    given = parser.parse_args()
    main(tuple(given.names) or known, given.positions, given.seconds)
