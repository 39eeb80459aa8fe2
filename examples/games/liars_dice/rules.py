"""Liar's dice for two: the rules, and what lies where in a row.

All chance of a game comes from the seed of its record: a number in the row, from which every roll draws the next.
"""

from typing import NamedTuple

from ludarium.contract.bits import mix
from ludarium.contract.row import Row

FACES = 6
MOST = 5  # dice that a player can have
LIAR = 0  # the move that doubts a bid; a bid is 1 + FACES * (how many - 1) + (face - 1)

TURN, BID, RANDOM = 0, 1, 2  # the bid is 0 at the beginning of a round
DOUBTED, FOUND, LOSER = 3, 4, 5  # of the last round: the bid, how many dice of its face there were, who lost a die
DICE = 6  # how many dice each player has
FACE = 8  # what they show, MOST numbers a player; 0 is not known
LENGTH = FACE + 2 * MOST


class LiarsDice(NamedTuple):
    dice: int


def players(game: LiarsDice) -> int:
    return 2


def start(game: LiarsDice, seed: int) -> list[int]:
    s = [0] * LENGTH
    s[RANDOM], s[DICE], s[DICE + 1] = mix(seed, 1), game.dice, game.dice
    roll(game, s)
    return s


def roll(game: LiarsDice, s: Row) -> None:
    """Throw the dice of both players."""
    for player in range(2):
        for die in range(MOST):
            s[FACE + MOST * player + die] = 0
            if die < s[DICE + player]:
                s[RANDOM] = mix(s[RANDOM], 1)
                s[FACE + MOST * player + die] = 1 + s[RANDOM] % FACES


def highest(game: LiarsDice, s: Row) -> int:
    """The highest bid with the dice that are left."""
    return FACES * (s[DICE] + s[DICE + 1])


def most_moves(game: LiarsDice) -> int:
    return 2 * FACES * game.dice + 1


def turn(game: LiarsDice, s: Row) -> int:
    return s[TURN]


def moves(game: LiarsDice, s: Row, out: Row, n: int) -> int:
    if s[BID]:
        out[n] = LIAR
        n += 1
    for bid in range(s[BID] + 1, highest(game, s) + 1):
        out[n] = bid
        n += 1
    return n


def count(game: LiarsDice, s: Row, bid: int) -> int:
    """How many dice show the face of a bid."""
    found = 0
    for place in range(FACE, LENGTH):
        if s[place] == 1 + (bid - 1) % FACES:
            found += 1
    return found


def play(game: LiarsDice, s: Row, move: int) -> None:
    if move != LIAR:
        s[BID] = move
        s[TURN] = 1 - s[TURN]
        return
    s[DOUBTED], s[FOUND] = s[BID], count(game, s, s[BID])
    is_true = s[FOUND] >= 1 + (s[BID] - 1) // FACES
    s[LOSER] = s[TURN] if is_true else 1 - s[TURN]
    s[DICE + s[LOSER]] -= 1
    s[TURN], s[BID] = s[LOSER], 0
    roll(game, s)


def outcome(game: LiarsDice, s: Row) -> int:
    return 1 if s[DICE] == 0 or s[DICE + 1] == 0 else 0


def share(game: LiarsDice, s: Row, player: int) -> int:
    return 1000 if s[DICE + player] else 0


def score(game: LiarsDice, s: Row, player: int) -> int:
    return s[DICE + player]


def key(game: LiarsDice, s: Row) -> int:
    h = 0
    for place in range(LENGTH):
        h = mix(h, s[place])
    return h
