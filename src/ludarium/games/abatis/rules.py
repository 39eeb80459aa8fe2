"""Abatis: chips are shot from the margins into a heap of chips, and three or more of a colour that touch go.

A position is a row of numbers: the board, the margins, the stack and the counters, drawn in `lanes.py`. Levels and the
stack are in `dealing.py`. A move is the number of its lane, plus 32 for a knockout where both ways of shooting exist.

A move unfolds: the shot chip enters its lane, everything with an arrow flies a cell a tick until all is at rest, blocks
go, what they held up flies on, until nothing changes. This ends. Arrows never turn, so every tick brings some chip
nearer to the edge it points at; a knock can take chips away from their edge, but there is one knock a move; and every
elimination leaves fewer chips.
"""

from ...contract.bits import mix
from ...contract.row import Row
from .dealing import Abatis, deal, draw
from .lanes import (
    AHEAD,
    ARROW,
    ARROWS,
    BLOCKS,
    CELLS,
    CHIPS,
    CLEARED,
    COLOUR,
    FIRST,
    INNER,
    KEPT,
    KNOCK,
    LANES,
    LENGTH,
    LEVEL,
    MOVED,
    OUTER,
    QUEUE,
    RETURNED,
    SCORE,
    SEED,
    SHOTS,
    SIZES,
    STACK,
    SUPPLY,
    TOTAL,
    crossed,
    joined,
    leave,
    shove,
)

CLASSIC, KNOCKOUT, MIXED = 0, 1, 2  # types of the game

BLOCK = 3  # chips that make a block
LARGEST = 9  # blocks of this size and more are counted together
LEVEL_BLOCKS = 64  # blocks that end a level
BONUS = 32  # points for a board left empty

NO_SHOT, LAST_SHOT = 1, 2  # why a game ended


def players(game: Abatis) -> int:
    return 1


def start(game: Abatis, seed: int) -> Row:
    s = [0] * LENGTH
    s[SEED] = seed
    s[LEVEL] = 1
    deal(game, s)
    return s


def kept(game: Abatis) -> int:
    return KEPT


def most_moves(game: Abatis) -> int:
    """A shot a lane, or two where both ways exist."""
    return 2 * LANES if game.type == MIXED else LANES


def action_count(game: Abatis) -> int:
    return most_moves(game)


def turn(game: Abatis, s: Row) -> int:
    return 0


def chapter(game: Abatis, s: Row) -> int:
    return s[LEVEL]


def knocks(game: Abatis, move: int) -> bool:
    """Whether the shot chip pushes what it meets."""
    return game.type == KNOCKOUT or move >= LANES


def legal(game: Abatis, s: Row, move: int) -> bool:
    if move < 0 or move >= most_moves(game):
        return False
    lane = move & LANES - 1
    if s[FIRST[lane]]:
        return knocks(game, move)
    return crossed(s, lane)


def moves(game: Abatis, s: Row, out: Row, n: int) -> int:
    for move in range(most_moves(game)):
        if legal(game, s, move):
            out[n] = move
            n += 1
    return n


def play(game: Abatis, s: Row, move: int) -> None:
    begin(game, s, move)
    while step(game, s):
        pass


def begin(game: Abatis, s: Row, move: int) -> None:
    """The chip enters its lane, and those behind it move up. A knockout where a chip stands pushes at once."""
    lane = move & LANES - 1
    arrow, cell, chip = (lane >> 3) + 1, FIRST[lane], s[INNER + lane]
    s[INNER + lane] = s[OUTER + lane]
    s[OUTER + lane] = draw(game, s)
    s[SHOTS] += 1
    if s[cell]:
        shove(s, cell, arrow)
    elif knocks(game, move):
        s[KNOCK] = lane + 1
    s[cell] = arrow * ARROW | chip


def step(game: Abatis, s: Row) -> int:
    """One frame: a tick, else the knock, else the blocks that go, else the next level; 0 when the move is complete."""
    if tick(s):
        return 1
    if s[KNOCK]:
        knock(s)
        return 1
    if eliminate(s):
        return 1
    return next_level(game, s)


def tick(s: Row) -> int:
    """Scan the board once: every chip whose way is clear flies one cell. Returns whether any did."""
    moved = 0
    for cell in range(CELLS):
        chip = s[cell]
        if chip < ARROW:
            continue
        if chip >= MOVED:
            s[cell] = chip - MOVED
            continue
        to = AHEAD[chip // ARROW][cell]
        if to < CELLS and s[to]:
            continue
        s[cell] = 0
        moved = 1
        if to >= CELLS:
            leave(s, to, chip)
        else:
            # The scan comes by again where a chip flew down or to the right
            s[to] = chip + MOVED if to > cell else chip
    return moved


def knock(s: Row) -> None:
    """The shot chip, which has come to rest before the first chip of its lane, pushes the run there and moves up.

    It is the first chip of the lane itself now: all was at rest before the shot, so nothing else has moved.
    """
    lane = s[KNOCK] - 1
    s[KNOCK] = 0
    cell, arrow = FIRST[lane], (lane >> 3) + 1
    while s[cell] == 0:
        cell = AHEAD[arrow][cell]
    to = AHEAD[arrow][cell]
    shove(s, to, arrow)
    s[to] = s[cell]
    s[cell] = 0


def points(n: int) -> int:
    """What a block of n chips is worth: 1, 2, 4, 7, 11, ..."""
    return 1 + ((n - 3) * (n - 2) >> 1)


def eliminate(s: Row) -> int:
    """All blocks go at once; returns how many. One that goes whole neither makes nor mars another."""
    blocks = 0
    for cell in range(CELLS):
        if s[cell] and joined(s, cell) >= BLOCK - 1:
            n = remove(s, cell)
            s[SCORE] += points(n)
            s[BLOCKS] += 1
            s[CHIPS] += n
            s[TOTAL] += n
            s[SIZES + min(n, LARGEST) - BLOCK] += 1
            blocks += 1
    return blocks


def remove(s: Row, cell: int) -> int:
    """Take the group of a chip off the board; returns its size."""
    colour = s[cell] & COLOUR
    s[cell] = 0
    s[QUEUE] = cell
    n, looked = 1, 0
    while looked < n:
        at = s[QUEUE + looked]
        s[QUEUE + looked] = 0
        looked += 1
        for arrow in ARROWS:
            to = AHEAD[arrow][at]
            if to < CELLS and s[to] & COLOUR == colour:
                s[to] = 0
                s[QUEUE + n] = to
                n += 1
    return n


def next_level(game: Abatis, s: Row) -> int:
    """Deal the next level if the completed move has ended this one; returns whether it has."""
    chips = standing(s)
    if chips and s[BLOCKS] < LEVEL_BLOCKS:
        return 0
    if chips == 0:
        s[SCORE] += BONUS
        s[CLEARED] += 1
    s[LEVEL] += 1
    deal(game, s)
    return 1


def standing(s: Row) -> int:
    """How many chips are on the board."""
    chips = 0
    for cell in range(CELLS):
        if s[cell]:
            chips += 1
    return chips


def shots_used(game: Abatis, s: Row) -> bool:
    """Whether all shots of a game that has an end were made."""
    return game.shots > 0 and s[SHOTS] >= game.shots


def outcome(game: Abatis, s: Row) -> int:
    if shots_used(game, s):
        return LAST_SHOT
    for move in range(most_moves(game)):
        if legal(game, s, move):
            return 0
    return NO_SHOT


def share(game: Abatis, s: Row, player: int) -> int:
    """There is no opponent: the score counts."""
    return 0


def score(game: Abatis, s: Row, player: int) -> int:
    return s[SCORE]


def key(game: Abatis, s: Row) -> int:
    h = mix(s[SEED], s[SUPPLY])
    for i in range(STACK + s[RETURNED]):
        h = mix(h, s[i])
    h = mix(mix(mix(h, s[LEVEL]), s[BLOCKS]), s[SCORE])
    return mix(h, s[SHOTS]) if game.shots else h
