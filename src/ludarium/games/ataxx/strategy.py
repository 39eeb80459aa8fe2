"""What a computer knows about Ataxx."""

from ...contract.bits import count
from ...contract.kind import Row
from .rules import JUMPS, NEAR, PASS, TURN, Ataxx, empty_cells, grow

PIECE = 100
EXPOSED = 22
TEMPO = 60


def order(game: Ataxx, s: Row, move: int) -> int:
    """Pieces gained, an extension's new one among them, and few empty cells around the new piece."""
    if move == PASS:
        return 0
    to = move & 63
    gain = 2 * count(NEAR[to] & s[1 - s[TURN]])
    if move < JUMPS:
        return 4 * (gain + 2) + count(NEAR[to] & s[s[TURN]])
    return 4 * gain - count(NEAR[move >> 6 & 63] & s[s[TURN]])


def evaluate(game: Ataxx, s: Row) -> int:
    """Pieces, and of them those beside empty cells, which can still be turned."""
    me, you = s[s[TURN]], s[1 - s[TURN]]
    near_empty = grow(empty_cells(s))
    mine, yours = count(me), count(you)
    exposed = count(me & near_empty) - count(you & near_empty)
    return PIECE * (mine - yours) - EXPOSED * exposed + TEMPO
