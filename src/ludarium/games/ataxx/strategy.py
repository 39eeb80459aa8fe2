"""What a computer knows about Ataxx: which pieces will stay, and what the next move can take."""

from ...contract.bits import count, reflected
from ...contract.row import Planes, Row
from .rules import (
    BLOCKS,
    CELLS,
    CLOCK,
    FILE_A,
    FILE_G,
    FULL,
    JUMPS,
    NEAR,
    PASS,
    SIZE,
    TURN,
    UAI_PLIES,
    Ataxx,
    can_move,
    empty_cells,
    grow,
)

# Fitted to the results of self-play by tools/fit.py. Pieces count for the player to move and against the other. Each
# thing has two weights, on a full board and on an empty one, and is worth what lies between them for the cells left.
WEIGHTS = [
    -53,  # to be the player to move
    91,  # to be the player to move; on an empty board
    167,  # a piece
    -7,  # a piece; on an empty board
    105,  # a piece beside an empty cell
    13,  # a piece beside an empty cell; on an empty board
    56,  # a piece on the edge
    203,  # a piece on the edge; on an empty board
    -13,  # a piece on the edge and beside an empty cell
    -195,  # a piece on the edge and beside an empty cell; on an empty board
    -123,  # a piece that the next move can turn
    3,  # a piece that the next move can turn; on an empty board
    -45,  # a piece that the next move can turn by extending
    -17,  # a piece that the next move can turn by extending; on an empty board
    78,  # a point that the best next move gains
    -12,  # a point that the best next move gains; on an empty board
]

TEMPO, PIECE, OPEN, EDGE, OPEN_EDGE, THREATENED, CHEAPLY, GAIN = range(8)

RIM = FILE_A | FILE_G | FULL >> CELLS - SIZE | FULL & ~(FULL >> SIZE)


def known(game: Ataxx, s: Row) -> int:
    """Where one side cannot move, the other extends until the board is full, and wins if it then has more pieces."""
    me = s[TURN]
    free = me if can_move(s, me) else 1 - me
    if can_move(s, 1 - free) or not fills_and_wins(s, free):
        return 0
    left = count(empty_cells(s))
    if free == me:
        return 2 * left - 1
    # In the engine world a pass may be the ply that draws the game
    return 0 if game.uai and s[CLOCK] >= UAI_PLIES - 1 else -2 * left


def fills_and_wins(s: Row, player: int) -> bool:
    """Whether a player can reach every empty cell by extending alone, and has more pieces then."""
    pieces, empty = s[player], empty_cells(s)
    reached = pieces
    more = pieces | grow(pieces) & empty
    while more != reached:
        reached = more
        more |= grow(more) & empty
    return more == pieces | empty and count(more) > count(s[1 - player])


def margin(game: Ataxx) -> int:
    """About half a piece."""
    return 55


# By level, so that each beats the one below about as often: the usual numbers suit other games.
SLIPS = [200, 33, 82, 84, 30, 80, 38, 17, 6, 3, 0]


def slip(game: Ataxx, level: int, usual: int) -> int:
    return SLIPS[level - 1]


def nodes(game: Ataxx, level: int, usual: int) -> int:
    """With the usual numbers levels 9 and 10 would lose too often to the next ones, though they hardly err."""
    return 200_000 if level == 9 else 680_000 if level == 10 else usual


def order(game: Ataxx, s: Row, move: int) -> int:
    """Pieces gained, an extension's new one among them, then those it joins or leaves."""
    if move == PASS:
        return 0
    to = move & 63
    gain = 2 * count(NEAR[to] & s[1 - s[TURN]])
    if move < JUMPS:
        return 4 * (gain + 2) + count(NEAR[to] & s[s[TURN]])
    return 4 * gain - count(NEAR[move >> 6 & 63] & s[s[TURN]])


def evaluate(game: Ataxx, s: Row) -> int:
    """The difference in pieces and in pieces that can still be turned, and the most that the next move can turn."""
    me, you, empty = s[s[TURN]], s[1 - s[TURN]], empty_cells(s)
    near_me, near_you = grow(me), grow(you)
    reach_me, reach_you = grow(near_me), grow(near_you)
    left, brink = count(empty), grow(empty)
    by_me, by_you = grow(empty & reach_me), grow(empty & reach_you)
    cheaply_by_me, cheaply_by_you = grow(empty & near_me), grow(empty & near_you)
    value = weigh(TEMPO, left, 1)
    value += weigh(PIECE, left, count(me) - count(you))
    value += weigh(OPEN, left, count(me & brink) - count(you & brink))
    value += weigh(EDGE, left, count(me & RIM) - count(you & RIM))
    value += weigh(OPEN_EDGE, left, count(me & RIM & brink) - count(you & RIM & brink))
    value += weigh(THREATENED, left, count(me & by_you) - count(you & by_me))
    value += weigh(CHEAPLY, left, count(me & cheaply_by_you) - count(you & cheaply_by_me))
    value += weigh(GAIN, left, best_gain(near_me, empty & reach_me, you))
    return value // CELLS


def weigh(thing: int, left: int, times: int) -> int:
    """What so many of a thing are worth with so many cells left, times the cells of the board."""
    return times * ((CELLS - left) * WEIGHTS[2 * thing] + left * WEIGHTS[2 * thing + 1])


def best_gain(near: int, targets: int, you: int) -> int:
    """The most points that a move to one of the targets gains: two a piece turned, one for extending.

    The neighbours of all cells are counted at once, as numbers whose binary digits are boards: three cells of a rank
    are added up, then three ranks. A target is empty and so does not count itself.
    """
    left, right = (you & ~FILE_G) << 1, (you & ~FILE_A) >> 1
    ones, twos = you ^ left ^ right, you & left | you & right | left & right
    above, below = ones << SIZE, ones >> SIZE
    above_twos, below_twos = twos << SIZE, twos >> SIZE
    carried = ones & above | ones & below | above & below
    fours = twos & above_twos | twos & below_twos | above_twos & below_twos
    ones ^= above ^ below
    twos ^= above_twos ^ below_twos
    eights = fours & twos & carried
    fours ^= twos & carried
    twos ^= carried
    gain = 0
    if targets & eights:
        targets &= eights
        gain += 16
    if targets & fours:
        targets &= fours
        gain += 8
    if targets & twos:
        targets &= twos
        gain += 4
    if targets & ones:
        targets &= ones
        gain += 2
    return gain + 1 if targets & near else gain


# What a net sees: the 36 squares of 2x2 cells, each of them one of 81 patterns of empty cells, own and other pieces;
# and where there are blocks, each square that has some as one of 15 more patterns.
SQUARES = [SIZE * y + x for y in range(SIZE - 1) for x in range(SIZE - 1)]
PATTERNS, BLOCK_PATTERNS = 81, 15
THREES = [(i & 1) + 3 * (i >> 1 & 1) + 9 * (i >> 2 & 1) + 27 * (i >> 3 & 1) for i in range(16)]
PHASES = 4


def features(game: Ataxx, s: Row, player: int, out: Row, n: int) -> int:
    me, you, blocks = s[player], s[1 - player], s[BLOCKS]
    for i in range(len(SQUARES)):
        corner = SQUARES[i]
        out[n + i] = PATTERNS * i + THREES[four(me, corner)] + 2 * THREES[four(you, corner)]
    n += len(SQUARES)
    if blocks:
        for i in range(len(SQUARES)):
            pattern = four(blocks, SQUARES[i])
            if pattern:
                out[n] = PATTERNS * len(SQUARES) + BLOCK_PATTERNS * i + pattern - 1
                n += 1
    return n


def four(b: int, corner: int) -> int:
    """The 2x2 cells from a corner on, as four bits."""
    return b >> corner & 3 | b >> corner + SIZE - 2 & 12


def most_features(game: Ataxx) -> int:
    return 2 * len(SQUARES)


def feature_count(game: Ataxx) -> int:
    return (PATTERNS + BLOCK_PATTERNS) * len(SQUARES)


def phase(game: Ataxx, s: Row) -> int:
    """By the cells that are left: few of them, up to a quarter of the board, and so on."""
    return min(count(empty_cells(s)) * PHASES // CELLS, PHASES - 1)


def phases(game: Ataxx) -> int:
    return PHASES


def net_name(game: Ataxx) -> str:
    """One net has learned from games without blocks, the other one from many patterns of them."""
    return "blocks.net" if game.blocks else "weights.net"


def mirrors(game: Ataxx) -> int:
    return 8


def mirror(game: Ataxx, s: Row, how: int) -> None:
    for i in range(BLOCKS + 1):
        s[i] = reflected(s[i], SIZE, how)


# What a learning program sees: the own pieces, the other ones, the blocks, and the clock on every cell.
PLANES = 4


def plane_count(game: Ataxx) -> int:
    return PLANES


def planes(game: Ataxx, s: Row, player: int, out: Planes) -> None:
    for cell in range(CELLS):
        at = SIZE * (SIZE - 1 - cell // SIZE) + cell % SIZE
        out[at] = s[player] >> cell & 1
        out[CELLS + at] = s[1 - player] >> cell & 1
        out[2 * CELLS + at] = s[BLOCKS] >> cell & 1
        out[3 * CELLS + at] = s[CLOCK]
