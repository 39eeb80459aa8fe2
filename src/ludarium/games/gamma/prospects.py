"""What a player of several can expect in Gamma: a part of the win, by how the prospects of all compare.

With more than two players a board fills up evenly, and a field or two decide. So besides fields, reach and golden moves
it counts who is the next to move, and which free fields one player alone can get to.
"""

from ...contract.row import Row
from .layout import (
    BORDER,
    ENTRY,
    FIELDS,
    FREE,
    GOLDEN,
    LABELS,
    OWNER,
    WHO,
    Gamma,
    account,
    entry,
    neighbour,
)
from .reach import clear, measure, meet, starts_left
from .rules import turn

# In thousandths of what makes the chance to win e times as large, on a full board, a half free one and a free one; in
# between they change evenly. In matches against plain tree search they play better than those that tools/fit_shares.py
# finds in games of the search, against itself or against plain tree search, which foretell results better.
WEIGHTS = [
    [1278, 709, 425],  # a field held
    [242, 76, 8],  # a free field in reach where no other player can start an area
    [108, 67, 0],  # a free field in reach where another player can
    [200, 18, 63],  # a free field beside the own
    [407, 110, 27],  # an area that may still be started
    [1200, 1524, 1076],  # the golden move in hand; on a full board no more than the field that it brings
    [434, 0, 0],  # a free field that no other player can get to
    [-924, -872, -601],  # a whole round before the next move
]
HELD, SAFE, OPEN, BESIDE, START, GOLD, ALONE, LATER = range(8)

STEPS = 32  # places of CHANCES to the next e-th part
CHANCES = [round(1000 * 2.718281828 ** (-place / STEPS)) for place in range(8 * STEPS)]

ONE_ALONE = 1 << 12  # stands in an account for a free field that the owner alone gets to; reach is below that
REGION = LABELS + 1  # what is written in the entry of a free field: the next one in the line of its region, plus 1


def expected_shares(game: Gamma, s: Row, out: Row) -> None:
    """Each player's part of the win, as the prospects of all compare."""
    prospects(game, s, out)
    best, total = out[0], 0
    for player in range(1, game.players):
        best = max(best, out[player])
    for player in range(game.players):
        out[player] = CHANCES[min((best - out[player]) * STEPS // 1000, len(CHANCES) - 1)]
        total += out[player]
    for player in range(game.players):
        out[player] = 1000 * out[player] // total


def prospects(game: Gamma, s: Row, out: Row) -> None:
    """What each player has."""
    starters = measure(game, s)
    if starters < 2 and weight(game, s, ALONE):
        enclose(game, s)
    for player in range(game.players):
        out[player] = prospect(game, s, player, starters)
    clear(game, s)


def prospect(game: Gamma, s: Row, player: int, starters: int) -> int:
    """What a player has, after `measure` and `enclose`."""
    a = account(game, player + 1)
    starts, later = starts_left(game, s, a), (player - turn(game, s)) % game.players
    safe = starters == (1 if starts else 0)
    return (
        weight(game, s, HELD) * s[a + FIELDS]
        + weight(game, s, SAFE if safe else OPEN) * (s[a + WHO] % ONE_ALONE)
        + weight(game, s, BESIDE) * s[a + BORDER]
        + weight(game, s, START) * starts
        + weight(game, s, GOLD) * (1 - s[a + GOLDEN])
        + (weight(game, s, ALONE) * (s[a + WHO] // ONE_ALONE) if safe else 0)
        + weight(game, s, LATER) * later // game.players
    )


def weight(game: Gamma, s: Row, what: int) -> int:
    """What a weight is while so many fields are free."""
    half = 0 if 2 * s[FREE] < game.fields else 1
    less, more = WEIGHTS[what][half], WEIGHTS[what][half + 1]
    return less + (more - less) * (2 * s[FREE] - half * game.fields) // game.fields


# Regions of free fields. The fields of a region form a line while it is walked through: each entry leads to the next
# one, and that of the last to itself.


def enclose(game: Gamma, s: Row) -> None:
    """Add to each account, ONE_ALONE times, the free fields that only this owner can get to."""
    region = entry(game, 0) + REGION
    for field in range(game.fields):
        if s[OWNER + field] == 0 and s[region + ENTRY * field] == 0:
            count_region(game, s, field)
    for field in range(game.fields):
        if s[OWNER + field] == 0:
            s[region + ENTRY * field] = 0


def count_region(game: Gamma, s: Row, field: int) -> None:
    """Walk through the region of a free field; if one owner alone lies around it, count its fields for this owner."""
    region, last, holder, size, seen = entry(game, 0) + REGION, field, 0, 0, False
    s[region + ENTRY * field] = field + 1
    while not seen:
        size += 1
        for d in range(4):
            near = neighbour(game, field, d)
            if near >= 0 and s[OWNER + near]:
                holder = meet(holder, s[OWNER + near])
            elif near >= 0 and s[region + ENTRY * near] == 0:
                s[region + ENTRY * last] = s[region + ENTRY * near] = near + 1
                last = near
        seen = field == last
        field = s[region + ENTRY * field] - 1
    if holder > 0:
        s[account(game, holder) + WHO] += ONE_ALONE * size
