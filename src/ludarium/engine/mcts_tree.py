"""Monte Carlo tree search for any number of players, written once and compiled for every game.

Each player seeks the best for himself (max^n): a node keeps what it was worth to the player who moved to it. The tree
has a fixed room. Guided, it looks first at the moves a game ranks high, few of them at first and more as a node is
visited more often, and asks the game what a position promises; plain, it knows the rules alone and plays random games
to the end.
"""

import math
from typing import Any, NamedTuple

from .compile import compiled, expected_share, helper, moves, order, outcome, play, share, turn
from .kernels import copy, play_on

# What a searching thread says of itself, by place in `info`.
SIMULATIONS, LIMIT, USED, GUIDED, ROLLOUT, DEEPEST, BANNED = range(7)

EXPLORE = 0.12  # how much a move draws that a game ranks high and that is little known
EXPLORE_PLAIN = 1.4  # how much the unknown attracts where nothing ranks moves
DOUBT = 0.03  # by so much a move not yet looked at is thought worse than those that were
WIDTH = 6  # moves looked at in a node that is new; as many more as the square root of its visits
FIRST_CHILDREN = 160  # moves of the first position that are ever looked at, guided
MOST_CHILDREN = 40  # and of all others
LONGEST_PATH = 512


class Tree(NamedTuple):
    """The memory of one searching thread: a place a node, the children of a node side by side."""

    first: Any  # the first child's place
    count: Any  # how many children there are
    move: Any  # the move that led here
    mover: Any  # the player who made it
    visits: Any
    worth: Any  # the sum of what the visits were worth to the mover
    path: Any  # the places of the present simulation
    told: Any  # and what it was worth to the movers
    row: Any  # its position
    out: Any
    rank: Any
    banned: Any  # moves not to be tried at the root
    random: Any
    info: Any
    stop: Any


@helper
def value(game: Any, t: Any, player: int) -> float:
    """What the position is worth to a player, from 0 to 1."""
    if outcome(game, t.row):
        return share(game, t.row, player) / 1000
    return expected_share(game, t.row, player) / 1000


@helper
def pick(t: Any, node: int) -> int:
    """The child to visit: the one that may be best, for all that is known."""
    return pick_ranked(t, node) if t.info[GUIDED] else pick_any(t, node)


@helper
def pick_any(t: Any, node: int) -> int:
    """The child with the highest hope where all are alike before they are known."""
    known = math.log(t.visits[node] + 1.0)
    best: int = t.first[node]
    most = -1e9
    for child in range(t.first[node], t.first[node] + t.count[node]):
        visits = t.visits[child]
        if visits == 0:
            return child
        hope = t.worth[child] / visits + EXPLORE_PLAIN * math.sqrt(known / visits)
        if hope > most:
            best, most = child, hope
    return best


@helper
def pick_ranked(t: Any, node: int) -> int:
    """The child with the highest hope, where a higher rank means more; of equals the first in rank has most visits."""
    first: int = t.first[node]
    root = math.sqrt(t.visits[node] + 1.0)
    n = min(t.count[node], WIDTH + int(root))
    visits, worth = 0, 0.0
    for child in range(first, first + n):
        visits += t.visits[child]
        worth += t.worth[child]
    unknown = worth / visits - DOUBT if visits else 0.0
    best, most = first, -1e9
    for i in range(n):
        visits = t.visits[first + i]
        hope = t.worth[first + i] / visits if visits else unknown
        hope += EXPLORE * 4 / (4 + i) * root / (1 + visits)
        if hope > most:
            best, most = first + i, hope
    return best


@helper
def rank_best(game: Any, t: Any, n: int, wanted: int) -> None:
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


@helper
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


@helper
def expand(game: Any, t: Any, node: int) -> None:
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
    t.first[node], t.count[node] = used, wanted
    me = turn(game, t.row)
    for i in range(wanted):
        child = used + i
        t.move[child], t.mover[child] = t.out[i], me
        t.first[child] = t.count[child] = t.visits[child] = 0
        t.worth[child] = 0.0
    t.info[USED] = used + wanted


@helper
def look_back(game: Any, t: Any, length: int) -> None:
    """Tell all nodes of the path what came of it; each player asks the game only once."""
    t.visits[0] += 1
    for i in range(1, length):
        node, j = t.path[i], i - 1
        while j > 0 and t.mover[t.path[j]] != t.mover[node]:
            j -= 1
        t.told[i] = t.told[j] if j else value(game, t, t.mover[node])
        t.visits[node] += 1
        t.worth[node] += t.told[i]


@compiled
def simulate(game: Any, root: Any, t: Any) -> None:
    """Visit the tree again and again until told to stop; once in any case, so that moves are ranked."""
    while t.info[SIMULATIONS] == 0 or (t.info[SIMULATIONS] < t.info[LIMIT] and not t.stop[0]):
        t.info[SIMULATIONS] += 1
        copy(game, root, t.row)
        node, length, grown = 0, 1, False
        t.path[0] = 0
        while length < LONGEST_PATH and not grown:
            if t.count[node] == 0:
                # A node has children from its second visit on
                grown = True
                if (t.visits[node] or node == 0) and not outcome(game, t.row):
                    expand(game, t, node)
            if t.count[node]:
                node = pick(t, node)
                play(game, t.row, t.move[node])
                t.path[length] = node
                length += 1
        t.info[DEEPEST] = max(t.info[DEEPEST], length - 1)
        if t.info[ROLLOUT]:
            play_on(game, t.row, t.out, t.random, t.info[ROLLOUT])
        look_back(game, t, length)


@compiled
def plant(t: Any) -> None:
    """Begin a new tree."""
    t.first[0] = t.count[0] = t.visits[0] = 0
    t.worth[0] = 0.0
    t.info[USED] = 1
    t.info[SIMULATIONS] = t.info[DEEPEST] = 0
