"""Solves Beetle Battle on 4x4: which of its 75,969,140,625 positions the player to move wins.

    python tools/solve_beetle_battle.py [--gpu] [--threads N] [--keep FOLDER]

There are as many beetles on the board as moves were made. So the positions with a number of beetles, a *layer*, lead to
those with one more, and 32 beetles are the most that can lie still: each layer follows from the one after it, from the
last one back to the empty board. A position takes a bit; reflections at the middle lines are left out.

The board is cut into two halves, whose tables say what becomes of each when a beetle comes to it: four_by_four/.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from four_by_four.gpu import Gpu
from four_by_four.halves import LAST, Tables, make_tables, written
from four_by_four.layers import Layer, Solved, empty_layer, read_layer, wins, write_layer
from four_by_four.processor import Processor

import ludarium
from ludarium.play.game import Game
from ludarium.play.move import Move


def layers(t: Tables, solver: Processor | Gpu, folder: Path | None = None) -> Iterator[tuple[int, Solved]]:
    """The layers by their beetles, from the last one to the empty board; those in the folder are not solved again."""
    after = empty_layer(t, LAST + 1)
    for beetles in range(LAST, -1, -1):
        file = folder / f"{beetles:02}.npz" if folder else None
        solved = read_layer(t, beetles, file) if file and file.exists() else solver.solve(beetles, after)
        if file and not file.exists():
            write_layer(solved, file)
        yield beetles, solved
        after = solved.layer


def halves(row: Sequence[int]) -> tuple[int, int]:
    """The halves of a position of the house's game."""
    return written(np.array(row[:8])), written(np.array([*row[12:16], *row[8:12]]))


def show_openings(t: Tables, known: dict[int, Layer]) -> None:
    """Who wins after the first moves; of those that look alike in a mirror one is shown."""
    game = ludarium.new("beetle-battle", size=4)
    print(f"before the first move {winner(t, known, game)} wins")
    for first in "0,0", "0,1", "1,1":
        game.push(first)
        print(f"after {first} {winner(t, known, game)} wins", end="")
        replies = [str(reply) for reply in game.legal_moves if winner(t, known, game.copy(), reply) == "blue"]
        print(f"; replies that win: {', '.join(replies)}" if replies else "")
        game.pop()


def winner(t: Tables, known: dict[int, Layer], game: Game, move: Move | None = None) -> str:
    """Who wins a game, after another move if one is given."""
    if move:
        game.push(move)
    beetles = len(game.moves)
    return game.turn if wins(t, known[beetles], *halves(game.row)) else ("red", "blue")[1 - beetles % 2]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="of the processor")
    parser.add_argument("--gpu", action="store_true", help="solve on a GPU; takes CuPy")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where layers are kept, 2.5 GB; goes on with them")
    given = parser.parse_args()
    if given.keep:
        given.keep.mkdir(parents=True, exist_ok=True)
    t, begun, first, won, positions = make_tables(), time.perf_counter(), dict[int, Layer](), 0, 0
    try:
        solver = Gpu(t) if given.gpu else Processor(t, given.threads)
    except ImportError:
        sys.exit("--gpu takes CuPy, which is not installed; install the one for your CUDA, or leave --gpu out")
    for beetles, solved in layers(t, solver, given.keep):
        won, positions = won + solved.won, positions + solved.positions
        print(
            f"{beetles:>3} beetles {_told(solved.won, solved.positions)} {time.perf_counter() - begun:.0f} s",
            flush=True,
        )
        if beetles <= 2:
            first[beetles] = solved.layer
    print(f"    together {_told(won, positions)}")
    show_openings(t, first)


def _told(won: int, positions: int) -> str:
    return f"{positions:>15,} positions, {won:>15,} won by the player to move ({100 * won / positions:.1f} %)"


if __name__ == "__main__":
    main()
