"""Compiled code with numba's bounds checks, where reading or writing beside an array is an error."""

import os
import subprocess
import sys
from pathlib import Path

# In one process, in which everything is compiled once. Every game is thought about by the mind that plays it, in three
# variants, ten thousand positions in all, and played out; Ataxx by tree search, too, as Gamma is
CHECKED = """
from random import Random
import ludarium
from ludarium.engine import perft
from ludarium.engine.mcts import Mcts
from ludarium.engine.beam import BeamSearch
from ludarium.engine.alphabeta import AlphaBeta
from ludarium.games import kind
random, minds = Random(1), {"abatis": [BeamSearch], "ataxx": [AlphaBeta, Mcts], "gamma": [Mcts]}
for one in map(kind, ludarium.games()):
    for options in list(one.variants(3))[:3]:
        game = ludarium.new(one.id, **options)
        perft.playouts(one, game.constants, game.row, 15, limit=400)
        both = [sort(one, game.constants, megabytes=1) for sort in minds.get(one.id, [AlphaBeta])]
        for i in range(700):
            while (legal := game.legal_moves) and random.random() < 0.6:
                game.push(random.choice(legal))
            if not legal:
                game = ludarium.new(one.id, **options)
            both[i % len(both)].search(game.row, nodes=60)
print("in bounds")
"""


def test_nothing_is_read_or_written_out_of_bounds(tmp_path: Path) -> None:
    environment = os.environ | {"NUMBA_BOUNDSCHECK": "1", "LUDARIUM_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", CHECKED], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout == "in bounds\n", done.stderr
