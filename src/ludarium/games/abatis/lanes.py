"""The board of Abatis, its lanes, and the row of numbers that makes a position.

Cell 8*y + x is one number of the row, y from the top: 0 where it is empty, else the chip's colour, and above it the
arrow of a chip that was shot. There are 32 lanes, the columns from the north and from the south, the rows from the west
and from the east. Behind the board stand the margin places of the lanes, the inner one and, 32 further on, the outer:

                            N  lanes 0..7
                     96  97  98  99 100 101 102 103     outer
                     64  65  66  67  68  69  70  71     inner

        112  80       0   1   2   3   4   5   6   7       88 120
        113  81       8   9  10  11  12  13  14  15       89 121
     W  114  82      16  17  18  19  20  21  22  23       90 122  E
        ...           ...                                    ...
        119  87      56  57  58  59  60  61  62  63       95 127
     lanes 16..23                                       lanes 24..31
                     72  73  74  75  76  77  78  79     inner
                    104 105 106 107 108 109 110 111     outer
                            S  lanes 8..15

So a chip that flies over the edge from cell 56 goes to number 72, and the chip it pushes on from there to 104.
"""

from ...contract.row import Row

SIZE = 8
CELLS = SIZE * SIZE
LANES = 4 * SIZE
EDGE = 2  # margin places on each side of a line that is seen
WIDTH = SIZE + 2 * EDGE

# What comes after the board in a row.
INNER = CELLS
OUTER = INNER + LANES
STACK = OUTER + LANES  # the chips that came back, the top one last
# The stack has room for all that can come back. Take the chips on the board and those that came back together: a shot
# puts one on the board for the one it takes from the stack, so their number stays; it grows by one only when none has
# come back, and then all of them, at most 64, were on the board. Leaving the board keeps the number, a block lowers it:
# it never exceeds 65. `determinize` alone adds more, where it makes the three visible chips part of the stack: 64 + 3.
ROOM = CELLS + 3

RETURNED = STACK + ROOM  # how many chips the stack holds above the endless supply
SUPPLY = RETURNED + 1  # how many chips were drawn from the supply at this level
SEED = SUPPLY + 1
LEVEL = SEED + 1
SCORE = LEVEL + 1
BLOCKS = SCORE + 1  # blocks eliminated at this level
CHIPS = BLOCKS + 1  # chips eliminated at this level
SHOTS = CHIPS + 1  # shots of the whole game, and so are the rest
TOTAL = SHOTS + 1  # chips eliminated
CLEARED = TOTAL + 1  # boards left empty
SIZES = CLEARED + 1  # blocks of 3, 4, ... 8, and of 9 or more chips
KEPT = SIZES + 7

# What only matters while a move unfolds; all of it is 0 at rest.
KNOCK = KEPT  # the lane, counted from 1, whose chip has yet to knock
QUEUE = KNOCK + 1  # cells of a block whose neighbours have not been looked at
LENGTH = QUEUE + CELLS

# A chip is a colour from 1 and, above it, the side it was shot from, counted from 1. A chip from the north flies down.
COLOUR = 15
ARROW = 16
MOVED = 128  # it has flown this tick and is met again by the scan
ARROWS = 1, 2, 3, 4  # v ^ > <, from N S W E

_ALONG = (0, 1), (0, -1), (1, 0), (-1, 0)  # how each arrow changes x and y


def _ahead(arrow: int, cell: int) -> int:
    """Where a chip with this arrow goes next: a cell, or past the edge the inner margin place of the side across."""
    x, y = cell % SIZE + _ALONG[arrow - 1][0], cell // SIZE + _ALONG[arrow - 1][1]
    if 0 <= x < SIZE and 0 <= y < SIZE:
        return SIZE * y + x
    across = (arrow - 1) ^ 1
    return INNER + SIZE * across + (cell % SIZE if arrow <= 2 else cell // SIZE)


# AHEAD[arrow][cell]. It is never used for a chip without an arrow.
AHEAD = [[0] * CELLS, *([_ahead(arrow, cell) for cell in range(CELLS)] for arrow in ARROWS)]

# The cell where a lane meets the board.
FIRST = [
    *(i for i in range(SIZE)),
    *(CELLS - SIZE + i for i in range(SIZE)),
    *(SIZE * i for i in range(SIZE)),
    *(SIZE * i + SIZE - 1 for i in range(SIZE)),
]


def seen_at(x: int, y: int) -> int:
    """Where in a row the number stands that is seen at column x of line y; -1 in the corners."""
    x, y = x - EDGE, y - EDGE
    if 0 <= x < SIZE and 0 <= y < SIZE:
        return SIZE * y + x
    if 0 <= x < SIZE:
        side, lane, depth = (0, x, -y) if y < 0 else (1, x, y - SIZE + 1)
    elif 0 <= y < SIZE:
        side, lane, depth = (2, y, -x) if x < 0 else (3, y, x - SIZE + 1)
    else:
        return -1
    return (INNER if depth == 1 else OUTER) + SIZE * side + lane


def joined(s: Row, cell: int) -> int:
    """How many neighbours of a chip have its colour. A group of three or more has a chip that counts two."""
    total = 0
    for arrow in ARROWS:
        to = AHEAD[arrow][cell]
        if to < CELLS and s[to] & COLOUR == s[cell] & COLOUR:
            total += 1
    return total


def crossed(s: Row, lane: int) -> bool:
    """Whether there is a chip in the lane."""
    cell, arrow = FIRST[lane], (lane >> 3) + 1
    while cell < CELLS:
        if s[cell]:
            return True
        cell = AHEAD[arrow][cell]
    return False


def leave(s: Row, place: int, chip: int) -> None:
    """A chip goes off the board into an inner margin place, and the outer chip goes on the stack."""
    s[STACK + s[RETURNED]] = s[place + LANES]
    s[RETURNED] += 1
    s[place + LANES] = s[place]
    s[place] = chip & COLOUR


def shove(s: Row, cell: int, arrow: int) -> None:
    """Push the unbroken run that begins at a cell by one, so that the cell is free; its last chip may leave."""
    pushed = s[cell]
    s[cell] = 0
    while pushed:
        cell = AHEAD[arrow][cell]
        if cell < CELLS:
            chip = s[cell]
            s[cell] = pushed
            pushed = chip
        else:
            leave(s, cell, pushed)
            pushed = 0
