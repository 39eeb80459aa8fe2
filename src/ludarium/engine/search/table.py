"""The transposition table: what searches found out about positions. Threads share it without locks.

A position has one entry, with its best move, a score, the depth and the age of the search, and whether the score is
exact or a bound. The newest position stays: buckets that kept the deepest of four were worse.
"""

from ..native.signature import Numbers
from .result import INFINITE, SURE

ENTRY = 2  # numbers an entry: the key of its position mixed with its data, and the data

EXACT, LOWER, UPPER = 1, 2, 3


def place_in(table: Numbers, h: int) -> int:
    """Where the entry begins in which a position may be kept."""
    return (h & len(table) // ENTRY - 1) * ENTRY


def probe(table: Numbers, h: int) -> int:
    """What the table knows of a position, or 0."""
    i = place_in(table, h)
    return table[i + 1] if table[i] ^ table[i + 1] == h else 0


def keep(table: Numbers, age: int, h: int, move: int, score: int, depth: int, bound: int) -> None:
    """Put a position into the table."""
    i, data = place_in(table, h), age << 52 | bound << 50 | depth << 42 | (score + INFINITE) << 20 | move
    table[i + 1] = data
    # Another thread may write here at the same time: a key that does not fit its data is then simply not found
    table[i] = h ^ data


def known_score(data: int, ply: int) -> int:
    """The score of an entry. Wins are kept as seen from their position and not from the root."""
    score = (data >> 20 & 0x3FFFFF) - INFINITE
    if score > SURE:
        return score - ply
    return score + ply if score < -SURE else score


def from_here(score: int, ply: int) -> int:
    """A score as it is kept in the table."""
    if score > SURE:
        return score + ply
    return score - ply if score < -SURE else score
