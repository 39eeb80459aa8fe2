"""Beetle Battle: beetles gather on the squares of a square board, and jump off in all directions when a square is full.

A position is a row of numbers. First come the squares in reading order, here those of size 3; a square holds the number
of its beetles, above zero where they are red and below where they are blue:

    0 1 2
    3 4 5
    6 7 8

Behind them stand whose turn it is, how many moves were made, and how many squares are red and blue. All that follows is
about the beetles that wait to jump, and is zero when none does. They wait in one long queue, but those of a square are
always next to each other in it, and no square lines up twice: so it is kept as a queue of squares. Its numbers are the
last square in it, for each square the sides to which its beetles still have to jump, as bits, and for each square the
one queued after it. In the queue squares count from 1, and 0 is both its head and its end.
"""

from typing import NamedTuple

from ...contract.bits import count, first, mix
from ...contract.row import Row

# Where the numbers behind the squares are.
TURN, MOVES, SQUARES, LAST, WAITING = 0, 1, 2, 4, 5

SIZES = 3, 4, 5, 10

# The sides that beetles jump to, in this order: up, down, left, right.
DOWN = -1, 1, 0, 0
RIGHT = 0, 0, -1, 1

FIRST_WIN = 3  # the move from which on a player without beetles has lost: before, a player may not have placed one

# Why a game ended.
GONE = 1


class BeetleBattle(NamedTuple):
    """The length of a side of the board, and its number of squares."""

    size: int = 5
    cells: int = 25


def sides(size: int, cell: int) -> int:
    """The sides on which a square has a neighbour, as bits."""
    y, x = divmod(cell, size)
    return (y > 0) | (y < size - 1) << 1 | (x > 0) << 2 | (x < size - 1) << 3


# By size and square. As many beetles as there are bits fill the square: its capacity.
SIDES = [[sides(size, cell) if cell < size * size else 0 for cell in range(100)] for size in range(11)]


def players(game: BeetleBattle) -> int:
    return 2


def start(game: BeetleBattle, seed: int) -> Row:
    return [0] * (3 * game.cells + 6)


def kept(game: BeetleBattle) -> int:
    return game.cells + LAST


def most_moves(game: BeetleBattle) -> int:
    return game.cells


def action_count(game: BeetleBattle) -> int:
    return game.cells


def turn(game: BeetleBattle, s: Row) -> int:
    return s[game.cells + TURN]


def moves(game: BeetleBattle, s: Row, out: Row, n: int) -> int:
    sign = 1 - 2 * s[game.cells + TURN]
    for cell in range(game.cells):
        if sign * s[cell] >= 0:
            out[n] = cell
            n += 1
    return n


def count_moves(game: BeetleBattle, s: Row, out: Row, n: int) -> int:
    return game.cells - s[game.cells + SQUARES + 1 - s[game.cells + TURN]]


def legal(game: BeetleBattle, s: Row, move: int) -> bool:
    return 0 <= move < game.cells and (1 - 2 * s[game.cells + TURN]) * s[move] >= 0


def play(game: BeetleBattle, s: Row, move: int) -> None:
    begin(game, s, move)
    while step(game, s):
        pass


def begin(game: BeetleBattle, s: Row, move: int) -> None:
    """Place the beetle."""
    put(game, s, move)
    s[game.cells + MOVES] += 1
    if s[after(game, 0)] == 0:
        s[game.cells + TURN] = 1 - s[game.cells + TURN]


def step(game: BeetleBattle, s: Row) -> int:
    """One beetle jumps: the first in the queue whose target is not full. 0 if none waits."""
    head = s[after(game, 0)]
    if head == 0:
        return 0
    before, place = 0, head
    side = open_side(game, s, place - 1)
    while side < 0 and s[after(game, place)] != 0:
        before, place = place, s[after(game, place)]
        side = open_side(game, s, place - 1)
    if side < 0:
        # All wait for a full square: the first in the queue jumps all the same
        before, place = 0, head
        side = first(s[game.cells + WAITING + place - 1])
    jump(game, s, before, place - 1, side)
    if outcome(game, s):
        disperse(game, s)
    if s[after(game, 0)] == 0:
        s[game.cells + TURN] = 1 - s[game.cells + TURN]
    return 1


def capacity(game: BeetleBattle, cell: int) -> int:
    return count(SIDES[game.size][cell])


def neighbour(game: BeetleBattle, cell: int, side: int) -> int:
    return cell + DOWN[side] * game.size + RIGHT[side]


def after(game: BeetleBattle, place: int) -> int:
    """Where the row keeps which square is queued after this one."""
    return 2 * game.cells + WAITING + place


def put(game: BeetleBattle, s: Row, cell: int) -> None:
    """A beetle of the player to move comes to a square, and all that are there take its colour."""
    me = s[game.cells + TURN]
    sign = 1 - 2 * me
    beetles = sign * s[cell]
    if beetles <= 0:
        s[game.cells + SQUARES + me] += 1
    if beetles < 0:
        s[game.cells + SQUARES + 1 - me] -= 1
    s[cell] = sign * (abs(beetles) + 1)
    queue_up(game, s, cell)


def queue_up(game: BeetleBattle, s: Row, cell: int) -> None:
    """The beetles of a full square queue up, unless the square has not done with those that queued before."""
    waiting, last = game.cells + WAITING + cell, game.cells + LAST
    if s[waiting] == 0 and abs(s[cell]) >= capacity(game, cell):
        s[waiting] = SIDES[game.size][cell]
        s[after(game, s[last])] = cell + 1
        s[last] = cell + 1


def open_side(game: BeetleBattle, s: Row, cell: int) -> int:
    """The first side to which a beetle of the square can jump now, or -1 if all that wait find their target full."""
    waiting = s[game.cells + WAITING + cell]
    for side in range(4):
        if waiting >> side & 1:
            to = neighbour(game, cell, side)
            if abs(s[to]) < capacity(game, to):
                return side
    return -1


def jump(game: BeetleBattle, s: Row, before: int, cell: int, side: int) -> None:
    """A beetle of the square, which is queued after `before`, jumps to its neighbour on this side."""
    me = s[game.cells + TURN]
    s[cell] -= 1 - 2 * me
    if s[cell] == 0:
        s[game.cells + SQUARES + me] -= 1
    s[game.cells + WAITING + cell] &= ~(1 << side)
    if s[game.cells + WAITING + cell] == 0:
        leave(game, s, before, cell + 1)
        queue_up(game, s, cell)
    put(game, s, neighbour(game, cell, side))


def leave(game: BeetleBattle, s: Row, before: int, place: int) -> None:
    """Take the square at this place, which follows `before`, out of the queue."""
    s[after(game, before)] = s[after(game, place)]
    s[after(game, place)] = 0
    if s[game.cells + LAST] == place:
        s[game.cells + LAST] = before


def disperse(game: BeetleBattle, s: Row) -> None:
    """No beetle needs to jump any more: all stay where they are."""
    while s[after(game, 0)] != 0:
        s[game.cells + WAITING + s[after(game, 0)] - 1] = 0
        leave(game, s, 0, s[after(game, 0)])


def outcome(game: BeetleBattle, s: Row) -> int:
    squares = game.cells + SQUARES
    over = s[game.cells + MOVES] >= FIRST_WIN and (s[squares] == 0 or s[squares + 1] == 0)
    return GONE if over else 0


def share(game: BeetleBattle, s: Row, player: int) -> int:
    return 1000 if s[game.cells + SQUARES + player] else 0


def score(game: BeetleBattle, s: Row, player: int) -> int:
    """The beetles of that colour."""
    total = 0
    for cell in range(game.cells):
        total += max((1 - 2 * player) * s[cell], 0)
    return total


def key(game: BeetleBattle, s: Row) -> int:
    """Five bits a square, twelve squares at a time. Turn and number of moves follow from the beetles on the board."""
    h, word, room = game.size, 0, 12
    for cell in range(game.cells):
        word = word << 5 | s[cell] + 16
        room -= 1
        if room == 0:
            h, word, room = mix(h, word), 0, 12
    return mix(h, word)
