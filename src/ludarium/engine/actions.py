"""Games played by actions, one at a time or many at once: what environments for learning programs are made of.

An action is the number of a move among all moves of a game. Each game has a line of numbers that says how it stands,
and a list of its legal moves, so that an action is looked for among those.
"""

from typing import Any

from ..contract.row import Planes, Row
from .code import compiled
from .memory import copy
from .native.signature import Grid, Numbers, PlaneGrid, Rows
from .rule_calls import action, action_count, moves, outcome, planes, play, score, share, turn

# The numbers of a line.
ACTION = 0  # what the player to move has chosen
COUNT = 1  # legal moves
OUTCOME = 2  # 0 while the game goes on, and ILLEGAL after an illegal action
TURN = 3  # the player to move
MOVER = 4  # the player who moved last
SCORE = 5  # points of a game for one
PLIES = 6  # moves made
LINE = 7

ILLEGAL = -1


def tell(game: Any, s: Row, out: Row, line: Numbers, shares: Numbers, mask: Planes) -> None:
    """Write down how a game stands, and which actions are legal."""
    for i in range(len(mask)):
        mask[i] = 0
    line[COUNT] = 0
    line[OUTCOME] = outcome(game, s)
    line[TURN] = turn(game, s)
    if len(shares) == 1:
        line[SCORE] = score(game, s, 0)
    if line[OUTCOME]:
        for player in range(len(shares)):
            shares[player] = share(game, s, player)
        return
    line[COUNT] = moves(game, s, out, 0)
    if action_count(game):
        for i in range(line[COUNT]):
            mask[action(game, out[i])] = 1
    else:
        for i in range(line[COUNT]):
            mask[i] = 1


def place_of(game: Any, out: Row, line: Numbers) -> int:
    """The place in the list of moves that the chosen action stands for, or -1."""
    chosen = line[ACTION]
    if action_count(game) == 0:
        return chosen if 0 <= chosen < line[COUNT] else -1
    for i in range(line[COUNT]):
        if action(game, out[i]) == chosen:
            return i
    return -1


def act(game: Any, s: Row, out: Row, line: Numbers, shares: Numbers, mask: Planes) -> None:
    """Make the chosen move. An illegal action ends the game; the position stays as it is."""
    place = place_of(game, out, line)
    line[MOVER] = line[TURN]
    if place < 0:
        line[OUTCOME] = ILLEGAL
        line[COUNT] = 0
        for i in range(len(mask)):
            mask[i] = 0
        return
    play(game, s, out[place])
    line[PLIES] += 1
    tell(game, s, out, line, shares, mask)


def show(game: Any, s: Row, player: int, out: Planes) -> None:
    for i in range(len(out)):
        out[i] = 0
    planes(game, s, player, out)


@compiled
def begin_one(game: Any, s: Row, out: Numbers, line: Numbers, shares: Numbers, mask: Planes, seen: Planes) -> None:
    """Write down how a game begins, and what the player to move sees."""
    line[MOVER] = turn(game, s)
    line[PLIES] = 0
    tell(game, s, out, line, shares, mask)
    show(game, s, line[TURN], seen)


@compiled
def act_one(game: Any, s: Row, out: Numbers, line: Numbers, shares: Numbers, mask: Planes, seen: Planes) -> None:
    """Make the chosen move of one game, and write what the player to move sees."""
    act(game, s, out, line, shares, mask)
    show(game, s, line[TURN], seen)


@compiled
def show_one(game: Any, s: Row, line: Numbers, out: Planes) -> None:
    """Write the planes of one game as the player sees it whom the line has chosen."""
    show(game, s, line[ACTION], out)


@compiled
def begin_many(
    game: Any, rows: Rows, starts: Rows, outs: Grid, lines: Grid, shares: Grid, masks: PlaneGrid, seen: PlaneGrid
) -> None:
    """Begin games anew, all of them."""
    for i in range(len(rows)):
        copy(game, starts[i], rows[i])
        lines[i][PLIES] = 0
        tell(game, rows[i], outs[i], lines[i], shares[i], masks[i])
        lines[i][MOVER] = lines[i][TURN]
        show(game, rows[i], lines[i][TURN], seen[i])


@compiled
def act_many(
    game: Any, rows: Rows, starts: Rows, outs: Grid, lines: Grid, shares: Grid, masks: PlaneGrid, seen: PlaneGrid
) -> None:
    """Make the chosen move in each game that goes on; those that were over begin anew instead."""
    for i in range(len(rows)):
        if lines[i][COUNT] == 0:
            copy(game, starts[i], rows[i])
            lines[i][PLIES] = 0
            tell(game, rows[i], outs[i], lines[i], shares[i], masks[i])
            lines[i][MOVER] = lines[i][TURN]
        else:
            act(game, rows[i], outs[i], lines[i], shares[i], masks[i])
        show(game, rows[i], lines[i][TURN], seen[i])
