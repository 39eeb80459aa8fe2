"""Sums over many small numbers: plain Python here; compiled code does the same with vector instructions."""

from collections.abc import MutableSequence, Sequence

ONE = 255  # what a number is cut off at before it is squared
SHIFT = 7  # by which squares are shortened, so that their weighted sum fits in 32 bits


def add_rows(
    sums: MutableSequence[int],
    beginning: Sequence[int],
    rows: Sequence[Sequence[int]],
    chosen: Sequence[int],
    end: int,
) -> None:
    """Write the sums of the beginning and the rows with the numbers chosen[:end]; they have 16 bits, as all numbers."""
    found = list(beginning)
    for number in chosen[:end]:
        found = [a + b for a, b in zip(found, rows[number], strict=True)]
    for i, value in enumerate(found):
        sums[i] = value


def weigh_squares(numbers: Sequence[int], weights: Sequence[int]) -> int:
    """The weighted sum of the squares of numbers from 0 to ONE; what lies beyond is cut off before."""
    total = 0
    for number, weight in zip(numbers, weights, strict=True):
        if number > 0:
            total += (min(number, ONE) ** 2 >> SHIFT) * weight
    return total
