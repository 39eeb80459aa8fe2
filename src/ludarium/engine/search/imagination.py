"""Search for a player who does not see everything.

The player imagines worlds: what is hidden from the player to move is taken out of the position, the game's
`determinize` draws it anew, and each world is searched as if it were the true one. A move is worth what it came to on
average. Nothing of what was really hidden is left in any of them.
"""

import time
from concurrent.futures import Future
from typing import Any

from ...contract.bits import mix
from ...contract.errors import BadOption
from ...contract.kind import Kind
from ...contract.row import Row
from .mcts import Mcts
from .result import UNLIMITED, SearchResult
from .searcher import Searcher, Task

WORLDS = 24  # that are imagined for a move, if there is time
FEWEST = 4  # games that are tried in each of them
SHORT = 0.1  # seconds of a search without any limit, in each world


class Imagination(Searcher):
    """Searches imagined worlds one after the other with tree search. A line is its first move alone: what follows
    depends on the world."""

    NEEDS = Mcts.NEEDS
    PACE = Mcts.PACE

    def __init__(self, kind: Kind, game: Any, inner: Mcts, seed: int) -> None:
        if not kind.has_secrets:
            raise BadOption(f"computers cannot play {kind.id}: its strategy.py has no determinize")
        super().__init__(kind, game, threads=1)
        self._inner, self._seed, self._searches = inner, seed, 0

    def mirrored(self, score: int) -> int:
        return self._inner.mirrored(score)

    def final_score(self, row: Row, player: int) -> int:
        return self._inner.final_score(row, player)

    def get_ready(self) -> "Future[Any]":
        return self._inner.get_ready()

    def forget(self) -> None:
        self._searches = 0

    def worlds(self, row: Row) -> list[Row]:
        """Positions that look the same to the player to move."""
        kind, game = self.kind, self.game
        view = kind.seen(game, row, kind.rules.turn(game, row))
        self._searches += 1
        found = []
        for number in range(WORLDS):
            world = view[:]
            kind.determinize(game, world, mix(mix(self._seed, self._searches), number))
            found.append(world)
        return found

    def fulfil(self, task: Task) -> SearchResult:
        began = time.perf_counter()
        visits, worth, searched, deepest = dict[int, int](), dict[int, float](), 0, 0
        each = task.seconds / WORLDS if task.seconds else SHORT if task.nodes == UNLIMITED else None
        part = task._replace(seconds=each, nodes=max(FEWEST, task.nodes // WORLDS), report=None)
        for world in self.worlds(task.row):
            found = self._inner.fulfil(part._replace(row=world))
            searched, deepest = searched + found.nodes, max(deepest, found.depth)
            for move, (count, sum_of_worth) in self._inner.first_moves().items():
                visits[move], worth[move] = visits.get(move, 0) + count, worth.get(move, 0.0) + sum_of_worth
            late = task.seconds is not None and time.perf_counter() - began > task.seconds
            if late or (task.cancel.cancelled and visits):
                break
        best = max(visits, key=lambda move: (visits[move], worth[move])) if visits else found.move
        score = round(1000 * worth[best] / max(1, visits[best])) if visits else found.score
        return SearchResult(best, score, deepest, searched, time.perf_counter() - began, (best,))
