"""Perft tables as plain text: compiled perft counts all of them, the naive games as deep as they can."""

import pytest

import ludarium
from ludarium.engine import perft

from ..support import goldens
from ..support.cases import CASES, label
from ..support.naive.opening import Naive, opening

# Known to the engine world (rules="uai"): extensions to one square counted once, a forced pass is a move.
ENGINE_WORLD = """
x5o/7/7/7/7/7/o5x x 0 1                    16 256 6460 155888 4752668 141865520
x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1            14 196 4184 86528 2266352
x5o/7/3-3/2-1-2/3-3/7/o5x x 0 1            16 256 5948 133264 3639856
7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1      1 75 249 14270 452980
7/7/7/7/ooooooo/ooooooo/xxxxxxx o 0 1      75 249 14270 452980
7/7/7/2x1o2/7/7/7 x 0 1                    23 419 7887 168317 4266992
7/7/7/7/-------/-------/x5o x 0 1          2 4 13 30 73 174
x5o/7/7/7/7/7/o5x x 100 1                  0 0 0 0
7/7/7/7/7/7/x6 x 0 1                       0 0 0
7/7/7/7/7/7/x6 o 0 1                       0 0 0
"""

DEPTH = 4
ENOUGH = 2_000_000  # lines at which a table may end, once it is DEPTH deep
NAIVE = 1500  # lines that the naive games count
WIDE = 150  # moves at the start, above which there are too many lines for a table


def lines(game: ludarium.Game, depth: int) -> int:
    return perft.perft(game.kind, game.constants, game.row, depth)


def naive_lines(game: ludarium.Game, other: Naive, depth: int) -> int:
    """Perft of the naive game, which is led through every line again from the start of it."""
    total = 0
    for text in other.legal():
        if depth == 1:
            total += 1
            continue
        after = game.copy()
        after.push(text)
        total += naive_lines(after, replayed(after), depth - 1)
    return total


def replayed(game: ludarium.Game) -> Naive:
    begin = ludarium.new(game.kind.id, **game.options)
    other = opening(begin)
    for move in game.moves:
        other.push(str(move))
        begin.push(move)
        if getattr(other, "level_done", False):
            other = opening(begin)
    return other


@pytest.mark.parametrize("line", ENGINE_WORLD.strip().splitlines())
def test_engine_world(line: str) -> None:
    *fen, counts = line.split(maxsplit=4)
    game = ludarium.new("ataxx", " ".join(fen), rules="uai")
    assert [lines(game, depth) for depth in range(1, len(counts.split()) + 1)] == [int(n) for n in counts.split()]


def table(game: ludarium.Game) -> list[int]:
    """The counts at depth 1, 2, ..., as deep as is quick and at least DEPTH."""
    counts = [len(game.legal_moves)]
    while len(counts) < DEPTH or (counts[-1] * len(game.legal_moves) < ENOUGH and len(counts) < 8):
        counts.append(lines(game, len(counts) + 1))
    return counts


@pytest.mark.parametrize("id", ludarium.games())
def test_tables(id: str) -> None:
    """A line a variant: what is not by default, and the counts."""
    variants = [case.values[1] for case in CASES if case.values[0] == id]
    text = ""
    for options in variants:
        game = ludarium.new(id, **options)
        if len(game.legal_moves) > WIDE:
            continue
        counts = table(game)
        text += f"{label(id, options):<40} {' '.join(map(str, counts))}\n"
        if options.get("players", 2) < 1000:
            few = (depth for depth, count in enumerate(counts, 1) if count <= NAIVE)
            assert all(naive_lines(game, opening(game), depth) == counts[depth - 1] for depth in few)
    goldens.check(f"perft/{id}.txt", text)


def test_a_wrong_count_can_be_divided() -> None:
    game = ludarium.new("ataxx")
    counts = perft.divide(game.kind, game.constants, game.row, 3)
    assert set(counts) == {move.number for move in game.legal_moves} and sum(counts.values()) == 6460
    assert perft.perft(game.kind, game.constants, game.row, 0) == 1
