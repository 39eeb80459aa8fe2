"""Monte Carlo tree search as Python sees it: its memory, and what several trees say together."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..contract.bits import mix
from ..contract.kind import Kind
from ..contract.row import Row
from . import mcts_tree
from .mcts_tree import BANNED, DEEPEST, GUIDED, LIMIT, LONGEST_PATH, ROLLOUT, SIMULATIONS, Tree
from .perft import LONGEST, Numbers, as_array, generator, room_for_moves
from .searcher import Searcher, SearchResult

BYTES_A_NODE = 48
LINE = 12  # moves of a line that are told


class Mcts(Searcher):
    """Monte Carlo tree search for any number of players: guided by what a game knows, or plain, by its rules alone.

    Scores are the player's expected part of the win in thousandths.
    """

    PACE = 40
    MISTAKE, BLUNDER = 60, 150

    def mirrored(self, score: int) -> int:
        return 1000 - score

    def final_score(self, row: Row, player: int) -> int:
        return self.kind.rules.share(self.game, row, player)

    def __init__(
        self, kind: Kind, game: Any, *, megabytes: int = 16, threads: int = 1, plain: bool = False, seed: int = 0
    ) -> None:
        super().__init__(kind, game, threads)
        self._plain = plain
        self._seed = seed
        self._root: Numbers = as_array(kind.rules.start(game, 0))
        nodes = max(1024, (megabytes << 20) // BYTES_A_NODE // threads)
        self._trees = [self._tree(nodes) for _ in range(threads)]
        self._legal: Sequence[int] = ()

    def _tree(self, nodes: int) -> Tree:
        first, count, move, mover, visits = np.zeros((5, nodes), np.int64)
        return Tree(
            first=first,
            count=count,
            move=move,
            mover=mover,
            visits=visits,
            worth=np.zeros(nodes),
            path=np.zeros(LONGEST_PATH, np.int64),
            told=np.zeros(LONGEST_PATH),
            row=self._root.copy(),
            out=room_for_moves(self.kind, self.game),
            rank=room_for_moves(self.kind, self.game),
            banned=room_for_moves(self.kind, self.game),
            random=generator(self._seed),
            info=np.zeros(64, np.int64),
            stop=self.flag,
        )

    def _begin(self, row: Row, legal: Sequence[int], nodes: int, banned: Sequence[int]) -> None:
        self._root = as_array(row)
        self._legal = legal
        for i, tree in enumerate(self._trees):
            mcts_tree.plant(tree)
            tree.info[LIMIT], tree.info[BANNED] = nodes, len(banned)
            tree.banned[: len(banned)] = banned
            tree.info[GUIDED] = not self._plain
            tree.info[ROLLOUT] = LONGEST if self._plain else 0
            tree.random[:] = generator(mix(self._seed, i))

    def _run(self, thread: int, depth: int) -> None:
        mcts_tree.simulate(self.game, self._root, self._trees[thread])

    def _found(self, seconds: float) -> SearchResult:
        # In the order of their ranks, so that of moves with as many visits the first is the best
        visits, worth = dict[int, int](), dict[int, float]()
        for tree in self._trees:
            for child in range(tree.first[0], tree.first[0] + tree.count[0]):
                move = int(tree.move[child])
                visits[move] = visits.get(move, 0) + int(tree.visits[child])
                worth[move] = worth.get(move, 0.0) + float(tree.worth[child])
        if not visits:
            return SearchResult(self._legal[0], 500, 0, 0, seconds, (self._legal[0],))
        best = max(visits, key=lambda move: visits[move])
        score = round(1000 * worth[best] / max(visits[best], 1))
        simulations = sum(int(tree.info[SIMULATIONS]) for tree in self._trees)
        deepest = max(int(tree.info[DEEPEST]) for tree in self._trees)
        return SearchResult(best, score, deepest, simulations, seconds, (best, *self._line(best)))

    def _line(self, move: int) -> list[int]:
        """What the first tree expects after a move."""
        tree, node, line = self._trees[0], 0, [move]
        while tree.count[node] and len(line) <= LINE:
            children = range(tree.first[node], tree.first[node] + tree.count[node])
            if node == 0:
                node = next((child for child in children if tree.move[child] == move), -1)
                if node < 0:
                    break
                continue
            node = max(children, key=lambda child: int(tree.visits[child]))
            if tree.visits[node] == 0:
                break
            line.append(int(tree.move[node]))
        return line[1:]
