"""Bit tricks in plain Python; the engine gives compiled code one machine instruction for each.

Boards of bits stay below 2**63, so that they fit the signed 64 bits of a compiled row.
"""

WORD = (1 << 64) - 1


def count(b: int) -> int:
    """Number of set bits."""
    return b.bit_count()


def first(b: int) -> int:
    """Index of the lowest set bit (b must not be 0)."""
    return (b & -b).bit_length() - 1


def reflected(b: int, size: int, how: int) -> int:
    """A square board of bits, reflected at its middle file, its middle rank and its diagonal by the bits of `how`."""
    found = 0
    for y in range(size):
        for x in range(size):
            column = size - 1 - x if how & 1 else x
            rank = size - 1 - y if how & 2 else y
            to = size * column + rank if how & 4 else size * rank + column
            found |= (b >> size * y + x & 1) << to
    return found


def scramble(x: int) -> int:
    """The number after x in a sequence of random numbers of 64 bits with a sign (xorshift); neither may be 0."""
    x &= WORD
    x ^= x << 13 & WORD
    x ^= x >> 7
    x ^= x << 17 & WORD
    return x - (x >> 63 << 64)


def mix(h: int, x: int) -> int:
    """Mix x into the hash h; the result has 63 bits. Also a generator: mix(seed, 1), mix(seed, 2), ...

    A hash begins with a number that shares no bits with the first x, or with one that was mixed itself: mix(1, 2) is
    mix(2, 1).
    """
    h = (h ^ x) * 0x9E3779B97F4A7C15 & WORD
    h ^= h >> 29
    h = h * 0xBF58476D1CE4E5B9 & WORD
    h ^= h >> 32
    return h >> 1
