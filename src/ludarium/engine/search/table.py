"""The transposition table: what searches found out about positions. Threads share it without locks.

A position is kept in one of the entries of a bucket, with its best move, a score, the depth and the age of the search,
and whether the score is exact or a bound.
"""

from ..native.signature import Numbers
from .result import INFINITE, SURE

BUCKET = 4  # entries that a position may be kept in: one line of the processor's cache
ENTRY = 2  # numbers an entry: the key of its position mixed with its data, and the data

EXACT, LOWER, UPPER = 1, 2, 3


def bucket(table: Numbers, h: int) -> int:
    """Where the entries of the table begin in which a position may be kept."""
    return (h & len(table) // (BUCKET * ENTRY) - 1) * (BUCKET * ENTRY)


def probe(table: Numbers, h: int) -> int:
    """What the table knows of a position, or 0."""
    base = bucket(table, h)
    for i in range(base, base + BUCKET * ENTRY, ENTRY):
        if table[i] ^ table[i + 1] == h:
            return table[i + 1]
    return 0


def keep(table: Numbers, age: int, h: int, move: int, score: int, depth: int, bound: int) -> None:
    """Put a position into the table, in the place of itself or of what is least worth keeping."""
    base = bucket(table, h)
    worst, value = base, INFINITE
    for i in range(base, base + BUCKET * ENTRY, ENTRY):
        data = table[i + 1]
        if table[i] ^ data == h:
            worst = i
            break
        worth = (data >> 42 & 255) - (256 if data >> 52 != age else 0)
        if worth < value:
            worst, value = i, worth
    data = age << 52 | bound << 50 | depth << 42 | (score + INFINITE) << 20 | move
    table[worst + 1] = data
    # Another thread may write here at the same time: a key that does not fit its data is then simply not found
    table[worst] = h ^ data


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
