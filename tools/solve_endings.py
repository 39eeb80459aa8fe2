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
from endings.solver import MOST_SHAPES, NONE, Contacts, Solution, all_contacts, empty_solution, solve, width_of
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
        a, b, c = shapes
        if b == NONE:
            table[endings.BEGINS + a] = begin
        elif c == NONE:
            table[endings.PAIRS + endings.SMALL * a + b] = begin
        else:
            table[endings.TRIPLES + a + b + c] = begin
    assert begins[-1] == endings.PATTERNS


def words(contacts: Contacts, solution: Solution, contact: int) -> Array:
    """The answers to the patterns of a contact, each as four numbers of 64 bits."""
    size = contacts.sizes[contact]
    width, patterns = width_of(solution, size), 4**size
    begin = solution.starts[size] + contacts.begins[contact] * width**SORTS
    values = solution.values[begin : begin + patterns * width**SORTS].reshape(patterns, *[width] * SORTS)
    asked = values[(slice(None), *[slice(endings.NUMBERS)] * SORTS)].reshape(patterns, -1)
    return np.packbits(asked, axis=1, bitorder="little").view(np.int64)


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
    assert len(shapes.attacks) == endings.SHAPES and MOST_SHAPES == endings.MOST // 2
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
