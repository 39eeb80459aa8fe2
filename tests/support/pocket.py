"""A game for tests with hands to drop from, kinds of pieces, and a notation that looks at the position."""

from pathlib import Path

RULES = '''
"""Pocket: both players drop kings and rooks from their hands; who fills the board owns most of it."""

from typing import NamedTuple

from ludarium.contract.bits import mix

SIZE = 3
CELLS = SIZE * SIZE
KINDS = 2
HAND = CELLS  # KINDS numbers a player
TURN = HAND + 2 * KINDS
KEPT = TURN + 1
LENGTH = KEPT + 1  # the last number counts how often a piece was dropped, which is no part of the position


class Pocket(NamedTuple):
    rooks: int


def players(game): return 2
def start(game, seed): return [0] * CELLS + [1, game.rooks] * 2 + [0, 0]
def most_moves(game): return CELLS * KINDS
def turn(game, s): return s[TURN]
def kept(game): return KEPT
def outcome(game, s): return 1 if sum(s[HAND + 2 * s[TURN] + kind] for kind in range(KINDS)) == 0 else 0
def share(game, s, player): return 500
def score(game, s, player): return sum(1 for cell in range(CELLS) if s[cell] > 0 and (s[cell] - 1) // KINDS == player)


def key(game, s):
    h = 0
    for place in range(KEPT):
        h = mix(h, s[place])
    return h


def moves(game, s, out, n):
    for kind in range(KINDS):
        for cell in range(CELLS):
            if s[HAND + 2 * s[TURN] + kind] > 0 and s[cell] == 0:
                out[n] = CELLS * kind + cell
                n += 1
    return n


def play(game, s, move):
    s[HAND + 2 * s[TURN] + move // CELLS] -= 1
    s[move % CELLS] = 1 + KINDS * s[TURN] + move // CELLS
    s[TURN] = 1 - s[TURN]
    s[KEPT] += 1
'''.replace("(game", "(game: Pocket")

BOARD = '''
from ludarium.contract.errors import BadNotation
from ludarium.contract.options import Whole
from ludarium.contract.scene import Cell, Piece
from ludarium.contract.squares import place, square

from .rules import CELLS, HAND, KINDS, SIZE, TURN, Pocket

OPTIONS = (Whole("rooks", 2, 0, 3, "rooks in each hand"),)
REASONS = "", "a hand is empty"
PIECE_LETTERS = {"king": "K", "rook": "R"}
PLAYER_COLOURS = "black", "#f3e3c3"
SHOWS_POINTS = True
NAMES, KIND_NAMES = ("dark", "light"), ("king", "rook")


def make(rooks): return Pocket(rooks)
def player(game, number): return NAMES[number]
def shape(game): return SIZE, SIZE + 2
def hand(player, kind): return f"{NAMES[player]}-{KIND_NAMES[kind]}"


def write(game, s, move):
    """With a + where the cell is beside a piece of the other player."""
    x, y = move % CELLS % SIZE, move % CELLS // SIZE
    near = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    held = [s[SIZE * v + u] for u, v in near if 0 <= u < SIZE and 0 <= v < SIZE]
    met = any(piece and (piece - 1) // KINDS != s[TURN] for piece in held)
    return f"{KIND_NAMES[move // CELLS][0].upper()}{square(x, y)}{'+' if met else ''}"


def read(game, s, text):
    word = text.strip().rstrip("+")
    if len(word) != 3 or word[0] not in "KR" or word[1] not in "abc" or word[2] not in "123":
        raise BadNotation(f"{text!r} is no drop; a drop is K or R and a cell, as in Rb2")
    x, y = place(word[1:])
    return CELLS * "KR".index(word[0]) + SIZE * y + x


def paths(game, s, move):
    return [(hand(s[TURN], move // CELLS), square(move % CELLS % SIZE, move % CELLS // SIZE))]


def cell(game, s, x, y):
    if y in (0, SIZE + 1):
        owner = 1 if y == 0 else 0
        if x >= KINDS:
            return None
        left = s[HAND + 2 * owner + x]
        return Cell(hand(owner, x), x, y, "reserve", Piece(owner, KIND_NAMES[x], left) if left else None)
    held = s[SIZE * (SIZE - y) + x]
    piece = Piece((held - 1) // KINDS, KIND_NAMES[(held - 1) % KINDS]) if held else None
    return Cell(square(x, SIZE - y), x, y, piece=piece)
'''

DRAWINGS = """<svg xmlns="http://www.w3.org/2000/svg">
  <symbol id="king" viewBox="0 0 100 100"><path d="M10 90H90V30L50 60L10 30z" fill="var(--piece)"/></symbol>
  <symbol id="rook" viewBox="0 0 100 100"><rect x="20" y="20" width="60" height="70" fill="var(--piece)"/></symbol>
  <symbol id="logo" viewBox="0 0 100 100"><circle cx="50" cy="50" r="40"/></symbol>
</svg>
"""

HELP = "# Pocket\n\nDrop your pieces.\n"


def write_pocket(folder: Path, **more: str) -> Path:
    """The game in a folder of games, with more files or other ones."""
    files = {"rules.py": RULES, "board.py": BOARD, "pieces.svg": DRAWINGS, "help.md": HELP, "__init__.py": ""}
    (folder / "pocket").mkdir()
    for name, text in (files | {name.replace("__", "."): text for name, text in more.items()}).items():
        (folder / "pocket" / name).write_text(text, encoding="utf-8")
    return folder
