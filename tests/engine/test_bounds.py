"""Compiled code with numba's bounds checks, where reading or writing beside an array is an error."""

import os
import subprocess
import sys

import pytest

import ludarium

# The game is searched by the searchers that play it, in three variants, two thousand positions in all, and played out;
# Ataxx by tree search, too, as Gamma is
CHECKED = """
import sys
from random import Random
import ludarium
from ludarium.engine import playouts as walks
from ludarium.engine.memory import typecode_of
from ludarium.engine.native.compile_job import compile_beside
from ludarium.engine.native.files import find
from ludarium.engine.playouts import playouts
from ludarium.engine.search.mcts import Mcts
from ludarium.engine.search.beam import BeamSearch
from ludarium.engine.search.alphabeta import AlphaBeta
from ludarium.engine.search.exact.endings import endings_of
from ludarium.games import kind
random, searchers = Random(1), {"abatis": [BeamSearch], "ataxx": [AlphaBeta, Mcts], "gamma": [Mcts]}
one = kind(sys.argv[1])
sorts = searchers.get(one.id, [AlphaBeta])
typecode = typecode_of(ludarium.new(one.id).row)
units = [walks.__name__, *(sort.NEEDS[0].__module__ for sort in sorts)]
if not all(find(one, typecode, unit) for unit in units):
    compile_beside(one, typecode, units)
for options in list(one.variants(3))[:3]:
    game = ludarium.new(one.id, **options)
    playouts(one, game.constants, game.row, 15, limit=400)
    table = {"endings": endings_of(one, game.constants)}
    made = [sort(one, game.constants, megabytes=1, **(table if sort is AlphaBeta else {})) for sort in sorts]
    for searcher in made:
        searcher.get_ready().result()
    for i in range(700):
        while (legal := game.legal_moves) and random.random() < 0.6:
            game.push(random.choice(legal))
        if not legal:
            game = ludarium.new(one.id, **options)
        made[i % len(made)].search(game.row, nodes=60)
print("in bounds")
"""

# One place further than there is
BEYOND = """
from ludarium.engine.code import game_code
from ludarium.engine.memory import numbers
from ludarium.games import kind
from tests.support.compiled_functions import write_at
ataxx = kind("ataxx")
write = game_code(ataxx).native(write_at)
for place in 3, 4:
    try:
        write(ataxx.make(ataxx.choose({})), numbers(4), place)
        print("written")
    except RuntimeError as error:
        print(error)
"""


def run(*words: str) -> str:
    """What a program says that runs with checks."""
    environment = os.environ | {"NUMBA_BOUNDSCHECK": "1"}
    done = subprocess.run([sys.executable, "-c", *words], env=environment, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.mark.parametrize("id", ludarium.games())
def test_nothing_is_read_or_written_out_of_bounds(id: str) -> None:
    assert run(CHECKED, id) == "in bounds\n"


def test_what_is_out_of_bounds_is_an_error() -> None:
    assert run(BEYOND) == "written\ntests.support.compiled_functions.write_at has failed in compiled code\n"
