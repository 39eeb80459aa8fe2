"""tools/solve_endings.py: shapes, and that what it finds of few beetles is what the game's table says."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from ludarium.engine.search.exact.endings import endings_of
from ludarium.games import kind
from ludarium.games.battle_of_the_beetles import endings, rules
from ludarium.games.battle_of_the_beetles.attacks import attacked, attacking

from ..support.tool_modules import TOOLS, tool

shapes = tool("endings.shapes")

# Compiling would take longer than to solve so little in plain Python
SOLVE = """
import json
from itertools import islice
from endings.shapes import all_shapes
from endings.solver import all_contacts, empty_solution, solve
from endings.tables import make_tables
from solve_endings import words
tables = make_tables(all_shapes(4), 4)
contacts = all_contacts(tables.sizes, 4)
solution = empty_solution(contacts, 4)
patterns = [patterns for _, patterns in islice(solve(tables, contacts, solution), 2)]
found = [words(contacts, solution, contact).tolist() for contact in range(12)]
print(json.dumps([patterns, found]))
"""


@pytest.fixture(scope="module")
def table() -> list[int]:
    game = kind("battle-of-the-beetles")
    return list(endings_of(game, game.make(game.choose({}))))


def test_contacts_of_three_beetles_are_solved_as_the_table_says(table: list[int]) -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": TOOLS}
    done = subprocess.run([sys.executable, "-c", SOLVE], env=environment, capture_output=True, text=True, check=True)
    patterns, found = json.loads(done.stdout)
    assert patterns == [16, 480] and len(found) == endings.FIRST_SHAPE[4]
    for shape, answers in enumerate(found):
        for pattern, bits in enumerate(answers):
            number = table[endings.BEGINS + shape] + pattern
            answer = table[endings.ANSWERS + (number >> 2)] >> 16 * (number & 3) & 0xFFFF
            begin = endings.BITS + endings.NUMBERS * answer
            assert table[begin : begin + endings.NUMBERS] == bits


def test_the_table_knows_where_every_shape_lies(table: list[int]) -> None:
    """Each connected set of cells, with its cells in an order in which they attack each other as its shape does."""
    lying = shapes.all_shapes(endings.MOST)
    assert len(lying.attacks) == endings.SHAPES and len(lying.places) == 7656
    for cells, (shape, order) in lying.places.items():
        assert list(shapes.parts(cells)) == [cells]
        place = endings.placed(table, cells)
        assert place >> endings.PLACE_BITS == shape
        by_bits = sorted(order)
        assert [order.index(cell) for cell in by_bits] == [place >> 3 * i & 7 for i in range(len(by_bits))]
        for by, targets in zip(order, lying.attacks[shape], strict=True):
            hit = rules.ATTACKS[by] & cells
            assert hit == sum(1 << cell for i, cell in enumerate(order) if targets >> i & 1)


def test_parts_are_those_of_the_game() -> None:
    random = Random(1)
    for _ in range(200):
        cells = rules.BLUE & random.getrandbits(rules.CELLS)
        found = list(shapes.parts(cells))
        assert sum(found) == cells
        for part in found:
            assert not (attacked(part) | attacking(part)) & cells & ~part


def test_a_table_that_cannot_be_written_is_refused_at_once(tmp_path: Path) -> None:
    command = [sys.executable, f"{TOOLS}/solve_endings.py", str(tmp_path / "none" / "a.endings")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert done.stderr.startswith("the table cannot be written")
