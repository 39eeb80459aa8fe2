"""Solves the endings of Battle of the Beetles, for the table that its search uses in all variants.

    python tools/solve_endings.py [FILE]

writes the table, in the place of the game's own where no other file is named, and prints how many positions it answers.
The game's endings.py says what the table is about, and how it is arranged; endings/ solves it, fewer beetles first.
"""

import argparse
import sys
import time
from array import array
from pathlib import Path

import numpy as np
from endings.shapes import Shapes, all_shapes
from endings.solver import NONE, Contacts, Solution, all_contacts, empty_solution, solve, width_of
from endings.tables import make_tables
from fast import Array

from ludarium.engine.packed import write_packed
from ludarium.engine.search.exact.endings import encode_endings
from ludarium.games import kind
from ludarium.games.battle_of_the_beetles import endings
from ludarium.games.battle_of_the_beetles.rules import BattleOfTheBeetles

OWN = kind("battle-of-the-beetles").folder / endings.endings_name(BattleOfTheBeetles())
SORTS = 4  # of quiet actions: eggs and captures of friends, of either player


def write_places(shapes: Shapes, table: Array) -> None:
    """Where the shapes lie, as a hash table."""
    for cells, (shape, order) in shapes.places.items():
        at = endings.slot(cells)
        while table[endings.PLACES + 2 * at]:
            at = (at + 1) % endings.SLOTS
        places = sum(order.index(cell) << 3 * i for i, cell in enumerate(sorted(order)))
        table[endings.PLACES + 2 * at], table[endings.PLACES + 2 * at + 1] = cells, shape << endings.PLACE_BITS | places


def write_begins(contacts: Contacts, table: Array) -> None:
    """The number of the first pattern of each contact."""
    begins = np.cumsum([0, *4**contacts.sizes])
    for shapes, begin in zip(contacts.shapes, begins, strict=False):
        a, b = shapes
        table[endings.BEGINS + a if b == NONE else endings.PAIRS + endings.SMALL * a + b] = begin
    assert begins[-1] == endings.PATTERNS


def words(contacts: Contacts, solution: Solution, contact: int) -> Array:
    """The answers to the patterns of a contact, each as four numbers of 64 bits."""
    size = contacts.sizes[contact]
    width, patterns = width_of(solution, size), 4**size
    begin = solution.starts[size] + contacts.begins[contact] * width**SORTS
    values = solution.values[begin : begin + patterns * width**SORTS].reshape(patterns, *[width] * SORTS)
    asked = np.zeros((patterns, *[endings.NUMBERS] * SORTS), np.uint8)
    some = (slice(None), *[slice(min(width, endings.NUMBERS))] * SORTS)
    asked[some] = values[some]
    packed = np.packbits(asked.reshape(patterns, -1), axis=1, bitorder="little").view(np.int64)
    return packed[in_order(contacts, contact)]


def in_order(contacts: Contacts, contact: int) -> Array:
    """The patterns as the solver numbers them, two bits a beetle, in the order of the table, which has the bits of eggs
    apart from those of owners: that is shorter when compressed."""
    found, done = np.zeros(1, np.int64), 0
    for shape in contacts.shapes[contact]:
        if shape != NONE:
            size = contacts.sizes[shape]
            numbers = np.arange(4**size)
            eggs, others = numbers & (1 << size) - 1, numbers >> size
            here = sum((eggs >> i & 1) << 2 * i + 1 | (others >> i & 1) << 2 * i for i in range(size))
            found = (found | here[:, None] << 2 * done).ravel()
            done += size
    return found


def numbered_answers(contacts: Contacts, solution: Solution) -> tuple[Array, Array]:
    """The number of the answer to each pattern, and the bits of each answer; common answers have low numbers."""
    found = np.concatenate([words(contacts, solution, contact) for contact in range(len(contacts.sizes))])
    answers, numbers, counts = np.unique(found, axis=0, return_inverse=True, return_counts=True)
    ranks = np.argsort(-counts, kind="stable")
    return np.argsort(ranks)[numbers.ravel()], answers[ranks]


def make_table(contacts: Contacts, shapes: Shapes, solution: Solution) -> Array:
    numbers, bits = numbered_answers(contacts, solution)
    table = np.zeros(endings.BITS + bits.size, np.int64)
    write_places(shapes, table)
    write_begins(contacts, table)
    table[endings.ANSWERS : endings.BITS] = numbers.astype(np.uint16).view(np.int64)
    table[endings.BITS :] = bits.ravel()
    return table


def main(file: Path) -> None:
    if not file.parent.is_dir():
        sys.exit(f"the table cannot be written: there is no folder {file.parent}")
    begun, total = time.perf_counter(), 0
    shapes = all_shapes(endings.MOST)
    assert len(shapes.attacks) == endings.SHAPES
    tables = make_tables(shapes, endings.MOST)
    contacts = all_contacts(tables.sizes, endings.MOST)
    solution = empty_solution(contacts, endings.MOST)
    for beetles, patterns in solve(tables, contacts, solution):
        total += patterns
        print(f"{beetles} beetles in contact: {patterns:,} positions, {time.perf_counter() - begun:.0f} s", flush=True)
    table = make_table(contacts, shapes, solution)
    content = encode_endings(array("q", table.tobytes()))
    write_packed(file, content)
    answers = (len(table) - endings.BITS) // endings.NUMBERS
    print(f"{total:,} positions beside quiet beetles have {answers:,} different answers; {len(content):,} bytes")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path, default=OWN)
    try:
        main(parser.parse_args().file)
    except OSError as error:
        sys.exit(f"the table cannot be written: {error}")
