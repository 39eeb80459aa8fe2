"""What a computer knows about Beetle Battle.

The room of a square is how many beetles it lacks to be full. A square with room for a single one is ripe: the next
beetle, of whatever colour, makes it burst. Where two colours meet, it matters who is riper, and whose turn it is.
"""

from ...contract.bits import count
from ...contract.row import Planes, Row
from .rules import LAST, MOVES, SIDES, SQUARES, TURN, BeetleBattle, capacity, neighbour

# Fitted to the results of self-play by tools/fit.py. Beetles count for the player to move and against the other.
WEIGHTS = [
    14,  # to be the player to move
    48,  # a ripe square in a corner
    43,  # on an edge: a ripe square
    20,  # with room for 2
    33,  # inside: a ripe square
    20,  # with room for 2
    5,  # with room for 3
    -6,  # two ripe squares of one colour side by side: they burst together, and only once
    1,  # where my ripe square meets yours: yours is ripe
    4,  # has room for 2
    1,  # for 3
    -7,  # where my square with room for 2 meets yours: yours is ripe
    2,  # has room for 2
    -11,  # for 3
    -4,  # where my square with room for 3 meets yours: yours is ripe
    8,  # has room for 2
    0,  # for 3
]

TEMPO, CHAIN = 0, 7
BEETLES = [0, 0, 0, 1, 3]  # by capacity: the weight of a square is so many places behind its room
MEETING = 4  # and the weight of two that meet, so many behind three times the room of mine and the room of yours

FULL = [[count(sides) for sides in squares] for squares in SIDES]  # by size and square: its capacity
TO_DOWN, TO_RIGHT = 2, 8  # the bits of these two among the sides of a square

SOLVED = 3  # the largest board whose positions are few enough to know them all

# How early to try a burst: for itself, for every beetle that it turns, for every ripe square beside it.
BURST, CAUGHT, SET_OFF = 4, 2, 3


# By level, so that each beats the one below about as often: deep searches are closer here than in other games.
SLIPS = [860, 715, 600, 475, 295, 200, 130, 65, 27, 8, 0]


def slip(game: BeetleBattle, level: int, usual: int) -> int:
    return SLIPS[level - 1]


def order(game: BeetleBattle, s: Row, move: int) -> int:
    """Bursts first, and among them those that turn many beetles and set off other squares."""
    if abs(s[move]) + 1 < FULL[game.size][move]:
        return 0
    sign = 1 - 2 * s[game.cells + TURN]
    early = BURST
    for side in range(4):
        if SIDES[game.size][move] >> side & 1:
            to = neighbour(game, move, side)
            early += SET_OFF * (abs(s[to]) + 1 == FULL[game.size][to]) + CAUGHT * max(-sign * s[to], 0)
    return early


def noisy(game: BeetleBattle, s: Row, move: int) -> bool:
    """A burst that turns enemies: its worth shows only when it is over."""
    if abs(s[move]) + 1 < FULL[game.size][move]:
        return False
    sign, turns = 1 - 2 * s[game.cells + TURN], 0
    for side in range(4):
        if SIDES[game.size][move] >> side & 1:
            turns += sign * s[neighbour(game, move, side)] < 0
    return turns > 0


def evaluate(game: BeetleBattle, s: Row) -> int:
    """How many squares each player has, how ripe they are, and who is riper where they meet."""
    sign = 1 - 2 * s[game.cells + TURN]
    value = WEIGHTS[TEMPO]
    for cell in range(game.cells):
        beetles = sign * s[cell]
        if beetles != 0:
            full, sides = FULL[game.size][cell], SIDES[game.size][cell]
            weight = WEIGHTS[BEETLES[full] + full - abs(beetles)]
            value += weight if beetles > 0 else -weight
            if sides & TO_DOWN:
                value += meeting(game, s, sign, cell, cell + game.size)
            if sides & TO_RIGHT:
                value += meeting(game, s, sign, cell, cell + 1)
    return value


def meeting(game: BeetleBattle, s: Row, sign: int, a: int, b: int) -> int:
    """What comes of two squares side by side: both of one colour and ripe, or of two colours."""
    here, there = sign * s[a], sign * s[b]
    room, other_room = FULL[game.size][a] - abs(here), FULL[game.size][b] - abs(there)
    if here * there < 0:
        return WEIGHTS[MEETING + (3 * room + other_room if here > 0 else 3 * other_room + room)]
    if here * there > 0 and room == 1 and other_room == 1:
        return WEIGHTS[CHAIN] if here > 0 else -WEIGHTS[CHAIN]
    return 0


def positions(game: BeetleBattle) -> int:
    """On the smallest board: in how many ways squares can hold beetles without any being full."""
    if game.size > SOLVED:
        return 0
    ways = 1
    for cell in range(game.cells):
        ways *= 2 * FULL[game.size][cell] - 1
    return ways


def number(game: BeetleBattle, s: Row) -> int:
    """The squares are digits, each of as many values as there are numbers of beetles of both colours."""
    found = 0
    for cell in range(game.cells):
        full = FULL[game.size][cell]
        found = found * (2 * full - 1) + s[cell] + full - 1
    return found


def place(game: BeetleBattle, s: Row, number: int) -> None:
    """Turn and moves follow from the beetles: there is one for every move made."""
    for i in range(game.cells, game.cells + LAST):
        s[i] = 0
    for i in range(game.cells):
        cell = game.cells - 1 - i
        full = FULL[game.size][cell]
        s[cell] = number % (2 * full - 1) - full + 1
        number //= 2 * full - 1
        s[game.cells + MOVES] += abs(s[cell])
        if s[cell] != 0:
            s[game.cells + SQUARES + (s[cell] < 0)] += 1
    s[game.cells + TURN] = s[game.cells + MOVES] & 1


# What a net sees: every two squares side by side, each with up to three beetles of either player.
STATES = 7
PHASES = 4  # by how many beetles there are


def features(game: BeetleBattle, s: Row, player: int, out: Row, n: int) -> int:
    sign, base = 1 - 2 * player, 0
    for cell in range(game.cells):
        here = STATES * (sign * s[cell] + 3) + 3
        if SIDES[game.size][cell] & TO_DOWN:
            out[n] = base + here + sign * s[cell + game.size]
            n += 1
            base += STATES * STATES
        if SIDES[game.size][cell] & TO_RIGHT:
            out[n] = base + here + sign * s[cell + 1]
            n += 1
            base += STATES * STATES
    return n


def most_features(game: BeetleBattle) -> int:
    return 2 * game.size * (game.size - 1)


def feature_count(game: BeetleBattle) -> int:
    return STATES * STATES * most_features(game)


def phase(game: BeetleBattle, s: Row) -> int:
    return min(2 * s[game.cells + MOVES] // game.cells, PHASES - 1)


def phases(game: BeetleBattle) -> int:
    return PHASES


def net_name(game: BeetleBattle) -> str:
    """Each size has a net of its own; 3x3 is solved, and 10x10 needs more games than were played so far."""
    return f"size{game.size}.net" if game.size == 4 or game.size == 5 else ""


def mirrors(game: BeetleBattle) -> int:
    return 8


def mirror(game: BeetleBattle, s: Row, how: int) -> None:
    """Reflect the board at its middle file, its middle rank and its diagonal, by the bits of `how`."""
    size, last = game.size, game.size - 1
    for y in range(size):
        for x in range(size):
            here = size * y + x
            if how & 1 and x < last - x:
                swap(s, here, size * y + last - x)
    for y in range(size):
        for x in range(size):
            if how & 2 and y < last - y:
                swap(s, size * y + x, size * (last - y) + x)
    for y in range(size):
        for x in range(y):
            if how & 4:
                swap(s, size * y + x, size * x + y)


def swap(s: Row, a: int, b: int) -> None:
    s[a], s[b] = s[b], s[a]


# What a learning program sees: the own beetles on each square, the other ones, and how many fill it.
PLANES = 3


def plane_count(game: BeetleBattle) -> int:
    return PLANES


def planes(game: BeetleBattle, s: Row, player: int, out: Planes) -> None:
    sign = 1 - 2 * player
    for cell in range(game.cells):
        out[cell] = max(0, sign * s[cell])
        out[game.cells + cell] = max(0, -sign * s[cell])
        out[2 * game.cells + cell] = capacity(game, cell)
