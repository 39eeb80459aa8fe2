"""A sixth game for tests, written into a folder of games as its author would."""

from pathlib import Path

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


def write_nim(games: Path) -> Path:
    """Put the game into a folder of games."""
    folder = games / "nim"
    folder.mkdir()
    for name, text in ("__init__.py", ""), ("rules.py", RULES), ("board.py", BOARD), ("help.md", HELP):
        (folder / name).write_text(text, encoding="utf-8")
    return games
