"""What a computer knows about Abatis: what is hidden from it, and what a level in progress is worth."""

from ...contract.bits import count, first
from ...contract.row import Planes, Row
from .dealing import NEXT, Abatis, colours, peek
from .dealing import determinize as deal_anew
from .lanes import (
    AHEAD,
    ARROW,
    ARROWS,
    BLOCKS,
    CELLS,
    COLOUR,
    FIRST,
    INNER,
    LANES,
    LEVEL,
    RETURNED,
    SHOTS,
    STACK,
    SUPPLY,
    WIDTH,
    joined,
    seen_at,
)
from .rules import CLASSIC, KNOCKOUT, outcome, shots_used

# What things are worth, in hundredths of a point, fitted by play: tools/fit_abatis.py. A chip is a target where some
# lane's chip of its colour would come to lie beside it.
WEIGHTS = [
    -200,  # a shot made: what one brings on average
    -850,  # a level that has begun
    -550,  # a chip of the deal that stands alone,
    -270,  # and is a target
    -200,  # one that is joined to another,
    -190,  # and is a target
    -175,  # a chip with an arrow that stands alone,
    -15,  # and is a target
    -65,  # one that is joined to another,
    -25,  # and is a target
    -15,  # a chip that stands alone, for each colour that the level has above five
    -40,  # a lane whose first cell is free, with a chip in it
    110,  # a shot that makes a block
    -80,  # a shot that joins two chips
    -95,  # a colour on the board
    -20000,  # no shot left
]
SHOT, BEGUN, CHIP, MORE_COLOURS, OPEN, MAKES_BLOCK, JOINS, ON_BOARD, LOST = 0, 1, 2, 10, 11, 12, 13, 14, 15

FEW_COLOURS = 5

# The arrows across the way of an arrow.
LEFT = [0, 3, 3, 1, 1]
RIGHT = [0, 4, 4, 2, 2]


def determinize(game: Abatis, s: Row, seed: int) -> None:
    """Draw anew from a seed what a player does not see, as if nothing but the visible chips had ever come back.

    Chips below those come out of the stack as any others would; how many there are makes no difference.
    """
    deal_anew(game, s, seed)
    hidden = s[RETURNED] - NEXT
    for i in range(NEXT):
        s[STACK + i] = s[STACK + hidden + i]
    for i in range(NEXT, NEXT + hidden):
        s[STACK + i] = 0
    s[RETURNED] = NEXT
    s[SUPPLY] = 0


def begun(s: Row) -> bool:
    """Whether there was a shot at this level: it has made a block, or chips with arrows are there."""
    highest = 0
    for cell in range(CELLS):
        highest = max(highest, s[cell])
    return s[BLOCKS] > 0 or highest >= ARROW


def evaluate(game: Abatis, s: Row) -> int:
    """What the level in progress still promises. One that has not begun counts nothing, whatever was dealt, and so does
    one after the last shot."""
    value = WEIGHTS[SHOT] * s[SHOTS]
    if not begun(s) or shots_used(game, s):
        return value
    targets, free = 0, 0
    for lane in range(LANES):
        cell = meets(s, lane)
        if cell < CELLS:
            free += s[FIRST[lane]] == 0
            if game.type != CLASSIC:
                aimed = beside(s, lane, cell, cell)
                targets |= aimed
                value += promise_of(game, s, aimed)
            if game.type != KNOCKOUT and s[FIRST[lane]] == 0:
                # A chip without a knock stays where the opposite arrow would take the chip that it meets
                aimed = beside(s, lane, cell, AHEAD[(lane >> 3 ^ 1) + 1][cell])
                targets |= aimed
                value += promise_of(game, s, aimed)
    value += WEIGHTS[BEGUN] + WEIGHTS[OPEN] * free + chips_left(game, s, targets)
    if free == 0 and outcome(game, s):
        value += WEIGHTS[LOST]
    return value


def meets(s: Row, lane: int) -> int:
    """The cell of the first chip in a lane, or a number past the board."""
    cell, arrow = FIRST[lane], (lane >> 3) + 1
    while cell < CELLS and s[cell] == 0:
        cell = AHEAD[arrow][cell]
    return cell


def beside(s: Row, lane: int, front: int, cell: int) -> int:
    """The chips of its own colour, as bits, that a lane's chip would lie beside: in front of it and across its way.

    Bit 63 makes a negative number where numbers have 64 bits, which does no harm here.
    """
    found, colour, arrow = 0, s[INNER + lane], (lane >> 3) + 1
    if s[front] & COLOUR == colour:
        found |= 1 << front
    for side in (AHEAD[LEFT[arrow]][cell], AHEAD[RIGHT[arrow]][cell]):
        if side < CELLS and s[side] & COLOUR == colour:
            found |= 1 << side
    return found


def promise_of(game: Abatis, s: Row, aimed: int) -> int:
    """What it is worth that there is a shot that would bring a chip beside these of its colour."""
    if aimed == 0:
        return 0
    if aimed & aimed - 1 or joined(s, first(aimed)):
        return WEIGHTS[MAKES_BLOCK]
    return WEIGHTS[JOINS]


def chips_left(game: Abatis, s: Row, targets: int) -> int:
    """What the chips on the board are worth, all of which have to go."""
    value, alone, seen = 0, 0, 0
    for cell in range(CELLS):
        chip = s[cell]
        if chip:
            seen |= 1 << (chip & COLOUR)
            pair = 1 if joined(s, cell) else 0
            alone += 1 - pair
            value += WEIGHTS[CHIP + (4 if chip >= ARROW else 0) + 2 * pair + (targets >> cell & 1)]
    value += WEIGHTS[MORE_COLOURS] * alone * (colours(game, s[LEVEL]) - FEW_COLOURS)
    return value + WEIGHTS[ON_BOARD] * count(seen)


# What a learning program sees: the chips of each colour on the board and in its margins, their arrows, and the colours
# of the chips that come next, each on every place.
COLOURS = 10
PLANES = COLOURS + len(ARROWS) + NEXT
SEEN = [seen_at(at % WIDTH, at // WIDTH) for at in range(WIDTH * WIDTH)]  # where a row has what is seen


def plane_count(game: Abatis) -> int:
    return PLANES


def planes(game: Abatis, s: Row, player: int, out: Planes) -> None:
    size = WIDTH * WIDTH
    for at in range(size):
        chip = s[SEEN[at]] if SEEN[at] >= 0 else 0
        if chip:
            out[size * ((chip & COLOUR) - 1) + at] = 1
        if chip >= ARROW:
            out[size * (COLOURS + chip // ARROW - 1) + at] = 1
    for i in range(NEXT):
        for at in range(size):
            out[size * (COLOURS + len(ARROWS) + i) + at] = peek(game, s, i)
