"""Endings of Battle of the Beetles whose winner is certain.

Beetles of either colour that attack each other, directly or by way of others, form a *part* of the position: a beetle
only comes to cells of its own part, so that nothing outside can disturb it. In a part of one colour all are *quiet*:
what is left to do there is to hatch the eggs and, when the player can do nothing else, to capture friends, and only the
numbers of these actions count. Beetles in parts of both colours are in *contact*.

Sooner or later all are quiet; then the player with more actions left wins. While up to six beetles are in contact in
one part, or up to five in two, a table says who does, which tools/solve_endings.py has made. It does not ask for cells:
parts whose cells attack each other alike have one *shape*. The table is a row of numbers:

    PLACES   for each set of cells that is a part, as a hash table: the cells as bits; the shape and, three bits a cell,
             the place of each cell in the order of the shape
    BEGINS   for each shape the number of its first pattern
    PAIRS    for two shapes beside each other likewise
    ANSWERS  for each pattern the number of its answer, four in a number. A pattern has a bit for each beetle that is
             an egg, and above them one for each that is the other player's
    BITS     for each answer, by the numbers of quiet actions, a bit: whether the player to move wins
"""

from ...contract.bits import count, first, mix
from ...contract.row import Row
from .attacks import attacked, attacking, last_ones
from .rules import EGGS, GREEN, RED, TO_PLACE, TURN, BattleOfTheBeetles

MOST = 6  # beetles in contact
QUIET = 3  # quiet actions of one sort that a player has at most, one less beside the most beetles
NUMBERS = QUIET + 1

# Shapes are numbered by their size: the first one of so many cells, up to the number of all.
FIRST_SHAPE = (0, 0, 0, 2, 12, 57, 225, 718)
SHAPES, SMALL = FIRST_SHAPE[MOST + 1], FIRST_SHAPE[MOST - 2]  # of all shapes, and of those that can be one of two

SLOTS = 1 << 14  # of the hash table
PLACES = 0
BEGINS = PLACES + 2 * SLOTS
PAIRS = BEGINS + SHAPES
ANSWERS = PAIRS + SMALL * SMALL
PATTERNS = 2_224_800
BITS = ANSWERS + PATTERNS // 4
PLACE_BITS = 3 * MOST  # of the places of cells, below the shape


def slot(part: int) -> int:
    """Where to look first for the cells of a part."""
    return mix(part, SLOTS) & SLOTS - 1


def apart(s: Row) -> bool:
    """Whether no beetle attacks an enemy, born or not; then none ever will: friends capture only where friends are."""
    return (attacked(s[GREEN]) & s[RED] | attacked(s[RED]) & s[GREEN]) == 0


def quiet_captures(beetles: int) -> int:
    """How many captures of friends there are among quiet beetles of one colour."""
    return count(beetles) - last_ones(beetles)


def known(game: BattleOfTheBeetles, s: Row) -> int:
    """When the colours are apart, each player has a number of actions left, and who runs out of them loses."""
    if s[TO_PLACE] or not apart(s):
        return 0
    me, you = s[s[TURN]], s[1 - s[TURN]]
    mine = count(me & s[EGGS]) + quiet_captures(me)
    yours = count(you & s[EGGS]) + quiet_captures(you)
    return 2 * yours + 1 if mine > yours else -2 * mine


def endings_name(game: BattleOfTheBeetles) -> str:
    """All variants end alike."""
    return "contacts.endings"


def ending(game: BattleOfTheBeetles, s: Row, table: Row) -> int:
    """While few are in contact, the table says who wins. An action hatches an egg or removes a beetle, so that the
    game cannot last longer than there are such actions."""
    if s[TO_PLACE]:
        return 0
    cells, eggs = contact(s), s[EGGS]
    if cells == 0:
        return 0
    me, you = s[s[TURN]], s[1 - s[TURN]]
    mine, yours = me & ~cells, you & ~cells
    my_eggs, my_captures = count(mine & eggs), quiet_captures(mine)
    your_eggs, your_captures = count(yours & eggs), quiet_captures(yours)
    if max(my_eggs, my_captures, your_eggs, your_captures) > QUIET - (count(cells) == MOST):
        return 0
    number = answer(table, cells, you, eggs)
    if number < 0:
        return 0
    bits = table[BITS + NUMBERS * number + my_eggs]
    wins = bits >> NUMBERS * (NUMBERS * my_captures + your_eggs) + your_captures & 1
    longest = count(me | you) + count(eggs) - 1
    return longest - 1 | 1 if wins else -(longest & ~1)


def contact(s: Row) -> int:
    """The cells of the beetles that are in contact; none if there are too many for the table."""
    green, red = s[GREEN], s[RED]
    cells = attacked(green) & red | attacked(red) & green
    if cells == 0 or count(cells) > MOST:
        return 0
    more = joined(cells, green | red)
    while more != cells and count(more) <= MOST:
        cells = more
        more = joined(cells, green | red)
    return cells if more == cells else 0


def joined(cells: int, beetles: int) -> int:
    """These cells, and those of beetles that attack one of them or are attacked from there."""
    return cells | (attacked(cells) | attacking(cells)) & beetles


def part_of(cells: int) -> int:
    """The part with the first of these cells."""
    part = cells & -cells
    more = joined(part, cells)
    while more != part:
        part = more
        more = joined(part, cells)
    return part


def answer(table: Row, cells: int, you: int, eggs: int) -> int:
    """The number of the answer to what is in contact; below 0 if it is not in the table."""
    part = part_of(cells)
    place = placed(table, part)
    a, of_a, begin = place >> PLACE_BITS, pattern(place, part, you, eggs), BEGINS
    part = cells & ~part
    if part:
        if count(cells) == MOST:
            return -1
        place = placed(table, part)
        b, of_b = place >> PLACE_BITS, pattern(place, part, you, eggs)
        if a > b:
            a, b, of_a, of_b = b, a, of_b, of_a
        begin, a, of_a = PAIRS, SMALL * a + b, of_a | of_b << 2 * size_of(a)
    number = table[begin + a] + of_a
    return table[ANSWERS + (number >> 2)] >> 16 * (number & 3) & 0xFFFF


def placed(table: Row, part: int) -> int:
    """The shape of a part, and where its cells are in the order of the shape."""
    at = slot(part)
    while table[PLACES + 2 * at] != part:
        at = at + 1 & SLOTS - 1
    return table[PLACES + 2 * at + 1]


def pattern(place: int, part: int, you: int, eggs: int) -> int:
    """The beetles of a part in the order of its shape."""
    found, size = 0, count(part)
    while part:
        cell = first(part)
        found |= ((eggs >> cell & 1) + ((you >> cell & 1) << size)) << (place & 7)
        place >>= 3
        part &= part - 1
    return found


def size_of(shape: int) -> int:
    """The cells of a shape that is one of two."""
    return 2 + (shape >= FIRST_SHAPE[3])
