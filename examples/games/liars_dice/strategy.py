"""What the computer imagines: dice that it does not see may show anything."""

from ludarium.contract.bits import mix
from ludarium.contract.row import Row

from .rules import DICE, FACE, FACES, MOST, RANDOM, LiarsDice


def determinize(game: LiarsDice, s: Row, seed: int) -> None:
    s[RANDOM] = mix(seed, 1)
    for player in range(2):
        for die in range(s[DICE + player]):
            if s[FACE + MOST * player + die] == 0:
                s[RANDOM] = mix(s[RANDOM], 1)
                s[FACE + MOST * player + die] = 1 + s[RANDOM] % FACES
