"""tools/solve_beetle_battle.py: what it finds of the last layers is what the rules say of their positions."""

import itertools
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from ludarium.contract.row import Row
from ludarium.games import kind
from ludarium.games.beetle_battle.strategy import number, place

from ..support.tool_modules import tool

solver = tool("solve_beetle_battle")
halves, layers, processor = (tool(f"four_by_four.{name}") for name in ("halves", "layers", "processor"))

KIND = kind("beetle-battle")
GAME = KIND.make(KIND.choose({"size": 4}))
FEWEST = 30  # beetles of the positions that are looked at


@pytest.fixture(scope="module")
def tables() -> Any:
    return halves.make_tables()


@pytest.fixture(scope="module")
def solved(tables: Any) -> dict[int, Any]:
    found = itertools.takewhile(lambda layer: layer[0] >= FEWEST, solver.layers(tables, processor.Processor(tables, 2)))
    return dict(found)


def position(squares: list[int]) -> Row:
    """The position with so many beetles on each square, above zero where they are red."""
    row = KIND.rules.start(GAME, 0)
    row[: GAME.cells] = squares
    place(GAME, row, number(GAME, row))
    return row


def is_won(row: Row) -> bool:
    """Whether the player to move wins, by trying all there is."""
    rules, me = KIND.rules, KIND.rules.turn(GAME, row)
    for move in KIND.legal_moves(GAME, row):
        child = row[:]
        rules.play(GAME, child, move)
        if rules.share(GAME, child, me) > 500 if rules.outcome(GAME, child) else not is_won(child):
            return True
    return False


def squares_of(near: int, far: int) -> list[int]:
    """The beetles of two halves, in reading order."""
    found = [np.zeros(8, np.int64) for _ in range(2)]
    halves.read(near, found[0])
    halves.read(far, found[1])
    return [*found[0], *found[1][4:], *found[1][:4]]


def test_squares_become_halves_and_come_back() -> None:
    random = Random(1)
    for _ in range(50):
        squares = [random.randint(1 - full, full - 1) for full in (*halves.FULL, *halves.FULL[4:], *halves.FULL[:4])]
        assert squares_of(*solver.halves(squares)) == squares


def test_every_position_is_counted(solved: dict[int, Any]) -> None:
    """Each square has as many beetles as lie still, or one or two beetles fewer are on the board."""
    assert solved[32].positions == 2**16 - 2
    assert solved[31].positions == 12 * (2**16 - 2) + 4 * (2**15 - 2)


def lost_positions(tables: Any, layer: Any, beetles: int) -> list[tuple[int, int]]:
    """The halves of all positions of a layer that the player to move loses."""
    found = []
    for group in layers.groups(beetles):
        rows, words, other = tables.rows_of[group], tables.words_of[beetles - group], beetles - group
        bits = layer.bits[layer.begin[group] :][: rows * words].reshape(rows, words)
        a, b = tables.rows[group, :rows], tables.columns[other, : halves.WORD * words]
        colours = tables.colours[a][:, None] | tables.colours[b][None, :]
        is_won = np.unpackbits(bits.view(np.uint8), axis=1, bitorder="little")
        found += [(a[row], b[column]) for row, column in np.argwhere((is_won == 0) & (b >= 0) & (colours == 3))]
    return found


def test_what_is_lost_is_lost_by_the_rules(tables: Any, solved: dict[int, Any]) -> None:
    lost = lost_positions(tables, solved[FEWEST].layer, FEWEST)
    assert len(lost) > 50
    for near, far in lost:
        assert not is_won(position(squares_of(near, far)))


def test_what_is_won_is_won_by_the_rules(tables: Any, solved: dict[int, Any]) -> None:
    random = Random(2)
    for _ in range(100):
        squares = [random.choice((-1, 1)) * (full - 1) for full in (*halves.FULL, *halves.FULL[4:], *halves.FULL[:4])]
        for _ in range(2):
            at = random.choice([square for square in range(16) if squares[square]])
            squares[at] -= 1 if squares[at] > 0 else -1
        assert layers.wins(tables, solved[FEWEST].layer, *solver.halves(squares)) == is_won(position(squares))


def test_layers_are_kept_and_read_again(tables: Any, solved: dict[int, Any], tmp_path: Path) -> None:
    for beetles, layer in solved.items():
        layers.write_layer(layer, tmp_path / f"{beetles}.npz")
    for beetles, layer in itertools.islice(solver.layers(tables, None, tmp_path), len(solved)):
        assert (layer.won, layer.positions) == (solved[beetles].won, solved[beetles].positions)
        assert np.array_equal(layer.layer.bits, solved[beetles].layer.bits)


def test_a_gpu_without_its_library_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    monkeypatch.setattr(sys, "argv", ["solve_beetle_battle.py", "--gpu"])
    with pytest.raises(SystemExit, match="--gpu takes CuPy, which is not installed"):
        solver.main()
