"""Monte Carlo tree search for any number of players, compiled for every game.

Each player seeks the best for himself (max^n): a node keeps what it was worth to the player who moved to it. The tree
has a fixed size. A guided search looks first at the moves that a game ranks high, at few of them first and at more as a
node is visited more often, and asks the game for the share that a player can expect. A plain search knows the rules
alone and plays random games to the end.
"""

import math
from typing import Any, NamedTuple

from ...contract.kind import Kind
from ...contract.row import Row
from ..code import compiled
from ..memory import copy, generator, numbers, reals, room_for_moves, typecode_of
from ..native.signature import Numbers, Reals, Rows
from ..native.zeros import zeros
from ..playouts import LONGEST, play_on
from ..rule_calls import expected_shares, moves, order, outcome, play, players, share, turn
from .result import SearchResult
from .tree import (
    BANNED,
    DEEPEST,
    LIMIT,
    LINE,
    LONGEST_PATH,
    OWN,
    SIMULATIONS,
    USED,
    TreeSearcher,
    children_of,
    leave_out_banned,
)

GUIDED, ROLLOUT, KEPT = OWN, OWN + 1, OWN + 2  # places in `info`

EXPLORE = 0.12  # bonus of moves that the game ranks high and that have few visits
EXPLORE_PLAIN = 1.4  # bonus of moves with few visits where nothing ranks moves
DOUBT = 0.03  # how much less an unvisited move is worth than the average of the visited ones
WIDTH = 6  # moves looked at in a node that is new; as many more as the square root of its visits
FIRST_CHILDREN = 160  # moves of the first position that are ever looked at, guided
MOST_CHILDREN = 40  # and of all others
MOST_KEPT = 8192  # positions of nodes that are kept


class Tree(NamedTuple):
    """The memory of one searching thread: a place a node, the children of a node side by side."""

    first: Numbers  # the first child's place
    children: Numbers  # how many children there are
    move: Numbers  # the move that led here
    mover: Numbers  # the player who made it
    visits: Numbers
    worth: Reals  # the sum of what the visits were worth to the mover
    kept: Numbers  # which of the positions kept is the node's, counted from 1; 0 if none is
    positions: Rows  # of nodes with children, as long as there is room
    path: Numbers  # the places of the present simulation
    reward: Reals  # and what it was worth to the movers
    row: Row  # its position
    shares: Numbers  # what each player can expect there, in thousandths
    out: Numbers
    rank: Numbers
    banned: Numbers  # moves not to be tried at the root
    random: Numbers
    info: Numbers
    stop: Numbers


def value(game: Any, t: Tree, player: int) -> float:
    """What the position is worth to a player, from 0 to 1; a random game that was broken off, the same to all."""
    if outcome(game, t.row):
        return share(game, t.row, player) / 1000
    return t.shares[player] / 1000 if t.info[GUIDED] else 1 / players(game)


def pick(t: Tree, node: int) -> int:
    """The child to visit."""
    return pick_ranked(t, node) if t.info[GUIDED] else pick_any(t, node)


def pick_any(t: Tree, node: int) -> int:
    """The child with the highest upper bound, unvisited ones first (UCB1)."""
    total = math.log(t.visits[node] + 1.0)
    best = t.first[node]
    most = -1e9
    for child in range(t.first[node], t.first[node] + t.children[node]):
        visits = t.visits[child]
        if visits == 0:
            return child
        bound = t.worth[child] / visits + EXPLORE_PLAIN * math.sqrt(total / visits)
        if bound > most:
            best, most = child, bound
    return best


def pick_ranked(t: Tree, node: int) -> int:
    """The child with the highest upper bound, with a bonus by rank; of equals the first in rank gets most visits."""
    first = t.first[node]
    root = math.sqrt(t.visits[node] + 1.0)
    n = min(t.children[node], WIDTH + int(root))
    visits, worth = 0, 0.0
    for child in range(first, first + n):
        visits += t.visits[child]
        worth += t.worth[child]
    unknown = worth / visits - DOUBT if visits else 0.0
    best, most = first, -1e9
    for i in range(n):
        visits = t.visits[first + i]
        bound = t.worth[first + i] / visits if visits else unknown
        bound += EXPLORE * 4 / (4 + i) * root / (1 + visits)
        if bound > most:
            best, most = first + i, bound
    return best


def rank_best(game: Any, t: Tree, n: int, wanted: int) -> None:
    """Bring the moves that the game ranks highest to the front, in order and as many as wanted; the others are lost."""
    for i in range(n):
        move = t.out[i]
        rank = order(game, t.row, move)
        place = min(i, wanted)
        while place > 0 and t.rank[place - 1] < rank:
            if place < wanted:
                t.out[place], t.rank[place] = t.out[place - 1], t.rank[place - 1]
            place -= 1
        if place < wanted:
            t.out[place], t.rank[place] = move, rank


def expand(game: Any, t: Tree, node: int) -> None:
    """Give a node its children, if there is room for them."""
    n = moves(game, t.row, t.out, 0)
    if node == 0 and t.info[BANNED]:
        n = leave_out_banned(t, n)
    wanted = n
    if t.info[GUIDED]:
        wanted = min(n, MOST_CHILDREN if node else FIRST_CHILDREN)
        rank_best(game, t, n, wanted)
    used = t.info[USED]
    if used + wanted > len(t.first):
        return
    t.first[node], t.children[node] = used, wanted
    me = turn(game, t.row)
    for i in range(wanted):
        child = used + i
        t.move[child], t.mover[child] = t.out[i], me
        t.first[child] = t.children[child] = t.visits[child] = t.kept[child] = 0
        t.worth[child] = 0.0
    t.info[USED] = used + wanted
    if node and t.info[KEPT] < len(t.positions):
        copy(game, t.row, t.positions[t.info[KEPT]])
        t.info[KEPT] += 1
        t.kept[node] = t.info[KEPT]


def descend(t: Tree) -> int:
    """Go from the root to a node without children; returns the length of the path."""
    length = 1
    while length < LONGEST_PATH and t.children[t.path[length - 1]]:
        t.path[length] = pick(t, t.path[length - 1])
        length += 1
    return length


def play_to_end(game: Any, root: Row, t: Tree, length: int) -> None:
    """Make the position at the end of the path, from the last one on it that was kept."""
    known = length - 1
    while known > 0 and t.kept[t.path[known]] == 0:
        known -= 1
    copy(game, t.positions[t.kept[t.path[known]] - 1] if known else root, t.row)
    for i in range(known + 1, length):
        play(game, t.row, t.move[t.path[i]])


def back_up(game: Any, t: Tree, length: int) -> None:
    """Add the result to all nodes of the path."""
    t.visits[0] += 1
    if t.info[GUIDED] and not outcome(game, t.row):
        expected_shares(game, t.row, t.shares)
    for i in range(1, length):
        node, j = t.path[i], i - 1
        while j > 0 and t.mover[t.path[j]] != t.mover[node]:
            j -= 1
        t.reward[i] = t.reward[j] if j else value(game, t, t.mover[node])
        t.visits[node] += 1
        t.worth[node] += t.reward[i]


@compiled
def simulate(game: Any, root: Row, t: Tree) -> None:
    """Run simulations until stopped; at least one, so that moves are ranked."""
    while t.info[SIMULATIONS] == 0 or (t.info[SIMULATIONS] < t.info[LIMIT] and not t.stop[0]):
        t.info[SIMULATIONS] += 1
        t.path[0] = 0
        length = descend(t)
        play_to_end(game, root, t, length)
        node = t.path[length - 1]
        # A node has children from its second visit on
        if length < LONGEST_PATH and (t.visits[node] or node == 0) and not outcome(game, t.row):
            expand(game, t, node)
            if t.children[node]:
                node = pick(t, node)
                play(game, t.row, t.move[node])
                t.path[length] = node
                length += 1
        t.info[DEEPEST] = max(t.info[DEEPEST], length - 1)
        if t.info[ROLLOUT]:
            play_on(game, t.row, t.out, t.random, t.info[ROLLOUT])
        back_up(game, t, length)


class Mcts(TreeSearcher[Tree]):
    """Monte Carlo tree search for any number of players: guided by the game's strategy, or plain, by its rules alone.

    Scores are the player's expected part of the win in thousandths.
    """

    NEEDS = (simulate,)
    BYTES_A_NODE = 112  # half of them for positions

    def mirrored(self, score: int) -> int:
        return 1000 - score

    def final_score(self, row: Row, player: int) -> int:
        return self.kind.rules.share(self.game, row, player)

    def __init__(
        self, kind: Kind, game: Any, *, megabytes: int = 16, threads: int = 1, plain: bool = False, seed: int = 0
    ) -> None:
        self._plain = self.PLAYS_RANDOM_GAMES = plain or not kind.expects_shares(game)
        super().__init__(kind, game, megabytes=megabytes, threads=threads, seed=seed)

    def _tree(self, nodes: int) -> Tree:
        size = len(self._root) * self._root.itemsize
        kept = max(1, min(MOST_KEPT, nodes * self.BYTES_A_NODE // 2 // size))
        return Tree(
            first=zeros("q", nodes),
            children=zeros("q", nodes),
            move=zeros("q", nodes),
            mover=zeros("q", nodes),
            visits=zeros("q", nodes),
            worth=zeros("d", nodes),
            kept=zeros("q", nodes),
            positions=Rows(typecode_of(self._root), kept, len(self._root)),
            path=numbers(LONGEST_PATH),
            reward=reals(LONGEST_PATH),
            row=self._root[:],
            shares=numbers(0 if self._plain else self.kind.rules.players(self.game)),
            out=room_for_moves(self.kind, self.game),
            rank=room_for_moves(self.kind, self.game),
            banned=room_for_moves(self.kind, self.game),
            random=generator(self._seed),
            info=numbers(64),
            stop=self.flag,
        )

    def _clear(self, tree: Tree) -> None:
        tree.info[KEPT] = tree.kept[0] = 0
        tree.info[GUIDED] = not self._plain
        tree.info[ROLLOUT] = LONGEST if self._plain else 0

    def first_moves(self) -> dict[int, tuple[int, float]]:
        """How often the last search visited each first move, and the sum of what the visits were worth."""
        # In the order of their ranks, so that of moves with as many visits the first is the best
        found = dict[int, tuple[int, float]]()
        for tree in self._trees:
            for child in children_of(tree, 0):
                visits, worth = found.get(tree.move[child], (0, 0.0))
                found[tree.move[child]] = visits + tree.visits[child], worth + tree.worth[child]
        return found

    def _found(self, seconds: float) -> SearchResult:
        found = self.first_moves()
        if not found:
            return SearchResult(self._legal[0], 500, 0, 0, seconds, (self._legal[0],))
        best = max(found, key=lambda move: found[move][0])
        visits, worth = found[best]
        score = round(1000 * worth / max(visits, 1))
        line = (best, *self._line(best))
        return SearchResult(best, score, self._deepest(), self._simulations(), seconds, line)

    def _line(self, move: int) -> list[int]:
        """What the first tree expects after a move."""
        tree, line = self._trees[0], list[int]()
        node = next((child for child in children_of(tree, 0) if tree.move[child] == move), 0)
        while node and tree.children[node] and len(line) < LINE:
            node = max(children_of(tree, node), key=lambda child: tree.visits[child])
            if tree.visits[node] == 0:
                break
            line.append(tree.move[node])
        return line
