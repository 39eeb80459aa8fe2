"""The compiled part of alpha-beta, for every game of two players.

Iterative deepening with aspiration, principal variation search, a transposition table that threads share, killers,
history, late move reductions, and a quiescence search over the moves that a game calls noisy. A game contributes
`evaluate`, `order`, `noisy` and `known`; nothing here knows any game.
"""

from typing import Any, NamedTuple

from ...contract.row import Row
from ..code import compiled
from ..memory import copy
from ..native.signature import Numbers, Rows
from ..net.evaluation import Judge, judged
from ..rule_calls import (
    evaluate,
    key,
    known,
    moves,
    never_noisy,
    noisy,
    order,
    outcome,
    play,
    share,
    turn,
)
from .result import CERTAIN

WIN = CERTAIN
SURE = WIN - 1000  # scores beyond this are proven wins
INFINITE = 2 * WIN
MAX_PLY = 120
MAX_NOISY = 8  # plies of noisy moves below the last full one

# The state of a searching thread, by place in `info`.
NODES, LIMIT, BEST, STOPPED, AGE, BANNED = range(6)
# And switches with which tests compare the search with a simpler one.
FORGETS, THOROUGH = 6, 7
DEEPEST = 8  # the longest line that was looked at

EXACT, LOWER, UPPER = 1, 2, 3

HISTORY = 1 << 13  # places of the history table for each player; a move's number picks one
HEAVIEST = 1024  # that one cutoff counts in the history; a heavier one would make its numbers grow without end
BUCKET = 4  # entries of the table that a position may be kept in: one line of the processor's cache
ENTRY = 2  # numbers an entry: the key of its position mixed with its data, and the data
LINE = MAX_PLY + 2  # numbers a ply in the table of lines: the moves, and at MAX_PLY how many there are

FROM_TABLE, KILLER = 1 << 40, 1 << 36


class Work(NamedTuple):
    """The memory of one searching thread. The table and the stop flag are shared with the others."""

    stack: Rows  # positions, a row a ply
    out: Numbers  # moves, one ply's after the other's
    rank: Numbers  # and how early to try each
    table: Numbers
    killers: Numbers  # two a ply
    history: Numbers
    line: Numbers  # the best line found from each ply
    banned: Numbers  # moves not to be tried at the root
    info: Numbers
    stop: Numbers
    judge: Judge  # the net, if there is one


def worth(game: Any, w: Work, s: Row) -> int:
    """What a position seems worth to the player to move: by the net, or by the game's own evaluation."""
    return judged(game, w.judge, s) if len(w.judge.hidden) else evaluate(game, s)


def final(game: Any, s: Row, ply: int) -> int:
    """The score of a finished game for the player to move: sooner is better to win, and later to lose."""
    part = share(game, s, turn(game, s))
    if part == 500:
        return 0
    return WIN - ply if part > 500 else ply - WIN


def bucket(w: Work, h: int) -> int:
    """Where the entries of the table begin in which a position may be kept."""
    return (h & len(w.table) // (BUCKET * ENTRY) - 1) * (BUCKET * ENTRY)


def probe(w: Work, h: int) -> int:
    """What the table knows of a position, or 0."""
    base = bucket(w, h)
    for i in range(base, base + BUCKET * ENTRY, ENTRY):
        if w.table[i] ^ w.table[i + 1] == h:
            return w.table[i + 1]
    return 0


def keep(w: Work, h: int, move: int, score: int, depth: int, bound: int) -> None:
    """Put a position into the table, in the place of itself or of what is least worth keeping."""
    base = bucket(w, h)
    worst, value = base, INFINITE
    for i in range(base, base + BUCKET * ENTRY, ENTRY):
        data = w.table[i + 1]
        if w.table[i] ^ data == h:
            worst = i
            break
        worth = (data >> 42 & 255) - (256 if data >> 52 != w.info[AGE] else 0)
        if worth < value:
            worst, value = i, worth
    data = w.info[AGE] << 52 | bound << 50 | depth << 42 | (score + INFINITE) << 20 | move
    w.table[worst + 1] = data
    # Another thread may write here at the same time: a key that does not fit its data is then simply not found
    w.table[worst] = h ^ data


def known_score(data: int, ply: int) -> int:
    """The score of an entry. Wins are kept as seen from their position and not from the root."""
    score = (data >> 20 & 0x3FFFFF) - INFINITE
    if score > SURE:
        return score - ply
    return score + ply if score < -SURE else score


def from_here(score: int, ply: int) -> int:
    """A score as it is kept in the table."""
    if score > SURE:
        return score + ply
    return score - ply if score < -SURE else score


def next_best(w: Work, i: int, end: int) -> int:
    """Bring the best of the moves from i on to place i, and return it."""
    best = i
    for j in range(i + 1, end):
        if w.rank[j] > w.rank[best]:
            best = j
    move = w.out[best]
    rank = w.rank[best]
    w.out[best], w.rank[best] = w.out[i], w.rank[i]
    w.out[i], w.rank[i] = move, rank
    return move


def rank_moves(game: Any, w: Work, s: Row, ply: int, base: int, end: int, first: int) -> None:
    """How early to try each move: the table's, then killers, then by the game's order and what history says."""
    past = turn(game, s) * HISTORY
    for i in range(base, end):
        move = w.out[i]
        if move == first:
            w.rank[i] = FROM_TABLE
        elif move == w.killers[2 * ply] or move == w.killers[2 * ply + 1]:
            w.rank[i] = KILLER
        else:
            w.rank[i] = (order(game, s, move) << 16) + w.history[past + (move & HISTORY - 1)]


def remember(game: Any, w: Work, s: Row, ply: int, base: int, i: int, depth: int) -> None:
    """The move at place i caused a cutoff: try it early in other positions, and the moves before it later."""
    move = w.out[i]
    if w.killers[2 * ply] != move:
        w.killers[2 * ply + 1] = w.killers[2 * ply]
        w.killers[2 * ply] = move
    past = turn(game, s) * HISTORY
    weight = min(depth * depth, HEAVIEST)
    for j in range(base, i + 1):
        place = past + (w.out[j] & HISTORY - 1)
        gain = weight if j == i else -weight
        w.history[place] += gain * 16 - w.history[place] * weight // HEAVIEST


@compiled
def fade(game: Any, w: Work) -> None:
    """Let what the history says count for less, before another search."""
    for i in range(len(w.history)):
        w.history[i] //= 8


def lengthen(w: Work, ply: int, move: int) -> None:
    """The best line from here is this move and the best line after it."""
    here, below = LINE * ply, LINE * (ply + 1)
    w.line[here] = move
    n = w.line[below + MAX_PLY]
    for i in range(n):
        w.line[here + i + 1] = w.line[below + i]
    w.line[here + MAX_PLY] = n + 1


def stopped(w: Work) -> bool:
    """Whether the caller has stopped the search, or its nodes are used up."""
    if w.stop[0] or w.info[NODES] >= w.info[LIMIT]:
        w.info[STOPPED] = 1
    return w.info[STOPPED] != 0


def reduction(depth: int, tried: int) -> int:
    """By how many plies less a late move is searched at first."""
    if depth < 3 or tried < 3:
        return 0
    less = 1 + (tried >= 8) + (tried >= 24)
    return min(less + depth // 8, depth - 2)


def only_noisy(game: Any, w: Work, s: Row, base: int, end: int) -> int:
    """Keep the noisy ones of the moves from base on, ranked; returns where they end."""
    n = base
    for i in range(base, end):
        if noisy(game, s, w.out[i]):
            w.out[n] = w.out[i]
            w.rank[n] = order(game, s, w.out[n])
            n += 1
    return n


@compiled
def negamax(game: Any, w: Work, ply: int, base: int, depth: int, alpha: int, beta: int) -> int:
    """The score of the position at this ply for the player to move, as far as alpha and beta want to know.

    At depth 0 and below only noisy moves are tried, and the player may also make none of them.
    """
    w.line[LINE * ply + MAX_PLY] = 0
    w.info[NODES] += 1
    if ply > w.info[DEEPEST]:
        w.info[DEEPEST] = ply
    s = w.stack[ply]
    if stopped(w):
        return 0
    if outcome(game, s):
        return final(game, s, ply)
    plies = known(game, s) if ply > 0 else 0
    if plies:
        return WIN - ply - plies if plies > 0 else ply - plies - WIN
    best, best_move, first, h = -INFINITE, -1, -1, 0
    if depth <= 0:
        best = worth(game, w, s)
        if best >= beta or never_noisy(game) or depth <= -MAX_NOISY or ply >= MAX_PLY - 1:
            return best
    else:
        h = key(game, s)
        data = 0 if w.info[FORGETS] else probe(w, h)
        if data:
            first = data & 0xFFFFF
            if data >> 42 & 255 >= depth and ply > 0:
                score, bound = known_score(data, ply), data >> 50 & 3
                if bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha):
                    return score
    end = moves(game, s, w.out, base)
    if depth <= 0:
        end = only_noisy(game, w, s, base, end)
    else:
        rank_moves(game, w, s, ply, base, end, first)
    floor, tried = max(alpha, best), 0
    me, child = turn(game, s), w.stack[ply + 1]
    for i in range(base, end):
        move = next_best(w, i, end)
        if ply == 0 and is_banned(w, move):
            continue
        copy(game, s, child)
        play(game, child, move)
        same = turn(game, child) == me
        # Where the opponent cannot move, a skip changes nothing, and a player about to lose would skip for ever
        if same and tried > 0 and depth > 0 and key(game, child) == h:
            continue
        less = reduction(depth, tried) if w.rank[i] < KILLER and not w.info[THOROUGH] else 0
        narrow = tried > 0 and depth > 0
        while True:
            top = floor + 1 if narrow else beta
            low, high = (floor, top) if same else (-top, -floor)
            score = negamax(game, w, ply + 1, end, depth - 1 - less, low, high)
            if not same:
                score = -score
            if w.info[STOPPED]:
                return 0
            if score > floor and less:
                less = 0
            elif narrow and floor < score < beta:
                narrow = False
            else:
                break
        tried += 1
        if score > best:
            best, best_move = score, move
            if score > floor:
                floor = score
                lengthen(w, ply, move)
                if ply == 0:
                    w.info[BEST] = move
            if score >= beta:
                break
    if depth > 0 and tried > 0:
        if best >= beta:
            remember(game, w, s, ply, base, i, depth)
        if ply > 0 or w.info[BANNED] == 0:
            bound = LOWER if best >= beta else EXACT if best > alpha else UPPER
            keep(w, h, best_move, from_here(best, ply), depth, bound)
    return best


def is_banned(w: Work, move: int) -> bool:
    found = False
    for i in range(w.info[BANNED]):
        found |= w.banned[i] == move
    return found
