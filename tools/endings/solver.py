"""Solves contacts: beetles of both colours that attack each other, a few on the whole board, and quiet ones beside.

What stands in contact is one shape or two, with a beetle on each cell: two bits a cell say whose it is, and whether
it is still an egg. Of the other beetles, the quiet ones, only numbers matter: how many eggs a player has among them,
and how many captures of friends. A contact has a bit for all such numbers up to a limit, which says whether the player
to move wins. One with fewer beetles, or fewer eggs, is solved before; its limit is higher, since beetles of a contact
become quiet ones.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from fast import Array, fast

from ludarium.games.battle_of_the_beetles.endings import QUIET

from .tables import PIECES, Tables

MOST_SHAPES = 2
NONE = -1
HATCH, CAPTURE, FRIEND = range(3)
MOST_OPTIONS = 64

# What is written of an option: its sort, the contact that is left with its pattern, by player how many eggs and
# captures of friends become quiet, and where the answers to what is left begin, as many as the width says.
SORT, LEFT, PATTERN, QUIETS, BEGIN, WIDTH, FIELDS = 0, 1, 2, 3, 7, 8, 9
OTHERS = 0x555555555555  # in a pattern, the bits that say whose a beetle is


class Contacts(NamedTuple):
    """The shapes that can lie beside each other, with their patterns."""

    shapes: Array  # of each contact, one or two, the smaller number first; NONE where there is no second one
    sizes: Array  # beetles of each
    begins: Array  # the number of its first pattern among those of all contacts with as many beetles
    pairs: Array  # by two shapes, the contact of both; NONE where they have too many beetles together


def all_contacts(sizes: Array, most: int) -> Contacts:
    """Contacts of up to so many beetles in one shape, which come first and have its number, and fewer in two."""
    found: list[tuple[int, ...]] = [(shape,) for shape in range(len(sizes))]
    pairs = np.full((len(sizes), len(sizes)), NONE)
    for a, b in combinations_with_replacement(range(len(sizes)), 2):
        if sizes[a] + sizes[b] < most:
            pairs[a, b] = len(found)
            found.append((a, b))
    shapes = np.array([each + (NONE,) * (MOST_SHAPES - len(each)) for each in found])
    totals = np.array([sizes[list(each)].sum() for each in found])
    begins, counts = np.zeros(len(found), np.int64), [0] * (most + 1)
    for number, total in enumerate(totals):
        begins[number] = counts[total]
        counts[total] += 4**total
    return Contacts(shapes, totals, begins, pairs)


class Options(NamedTuple):
    """What both players can do in a contact."""

    counts: Array
    may: Array  # whether there is more to do than to capture friends
    lists: Array  # by player and number


class Solution(NamedTuple):
    """The answers to all patterns of contacts, by the number of their beetles."""

    most: int  # beetles
    starts: Array  # where those with so many beetles begin
    values: Array  # of a pattern, for all numbers of quiet actions: 1 where the player to move wins


@fast
def width_of(solution: Solution, beetles: int) -> int:
    """How many values a number of quiet actions can have beside a contact of so many beetles."""
    return QUIET + solution.most - beetles


def empty_solution(c: Contacts, most: int) -> Solution:
    """Room for the answers."""
    starts = np.zeros(most + 2, np.int64)
    for beetles in range(most + 1):
        patterns = (c.sizes == beetles).sum() * 4**beetles
        starts[beetles + 1] = starts[beetles] + patterns * (QUIET + most - beetles) ** 4
    return Solution(most, starts, np.zeros(starts[-1], np.uint8))


@fast
def contact_of(c: Contacts, shapes: Array, count: int) -> int:
    """The contact of shapes in order."""
    return int(shapes[0] if count == 1 else c.pairs[shapes[0], shapes[1]])


@fast
def add_part(shapes: Array, patterns: Array, count: int, shape: int, pattern: int) -> int:
    """Put a shape with its pattern among others, in order."""
    i = count
    while i > 0 and shapes[i - 1] > shape:
        shapes[i], patterns[i] = shapes[i - 1], patterns[i - 1]
        i -= 1
    shapes[i], patterns[i] = shape, pattern
    return count + 1


@fast
def joined(t: Tables, shapes: Array, patterns: Array, count: int) -> int:
    """The patterns of shapes as one."""
    found, bits = 0, 0
    for i in range(count):
        found |= patterns[i] << bits
        bits += 2 * t.sizes[shapes[i]]
    return found


@fast
def is_mixed(pattern: int, cells: int, size: int) -> bool:
    """Whether beetles of both colours stand on these cells."""
    one, other = False, False
    for i in range(size):
        if cells >> i & 1:
            one = one or pattern >> 2 * i & 1 == 0
            other = other or pattern >> 2 * i & 1 == 1
    return one and other


@fast
def after_capture(
    t: Tables, c: Contacts, contact: int, patterns: Array, at: int, origin: int, pattern: int, out: Array
) -> None:
    """What is left when a beetle has left its cell `origin` of the shape at a place, whose pattern is now this one:
    the contact, its pattern, and what has become quiet."""
    shapes, found = np.empty(MOST_SHAPES + 1, np.int64), np.empty(MOST_SHAPES + 1, np.int64)
    count = 0
    out[QUIETS:BEGIN] = 0
    for i in range(MOST_SHAPES):
        if i != at and c.shapes[contact, i] != NONE:
            count = add_part(shapes, found, count, c.shapes[contact, i], patterns[i])
    shape = c.shapes[contact, at]
    size = t.sizes[shape]
    for number in range(PIECES):
        cells = t.pieces[shape, origin, number]
        if cells and is_mixed(pattern, cells, size):
            part = 0
            for i in range(size):
                if cells >> i & 1:
                    part |= (pattern >> 2 * i & 3) << 2 * t.places[shape, origin, number, i]
            count = add_part(shapes, found, count, t.shapes[shape, origin, number], part)
        elif cells:
            eggs, player = 0, 0
            for i in range(size):
                if cells >> i & 1:
                    eggs += pattern >> 2 * i + 1 & 1
                    player = pattern >> 2 * i & 1
            out[QUIETS + 2 * player] += eggs
            out[QUIETS + 2 * player + 1] += t.captures[shape, cells]
    out[LEFT] = contact_of(c, shapes, count) if count else NONE
    out[PATTERN] = joined(t, shapes, found, count)


@fast
def parted(t: Tables, c: Contacts, contact: int, pattern: int) -> Array:
    """The patterns of the shapes of a contact."""
    patterns, bits = np.zeros(MOST_SHAPES, np.int64), 0
    for at in range(MOST_SHAPES):
        if c.shapes[contact, at] != NONE:
            size = 2 * t.sizes[c.shapes[contact, at]]
            patterns[at] = pattern >> bits & (1 << size) - 1
            bits += size
    return patterns


@fast
def options(t: Tables, c: Contacts, contact: int, pattern: int, player: int, out: Array) -> int:
    """Write down what a player can do in a contact; how much that is."""
    n, bits, patterns = 0, 0, parted(t, c, contact, pattern)
    for at in range(MOST_SHAPES):
        shape = c.shapes[contact, at]
        if shape == NONE:
            break
        for i in range(t.sizes[shape]):
            beetle = patterns[at] >> 2 * i & 3
            if beetle & 1 != player:
                continue
            if beetle & 2:
                out[n, SORT], out[n, LEFT], out[n, PATTERN] = HATCH, contact, pattern & ~(2 << bits + 2 * i)
                out[n, QUIETS:] = 0
                n += 1
                continue
            for to in range(t.sizes[shape]):
                victim = patterns[at] >> 2 * to & 3
                if t.attacks[shape, i] >> to & 1 and victim & 2 == 0:
                    out[n, SORT] = FRIEND if victim == player else CAPTURE
                    after = patterns[at] & ~(3 << 2 * to) | player << 2 * to
                    after_capture(t, c, contact, patterns, at, i, after, out[n])
                    n += 1
        bits += 2 * t.sizes[shape]
    return n


@fast
def wins(solution: Solution, begin: int, width: int, mine: tuple[int, int], yours: tuple[int, int]) -> bool:
    """Whether the player to move wins a pattern beside so many quiet eggs and captures of both."""
    number = ((mine[0] * width + mine[1]) * width + yours[0]) * width + yours[1]
    return bool(solution.values[begin + number] != 0)


@fast
def place_of(c: Contacts, solution: Solution, contact: int, pattern: int) -> int:
    """Where the answers to a contact's pattern begin."""
    size = c.sizes[contact]
    return int(solution.starts[size] + (c.begins[contact] + pattern) * width_of(solution, size) ** 4)


@fast
def flipped(pattern: int, size: int) -> int:
    """A pattern as the other player sees it."""
    return pattern ^ OTHERS & (1 << 2 * size) - 1


@fast
def list_options(
    t: Tables, c: Contacts, solution: Solution, contact: int, pattern: int, player: int, o: Options
) -> None:
    """Write down what a player can do in a contact, and where the answers to what is left are."""
    o.counts[player] = options(t, c, contact, pattern, player, o.lists[player])
    o.may[player] = False
    for i in range(o.counts[player]):
        one = o.lists[player, i]
        o.may[player] |= one[SORT] != FRIEND
        if one[LEFT] != NONE:
            size = c.sizes[one[LEFT]]
            # The other player moves then
            seen = flipped(one[PATTERN], size) if player == 0 else one[PATTERN]
            one[BEGIN], one[WIDTH] = place_of(c, solution, one[LEFT], seen), width_of(solution, size)


@fast
def wins_by(solution: Solution, one: Array, player: int, quiet: Array) -> bool:
    """Whether a player wins by an action in the contact, beside so many quiet eggs and captures of either."""
    mine = quiet[2 * player] + one[QUIETS + 2 * player], quiet[2 * player + 1] + one[QUIETS + 2 * player + 1]
    other = 2 - 2 * player
    yours = quiet[other] + one[QUIETS + other], quiet[other + 1] + one[QUIETS + other + 1]
    if one[LEFT] == NONE:
        return bool(yours[0] + yours[1] <= mine[0] + mine[1])
    return not wins(solution, one[BEGIN], one[WIDTH], yours, mine)


@fast
def wins_now(solution: Solution, o: Options, player: int, quiet: Array, room: Array, number: int, steps: Array) -> bool:
    """Whether the player to move wins; in the room are the answers with fewer quiet actions."""
    eggs, captures = 2 * player, 2 * player + 1
    if quiet[eggs] and not room[1 - player, number - steps[eggs]]:
        return True
    may_first = o.may[player] or quiet[eggs] > 0
    if quiet[captures] and not may_first and not room[1 - player, number - steps[captures]]:
        return True
    for i in range(o.counts[player]):
        one = o.lists[player, i]
        if (one[SORT] != FRIEND or not may_first) and wins_by(solution, one, player, quiet):
            return True
    return False


@fast
def solve_pattern(
    t: Tables, c: Contacts, solution: Solution, contact: int, pattern: int, o: Options, room: Array
) -> None:
    """Solve a pattern for either player to move, and with all numbers of quiet actions."""
    size = c.sizes[contact]
    width = width_of(solution, size)
    steps, quiet = np.array((width**3, width**2, width, 1)), np.zeros(4, np.int64)
    for player in range(2):
        list_options(t, c, solution, contact, pattern, player, o)
    for number in range(width**4):
        for i in range(4):
            quiet[i] = number // steps[i] % width
        for player in range(2):
            room[player, number] = wins_now(solution, o, player, quiet, room, number, steps)
    here = place_of(c, solution, contact, pattern)
    there = place_of(c, solution, contact, flipped(pattern, size))
    for number in range(width**4):
        solution.values[here + number] = room[0, number]
        swapped = number % width**2 * width**2 + number // width**2
        solution.values[there + swapped] = room[1, number]


@fast
def eggs_of(pattern: int) -> int:
    found, bits = 0, pattern >> 1 & OTHERS
    while bits:
        found += 1
        bits &= bits - 1
    return found


@fast
def are_mixed(t: Tables, c: Contacts, contact: int, pattern: int) -> bool:
    """Whether both colours stand on each shape of a contact."""
    patterns = parted(t, c, contact, pattern)
    for at in range(MOST_SHAPES):
        shape = c.shapes[contact, at]
        if shape != NONE and not is_mixed(patterns[at], (1 << t.sizes[shape]) - 1, t.sizes[shape]):
            return False
    return True


@fast
def solve_contact(t: Tables, c: Contacts, solution: Solution, contact: int) -> int:
    """Solve all patterns of a contact, those with fewer eggs first; how many there are."""
    size = c.sizes[contact]
    o = Options(np.zeros(2, np.int64), np.zeros(2, np.bool_), np.zeros((2, MOST_OPTIONS, FIELDS), np.int64))
    room = np.zeros((2, width_of(solution, size) ** 4), np.bool_)
    found = 0
    for eggs in range(size + 1):
        for pattern in range(1 << 2 * size):
            if eggs_of(pattern) == eggs and pattern < flipped(pattern, size) and are_mixed(t, c, contact, pattern):
                solve_pattern(t, c, solution, contact, pattern, o, room)
                found += 2
    return found


def solve(t: Tables, c: Contacts, solution: Solution) -> Iterator[tuple[int, int]]:
    """Solve all contacts; after those of each number of beetles, this number and how many patterns they are."""
    for beetles in range(2, solution.most + 1):
        numbers: list[int] = np.flatnonzero(c.sizes == beetles).tolist()
        yield beetles, sum(solve_contact(t, c, solution, contact) for contact in numbers)
