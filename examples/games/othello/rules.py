"""Othello: discs enclose lines of the other colour and turn them.

A position is a row of numbers: the squares from the top left, with a wall around the board, and whose turn it is. The
wall ends every walk over the board, so that no rule has to ask where the board ends. On 4 by 4 squares:

     0  1  2  3  4  5
     6  7  8  9 10 11       a1 is 7
    12 13 14 15 16 17
    18 19 20 21 22 23
    24 25 26 27 28 29
    30 31 32 33 34 35
"""

from typing import NamedTuple

from ludarium.contract.bits import mix
from ludarium.contract.row import Row

EMPTY, BLACK, WHITE, WALL = range(4)  # what a square holds; player 0 is black

# The eight directions of a walk.
DOWN = -1, -1, -1, 0, 0, 1, 1, 1
RIGHT = -1, 0, 1, -1, 1, -1, 0, 1

PASS = 0  # a move is the number of its square, and no disc is put on the wall

NO_MOVES = 1  # why a game ended


class Othello(NamedTuple):
    """Squares along a side, without and with the wall."""

    size: int = 8
    width: int = 10


def players(game: Othello) -> int:
    return 2


def start(game: Othello, seed: int) -> Row:
    s = [WALL] * (game.width * game.width) + [0]
    for y in range(game.size):
        for x in range(game.size):
            s[square(game, x, y)] = EMPTY
    low, high = game.size // 2 - 1, game.size // 2
    s[square(game, low, low)] = s[square(game, high, high)] = WHITE
    s[square(game, high, low)] = s[square(game, low, high)] = BLACK
    return s


def square(game: Othello, x: int, y: int) -> int:
    """The number of the square in column x and row y, both counted from 0 at the top left."""
    return game.width * (y + 1) + x + 1


def most_moves(game: Othello) -> int:
    return game.size * game.size


def action_count(game: Othello) -> int:
    return game.size * game.size + 1


def action(game: Othello, move: int) -> int:
    """The squares from the top left, and the pass behind them."""
    if move == PASS:
        return game.size * game.size
    return game.size * (move // game.width - 1) + move % game.width - 1


def turn(game: Othello, s: Row) -> int:
    return s[game.width * game.width]


def enclosed(s: Row, cell: int, step: int, player: int) -> int:
    """How many discs in one direction a disc of the player on this square would turn."""
    other = WHITE - player
    end, n = cell + step, 0
    while s[end] == other:
        end += step
        n += 1
    return n if s[end] == BLACK + player else 0


def fits(game: Othello, s: Row, cell: int, player: int) -> bool:
    """Whether the player may put a disc on this square."""
    if s[cell] == EMPTY:
        for i in range(8):
            step = DOWN[i] * game.width + RIGHT[i]
            # Most neighbours are no discs of the other colour, and a look is quicker than a call
            if s[cell + step] == WHITE - player and enclosed(s, cell, step, player):
                return True
    return False


def can_move(game: Othello, s: Row, player: int) -> bool:
    cell, end = game.width, game.width * (game.size + 1)
    while cell < end and not fits(game, s, cell, player):
        cell += 1
    return cell < end


def moves(game: Othello, s: Row, out: Row, n: int) -> int:
    me, begin = turn(game, s), n
    for cell in range(game.width, game.width * (game.size + 1)):
        if fits(game, s, cell, me):
            out[n] = cell
            n += 1
    if n == begin:
        out[n] = PASS
        n += 1
    return n


def play(game: Othello, s: Row, move: int) -> None:
    me = turn(game, s)
    if move != PASS:
        for i in range(8):
            step = DOWN[i] * game.width + RIGHT[i]
            for n in range(1, enclosed(s, move, step, me) + 1):
                s[move + n * step] = BLACK + me
        s[move] = BLACK + me
    s[game.width * game.width] = 1 - me


def outcome(game: Othello, s: Row) -> int:
    # Most often the player to move can, and the first squares show it
    over = not can_move(game, s, turn(game, s)) and not can_move(game, s, 1 - turn(game, s))
    return NO_MOVES if over else 0


def share(game: Othello, s: Row, player: int) -> int:
    mine, theirs = score(game, s, player), score(game, s, 1 - player)
    if mine == theirs:
        return 500
    return 1000 if mine > theirs else 0


def score(game: Othello, s: Row, player: int) -> int:
    """The discs of that colour."""
    discs = 0
    for cell in range(game.width, game.width * (game.size + 1)):
        if s[cell] == BLACK + player:
            discs += 1
    return discs


def key(game: Othello, s: Row) -> int:
    h = mix(turn(game, s), 0)
    for y in range(1, game.size + 1):
        word = 0
        for cell in range(y * game.width, (y + 1) * game.width):
            word = word << 2 | s[cell]
        h = mix(h, word)
    return h
