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
    FIELDS,
    GOLDEN,
    INDEX,
    OWNER,
    ROOM,
    WHO,
    Gamma,
    account,
    neighbour,
    touches,
)
from .players import find
from .prospects import expected_shares as expected_shares
from .prospects import prospects as prospects
from .reach import clear, measure, starts_left
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

ROOMY = 3  # fields to the edge that a new area likes to have


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


# By level, so that each beats the one below about as often: a slip costs little here, and strong players often draw.
SLIPS = [760, 750, 630, 470, 320, 330, 230, 100, 25, 5, 0]


def slip(game: Gamma, level: int, usual: int) -> int:
    return SLIPS[level - 1]


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
