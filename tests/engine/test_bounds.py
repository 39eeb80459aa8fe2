"""Compiled code with numba's bounds checks, where reading or writing beside an array is an error."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ludarium
from ludarium.engine import cache

# The game is searched by the searchers that play it, in three variants, two thousand positions in all, and played out;
# Ataxx by tree search, too, as Gamma is
CHECKED = """
import sys
from random import Random
import ludarium
from ludarium.engine.playouts import playouts
from ludarium.engine.search.mcts import Mcts
from ludarium.engine.search.beam import BeamSearch
from ludarium.engine.search.alphabeta import AlphaBeta
from ludarium.games import kind
random, searchers = Random(1), {"abatis": [BeamSearch], "ataxx": [AlphaBeta, Mcts], "gamma": [Mcts]}
one = kind(sys.argv[1])
for options in list(one.variants(3))[:3]:
    game = ludarium.new(one.id, **options)
    playouts(one, game.constants, game.row, 15, limit=400)
    made = [sort(one, game.constants, megabytes=1) for sort in searchers.get(one.id, [AlphaBeta])]
    for i in range(700):
        while (legal := game.legal_moves) and random.random() < 0.6:
            game.push(random.choice(legal))
        if not legal:
            game = ludarium.new(one.id, **options)
        made[i % len(made)].search(game.row, nodes=60)
print("in bounds")
"""


@pytest.mark.parametrize("id", ludarium.games())
def test_nothing_is_read_or_written_out_of_bounds(id: str, tmp_path: Path) -> None:
    # Kept apart from the code without checks. Unoptimised code has the same checks and is compiled sooner
    usual = cache.folder()
    place = usual.parent / "bounds-checked" if usual else tmp_path
    environment = os.environ | {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "0", "LUDARIUM_CACHE": str(place)}
    command = [sys.executable, "-c", CHECKED, id]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout == "in bounds\n", done.stderr
