"""A game for one player with chance, for tests: what a game needs in order to be dealt daily."""

from pathlib import Path

RULES = '''
"""Coins: five times, take the coin in your left or in your right hand; a seed says what they are worth."""

from typing import NamedTuple

from ludarium.contract.bits import mix

ROUNDS = 5


class Coins(NamedTuple):
    most: int


def players(game): return 1
def start(game, seed): return [0, 0, seed]
def most_moves(game): return 2
def turn(game, s): return 0
def outcome(game, s): return 1 if s[0] == ROUNDS else 0
def share(game, s, player): return 0
def score(game, s, player): return s[1]
def key(game, s): return mix(mix(s[0], s[1]), s[2])


def moves(game, s, out, n):
    for hand in range(2):
        out[n] = hand
        n += 1
    return n


def play(game, s, move):
    s[1] += 1 + mix(s[2], 2 * s[0] + move) % game.most
    s[0] += 1
'''.replace("(game", "(game: Coins")

BOARD = '''
"""Coins as people see it."""

from ludarium.contract.errors import BadNotation
from ludarium.contract.options import Seed, Whole
from ludarium.contract.scene import Cell

from .rules import Coins

OPTIONS = Whole("most", 5, 1, 50, "what a coin is worth at most"), Seed()
REASONS = "", "all coins are taken"
HANDS = "left", "right"


def make(most, seed): return Coins(most)
def player(game, number): return "player"
def write(game, move): return HANDS[move]
def picture(game, s): return f"{s[1]} points"
def shape(game): return 2, 1
def cell(game, s, x, y): return Cell(HANDS[x], x, y)
def scenario(game): return game.most
def daily(day): return {"most": 9}


def read(game, s, text):
    if text not in HANDS:
        raise BadNotation(f"{text!r} is no hand")
    return HANDS.index(text)
'''


def write_coins(games: Path) -> Path:
    """Put the game into a folder of games."""
    folder = games / "coins"
    folder.mkdir()
    texts = ("__init__.py", ""), ("rules.py", RULES), ("board.py", BOARD), ("help.md", "# Coins\n\nLeft or right.\n")
    for name, text in texts:
        (folder / name).write_text(text, encoding="utf-8")
    return games
