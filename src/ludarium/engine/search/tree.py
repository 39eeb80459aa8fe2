"""What the tree searches share: where a thread counts, the children of a node, how a search begins and runs."""

from array import array
from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar

from ...contract.bits import mix
from ...contract.kind import Kind
from ...contract.row import Row
from ..memory import as_array, generator
from ..native.signature import Numbers, Reals
from .searcher import Searcher

# The state of a searching thread, by place in `info`; a searcher has places of its own from OWN on.
SIMULATIONS, LIMIT, USED, DEEPEST, BANNED, OWN = range(6)

LONGEST_PATH = 512
LINE = 12  # moves of a line that are reported


class SearchTree(Protocol):
    """The memory of one searching thread: a place a node, the children of a node side by side."""

    @property
    def first(self) -> Numbers: ...  # the first child's place
    @property
    def children(self) -> Numbers: ...  # how many children there are
    @property
    def move(self) -> Numbers: ...  # the move that led here
    @property
    def visits(self) -> Numbers: ...
    @property
    def worth(self) -> Reals: ...  # the sum of what the visits were worth to the mover
    @property
    def out(self) -> Numbers: ...
    @property
    def banned(self) -> Numbers: ...  # moves not to be tried at the root
    @property
    def random(self) -> Numbers: ...
    @property
    def info(self) -> Numbers: ...


AnyTree = TypeVar("AnyTree", bound=SearchTree)


def leave_out_banned(t: Any, n: int) -> int:
    """Of the first n moves keep those that are allowed; returns how many."""
    left = 0
    for i in range(n):
        allowed = True
        for j in range(t.info[BANNED]):
            allowed &= t.out[i] != t.banned[j]
        if allowed:
            t.out[left] = t.out[i]
            left += 1
    return left


def children_of(tree: SearchTree, node: int) -> range:
    return range(tree.first[node], tree.first[node] + tree.children[node])


class TreeSearcher(Searcher, Generic[AnyTree]):
    """Searches by simulations, each thread in a tree of its own. A node is a simulation."""

    PACE = 40
    BYTES_A_NODE = 0

    def __init__(self, kind: Kind, game: Any, *, megabytes: int = 16, threads: int = 1, seed: int = 0) -> None:
        super().__init__(kind, game, threads)
        self._seed = seed
        self._root = as_array(kind.rules.start(game, 0))
        nodes = max(1024, (megabytes << 20) // self.BYTES_A_NODE // threads)
        self._trees = [self._tree(nodes) for _ in range(threads)]
        self._legal: Sequence[int] = ()

    def _tree(self, nodes: int) -> AnyTree:
        """The memory of one thread."""
        raise NotImplementedError

    def _clear(self, tree: AnyTree) -> None:
        """Forget what a tree has beyond what all trees have."""

    def _begin(self, row: Row, legal: Sequence[int], nodes: int, banned: Sequence[int]) -> None:
        self._root, self._legal = as_array(row), legal
        for i, tree in enumerate(self._trees):
            tree.first[0] = tree.children[0] = tree.visits[0] = 0
            tree.worth[0] = 0.0
            tree.info[USED] = 1
            tree.info[SIMULATIONS] = tree.info[DEEPEST] = 0
            tree.info[LIMIT], tree.info[BANNED] = nodes, len(banned)
            tree.banned[: len(banned)] = array("q", banned)
            tree.random[0] = generator(mix(self._seed, i))[0]
            self._clear(tree)

    def _run(self, thread: int, depth: int) -> None:
        self._function(self.NEEDS[0])(self.game, self._root, self._trees[thread])

    def _simulations(self) -> int:
        return sum(tree.info[SIMULATIONS] for tree in self._trees)

    def _deepest(self) -> int:
        return max(tree.info[DEEPEST] for tree in self._trees)
