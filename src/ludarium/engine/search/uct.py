"""Tree search by random games for two players: for games that do not say what a position is worth.

Each simulation walks down the tree to a new node, and a random game from there to its end says what the node is worth
(UCT). Four things make few random games tell more:

- A node is judged at first by all games in which its move was made at any later time (RAVE).
- A random game takes, of some moves drawn, the one that has won more games so far in this search (MAST).
- When a node gets children, those that end the game are found at once.
- What is won or lost for certain is proven through the tree, and not visited again (MCTS-Solver).
"""

import math
from typing import Any, NamedTuple

from ...contract.row import Row
from ..code import compiled
from ..memory import copy, draw, generator, numbers, reals, room_for_moves
from ..native.signature import Numbers, Reals
from ..native.zeros import zeros
from ..playouts import LONGEST
from ..rule_calls import moves, outcome, play, share, turn
from .result import CERTAIN, STEEPNESS, SearchResult
from .tree import (
    BANNED,
    DEEPEST,
    LIMIT,
    LINE,
    LONGEST_PATH,
    SIMULATIONS,
    USED,
    TreeSearcher,
    children_of,
    leave_out_banned,
)

EXPLORE = 0.25  # bonus of moves with few visits
DOUBT = 0.03  # how much less games count in which a move came later, the more visits a node has
DRAWN = 3  # moves of which a random game takes the best
CROWDED = 8  # how often, while the tree fills up, the visits double that a node needs to get children
KINDS_OF_MOVES = 1 << 13  # places for each player in tables of moves; a move's number picks one


class Tree(NamedTuple):
    """The memory of one searching thread: a place a node, the children of a node side by side."""

    first: Numbers  # the first child's place
    children: Numbers  # how many children there are
    move: Numbers  # the move that led here
    mover: Numbers  # the player who made it
    proven: Numbers  # 1 + in how many plies the mover wins, below 0 if he loses; 0 if that is unknown
    visits: Numbers
    worth: Reals  # the sum of what the visits were worth to the mover
    later_visits: Numbers  # games in which the move was made here or later
    later_worth: Reals  # and the sum of what they were worth to the mover
    path: Numbers  # the places of the present simulation
    record: Numbers  # the moves of its random game, as places in tables of moves
    seen: Numbers  # by place: the last simulation with this move
    tried: Numbers  # by place: the games with this move
    won: Reals  # and the sum of what they were worth to its mover
    row: Row  # the position of the simulation
    next: Row  # and one that a move leads to
    out: Numbers
    banned: Numbers  # moves not to be tried at the root
    random: Numbers
    info: Numbers
    stop: Numbers


def place_of(move: int, player: int) -> int:
    """The place of a player's move in tables of moves."""
    return player * KINDS_OF_MOVES + (move & KINDS_OF_MOVES - 1)


def estimate(visits: int, worth: float, later_visits: int, later_worth: float) -> float:
    """What a move is worth by its own games, and by those in which it came later: they tell less, and come sooner."""
    own = worth / visits if visits else 0.5
    if later_visits == 0:
        return own
    part = later_visits / (later_visits + visits + DOUBT * later_visits * visits)
    return own + part * (later_worth / later_visits - own)


def pick(t: Tree, node: int) -> int:
    """The child with the highest upper bound; a proven win at once, and a proven loss only if there is nothing else."""
    total = math.log(t.visits[node] + 1.0)
    best = t.first[node]
    most = -1e9
    for child in range(t.first[node], t.first[node] + t.children[node]):
        if t.proven[child] > 0:
            return child
        if t.proven[child] < 0:
            bound = -1e6 - t.proven[child]
        else:
            bound = estimate(t.visits[child], t.worth[child], t.later_visits[child], t.later_worth[child])
            bound += EXPLORE * math.sqrt(total / (t.visits[child] + 1))
        if bound > most:
            best, most = child, bound
    return best


def shuffle(t: Tree, n: int) -> None:
    """Bring the first n moves into a random order, so that none is preferred for its number."""
    for i in range(n - 1, 0, -1):
        j = draw(t.random, i + 1)
        move = t.out[i]
        t.out[i] = t.out[j]
        t.out[j] = move


def expand(game: Any, t: Tree, node: int) -> None:
    """Give a node its children, if there is room for them; those that end the game are proven."""
    n = moves(game, t.row, t.out, 0)
    if node == 0 and t.info[BANNED]:
        n = leave_out_banned(t, n)
    used = t.info[USED]
    if used + n > len(t.first):
        return
    shuffle(t, n)
    t.first[node], t.children[node] = used, n
    me = turn(game, t.row)
    for i in range(n):
        child = used + i
        t.move[child], t.mover[child] = t.out[i], me
        t.first[child] = t.children[child] = t.proven[child] = t.visits[child] = t.later_visits[child] = 0
        t.worth[child] = t.later_worth[child] = 0.0
        copy(game, t.row, t.next)
        play(game, t.next, t.out[i])
        t.proven[child] = proven_end(game, t.next, me)
    t.info[USED] = used + n


def proven_end(game: Any, s: Row, player: int) -> int:
    """1 if the game has ended with a win of the player, -1 with a loss, else 0."""
    if not outcome(game, s):
        return 0
    part = share(game, s, player)
    return 1 if part == 1000 else -1 if part == 0 else 0


def prove(t: Tree, node: int) -> None:
    """Prove a node by its children: the player who has the move there wins by one of them, or loses by all."""
    soonest, latest, lost = 0, 0, 0
    for child in range(t.first[node], t.first[node] + t.children[node]):
        plies = t.proven[child]
        if plies > 0:
            if soonest == 0 or plies < soonest:
                soonest = plies
        elif plies < 0:
            lost += 1
            latest = min(latest, plies)
    if node == 0 or (soonest == 0 and lost < t.children[node]):
        return
    same = t.mover[node] == t.mover[t.first[node]]
    if soonest:
        t.proven[node] = soonest + 1 if same else -soonest - 1
    else:
        t.proven[node] = latest - 1 if same else 1 - latest


def random_game(game: Any, t: Tree) -> int:
    """Play to the end, in place; returns how many moves were recorded."""
    plies = 0
    while plies < LONGEST and not outcome(game, t.row):
        me, n = turn(game, t.row), moves(game, t.row, t.out, 0)
        chosen = t.out[draw(t.random, n)]
        best = place_of(chosen, me)
        for _ in range(1, DRAWN):
            move = t.out[draw(t.random, n)]
            at = place_of(move, me)
            # The more often won, compared without a division; what was never tried has won half of one game
            if (t.won[at] + 0.5) * (t.tried[best] + 1) > (t.won[best] + 0.5) * (t.tried[at] + 1):
                chosen, best = move, at
        t.record[plies] = best
        play(game, t.row, chosen)
        plies += 1
    return plies


def result(game: Any, t: Tree) -> float:
    """What the position is worth to the first player: as much as to the second if it is not the end."""
    return share(game, t.row, 0) / 1000 if outcome(game, t.row) else 0.5


def remember(t: Tree, at: int, first: float) -> None:
    """Note that a move was made in this simulation, and what that was worth."""
    t.seen[at] = t.info[SIMULATIONS]
    t.tried[at] += 1
    t.won[at] += first if at < KINDS_OF_MOVES else 1 - first


def back_up(t: Tree, length: int, plies: int, first: float) -> None:
    """Add a result to all nodes of the path, to the moves made, and to the children whose moves were made later."""
    for i in range(plies):
        remember(t, t.record[i], first)
    for i in range(length - 1, -1, -1):
        node = t.path[i]
        for child in range(t.first[node], t.first[node] + t.children[node]):
            if t.seen[place_of(t.move[child], t.mover[child])] == t.info[SIMULATIONS]:
                t.later_visits[child] += 1
                t.later_worth[child] += first if t.mover[child] == 0 else 1 - first
        t.visits[node] += 1
        if i:
            t.worth[node] += first if t.mover[node] == 0 else 1 - first
            remember(t, place_of(t.move[node], t.mover[node]), first)


def descend(game: Any, t: Tree) -> int:
    """Walk to a new node or a proven one, in place; returns the length of the path."""
    node, length = 0, 1
    t.path[0] = 0
    while length < LONGEST_PATH and not (node and t.proven[node]):
        if t.children[node] == 0:
            # A node has children from its second visit on, and the fuller the tree is, the later
            needed = 1 << CROWDED * t.info[USED] // len(t.first)
            if (node and t.visits[node] < needed) or outcome(game, t.row):
                break
            expand(game, t, node)
            if t.children[node] == 0:
                break
        node = pick(t, node)
        play(game, t.row, t.move[node])
        t.path[length] = node
        length += 1
    return length


@compiled
def simulate(game: Any, root: Row, t: Tree) -> None:
    """Run simulations until stopped or the first position is decided; at least one, so that moves are ranked."""
    while t.info[SIMULATIONS] == 0 or (t.info[SIMULATIONS] < t.info[LIMIT] and not t.stop[0]):
        t.info[SIMULATIONS] += 1
        copy(game, root, t.row)
        length, plies = descend(game, t), 0
        last = t.path[length - 1]
        if t.proven[last] == 0:
            if last:
                t.proven[last] = proven_end(game, t.row, t.mover[last])
            plies = random_game(game, t)
            first = result(game, t)
        else:
            first = 1.0 if (t.proven[last] > 0) == (t.mover[last] == 0) else 0.0
        back_up(t, length, plies, first)
        for i in range(length - 1, 0, -1):
            if t.proven[t.path[i]] == 0 and t.children[t.path[i]]:
                prove(t, t.path[i])
        t.info[DEEPEST] = max(t.info[DEEPEST], length - 1)
        if settled(t):
            break


def settled(t: Tree) -> bool:
    """Whether a move of the first position is proven to win, or all are proven to lose."""
    lost = 0
    for child in range(t.first[0], t.first[0] + t.children[0]):
        if t.proven[child] > 0:
            return True
        if t.proven[child] < 0:
            lost += 1
    return t.children[0] > 0 and lost == t.children[0]


class Uct(TreeSearcher[Tree]):
    """Tree search by random games for two players.

    Scores are hundredths of a point that stand for the same chance to win as those of other games.
    """

    NEEDS = (simulate,)
    BYTES_A_NODE = 72
    PLAYS_RANDOM_GAMES = True

    def _tree(self, nodes: int) -> Tree:
        return Tree(
            first=zeros("q", nodes),
            children=zeros("q", nodes),
            move=zeros("q", nodes),
            mover=zeros("q", nodes),
            proven=zeros("q", nodes),
            visits=zeros("q", nodes),
            worth=zeros("d", nodes),
            later_visits=zeros("q", nodes),
            later_worth=zeros("d", nodes),
            path=numbers(LONGEST_PATH),
            record=numbers(LONGEST),
            seen=numbers(2 * KINDS_OF_MOVES),
            tried=numbers(2 * KINDS_OF_MOVES),
            won=reals(2 * KINDS_OF_MOVES),
            row=self._root[:],
            next=self._root[:],
            out=room_for_moves(self.kind, self.game),
            banned=room_for_moves(self.kind, self.game),
            random=generator(self._seed),
            info=numbers(64),
            stop=self.flag,
        )

    def _clear(self, tree: Tree) -> None:
        tree.proven[0] = 0
        for table in tree.seen, tree.tried:
            table[:] = numbers(len(table))
        tree.won[:] = reals(len(tree.won))

    def _found(self, seconds: float) -> SearchResult:
        found = dict[int, Found]()
        for tree in self._trees:
            for child in children_of(tree, 0):
                found[tree.move[child]] = found.get(tree.move[child], Found()).with_node(tree, child)
        if not found:
            return SearchResult(self._legal[0], 0, 0, 0, seconds, (self._legal[0],))
        best = max(found, key=lambda move: found[move].rank)
        line = (best, *self._line(best))
        return SearchResult(best, found[best].score, self._deepest(), self._simulations(), seconds, line)

    def _line(self, move: int) -> list[int]:
        """What the first tree expects after a move."""
        tree, line = self._trees[0], list[int]()
        node = next((child for child in children_of(tree, 0) if tree.move[child] == move), 0)
        while node and tree.children[node] and len(line) < LINE:
            node = max(children_of(tree, node), key=lambda child: Found().with_node(tree, child).rank)
            if tree.visits[node] == 0 and not tree.proven[node]:
                break
            line.append(tree.move[node])
        return line


class Found(NamedTuple):
    """What was found about a move, in one tree or several."""

    proven: int = 0
    visits: int = 0
    worth: float = 0.0
    later_visits: int = 0
    later_worth: float = 0.0

    def with_node(self, tree: Tree, node: int) -> "Found":
        """The same with what a tree has found at a node."""
        return Found(
            self.proven or tree.proven[node],
            self.visits + tree.visits[node],
            self.worth + tree.worth[node],
            self.later_visits + tree.later_visits[node],
            self.later_worth + tree.later_worth[node],
        )

    @property
    def rank(self) -> tuple[float, int, float]:
        """Wins first, the soonest before others; losses last, the latest before others; between them by visits."""
        certain = 1 / self.proven if self.proven > 0 else -1 + 1 / self.proven if self.proven else 0.0
        return certain, self.visits, estimate(self.visits, self.worth, self.later_visits, self.later_worth)

    @property
    def score(self) -> int:
        if self.proven:
            return CERTAIN - self.proven if self.proven > 0 else -CERTAIN - self.proven
        # Even where all games were won, one more may be lost
        chance = (self.worth + 0.5) / (self.visits + 1)
        return round(STEEPNESS * math.log(chance / (1 - chance)))
