"""Shapes: how few cells of the board attack each other, whichever cells they are.

Beetles that attack each other, directly or by way of others, stand on a set of cells. Two such sets have one shape when
their cells, in some order, attack each other alike: then whatever happens on one can happen on the other.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby, permutations, product
from typing import NamedTuple

from ludarium.contract.bits import first
from ludarium.games.battle_of_the_beetles.rules import ATTACKS, BLUE, CELLS

BESIDE = [  # the cells that a cell attacks, or that attack it
    sum(1 << to for to in range(CELLS) if ATTACKS[cell] >> to & 1 or ATTACKS[to] >> cell & 1) for cell in range(CELLS)
]


class Place(NamedTuple):
    """Where a shape lies: the cells of the board in the order of the shape."""

    shape: int
    cells: tuple[int, ...]


class Shapes(NamedTuple):
    """All shapes of connected cells, smaller ones first."""

    attacks: list[tuple[int, ...]]  # of each shape, by cell: the cells that it attacks, as bits
    places: dict[int, Place]  # by the cells of the board, as bits


def cells_of(bits: int) -> Iterator[int]:
    while bits:
        yield first(bits)
        bits &= bits - 1


def parts(cells: int) -> Iterator[int]:
    """The connected parts of a set of cells."""
    while cells:
        part = cells & -cells
        while (more := part | cells & _beside(part)) != part:
            part = more
        yield part
        cells &= ~part


def _beside(cells: int) -> int:
    found = 0
    for cell in cells_of(cells):
        found |= BESIDE[cell]
    return found


def connected(most: int) -> Iterator[list[int]]:
    """The connected sets of two cells, of three, and so on."""
    layer = {1 << cell for cell in cells_of(BLUE)}
    for _ in range(2, most + 1):
        layer = {cells | 1 << cell for cells in layer for cell in cells_of(_beside(cells) & ~cells)}
        yield sorted(layer)


def all_shapes(most: int) -> Shapes:
    """The shapes of up to so many cells."""
    numbers, places = dict[tuple[int, ...], int](), dict[int, Place]()
    for layer in connected(most):
        ordered = {cells: _order(cells) for cells in layer}
        for shape in sorted({_attacks(order) for order in ordered.values()}):
            numbers[shape] = len(numbers)
        for cells, order in ordered.items():
            places[cells] = Place(numbers[_attacks(order)], order)
    return Shapes(list(numbers), places)


def _attacks(order: Iterable[int]) -> tuple[int, ...]:
    """Whom each of some cells attacks, as bits by their places in this order."""
    cells = list(order)
    return tuple(sum((ATTACKS[by] >> to & 1) << place for place, to in enumerate(cells)) for by in cells)


def _order(cells: int) -> tuple[int, ...]:
    """The cells in the order that makes sets of one shape alike: the one with the least numbers of attacks."""
    roles = _roles(cells)
    groups = [list(group) for _, group in groupby(sorted(roles, key=roles.__getitem__), key=roles.__getitem__)]
    orders = (sum(each, ()) for each in product(*(permutations(group) for group in groups)))
    return min(orders, key=_attacks)


def _roles(cells: int) -> dict[int, int]:
    """A number for each cell, the same only for those that look alike: so fewer orders are to be tried."""
    found = dict.fromkeys(cells_of(cells), 0)
    for _ in range(len(found)):
        looks = {
            cell: (
                found[cell],
                sorted(found[to] for to in found if ATTACKS[cell] >> to & 1),
                sorted(found[by] for by in found if ATTACKS[by] >> cell & 1),
            )
            for cell in found
        }
        ranks = sorted(looks.values())
        found = {cell: ranks.index(look) for cell, look in looks.items()}
    return found
