"""The compiled part of alpha-beta, for every game of two players.

Principal variation search with a transposition table that threads share. Moves are tried in the order of the table's,
killers, the game's own and history; late ones are searched less deep, or not at all near the leaves. A position far
above beta near the leaves is not searched (reverse futility), one that the table has no move for is searched a ply less
deep, and a move without an equal is searched a ply deeper (singular extension). Below the last full ply a quiescence
search tries the moves that a game calls noisy. A game contributes `evaluate` or a net, `order`, `noisy`, `known`,
`ending` and `margin`; nothing here knows any game.
"""

from math import log
from typing import Any, NamedTuple

from ...contract.row import Row
from ..code import compiled
from ..memory import copy
from ..native.signature import Numbers, Rows, Shorts
from ..net.evaluation import Judge, judged
from ..rule_calls import (
    ending,
    evaluate,
    key,
    known,
    margin,
    moves,
    never_noisy,
    noisy,
    order,
    outcome,
    play,
    share,
    turn,
)
from .notes import FLAG, is_noted, leave_note, note_of, take_note
from .result import CERTAIN, INFINITE, SURE
from .table import EXACT, LOWER, UPPER, from_here, keep, known_score, probe

WIN = CERTAIN
MAX_PLY = 120
MAX_NOISY = 8  # plies of noisy moves below the last full one

# The state of a searching thread, by place in `info`.
NODES, LIMIT, BEST, STOPPED, AGE, BANNED = range(6)
# And switches with which tests compare the search with a simpler one.
FORGETS, THOROUGH = 6, 7
DEEPEST = 8  # the longest line that was looked at
ROOT_DEPTH = 9  # of the search that is running
ALONE_AT, ALONE = 10, 11  # the ply of a search without one move, and this move; -1 where there is none
SALT = 12  # mixed into keys, so that a search does not find what one with a table of endings has found

HISTORY = 1 << 13  # places of the history table for each player; a move's number picks one
HEAVIEST = 1024  # that one cutoff counts in the history; heavier ones would take its numbers beyond 16 bits
LINE = MAX_PLY + 2  # numbers a ply in the table of lines: the moves, and at MAX_PLY how many there are

PREVIOUS = 64  # sorts of moves before that the history of pairs tells apart, by their lowest bits
GLANCES = 1 << 16  # positions whose judgement by the net is kept
NONE = -1  # in the place of a move

FROM_TABLE, KILLER = 1 << 40, 1 << 36
ASIDE = -(1 << 40)  # ranks up to this one are of moves that were set aside

# Where the search looks less; each was measured by hundreds of games of equal nodes
SHALLOW = 7  # plies below which a position that is good enough by its margin is left
UNKNOWN = 4  # plies from which on a position without a move in the table is searched one less
FEW, FEW_DEPTH = 6, 5  # moves that are tried at least, besides the square of the depth, up to this depth
SINGULAR = 6  # plies from which on it is tried whether all other moves are worse
SINGULAR_MARGIN = 2  # by this times the depth, in hundredths of a point
TRUSTED = 4096  # history that makes a reduction one ply smaller

# Several threads
SHARED = 3  # plies from which on a move that another thread is searching is set aside

# Plies less for a late move, by depth and by the number of moves before it
STEPS = 64
REDUCTIONS = [
    int(1.3 + 0.45 * log(max(depth, 1)) * log(max(tried, 1) + 1)) for depth in range(STEPS) for tried in range(STEPS)
]


class Work(NamedTuple):
    """The memory of one searching thread. The table and the stop flag are shared with the others."""

    stack: Rows  # positions, a row a ply
    out: Numbers  # moves, one ply's after the other's
    rank: Numbers  # and how early to try each
    table: Numbers
    killers: Numbers  # two a ply
    history: Shorts
    line: Numbers  # the best line found from each ply
    banned: Numbers  # moves not to be tried at the root
    info: Numbers
    stop: Numbers  # behind it the notes of the moves that threads are searching; a field of their own would cost time
    judge: Judge  # the net, if there is one
    pairs: Shorts  # as the history, of a move after another
    played: Numbers  # the move that was made at each ply
    glances: Numbers  # keys of positions that the net has judged, each with what it is worth
    worths: Numbers  # what the position of each ply seems worth
    endings: Numbers  # the game's table of endings, empty where there is none or it is not asked


def worth(game: Any, w: Work, s: Row) -> int:
    """What a position seems worth to the player to move: by the net, or by the game's own evaluation."""
    if len(w.judge.hidden) == 0:
        return evaluate(game, s)
    h = key(game, s)
    place = (h & GLANCES - 1) * 2
    if w.glances[place] != h:
        w.glances[place], w.glances[place + 1] = h, judged(game, w.judge, s)
    return w.glances[place + 1]


def final(game: Any, s: Row, ply: int) -> int:
    """The score of a finished game for the player to move: sooner is better to win, and later to lose."""
    part = share(game, s, turn(game, s))
    if part == 500:
        return 0
    return WIN - ply if part > 500 else ply - WIN


def next_best(w: Work, i: int, end: int) -> int:
    """Bring the best of the moves from i on to place i, and return it."""
    best, rank = i, w.rank[i]
    for j in range(i + 1, end):
        if w.rank[j] > rank:
            best, rank = j, w.rank[j]
    move = w.out[best]
    w.out[best], w.rank[best] = w.out[i], w.rank[i]
    w.out[i], w.rank[i] = move, rank
    return move


def rank_moves(game: Any, w: Work, s: Row, ply: int, base: int, end: int, first: int) -> None:
    """How early to try each move: the table's, then killers, then by the game's order and what history says."""
    for i in range(base, end):
        move = w.out[i]
        if move == first:
            w.rank[i] = FROM_TABLE
        elif move == w.killers[2 * ply] or move == w.killers[2 * ply + 1]:
            w.rank[i] = KILLER
        else:
            w.rank[i] = (order(game, s, move) << 16) + history(game, w, s, ply, move)


def history(game: Any, w: Work, s: Row, ply: int, move: int) -> int:
    """How well a move did in other positions, and after the move before it."""
    return w.history[place_of(game, s, move)] + w.pairs[pair_of(w, ply, move)]


def place_of(game: Any, s: Row, move: int) -> int:
    return turn(game, s) * HISTORY + (move & HISTORY - 1)


def pair_of(w: Work, ply: int, move: int) -> int:
    before = w.played[ply - 1] if ply > 0 else 0
    return (before & PREVIOUS - 1) * HISTORY + (move & HISTORY - 1)


def remember(game: Any, w: Work, s: Row, ply: int, base: int, i: int, depth: int) -> None:
    """The move at place i caused a cutoff: try it early in other positions, and the moves before it later."""
    move = w.out[i]
    if w.killers[2 * ply] != move:
        w.killers[2 * ply + 1] = w.killers[2 * ply]
        w.killers[2 * ply] = move
    weight = min(depth * depth, HEAVIEST)
    for j in range(base, i + 1):
        gain = weight if j == i else -weight
        place, pair = place_of(game, s, w.out[j]), pair_of(w, ply, w.out[j])
        w.history[place] += gain * 16 - w.history[place] * weight // HEAVIEST
        w.pairs[pair] += gain * 16 - w.pairs[pair] * weight // HEAVIEST


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


def reduction(game: Any, w: Work, s: Row, ply: int, move: int, depth: int, tried: int, is_open: bool) -> int:
    """By how many plies less a late move is searched at first."""
    if depth < 3 or tried < 2:
        return 0
    less = REDUCTIONS[min(depth, STEPS - 1) * STEPS + min(tried, STEPS - 1)] + (0 if improves(game, w, ply) else 1)
    less -= history(game, w, s, ply, move) // TRUSTED + (1 if is_open else 0)
    return max(0, min(less, depth - 2))


def improves(game: Any, w: Work, ply: int) -> bool:
    """Whether the position seems better to the player to move than two plies before.

    Only where a game has a margin: in other games that says little, and to judge every position takes time.
    """
    return margin(game) != 0 and ply >= 2 and w.worths[ply] > w.worths[ply - 2]


def only_noisy(game: Any, w: Work, s: Row, base: int, end: int) -> int:
    """Keep the noisy ones of the moves from base on, ranked; returns where they end."""
    n = base
    for i in range(base, end):
        if noisy(game, s, w.out[i]):
            w.out[n] = w.out[i]
            w.rank[n] = order(game, s, w.out[n])
            n += 1
    return n


def enter(w: Work, ply: int) -> None:
    """Count a position, whose best line is not known yet."""
    w.line[LINE * ply + MAX_PLY] = 0
    w.info[NODES] += 1
    w.info[DEEPEST] = max(ply, w.info[DEEPEST])


def known_end(game: Any, w: Work, s: Row, ply: int) -> int:
    """The score of a position whose end is known before the game is over; 0 where it must be searched."""
    plies = known(game, s) if ply > 0 else 0
    if plies == 0 and ply > 0 and len(w.endings) > 0:
        plies = ending(game, s, w.endings)
    if plies:
        return WIN - ply - plies if plies > 0 else ply - plies - WIN
    return 0


def answers(data: int, ply: int, depth: int, alpha: int, beta: int) -> bool:
    """Whether what the table knows of a position settles it."""
    if ply == 0 or data >> 42 & 255 < depth:
        return False
    score, bound = known_score(data, ply), data >> 50 & 3
    return bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha)


def is_good_enough(game: Any, w: Work, ply: int, depth: int, beta: int) -> bool:
    """Whether a position is so far above beta that a shallow search would not change it."""
    if depth > SHALLOW or beta <= -SURE or beta >= SURE:
        return False
    return w.worths[ply] - margin(game) * (depth - (1 if improves(game, w, ply) else 0)) >= beta


def are_enough(game: Any, w: Work, ply: int, depth: int, tried: int) -> bool:
    """Whether so many moves were tried that the late ones left are not worth a look at this depth."""
    return depth <= FEW_DEPTH and tried >= (FEW + depth * depth) // (1 if improves(game, w, ply) else 2)


def may_be_singular(w: Work, data: int, ply: int, depth: int) -> bool:
    """Whether the table's move seems so good that it is worth a search whether any other is."""
    if depth < SINGULAR or ply == 0 or ply >= 2 * w.info[ROOT_DEPTH] or abs(known_score(data, ply)) >= SURE:
        return False
    return data >> 50 & 3 != UPPER and data >> 42 & 255 >= depth - 3


def set_aside(w: Work, i: int, tried: int, is_late: bool) -> None:
    """Let the move at place i come after all others. What it is then searched with is kept in its rank."""
    w.rank[i] = ASIDE - 2 * tried - (1 if is_late else 0)


def only_aside(w: Work, base: int, end: int) -> int:
    """Keep those of the moves from base on that were set aside; returns where they end."""
    n = base
    for i in range(base, end):
        if w.rank[i] <= ASIDE:
            w.out[n], w.rank[n] = w.out[i], w.rank[i]
            n += 1
    return n


@compiled
def negamax(game: Any, w: Work, ply: int, base: int, depth: int, alpha: int, beta: int) -> int:
    """The score of the position at this ply for the player to move, as far as alpha and beta want to know.

    At depth 0 and below only noisy moves are tried, and the player may also make none of them.
    """
    enter(w, ply)
    s = w.stack[ply]
    if stopped(w):
        return 0
    if outcome(game, s):
        return final(game, s, ply)
    score = known_end(game, w, s, ply)
    if score:
        return score
    alone = w.info[ALONE] if ply == w.info[ALONE_AT] else NONE
    best, best_move, first, h, data = -INFINITE, NONE, NONE, 0, 0
    is_open, is_full = beta - alpha > 1, depth > 0
    prunes = is_full and w.info[THOROUGH] == 0
    if not is_full or ply >= MAX_PLY - 1:
        best = worth(game, w, s)
        if best >= beta or never_noisy(game) or depth <= -MAX_NOISY or ply >= MAX_PLY - 1:
            return best
    else:
        h = key(game, s) ^ w.info[SALT]
        data = 0 if w.info[FORGETS] or alone != NONE else probe(w.table, h)
        if data:
            first = data & 0xFFFFF
            if answers(data, ply, depth, alpha, beta):
                return known_score(data, ply)
    if prunes and margin(game):
        w.worths[ply] = worth(game, w, s)
        if not is_open and ply > 0 and alone == NONE and is_good_enough(game, w, ply, depth, beta):
            return w.worths[ply]
    if prunes and depth >= UNKNOWN and first == NONE and alone == NONE:
        depth -= 1
    shares, has_aside = depth >= SHARED and len(w.stop) > FLAG, False
    floor, tried = max(alpha, best), 0
    me, child = turn(game, s), w.stack[ply + 1]
    # The table's move often makes all others needless: they are listed after it
    is_listed = first == NONE or ply == 0
    end = base + 1
    if is_listed:
        end = moves(game, s, w.out, base)
        if is_full:
            rank_moves(game, w, s, ply, base, end, first)
        else:
            end = only_noisy(game, w, s, base, end)
    else:
        w.out[base], w.rank[base] = first, FROM_TABLE
    i = base
    while True:
        if i == end and not is_listed:
            is_listed = True
            end = moves(game, s, w.out, base)
            rank_moves(game, w, s, ply, base, end, first)
            next_best(w, base, end)
        if i == end:
            break
        move = next_best(w, i, end)
        i += 1
        if move == alone or (ply == 0 and is_banned(w, move)):
            continue
        number, note = tried, 0
        is_late = prunes and w.rank[i - 1] < KILLER
        was_aside = shares and w.rank[i - 1] <= ASIDE
        if was_aside:
            number, is_late = (ASIDE - w.rank[i - 1]) // 2, (ASIDE - w.rank[i - 1]) % 2 == 1
        elif is_late and not is_open and best > -SURE and margin(game) and are_enough(game, w, ply, depth, tried):
            if not has_aside:
                break
            i -= 1
            end = only_aside(w, i, end)
            continue
        if shares:
            note = note_of(h, move, alone)
            if tried > 0 and not was_aside and is_noted(w.stop, note):
                i -= 1
                set_aside(w, i, tried, is_late)
                has_aside = True
                tried += 1
                continue
            news = probe(w.table, h) if tried > 0 and alone == NONE and w.info[FORGETS] == 0 else 0
            if answers(news, ply, depth, alpha, beta):
                w.line[LINE * ply + MAX_PLY] = 0
                return known_score(news, ply)  # another thread has settled the position
        more = 0
        if prunes and move == first and alone == NONE and may_be_singular(w, data, ply, depth):
            bar = known_score(data, ply) - SINGULAR_MARGIN * depth
            w.info[ALONE_AT], w.info[ALONE] = ply, move
            score = negamax(game, w, ply, end, (depth - 1) // 2, bar - 1, bar)
            w.info[ALONE_AT], w.info[ALONE] = NONE, NONE
            w.line[LINE * ply + MAX_PLY] = 0  # it is the line of that search
            if w.info[STOPPED]:
                return 0
            if score >= bar and bar >= beta:
                return bar  # another move is good enough, too
            more = 1 if score < bar else 0
        copy(game, s, child)
        play(game, child, move)
        w.played[ply] = move
        same = turn(game, child) == me
        # Where the opponent cannot move, a skip changes nothing, and a player about to lose would skip for ever
        if same and tried > 0 and is_full and key(game, child) == h:
            continue
        less = reduction(game, w, s, ply, move, depth, number, is_open) if is_late else 0
        is_narrow = tried > 0 and is_full
        if shares:
            leave_note(w.stop, note)
        while True:
            top = floor + 1 if is_narrow else beta
            low, high = (floor, top) if same else (-top, -floor)
            score = negamax(game, w, ply + 1, end, depth - 1 - less + more, low, high)
            if not same:
                score = -score
            if w.info[STOPPED]:
                break
            if score > floor and less:
                less = 0
            elif is_narrow and floor < score < beta:
                is_narrow = False
            else:
                break
        if shares:
            take_note(w.stop, note)
        if w.info[STOPPED]:
            return 0
        tried += 0 if was_aside else 1
        if score > best:
            best, best_move = score, move
            if score > floor:
                floor = score
                lengthen(w, ply, move)
                if ply == 0:
                    w.info[BEST] = move
            if score >= beta:
                break
    if alone != NONE:
        return best if tried else alpha
    if is_full and tried > 0:
        if best >= beta:
            remember(game, w, s, ply, base, i - 1, depth)
        if ply > 0 or w.info[BANNED] == 0:
            bound = LOWER if best >= beta else EXACT if best > alpha else UPPER
            keep(w.table, w.info[AGE], h, best_move, from_here(best, ply), depth, bound)
    return best


def is_banned(w: Work, move: int) -> bool:
    found = False
    for i in range(w.info[BANNED]):
        found |= w.banned[i] == move
    return found
