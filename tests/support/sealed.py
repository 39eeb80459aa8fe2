"""A game for tests in which both players choose in secret: at the same time means in turn, unseen."""

from pathlib import Path

RULES = '''
"""Sealed: both choose one of three; the first wins if they are the same."""

from typing import NamedTuple

from ludarium.contract.bits import mix


class Sealed(NamedTuple):
    choices: int


def players(game): return 2
def start(game, seed): return [0, 0]
def most_moves(game): return game.choices
def turn(game, s): return 1 if s[0] else 0
def outcome(game, s): return 1 if s[1] else 0
def share(game, s, player): return 1000 if (s[0] == s[1]) == (player == 0) else 0
def score(game, s, player): return 0
def key(game, s): return mix(s[0], s[1])


def moves(game, s, out, n):
    for choice in range(1, game.choices + 1):
        out[n] = choice
        n += 1
    return n


def play(game, s, move):
    s[1 if s[0] else 0] = move
'''.replace("(game", "(game: Sealed")

BOARD = """
from ludarium.contract.errors import BadNotation
from ludarium.contract.scene import Cell, Piece

from .rules import Sealed

OPTIONS = ()
REASONS = "", "both have chosen"
UNKNOWN = 9


def make(): return Sealed(3)
def player(game, number): return ("even", "odd")[number]
def write(game, move): return "abc"[move - 1]
def shape(game): return 3, 2
def is_secret(game, s, move): return True
def paths(game, s, move): return [(f"{write(game, move)}{1 + (s[0] != 0)}",)]


def read(game, s, text):
    if text.strip()[:1] not in ("a", "b", "c"):
        raise BadNotation(f"{text!r} is none of a, b and c")
    return "abc".index(text.strip()[0]) + 1


def seen(game, s, player):
    return [value if number == player or not value else UNKNOWN for number, value in enumerate(s)]


def cell(game, s, x, y):
    chosen = s[y] == x + 1
    return Cell(f"{'abc'[x]}{y + 1}", x, y, piece=Piece(y, "seal") if chosen else None)
"""

STRATEGY = """
from .rules import Sealed


def determinize(game: Sealed, s, seed):
    if s[0] == 9:
        s[0] = 1 + seed % 3
"""


def write_sealed(folder: Path) -> Path:
    """The game in a folder of games."""
    (folder / "sealed").mkdir()
    files = {"rules.py": RULES, "board.py": BOARD, "strategy.py": STRATEGY, "help.md": "# Sealed\n\nChoose.\n"}
    for name, text in (files | {"__init__.py": ""}).items():
        (folder / "sealed" / name).write_text(text, encoding="utf-8")
    return folder
