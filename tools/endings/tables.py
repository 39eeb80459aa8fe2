"""What the solver asks about shapes, as arrays."""

from typing import NamedTuple

import numpy as np
from fast import Array

from ludarium.games.battle_of_the_beetles.endings import quiet_captures

from .shapes import Shapes, parts

PIECES = 5  # parts at most, into which a shape falls when a beetle leaves it
ALONE = -1  # the shape of a single cell


class Tables(NamedTuple):
    """By shape; then by a cell of it, by the place of the cell in the order of the shape."""

    sizes: Array
    attacks: Array  # the cells that a cell attacks, as bits
    captures: Array  # by a set of cells as bits: how many captures of friends its beetles have, being of one colour
    pieces: Array  # the parts that are left without a cell, as bits; 0 where there are no more
    shapes: Array  # of each of these parts
    places: Array  # by part and cell: the cell's place in the part's own shape


def make_tables(shapes: Shapes, most: int) -> Tables:
    count = len(shapes.attacks)
    t = Tables(
        np.array([len(each) for each in shapes.attacks]),
        np.zeros((count, most), np.int64),
        np.zeros((count, 1 << most), np.int64),
        np.zeros((count, most, PIECES), np.int64),
        np.full((count, most, PIECES), ALONE),
        np.zeros((count, most, PIECES, most), np.int64),
    )
    for shape, cells in {place.shape: place.cells for place in shapes.places.values()}.items():
        t.attacks[shape, : len(cells)] = shapes.attacks[shape]
        for some in range(1 << len(cells)):
            t.captures[shape, some] = quiet_captures(sum(1 << cell for i, cell in enumerate(cells) if some >> i & 1))
        for left in range(len(cells)):
            others = sum(1 << cell for cell in cells) & ~(1 << cells[left])
            for number, part in enumerate(parts(others)):
                t.pieces[shape, left, number] = sum(1 << i for i, cell in enumerate(cells) if part >> cell & 1)
                if part & part - 1:
                    t.shapes[shape, left, number] = shapes.places[part].shape
                    for i, cell in enumerate(shapes.places[part].cells):
                        t.places[shape, left, number, cells.index(cell)] = i
    return t
