"""Hex: stones on a board of hexagons; red joins the top with the bottom, blue the left with the right.

A position is a row of numbers: the cells from the top left with an edge around them, then whose turn it is, how many
stones lie there, and whether the game was won. A cell holds 0 or the number of the group that its stone belongs to,
above zero for red and below for blue. The edges are groups too, 1 and 2 of their colour: a stone beside an edge joins
its group, and the game is won when the groups 1 and 2 of a colour become one. On 3 by 3 cells, at the beginning:

    1  1  1  1  1
     -1  .  .  . -2
       -1  .  .  . -2
         -1  .  .  . -2
            2  2  2  2  2

A group has the lowest of the numbers of its stones. So equal positions are equal rows, whatever moves led there.
"""

from typing import NamedTuple

from ludarium.contract.bits import mix
from ludarium.contract.row import Row

# Where the numbers behind the cells are.
TURN, STONES, WON = 0, 1, 2

FIRST_EDGE, LAST_EDGE, OTHERS = 1, 2, 3  # groups: two edges, and OTHERS + the number of a cell

# The six neighbours of a cell.
DOWN = -1, -1, 0, 0, 1, 1
RIGHT = 0, 1, -1, 1, -1, 0

SWAP = 0  # a move is the number of its cell, and cell 0 is a corner of the edge

JOINED = 1  # why a game ended


class Hex(NamedTuple):
    """Cells along a side, without and with the edges; the number of all of these; and whether blue may swap."""

    size: int = 11
    width: int = 13
    cells: int = 169
    swap: int = 1


def players(game: Hex) -> int:
    return 2


def start(game: Hex, seed: int) -> Row:
    inner = [-FIRST_EDGE] + [0] * game.size + [-LAST_EDGE]
    return [FIRST_EDGE] * game.width + inner * game.size + [LAST_EDGE] * game.width + [0, 0, 0]


def most_moves(game: Hex) -> int:
    return game.size * game.size


def action_count(game: Hex) -> int:
    return game.size * game.size + 1


def action(game: Hex, move: int) -> int:
    """The cells without the edges, from the top left, and the swap behind them."""
    if move == SWAP:
        return game.size * game.size
    return game.size * (move // game.width - 1) + move % game.width - 1


def turn(game: Hex, s: Row) -> int:
    return s[game.cells + TURN]


def can_swap(game: Hex, s: Row) -> bool:
    """Whether the second player may answer the first stone by taking it over."""
    return game.swap != 0 and s[game.cells + STONES] == 1 and s[game.cells + TURN] == 1


def moves(game: Hex, s: Row, out: Row, n: int) -> int:
    if can_swap(game, s):
        out[n] = SWAP
        n += 1
    for cell in range(game.width, game.cells - game.width):
        if s[cell] == 0:
            out[n] = cell
            n += 1
    return n


def play(game: Hex, s: Row, move: int) -> None:
    me = turn(game, s)
    if move == SWAP:
        take_over(game, s)
    else:
        put(game, s, move, me)
        s[game.cells + STONES] += 1
    s[game.cells + TURN] = 1 - me


def take_over(game: Hex, s: Row) -> None:
    """The only stone becomes blue and goes where it is to blue what it was to red: columns and rows change places."""
    cell = game.width
    while s[cell] <= 0:
        cell += 1
    s[cell] = 0
    put(game, s, cell % game.width * game.width + cell // game.width, 1)


def put(game: Hex, s: Row, cell: int, player: int) -> None:
    """Put a stone on a cell, and join the groups around it."""
    sign = 1 - 2 * player
    s[cell] = sign * (OTHERS + cell)
    for i in range(6):
        group = sign * s[cell + DOWN[i] * game.width + RIGHT[i]]
        if group > 0 and group != sign * s[cell]:
            join(game, s, min(group, sign * s[cell]), max(group, sign * s[cell]), sign)


def join(game: Hex, s: Row, low: int, high: int, sign: int) -> None:
    """Two groups of a colour become one."""
    if low == FIRST_EDGE and high == LAST_EDGE:
        s[game.cells + WON] = JOINED
    for cell in range(game.cells):
        if s[cell] == sign * high:
            s[cell] = sign * low


def outcome(game: Hex, s: Row) -> int:
    return s[game.cells + WON]


def share(game: Hex, s: Row, player: int) -> int:
    """Only a player's own stone wins."""
    return 1000 if turn(game, s) != player else 0


def score(game: Hex, s: Row, player: int) -> int:
    return 1 if s[game.cells + WON] and turn(game, s) != player else 0


def key(game: Hex, s: Row) -> int:
    h = mix(turn(game, s), 0)
    for row in range(game.width, game.cells - game.width, game.width):
        word = 0
        for cell in range(row + 1, row + 1 + game.size):
            word = word << 2 | (s[cell] > 0) | (s[cell] < 0) << 1
        h = mix(h, word)
    return h
