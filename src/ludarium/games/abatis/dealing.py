"""Levels, and all that chance decides in Abatis: what a level begins with, and the stack.

Chance is drawn from the game's seed, the level and a counter, never from anything that has to be remembered: the k-th
chip of a level's supply can be looked at without drawing those before it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ...contract.bits import mix
from ...contract.row import Row
from .lanes import (
    AHEAD,
    ARROWS,
    BLOCKS,
    CELLS,
    CHIPS,
    COLOUR,
    INNER,
    LANES,
    LEVEL,
    RETURNED,
    ROOM,
    SEED,
    SIZE,
    STACK,
    SUPPLY,
    joined,
)

# How many chips a level begins with: these, more for each level passed in the same colours and for each cycle, but
# never more than the central 6x6 holds, so that all cells at the edge are free and every lane across chips can be shot.
FIRST_CHIPS = 8
CHIPS_A_LEVEL = 2
CHIPS_A_CYCLE = 4
MOST_CHIPS = 36

NEXT = 3  # chips of the stack that are visible

# They stand on the central 4x4, and only when that is full on the belt around it.
_RING = [min(cell % SIZE, cell // SIZE, SIZE - 1 - cell % SIZE, SIZE - 1 - cell // SIZE) for cell in range(CELLS)]
CORE = [cell for cell in range(CELLS) if _RING[cell] >= 2]
BELT = [cell for cell in range(CELLS) if _RING[cell] == 1]

BARE = COLOUR  # a chip that has its place and no colour yet

# What chance is asked for; each has a sequence of its own.
FROM_SUPPLY, FOR_MARGIN, FOR_PLACE, FOR_COLOUR, FOR_STACK = 1, 2, 3, 4, 5


class Abatis(NamedTuple):
    """The type of the game (0 classic, 1 knockout, 2 mixed), the least and most colours, the levels in each, and the
    shots after which the game is over, 0 where there are as many as one likes."""

    type: int = 0
    least: int = 5
    most: int = 8
    step: int = 5
    shots: int = 0


def colours(game: Abatis, level: int) -> int:
    """How many colours a level has: the least at first, one more after every step, and round again after the most."""
    return game.least + (level - 1) // game.step % (game.most - game.least + 1)


def cycle(game: Abatis, level: int) -> int:
    """How often all colours have been gone through before a level."""
    return (level - 1) // (game.step * (game.most - game.least + 1))


def first_chips(game: Abatis, level: int) -> int:
    """How many chips a level begins with."""
    more = CHIPS_A_LEVEL * ((level - 1) % game.step) + CHIPS_A_CYCLE * cycle(game, level)
    return min(FIRST_CHIPS + more, MOST_CHIPS)


def chance(s: Row, purpose: int, k: int, n: int) -> int:
    """A number below n: the k-th of this level for this purpose."""
    return mix(mix(mix(s[SEED], s[LEVEL]), purpose), k) % n


def deal(game: Abatis, s: Row) -> None:
    """Board, margins and stack of the level whose number stands in the row."""
    for i in range(ROOM):
        s[STACK + i] = 0
    for i in (RETURNED, SUPPLY, BLOCKS, CHIPS):
        s[i] = 0
    n = colours(game, s[LEVEL])
    for i in range(2 * LANES):
        s[INNER + i] = 1 + chance(s, FOR_MARGIN, i, n)
    for cell in range(CELLS):
        s[cell] = 0
    chips = first_chips(game, s[LEVEL])
    scatter(s, CORE, min(chips, len(CORE)))
    scatter(s, BELT, chips - min(chips, len(CORE)))
    for cell in range(CELLS):
        if s[cell] == BARE:
            paint(s, cell, n)


def scatter(s: Row, zone: Sequence[int], chips: int) -> None:
    """Put this many bare chips on cells of a zone, every choice of cells as likely as any other."""
    left = len(zone)
    for cell in zone:
        if chance(s, FOR_PLACE, cell, left) < chips:
            s[cell] = BARE
            chips -= 1
        left -= 1


def paint(s: Row, cell: int, n: int) -> None:
    """Give a bare chip one of n colours that makes no block.

    Chips are painted row by row, so only the neighbours above and to the left have colours yet. Each of them can rule
    out one colour at most, and there are four or more: the search ends.
    """
    s[cell] = 1 + chance(s, FOR_COLOUR, cell, n)
    while in_block(s, cell):
        s[cell] = s[cell] % n + 1


def in_block(s: Row, cell: int) -> bool:
    """Whether a chip is one of three or more that are joined."""
    if joined(s, cell) >= 2:
        return True
    for arrow in ARROWS:
        to = AHEAD[arrow][cell]
        if to < CELLS and s[to] & COLOUR == s[cell] & COLOUR and joined(s, to) >= 2:
            return True
    return False


def peek(game: Abatis, s: Row, i: int) -> int:
    """The i-th chip of the stack, the top one being 0. Below the chips that came back lies the supply, without end."""
    if i < s[RETURNED]:
        return s[STACK + s[RETURNED] - 1 - i]
    return 1 + chance(s, FROM_SUPPLY, s[SUPPLY] + i - s[RETURNED], colours(game, s[LEVEL]))


def draw(game: Abatis, s: Row) -> int:
    """Take the top chip of the stack."""
    chip = peek(game, s, 0)
    if s[RETURNED]:
        s[RETURNED] -= 1
        s[STACK + s[RETURNED]] = 0
    else:
        s[SUPPLY] += 1
    return chip


def determinize(game: Abatis, s: Row, seed: int) -> None:
    """Draw anew from a seed what a player does not see: the stack under its visible chips and all levels to come."""
    top, second, third = peek(game, s, 0), peek(game, s, 1), peek(game, s, 2)
    hidden = max(s[RETURNED] - NEXT, 0)
    s[SUPPLY] += max(NEXT - s[RETURNED], 0)
    s[SEED] = seed
    for i in range(hidden):
        s[STACK + i] = 1 + chance(s, FOR_STACK, i, colours(game, s[LEVEL]))
    s[STACK + hidden] = third
    s[STACK + hidden + 1] = second
    s[STACK + hidden + 2] = top
    s[RETURNED] = hidden + NEXT
