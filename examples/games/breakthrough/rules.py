"""Breakthrough: two armies of pawns, and the first to reach the other side wins.

A position is a row of numbers: the squares, row 1 first, then whose turn it is, how many pieces each player has, and
why the game ended. On 5 by 5 squares:

    5   20 21 22 23 24
    4   15 16 17 18 19
    3   10 11 12 13 14
    2    5  6  7  8  9
    1    0  1  2  3  4
         a  b  c  d  e
"""

from typing import NamedTuple

from ludarium.contract.bits import mix
from ludarium.contract.row import Row

EMPTY, WHITE, BLACK = range(3)  # what a square holds; player 0 is white and moves up

# Where the numbers behind the squares are.
TURN, PIECES, ENDED = 0, 1, 3

REACHED, CAPTURED = 1, 2  # why a game ended


class Breakthrough(NamedTuple):
    """Squares along a side, and in all."""

    size: int = 8
    cells: int = 64


def players(game: Breakthrough) -> int:
    return 2


def start(game: Breakthrough, seed: int) -> Row:
    army = 2 * game.size
    squares = [WHITE] * army + [EMPTY] * (game.cells - 2 * army) + [BLACK] * army
    return [*squares, 0, army, army, 0]


def most_moves(game: Breakthrough) -> int:
    return 3 * 2 * game.size


def action_count(game: Breakthrough) -> int:
    return 3 * game.cells


def action(game: Breakthrough, move: int) -> int:
    """The origin, and whether the pawn goes to the left, ahead or to the right."""
    origin, to = move // game.cells, move % game.cells
    return 3 * origin + to % game.size - origin % game.size + 1


def turn(game: Breakthrough, s: Row) -> int:
    return s[game.cells + TURN]


def moves(game: Breakthrough, s: Row, out: Row, n: int) -> int:
    """A move is the number of its origin times that of all squares, and the number of its target."""
    me = turn(game, s)
    mine, ahead = WHITE + me, game.size if me == 0 else -game.size
    for origin in range(game.cells):
        if s[origin] == mine:
            x, to, move = origin % game.size, origin + ahead, game.cells * origin + origin + ahead
            if x > 0 and s[to - 1] != mine:
                out[n] = move - 1
                n += 1
            if s[to] == EMPTY:
                out[n] = move
                n += 1
            if x < game.size - 1 and s[to + 1] != mine:
                out[n] = move + 1
                n += 1
    return n


def play(game: Breakthrough, s: Row, move: int) -> None:
    me, origin, to = turn(game, s), move // game.cells, move % game.cells
    if s[to] != EMPTY:
        s[game.cells + PIECES + 1 - me] -= 1
        if s[game.cells + PIECES + 1 - me] == 0:
            s[game.cells + ENDED] = CAPTURED
    s[origin] = EMPTY
    s[to] = WHITE + me
    if to // game.size == (game.size - 1) * (1 - me):
        s[game.cells + ENDED] = REACHED
    s[game.cells + TURN] = 1 - me


def outcome(game: Breakthrough, s: Row) -> int:
    return s[game.cells + ENDED]


def share(game: Breakthrough, s: Row, player: int) -> int:
    """Only a player's own move wins."""
    return 1000 if turn(game, s) != player else 0


def score(game: Breakthrough, s: Row, player: int) -> int:
    """The pieces of that colour."""
    return s[game.cells + PIECES + player]


def key(game: Breakthrough, s: Row) -> int:
    h = mix(turn(game, s), 0)
    for row in range(0, game.cells, game.size):
        word = 0
        for cell in range(row, row + game.size):
            word = word << 2 | s[cell]
        h = mix(h, word)
    return h
