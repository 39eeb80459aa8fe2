"""Boards of Abatis for tests, drawn and looked at."""

from random import Random
from typing import Any

import ludarium
from ludarium.contract.row import Row
from ludarium.games import kind
from ludarium.games.abatis import board, lanes, rules
from ludarium.play.game import Game

KIND = kind("abatis")
TYPES = "classic", "knockout", "mixed"
MARGIN = "ABCDABCD/CDABCDAB"  # inner and outer chips of every side, unless a test says otherwise

LONE = """
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . B . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . ."""

THREE = """
    . . . . . . . D
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . A A . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . ."""


def place(rows: str, **words: Any) -> str:
    """A position's text from a board drawn as eight rows of cells, and what else is given."""
    ranks = ["".join("1" if cell == "." else cell for cell in row.split()) for row in rows.strip().split("\n")]
    margins = {side: words.pop(side, MARGIN) for side in board.SIDES}
    return " ".join(["/".join(ranks), *(f"{name}={value}" for name, value in (margins | words).items())])


def at(rows: str, type: str = "classic", **words: Any) -> Game:
    return ludarium.new("abatis", position=place(rows, **words), type=type, seed=0)


def drawn(rows: str) -> str:
    return "\n".join(" ".join(row.split()) for row in rows.strip().split("\n"))


def field(game: Game, row: Row) -> str:
    """The board without its margins, as drawn() has it."""
    lines = board.picture(game.constants, row).split("\n")[2:10]
    return "\n".join(" ".join(line[6:29].split()) for line in lines)


def film(game: Game, shot: str) -> list[str]:
    """The board in every frame of a move."""
    move = game.parse(shot).number
    return [field(game, row) for row in KIND.frames(game.constants, game.row[:], move)]


def margin(game: Game, lane: str) -> str:
    """The inner and the outer chip of a lane."""
    pieces = {cell.name: cell.piece for cell in game.scene().cells}
    return "".join(board.LETTERS[piece.colour] for piece in (pieces[lane], pieces[f"{lane}!"]) if piece)


def stack(game: Game) -> str:
    """The chips that came back, the top one first."""
    chips = game.row[lanes.STACK : lanes.STACK + game.row[lanes.RETURNED]]
    return "".join(board.LETTERS[chip] for chip in reversed(chips))


def standing(game: Game) -> int:
    return rules.standing(game.row)


def random_game(type: str, seed: int, shots: int, **options: Any) -> Game:
    game, random = ludarium.new("abatis", type=type, seed=seed, **options), Random(seed)
    for _ in range(shots):
        if game.outcome():
            break
        game.push(random.choice(game.legal_moves))
    return game
