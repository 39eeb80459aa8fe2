"""Battle of the Beetles: beetles hatch from their eggs and hunt each other; who has nothing left to do loses.

A position is a row of numbers: the green and the red beetles as bits, born or not; which of them are still in the egg;
whose turn it is; how many eggs are still to be placed; and, while a capture unfolds, the cell where it ends, counted
from 1. Cell 7*y + x is one bit. Beetles stand on the 28 blue cells and only pass over the 16 yellow ones, here in
brackets:

    7        43   44   45   46   47
    6   35  [36] [37] [38] [39] [40]  41
    5   28  [29]  30   31   32  [33]  34
    4   21  [22]  23        25  [26]  27
    3   14  [15]  16   17   18  [19]  20
    2    7  [ 8] [ 9] [10] [11] [12]  13
    1         1    2    3    4    5
         a    b    c    d    e    f    g
"""

from typing import NamedTuple

from ...contract.bits import count, first, mix
from ...contract.row import Row

GREEN, RED, EGGS, TURN, TO_PLACE, TARGET = range(6)

SIZE = 7
CELLS = SIZE * SIZE
BEETLES = 14  # of each colour

# Rows from the top.
GROUND = (
    "x.....x",
    ".-----.",
    ".-...-.",
    ".-.x.-.",
    ".-...-.",
    ".-----.",
    "x.....x",
)


def cells_with(rows: tuple[str, ...], letter: str) -> int:
    """The cells that hold this letter in a drawing of the board, as bits."""
    squares = "".join(reversed(rows)).replace(" ", "")
    return sum(1 << cell for cell in range(CELLS) if squares[cell] == letter)


BLUE = cells_with(GROUND, ".")
YELLOW = cells_with(GROUND, "-")

# Where the beetles stand at first. `rings` is the same for both colours but for a quarter turn of the board, `halves`
# but for a half turn. In both, green and red together fill the blue cells.
SETUPS = {
    "rings": (
        ". G R G R G .",
        "R y y y y y R",
        "G y G G R y G",
        "R y R . R y R",
        "G y R G G y G",
        "R y y y y y R",
        ". G R G R G .",
    ),
    "halves": (
        ". R R R R R .",
        "R y y y y y R",
        "R y R R R y R",
        "G y G . R y R",
        "G y G G G y G",
        "G y y y y y G",
        ". G G G G G .",
    ),
}

# Columns and rows that a beetle goes: to a yellow cell (up, down, left, right), and from there to its victim.
STEPS = (0, 1), (0, -1), (-1, 0), (1, 0)
FLIGHTS = (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)


def beyond(cell: int, ways: tuple[tuple[int, int], ...], ground: int) -> list[int]:
    """The cells on this ground to which these ways lead."""
    y, x = divmod(cell, SIZE)
    places = [(x + right, y + up) for right, up in ways]
    reached = [SIZE * v + u for u, v in places if 0 <= u < SIZE and 0 <= v < SIZE]
    return [to for to in reached if ground >> to & 1]


def passed() -> list[list[int]]:
    """By origin and target the yellow cell that a capture passes, or -1. No two ways lead to the same target."""
    table = [[-1] * CELLS for _ in range(CELLS)]
    for origin in range(CELLS):
        if BLUE >> origin & 1:
            for yellow in beyond(origin, STEPS, YELLOW):
                for target in beyond(yellow, FLIGHTS, BLUE):
                    table[origin][target] = yellow
    return table


PASSED = passed()

# By origin the targets as bits: 112 directed attacks. A step and a flight together change column plus row by an even
# number, so the 12 blue cells where that sum is even and the 16 where it is odd never meet: two games on one board.
ATTACKS = [sum(1 << to for to in range(CELLS) if PASSED[origin][to] >= 0) for origin in range(CELLS)]


def numbers() -> list[list[int]]:
    """By origin and target the number of a capture; where both are the same, that of the cell. Others have none."""
    table, next = [[-1] * CELLS for _ in range(CELLS)], 0
    for origin in range(CELLS):
        for target in range(CELLS):
            if PASSED[origin][target] >= 0 or (origin == target and BLUE >> origin & 1):
                table[origin][target] = next
                next += 1
    return table


NUMBERS = numbers()

# A hatch or a placement is its cell; a capture is its target, its origin, and this.
CAPTURES = 1 << 12

# Why a game ended.
NO_ACTION = 1


class BattleOfTheBeetles(NamedTuple):
    """The green cells of the set-up, whether the players place their eggs themselves, and whether there are shells."""

    setup: int = cells_with(SETUPS["rings"], "G")
    placement: int = 0
    shells: int = 1


def players(game: BattleOfTheBeetles) -> int:
    return 2


def start(game: BattleOfTheBeetles, seed: int) -> Row:
    if game.placement:
        return [0, 0, 0, GREEN, 2 * BEETLES, 0]
    return [game.setup, BLUE & ~game.setup, BLUE if game.shells else 0, GREEN, 0, 0]


def kept(game: BattleOfTheBeetles) -> int:
    return TARGET


def most_moves(game: BattleOfTheBeetles) -> int:
    """No position has more: each of the 112 attacks, and an egg for each beetle."""
    return 112 + BEETLES


def turn(game: BattleOfTheBeetles, s: Row) -> int:
    return s[TURN]


def free_cells(s: Row) -> int:
    return BLUE & ~(s[GREEN] | s[RED])


def born(s: Row, player: int) -> int:
    return s[player] & ~s[EGGS]


def can_attack(hunters: int, victims: int) -> bool:
    while hunters:
        if ATTACKS[first(hunters)] & victims:
            return True
        hunters &= hunters - 1
    return False


def prey(s: Row) -> int:
    """Whom the player to move may capture: enemies, or friends when there is neither an egg to hatch nor an enemy."""
    me = s[TURN]
    enemies = born(s, 1 - me)
    if s[me] & s[EGGS] or can_attack(s[me], enemies):
        return enemies
    return s[me]


def hatches(s: Row) -> int:
    """The cells that are an action of their own: to place an egg, or to remove its shell."""
    return free_cells(s) if s[TO_PLACE] else s[s[TURN]] & s[EGGS]


def moves(game: BattleOfTheBeetles, s: Row, out: Row, n: int) -> int:
    b = hatches(s)
    while b:
        out[n] = first(b)
        n += 1
        b &= b - 1
    if s[TO_PLACE]:
        return n
    hunters, victims = born(s, s[TURN]), prey(s)
    while hunters:
        origin = first(hunters)
        b = ATTACKS[origin] & victims
        while b:
            out[n] = CAPTURES | origin << 6 | first(b)
            n += 1
            b &= b - 1
        hunters &= hunters - 1
    return n


def count_moves(game: BattleOfTheBeetles, s: Row, out: Row, n: int) -> int:
    total = count(hatches(s))
    if s[TO_PLACE]:
        return total
    hunters, victims = born(s, s[TURN]), prey(s)
    while hunters:
        total += count(ATTACKS[first(hunters)] & victims)
        hunters &= hunters - 1
    return total


def action_count(game: BattleOfTheBeetles) -> int:
    """The 28 blue cells and the 112 attacks."""
    return 28 + 112


def action(game: BattleOfTheBeetles, move: int) -> int:
    return NUMBERS[move >> 6 & 63][move & 63] if move >= CAPTURES else NUMBERS[move][move]


def legal(game: BattleOfTheBeetles, s: Row, move: int) -> bool:
    target, origin = move & 63, move >> 6 & 63
    if move == target:
        return hatches(s) >> target & 1 == 1
    if move != CAPTURES | origin << 6 | target or s[TO_PLACE] or not born(s, s[TURN]) >> origin & 1:
        return False
    return ATTACKS[origin] & prey(s) & 1 << target != 0


def play(game: BattleOfTheBeetles, s: Row, move: int) -> None:
    begin(game, s, move)
    while step(game, s):
        pass


def begin(game: BattleOfTheBeetles, s: Row, move: int) -> None:
    """Place an egg, hatch a beetle, or take the first step of a capture, to the yellow cell."""
    me, target = s[TURN], move & 63
    if move >= CAPTURES:
        origin = move >> 6 & 63
        s[me] ^= 1 << origin | 1 << PASSED[origin][target]
        s[TARGET] = target + 1
        return
    if s[TO_PLACE]:
        s[me] |= 1 << target
        s[EGGS] |= game.shells << target
        s[TO_PLACE] -= 1
    else:
        s[EGGS] &= ~(1 << target)
    s[TURN] = 1 - me


def step(game: BattleOfTheBeetles, s: Row) -> int:
    """The beetle on the yellow cell flies on and takes its victim's place. 0 if there is none."""
    if s[TARGET] == 0:
        return 0
    me, target = s[TURN], 1 << s[TARGET] - 1
    s[1 - me] &= ~target
    s[me] = s[me] & ~YELLOW | target
    s[TARGET] = 0
    s[TURN] = 1 - me
    return 1


def outcome(game: BattleOfTheBeetles, s: Row) -> int:
    if s[TO_PLACE] or s[TARGET] or s[s[TURN]] & s[EGGS]:
        return 0
    # Without eggs of one's own, friends are all born
    return 0 if can_attack(s[s[TURN]], s[s[TURN]] | born(s, 1 - s[TURN])) else NO_ACTION


def share(game: BattleOfTheBeetles, s: Row, player: int) -> int:
    return 0 if player == s[TURN] else 1000


def score(game: BattleOfTheBeetles, s: Row, player: int) -> int:
    """The beetles of that colour on the board, eggs included."""
    return count(s[player])


def key(game: BattleOfTheBeetles, s: Row) -> int:
    # `mix` joins two numbers bit by bit, so that a turn below the highest cell would look like beetles
    return mix(mix(mix(2 * s[TO_PLACE] + s[TURN] << CELLS, s[GREEN]), s[RED]), s[EGGS])
