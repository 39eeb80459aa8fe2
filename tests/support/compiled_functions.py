"""Functions that tests compile: what a game's strategy knows, and the bit tricks."""

import math
from typing import Any, NamedTuple

from ludarium.contract import bits
from ludarium.contract.kind import Kind
from ludarium.contract.program import Text
from ludarium.contract.row import Row
from ludarium.engine.code import compiled, game_code
from ludarium.engine.memory import as_array, room_for_moves
from ludarium.engine.native.signature import Grid, Numbers, Reals, Rows
from ludarium.engine.rule_calls import ending, evaluate, known, moves, noisy, order


@compiled
def know(game: Any, row: Row, out: Numbers, orders: Numbers, noise: Numbers) -> tuple[int, int]:
    """What a strategy says of all moves of a position, and of the position: its worth, and whether it is decided."""
    n = moves(game, row, out, 0)
    for i in range(n):
        orders[i] = order(game, row, out[i])
        noise[i] = noisy(game, row, out[i])
    return evaluate(game, row), known(game, row)


@compiled
def look_up(game: Any, row: Row, table: Numbers) -> int:
    """What a table of endings says of a position."""
    return ending(game, row, table)


@compiled
def try_bits(game: Any, a: int, b: int, found: Numbers) -> None:
    found[0] = bits.count(a)
    found[1] = bits.first(b)
    found[2] = bits.mix(a, b)
    found[3] = bits.scramble(a)


class Everything(NamedTuple):
    """One of each sort of memory."""

    rows: Rows
    grid: Grid
    reals: Reals
    number: int


@compiled
def take_all(game: Any, all: Everything, text: Text, part: float) -> tuple[int, int, int, float]:
    """Write to each sort of memory; returns what was there."""
    all.rows[1][0] = all.number
    all.grid[1][1] = all.rows[0][2]
    all.reals[1] += part
    return len(all.rows), len(all.rows[1]), text[0] + text[1], all.reals[0] + all.reals[1]


@compiled
def take_logarithm(game: Any, values: Reals) -> None:
    for i in range(len(values)):
        values[i] = math.log(values[i])


@compiled
def write_at(game: Any, values: Numbers, place: int) -> None:
    values[place] = 1


@compiled
def fail(game: Any, number: int) -> int:
    if number == 0:
        raise ValueError("there is no such number")
    return number


def assert_known_the_same(kind: Kind, game: Any, row: Row) -> None:
    """Assert that compiled code knows of a position and its moves what plain Python knows."""
    out, orders, noise = (room_for_moves(kind, game) for _ in range(3))
    found = game_code(kind).native(know)(game, as_array(row), out, orders, noise)
    assert found == (kind.evaluate(game, row), kind.known(game, row))
    legal = kind.legal_moves(game, row)
    assert orders[: len(legal)].tolist() == [kind.order(game, row, move) for move in legal]
    assert noise[: len(legal)].tolist() == [kind.noisy(game, row, move) for move in legal]
