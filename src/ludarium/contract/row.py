"""A position as a row of numbers."""

from collections.abc import MutableSequence
from typing import Annotated, TypeAlias

# A list of ints, or an array.array where a game has so many numbers that their size matters. Compiled code sees it as
# a numpy array. The position at rest may be followed by numbers that only matter while a move unfolds.
Row: TypeAlias = MutableSequence[int]

# What a learning program sees of a position, and which actions are legal: numbers of 8 bits
Planes: TypeAlias = Annotated[MutableSequence[int], "b"]
