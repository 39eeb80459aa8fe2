"""Liar's dice as people see and type it: `2*5` bids two fives, `liar` doubts. Each player sees the own dice alone."""

import re
from collections.abc import Sequence

from ludarium.contract.errors import BadNotation
from ludarium.contract.options import Seed, Whole
from ludarium.contract.quotation import quoted
from ludarium.contract.row import Row
from ludarium.contract.scene import Cell, Panel, Piece

from .rules import BID, DICE, DOUBTED, FACE, FACES, FOUND, LIAR, LOSER, MOST, RANDOM, TURN, LiarsDice, outcome

OPTIONS = Whole("dice", 3, 1, MOST, "how many dice each player has at first"), Seed()
REASONS = "", "a player has lost all dice"
NAMES = "north", "south"
PLAYER_COLOURS = "#b5482f", "#2f6f8f"
SHOWS_POINTS = True  # the dice that a player has left
WORD = "liar"
DIES = "hidden", "one", "two", "three", "four", "five", "six"
PIECE_LETTERS = {name: str(face) if face else "?" for face, name in enumerate(DIES)}


def make(dice: int, seed: int) -> LiarsDice:
    return LiarsDice(dice)


def player(game: LiarsDice, number: int) -> str:
    return NAMES[number]


def write(game: LiarsDice, move: int) -> str:
    return f"{1 + (move - 1) // FACES}*{1 + (move - 1) % FACES}" if move != LIAR else WORD


def read(game: LiarsDice, s: Row, text: str) -> int:
    word = text.strip().lower()
    if word == WORD:
        return LIAR
    found = re.fullmatch(r"([1-9]|10)\*([1-6])", word)
    if not found:
        raise BadNotation(
            f"{quoted(text)} is no bid; a bid is how many and which face, as in 2*5, and {WORD} doubts one"
        )
    return FACES * (int(found[1]) - 1) + int(found[2])


def objection(game: LiarsDice, s: Row, move: int) -> str:
    return "there is no bid to doubt yet" if move == LIAR else "a bid says more dice, or as many of a higher face"


def words(game: LiarsDice, s: Row) -> Sequence[str]:
    return (WORD,) if s[BID] else ()


def seen(game: LiarsDice, s: Row, player: int) -> Row:
    """The dice of others are hidden, and so is the number from which they are rolled."""
    row = s[:]
    row[RANDOM] = 0
    for place in range(2 * MOST):
        if place // MOST != player:
            row[FACE + place] = 0
    return row


def news(game: LiarsDice, before: Row, after: Row) -> str:
    if after[DICE] + after[DICE + 1] == before[DICE] + before[DICE + 1]:
        return ""
    bid = write(game, after[DOUBTED])
    return f"{bid} was doubted, and there are {after[FOUND]}: {NAMES[after[LOSER]]} loses a die."


def shape(game: LiarsDice) -> tuple[int, int]:
    return FACES, 2 * game.dice + 2


def cell(game: LiarsDice, s: Row, x: int, y: int) -> Cell | None:
    """North's dice above, south's below, and all bids between them."""
    last = 2 * game.dice + 1
    if y in (0, last):
        return _die(s, 1 if y else 0, x, y)
    bid = FACES * (y - 1) + x + 1
    made = bid == s[BID] and not outcome(game, s)
    return Cell(write(game, bid), x, y, "field", Piece(1 - s[TURN], "bid") if made else None)


def _die(s: Row, owner: int, x: int, y: int) -> Cell | None:
    if x >= s[DICE + owner]:
        return Cell(f"{NAMES[owner]}{x + 1}", x, y, "cup") if x < MOST else None
    return Cell(f"{NAMES[owner]}{x + 1}", x, y, "cup", Piece(owner, DIES[s[FACE + MOST * owner + x]]))


def panels(game: LiarsDice, s: Row) -> Sequence[Panel]:
    return [Panel("bid", write(game, s[BID]) if s[BID] else "none yet")]
