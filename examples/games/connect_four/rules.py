"""Connect Four: discs fall into the columns of an upright board, and four in a line win.

A position is three numbers: the discs of the two players as bits, and whose turn it is. A column has one bit more than
the board has rows. It is always 0, so that no line of bits goes on from the top of a column to the bottom of the next:

     6 13 20 27 34 41 48        always 0
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42
     a  b  c  d  e  f  g
"""

from typing import NamedTuple

from ludarium.contract.bits import mix
from ludarium.contract.row import Row

TURN = 2  # the place behind the discs of players 0 and 1

CONNECTED, FULL = 1, 2  # why a game ended


class ConnectFour(NamedTuple):
    """The columns of the board, and its rows."""

    columns: int = 7
    rows: int = 6


def players(game: ConnectFour) -> int:
    return 2


def start(game: ConnectFour, seed: int) -> Row:
    return [0, 0, 0]


def most_moves(game: ConnectFour) -> int:
    return game.columns


def action_count(game: ConnectFour) -> int:
    return game.columns


def turn(game: ConnectFour, s: Row) -> int:
    return s[TURN]


def bit(game: ConnectFour, x: int, y: int) -> int:
    """The place in column x and row y, both counted from 0 at the bottom left."""
    return 1 << x * (game.rows + 1) + y


def moves(game: ConnectFour, s: Row, out: Row, n: int) -> int:
    """A move is the number of its column."""
    discs = s[0] | s[1]
    for x in range(game.columns):
        if not discs & bit(game, x, game.rows - 1):
            out[n] = x
            n += 1
    return n


def play(game: ConnectFour, s: Row, move: int) -> None:
    bottom = bit(game, move, 0)
    column = bit(game, move, game.rows) - bottom
    # One more than the discs of a column, as a number, is the lowest free place
    s[s[TURN]] |= ((s[0] | s[1]) & column) + bottom
    s[TURN] = 1 - s[TURN]


def line(b: int, step: int) -> int:
    """The first discs of lines of four, each so many bits from the one before."""
    pairs = b & b >> step
    return pairs & pairs >> 2 * step


def connected(game: ConnectFour, b: int) -> bool:
    """Whether there is a line of four: up, across, or diagonal."""
    high = game.rows + 1
    return (line(b, 1) | line(b, high) | line(b, high - 1) | line(b, high + 1)) != 0


def outcome(game: ConnectFour, s: Row) -> int:
    if connected(game, s[1 - s[TURN]]):
        return CONNECTED
    for x in range(game.columns):
        if not (s[0] | s[1]) & bit(game, x, game.rows - 1):
            return 0
    return FULL


def share(game: ConnectFour, s: Row, player: int) -> int:
    if outcome(game, s) == FULL:
        return 500
    return 1000 if s[TURN] != player else 0


def score(game: ConnectFour, s: Row, player: int) -> int:
    return 1 if connected(game, s[player]) else 0


def key(game: ConnectFour, s: Row) -> int:
    return mix(mix(mix(s[TURN], 0), s[0]), s[1])
