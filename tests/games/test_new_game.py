"""A new game is a new folder and nothing else: this one is written here, in a temporary folder, and gets everything."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

RULES = '''
"""Nim: take one to three of the stones; who takes the last one wins."""

from typing import NamedTuple

from ludarium.contract.bits import mix

MOST = 3


class Nim(NamedTuple):
    stones: int


def players(game): return 2
def start(game, seed): return [game.stones, 0]
def most_moves(game): return MOST
def turn(game, s): return s[1]
def outcome(game, s): return 1 if s[0] == 0 else 0
def share(game, s, player): return 1000 if s[1] != player else 0
def score(game, s, player): return 1 if s[0] == 0 and s[1] != player else 0
def key(game, s): return mix(s[0], s[1])


def moves(game, s, out, n):
    for stones in range(1, min(MOST, s[0]) + 1):
        out[n] = stones
        n += 1
    return n


def play(game, s, move):
    s[0] -= move
    s[1] = 1 - s[1]
'''.replace("(game", "(game: Nim")

BOARD = '''
"""Nim as people see it."""

from ludarium.contract.errors import BadNotation
from ludarium.contract.options import Whole
from ludarium.contract.scene import Cell, Piece

from .rules import Nim

OPTIONS = (Whole("stones", 7, 1, 50, "how many stones there are"),)
REASONS = "", "the last stone is taken"


def make(stones): return Nim(stones)
def player(game, number): return ("left", "right")[number]
def write(game, move): return f"take {move}"
def picture(game, s): return "o " * s[0]
def shape(game): return game.stones, 1
def cell(game, s, x, y): return Cell(str(x), x, y, piece=Piece(kind="stone") if x < s[0] else None)


def read(game, s, text):
    if text[:5] != "take " or not text[5:].isdigit():
        raise BadNotation(f"{text!r} is no move; a move is like: take 2")
    return int(text[5:])
'''

HELP = "# Nim\n\nTake the last stone.\n"

SESSION = """
import ludarium
from ludarium.games import kind
from ludarium.engine import batch, perft, uncompiled

assert "nim" in ludarium.games()
game = ludarium.new("nim", stones=5)
game.push("take 2")
game.push(game.legal_moves[0])
assert str(game.moves[-1]) == "take 1" and game.turn == "left" and str(game) == "o o "
for bad, error in (("take 9", ludarium.IllegalMove), ("give 1", ludarium.BadNotation)):
    try:
        game.push(bad)
    except error:
        continue
    raise AssertionError(bad)
again = ludarium.load(game.record())
assert again == game and again.moves == game.moves
assert ludarium.new("nim", position=game.position, stones=5) == game
assert len(list(game.film("take 2"))) == 1 and len(game.scene().cells) == 5
game.push("take 2")
assert game.outcome() == ludarium.Outcome("left", (1, 0), "the last stone is taken")
nim = kind("nim")
fresh = ludarium.new("nim")
count = perft.perft(nim, fresh.constants, fresh.row, 4)
assert count == uncompiled.perft(nim, fresh.constants, fresh.row, 4) == perft.perft(
    nim, fresh.constants, fresh.row, 4, counted=False)
found = perft.playouts(nim, fresh.constants, fresh.row, 100)
assert found.games == 100 and abs(sum(found.shares) - 1) < 1e-9
assert batch.Batch(nim, fresh.constants, 10).play_on(20) > 0
print("count", count)
"""


def write_nim(games: Path) -> Path:
    """Put the game into a folder of games."""
    folder = games / "nim"
    folder.mkdir()
    for name, text in ("__init__.py", ""), ("rules.py", RULES), ("board.py", BOARD), ("help.md", HELP):
        (folder / name).write_text(text, encoding="utf-8")
    return games


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return write_nim(tmp_path)


def run(home: Path, *command: str) -> str:
    environment = {**os.environ, "LUDARIUM_GAMES": str(home), "LUDARIUM_CACHE": str(home / "cache")}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


def test_a_folder_is_a_game(home: Path) -> None:
    assert run(home, sys.executable, "-c", SESSION) == "count 31\n"


def test_the_command_line_knows_it(home: Path) -> None:
    ludarium = sys.executable, "-m", "ludarium"
    assert "nim\n  Take the last stone.\n" in run(home, *ludarium, "games")
    assert run(home, *ludarium, "rules", "nim") == HELP
    assert run(home, *ludarium, "perft", "nim", "4", "--option", "stones=7").splitlines()[-1] == "31"


def test_a_seventh_with_the_same_names_is_told_apart(home: Path) -> None:
    """Two classes of one name would share compiled code: that is refused with a sentence."""
    shutil.copytree(home / "nim", home / "nim_too")
    code = "from ludarium.games import kind; from ludarium.engine.compile import register; register(kind('nim'))\n"
    code += "try: register(kind('nim-too'))\nexcept Exception as error: print(error)"
    told = "nim-too and nim both call their constants Nim; rename one of the two in rules.py\n"
    assert run(home, sys.executable, "-c", code) == told


def test_it_has_an_opponent(home: Path) -> None:
    best = "import ludarium; print(ludarium.new('nim', stones=7).analyse(nodes=1000)[0])"
    assert "take 3, take 1, take 3" in run(home, sys.executable, "-c", best)
    played = run(home, sys.executable, "-m", "ludarium", "match", "nim", "search", "random", "--games", "4")
    assert "4 games of nim" in played and "drew 0" in played
