"""Compiled code with numba's bounds checks, where reading or writing beside an array is an error."""

import os
import subprocess
import sys
from pathlib import Path

# In one process, in which everything is compiled once. Every game's strategy is used by one mind at least: to compile
# both for all games would take minutes
CHECKED = """
from random import Random
import ludarium
from ludarium.engine import engine
from ludarium.engine.sampler import Sampler
from ludarium.engine.thinker import Thinker
from ludarium.games import kind
for id in ludarium.games():
    one = kind(id)
    for options in one.variants(3):
        game = one.make(options)
        engine.playouts(one, game, one.start(game, options), 15, limit=400)
random = Random(1)
beetles = {"beetle-battle": [Thinker], "battle-of-the-beetles": [Thinker]}
for id, sorts in ({"ataxx": [Thinker, Sampler], "gamma": [Sampler]} | beetles).items():
    options = {"size": 4} if id == "beetle-battle" else {}
    game = ludarium.new(id, **options)
    both = [sort(game.kind, game.constants, megabytes=1) for sort in sorts]
    for i in range(1000):
        while (legal := game.legal_moves) and random.random() < 0.6:
            game.push(random.choice(legal))
        if not legal:
            game = ludarium.new(id, **options)
        both[i % len(both)].think(game.row, nodes=60)
print("in bounds")
"""


def test_nothing_is_read_or_written_out_of_bounds(tmp_path: Path) -> None:
    environment = os.environ | {"NUMBA_BOUNDSCHECK": "1", "LUDARIUM_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", CHECKED], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout == "in bounds\n", done.stderr
