"""Ataxx: pieces extend or jump on a 7x7 board and turn their neighbours.

A position is a row of numbers: the red pieces, the blue pieces and the blocks as bits, whose turn it is, the clock that
stops endless jumping, and the number of the move. Cell 7*y + x is one bit:

    7   42 43 44 45 46 47 48
    6   35 36 37 38 39 40 41
    5   28 29 30 31 32 33 34
    4   21 22 23 24 25 26 27
    3   14 15 16 17 18 19 20
    2    7  8  9 10 11 12 13
    1    0  1  2  3  4  5  6
         a  b  c  d  e  f  g
"""

from typing import NamedTuple

from ...contract.bits import count, first, mix
from ...contract.row import Row

RED, BLUE, BLOCKS, TURN, CLOCK, NUMBER = range(6)

SIZE = 7
CELLS = SIZE * SIZE
FULL = (1 << CELLS) - 1
FILE_A = sum(1 << SIZE * y for y in range(SIZE))
FILE_G = FILE_A << SIZE - 1

START_RED = 1 << 42 | 1 << 6  # a7, g1
START_BLUE = 1 << 48 | 1  # g7, a1

# A move is its target, its origin, and whether it is a jump. An extension has many origins that all do the same: it
# is written with the lowest one, so that it is one move.
JUMPS = 1 << 12
PASS = 63 << 6 | 63

# A move among all moves is its target and one of the ways to it: an extension, or a jump from one of 16 cells.
WAYS = 17
RIM = [place for place in range(25) if place // 5 % 4 == 0 or place % 5 % 4 == 0]  # of 5x5 cells
JUMP_WAYS = [RIM.index(place) + 1 if place in RIM else 0 for place in range(25)]  # by the origin around the target

# Why a game ended.
NO_MOVES, JUMPING, NO_PIECES, DRAWN_OUT = 1, 2, 3, 4

SEED_JUMPS = 45  # jumps in a row without an extension that end a game
UAI_PLIES = 100  # plies without an extension that draw a game in the engine world


class Ataxx(NamedTuple):
    """The blocks a game starts with, and whether the end rules are the engine world's."""

    blocks: int = 0
    uai: int = 0


def grow(b: int) -> int:
    """The cells of b and their eight neighbours."""
    h = b | (b & ~FILE_G) << 1 | (b & ~FILE_A) >> 1
    return (h | h << SIZE | h >> SIZE) & FULL


NEAR = [grow(1 << i) & ~(1 << i) for i in range(CELLS)]
FAR = [grow(grow(1 << i)) & ~grow(1 << i) for i in range(CELLS)]


def players(game: Ataxx) -> int:
    return 2


def start(game: Ataxx, seed: int) -> Row:
    return [START_RED, START_BLUE, game.blocks, 0, 0, 1]


def most_moves(game: Ataxx) -> int:
    """Jumps join the 240 pairs of cells that lie two apart, each in one direction; extensions reach 48 cells."""
    return 240 + 48


def kept(game: Ataxx) -> int:
    """All of a row; as a number that the compiler knows, it makes copying quicker."""
    return NUMBER + 1


def turn(game: Ataxx, s: Row) -> int:
    return s[TURN]


def empty_cells(s: Row) -> int:
    return FULL & ~(s[RED] | s[BLUE] | s[BLOCKS])


def moves(game: Ataxx, s: Row, out: Row, n: int) -> int:
    before = n
    mine, empty = s[s[TURN]], empty_cells(s)
    b = grow(mine) & empty
    while b:
        to = first(b)
        out[n] = first(NEAR[to] & mine) << 6 | to
        n += 1
        b &= b - 1
    pieces = mine
    while pieces:
        origin = first(pieces)
        b = FAR[origin] & empty
        while b:
            out[n] = JUMPS | origin << 6 | first(b)
            n += 1
            b &= b - 1
        pieces &= pieces - 1
    if n == before:
        out[n] = PASS
        n += 1
    return n


def action_count(game: Ataxx) -> int:
    return WAYS * CELLS + 1


def action(game: Ataxx, move: int) -> int:
    if move == PASS:
        return WAYS * CELLS
    to, origin = move & 63, move >> 6 & 63
    if move < JUMPS:
        return WAYS * to
    return WAYS * to + JUMP_WAYS[5 * (origin // SIZE - to // SIZE + 2) + origin % SIZE - to % SIZE + 2]


def count_moves(game: Ataxx, s: Row, out: Row, n: int) -> int:
    mine, empty = s[s[TURN]], empty_cells(s)
    total = count(grow(mine) & empty)
    while mine:
        total += count(FAR[first(mine)] & empty)
        mine &= mine - 1
    return total if total else 1


def can_move(s: Row, player: int) -> bool:
    return grow(grow(s[player])) & empty_cells(s) != 0


def legal(game: Ataxx, s: Row, move: int) -> bool:
    mine = s[s[TURN]]
    if move == PASS:
        return not can_move(s, s[TURN])
    to, origin = move & 63, move >> 6 & 63
    if to >= CELLS or origin >= CELLS or not empty_cells(s) >> to & 1 or not mine >> origin & 1:
        return False
    if move == JUMPS | origin << 6 | to:
        return FAR[origin] >> to & 1 == 1
    return move == origin << 6 | to and NEAR[to] & mine != 0 and first(NEAR[to] & mine) == origin


def play(game: Ataxx, s: Row, move: int) -> None:
    me = s[TURN]
    you = 1 - me
    if move == PASS:
        s[CLOCK] += game.uai
    else:
        to = move & 63
        turned = NEAR[to] & s[you]
        s[me] |= 1 << to | turned
        s[you] &= ~turned
        if move >= JUMPS:
            s[me] &= ~(1 << (move >> 6 & 63))
            s[CLOCK] += 1
        else:
            s[CLOCK] = 0
    s[TURN] = you
    s[NUMBER] += me


def outcome(game: Ataxx, s: Row) -> int:
    if game.uai and (s[RED] == 0 or s[BLUE] == 0):
        return NO_PIECES
    empty = empty_cells(s)
    # Most often the player to move can extend, which `moves` looks at next
    if not grow(s[s[TURN]]) & empty and not grow(grow(s[RED] | s[BLUE])) & empty:
        return NO_MOVES
    if game.uai:
        return DRAWN_OUT if s[CLOCK] >= UAI_PLIES else 0
    return JUMPING if s[CLOCK] >= SEED_JUMPS else 0


def share(game: Ataxx, s: Row, player: int) -> int:
    mine, theirs = count(s[player]), count(s[1 - player])
    if mine == theirs or outcome(game, s) == DRAWN_OUT:
        return 500
    return 1000 if mine > theirs else 0


def score(game: Ataxx, s: Row, player: int) -> int:
    return count(s[player])


def key(game: Ataxx, s: Row) -> int:
    # `mix` joins two numbers bit by bit, so that a turn below the highest cell would look like pieces
    return mix(mix(mix(s[TURN] << CELLS, s[RED]), s[BLUE]), s[BLOCKS])
