"""What a computer knows about Gamma.

Fields held count most. Of the free ones, those matter that a player gets to first: a free field is in the reach of the
player with the shortest way to it over free fields, and of none if several have it. A player who may still start an
area can do so anywhere, so reach is worth more when no other player may. To take a field is always worth more than to
wait.
"""

from ...contract.row import Planes, Row
from .contours import areas_beside, pieces
from .layout import (
    AREAS,
    BORDER,
    ENTRY,
    FIELDS,
    FREE,
    GOLDEN,
    INDEX,
    OWNER,
    ROOM,
    WHO,
    Gamma,
    account,
    entry,
    neighbour,
    touches,
)
from .players import find
from .rules import count_free, turn

# Fitted to the results of self-play by tools/fit.py, on boards of 8 and 10 by 8 and 10 fields with 3 and 5 areas.
WEIGHTS = [
    100,  # a field held
    7,  # a free field in reach where no other player can start an area
    2,  # a free field in reach where another player can
    34,  # a free field beside the own
    67,  # an area that may still be started
    188,  # the golden move in hand
    74,  # the move
]
HELD, SAFE, OPEN, BESIDE, START, GOLD, TEMPO = range(7)

STARTS = 4  # areas that may still be started and are worth something
ROOMY = 3  # fields to the edge that a new area likes to have
LARGE = 2500  # fields, from which on reach is not measured: that would take longer than to copy the position

# A player's part of the win falls to a half with every CALM hundredths of a field behind the best, and UNREST more for
# each free field; DECAY is that part, in eighths of the way to the next half.
CALM, UNREST = 120, 3
DECAY = [round(1000 * 2 ** (-place / 8)) for place in range(80)]

SHARED = -1  # stands for the owner of a free field that several reach first
NEXT, NEAREST, WAY = 0, 1, 2  # what is written in the entry of a free field: see `spread`


# Which moves to look at first.


def order(game: Gamma, s: Row, move: int) -> int:
    """Fields that open new ones to the player and close them to others; a skip last."""
    if move == 2 * game.fields:
        return -1000
    me, field = find(game, s, turn(game, s)), move % game.fields
    opened, closed, mine = 0, 0, 0
    for d in range(4):
        near = neighbour(game, field, d)
        if near >= 0:
            owner = s[OWNER + near]
            if owner == 0:
                opened += not touches(game, s, near, me)
            elif owner == me:
                mine += 1
            else:
                closed += 1
    worth = 8 * opened + 5 * min(closed, 2)
    if mine > 1:
        worth += 12 * (areas_beside(game, s, field, me) - 1)
    elif mine == 0:
        worth += from_edge(game, field) - 6
    if move < game.fields:
        return worth
    return worth + booty(game, s, field, me)


def from_edge(game: Gamma, field: int) -> int:
    """How far inside a field lies, as far as that matters."""
    x, y = field % game.width, field // game.width
    return min(x, game.width - 1 - x, y, game.height - 1 - y, ROOMY)


def booty(game: Gamma, s: Row, field: int, me: int) -> int:
    """What a golden move is worth beyond the place: the more, the less there is to take without it."""
    a = account(game, s[OWNER + field])
    split = pieces(game, s, field) - 1
    return 6 * split - 14 + (24 if count_free(game, s, me) == 0 else 0) + min(s[a + FIELDS] // 8, 4)


def pace(game: Gamma) -> int:
    """Moves are looked for, and reach is measured, all over the board."""
    return 1 + game.fields // 30


# What a position is worth.


def evaluate(game: Gamma, s: Row) -> int:
    """What the player to move has and the other has not."""
    me = find(game, s, turn(game, s))
    if s[INDEX] or s[ROOM] != 2:
        return 0
    total, starters = WEIGHTS[TEMPO], measure(game, s)
    for owner in range(1, 3):
        worth = standing(game, s, owner, starters)
        total += worth if owner == me else -worth
    clear(game, s)
    return total


def standing(game: Gamma, s: Row, owner: int, starters: int) -> int:
    """What an owner has, in hundredths of a field, after `measure`."""
    a = account(game, owner)
    starts = starts_left(game, s, a)
    safe = starters == (1 if starts else 0)
    return (
        WEIGHTS[HELD] * s[a + FIELDS]
        + WEIGHTS[SAFE if safe else OPEN] * s[a + WHO]
        + WEIGHTS[BESIDE] * s[a + BORDER]
        + WEIGHTS[START] * starts
        + WEIGHTS[GOLD] * (1 - s[a + GOLDEN])
    )


def starts_left(game: Gamma, s: Row, a: int) -> int:
    """Areas that can still be started; no more than there are free fields, nor than help."""
    return min(game.areas - s[a + AREAS], s[FREE], STARTS)


def expected_share(game: Gamma, s: Row, player: int) -> int:
    """The player's part of the win, by how far each is behind the best, and how much can still happen."""
    if s[INDEX]:
        return 1000 // game.players
    starters = measure(game, s)
    best = standing(game, s, 1, starters)
    for owner in range(2, s[ROOM] + 1):
        best = max(best, standing(game, s, owner, starters))
    unrest, total, own = CALM + UNREST * min(s[FREE], 100), 0, 0
    for owner in range(1, s[ROOM] + 1):
        part = DECAY[min((best - standing(game, s, owner, starters)) * 8 // unrest, len(DECAY) - 1)]
        total += part
        if owner == player + 1:
            own = part
    clear(game, s)
    return 1000 * own // total


# Reach. Free fields have nothing in their entries, and players who are known by their accounts need no names: these
# places of the row are free to write on, and are cleared afterwards.


def measure(game: Gamma, s: Row) -> int:
    """Write each owner's reach into the account, in the place of the name; returns how many may still start an area."""
    if game.fields < LARGE:
        field, entries = spread(game, s, begin(game, s)), entry(game, 0)
        while field >= 0:
            at = entries + ENTRY * field
            if s[at + NEAREST] != SHARED:
                s[account(game, s[at + NEAREST]) + WHO] += 1
            field = s[at + NEXT] - 1
            s[at + NEXT] = s[at + NEAREST] = s[at + WAY] = 0
    starters = 0
    for owner in range(1, s[ROOM] + 1):
        starters += starts_left(game, s, account(game, owner)) > 0
    return starters


def clear(game: Gamma, s: Row) -> None:
    """Leave the accounts as they were before `measure`."""
    for owner in range(1, s[ROOM] + 1):
        s[account(game, owner) + WHO] = 0


def begin(game: Gamma, s: Row) -> int:
    """Line up the free fields beside owned ones; returns the last of them, or -1. They form a ring for now."""
    last, x, w, entries = -1, 0, game.width, entry(game, 0)
    for field in range(game.fields if s[FREE] < game.fields else 0):
        at = OWNER + field
        if s[at] == 0:
            nearest = s[at - 1] if x > 0 else 0
            nearest = meet(nearest, s[at + 1] if x + 1 < w else 0)
            nearest = meet(nearest, s[at - w] if field >= w else 0)
            nearest = meet(nearest, s[at + w] if field + w < game.fields else 0)
            if nearest != 0:
                last = line_up(s, entries, field, last, nearest, 1)
        x = x + 1 if x + 1 < w else 0
    return last


def meet(nearest: int, owner: int) -> int:
    """Whose a field is that one owner, or several, and another one reach at the same time."""
    return nearest if owner == 0 or owner == nearest else owner if nearest == 0 else SHARED


def line_up(s: Row, entries: int, field: int, last: int, nearest: int, way: int) -> int:
    """Put a free field at the end of the line, which the last one's successor leads; returns the new last."""
    at, end = entries + ENTRY * field, entries + ENTRY * last
    s[at + NEAREST], s[at + WAY] = nearest, way
    if last < 0:
        s[at + NEXT] = field + 1
    else:
        s[at + NEXT] = s[end + NEXT]
        s[end + NEXT] = field + 1
    return field


def spread(game: Gamma, s: Row, last: int) -> int:
    """Go on from the fields in line to the free ones around, the nearest first; returns the first of the line."""
    if last < 0:
        return -1
    w, entries = game.width, entry(game, 0)
    first = s[entries + ENTRY * last + NEXT] - 1
    field, seen = first, False
    while not seen:
        # A neighbour with a way as short as this field's, or shorter, is not reached from here
        x, at, way = field % w, OWNER + field, entries + ENTRY * field + WAY
        length = s[way]
        if x > 0 and s[at - 1] == 0 and not 0 < s[way - ENTRY] <= length:
            last = go_on(s, entries, field, field - 1, last)
        if x + 1 < w and s[at + 1] == 0 and not 0 < s[way + ENTRY] <= length:
            last = go_on(s, entries, field, field + 1, last)
        if field >= w and s[at - w] == 0 and not 0 < s[way - ENTRY * w] <= length:
            last = go_on(s, entries, field, field - w, last)
        if field + w < game.fields and s[at + w] == 0 and not 0 < s[way + ENTRY * w] <= length:
            last = go_on(s, entries, field, field + w, last)
        seen = field == last
        field = s[entries + ENTRY * field + NEXT] - 1
    s[entries + ENTRY * last + NEXT] = 0
    return first


def go_on(s: Row, entries: int, field: int, near: int, last: int) -> int:
    """Reach a free field from the one before it; returns the last in line."""
    here, there = entries + ENTRY * field, entries + ENTRY * near
    way, nearest = s[here + WAY] + 1, s[here + NEAREST]
    if s[there + WAY] == 0:
        return line_up(s, entries, near, last, nearest, way)
    if s[there + WAY] == way and s[there + NEAREST] != nearest:
        s[there + NEAREST] = SHARED
    return last


# What a learning program sees: the fields of each player, beginning with the one who looks; in the same order who has
# used the golden move; and how many areas the player who looks may still have. The last two are on every field.


def plane_count(game: Gamma) -> int:
    return 2 * game.players + 1


def planes(game: Gamma, s: Row, player: int, out: Planes) -> None:
    for later in range(game.players):
        owner = find(game, s, (player + later) % game.players)
        golden = s[account(game, owner) + GOLDEN] if owner else 0
        for field in range(game.fields):
            at = game.width * (game.height - 1 - field // game.width) + field % game.width
            out[game.fields * later + at] = 1 if owner and s[OWNER + field] == owner else 0
            out[game.fields * (game.players + later) + at] = golden
    owner = find(game, s, player)
    left = game.areas - s[account(game, owner) + AREAS] if owner else game.areas
    for field in range(game.fields):
        out[2 * game.fields * game.players + field] = min(left, 127)
