"""Ataxx, naively: a dict of pieces and a set of blocks."""

from __future__ import annotations

from copy import copy
from functools import cache
from typing import Literal

Square = tuple[int, int]  # (column, row), both 1..7, so that a1 is (1, 1)
Rules = Literal["seed", "uai"]

SIZE = 7
JUMPS_TO_END = 45  # the seed's end of endless jumping
CLOCK_TO_DRAW = 100  # the engine world's
OTHER = {"red": "blue", "blue": "red"}
SQUARES = [(column, row) for row in range(1, SIZE + 1) for column in range(1, SIZE + 1)]  # a1, b1, ..., g7

# The seed's figure 2: what each letter of a block pattern covers, from row 7 down.
BLOCK_FIGURE = """
- d e 4 e d -
a g f 5 f g a
b c h 6 h c b
1 2 3 - 3 2 1
b c h 6 h c b
a g f 5 f g a
- d e 4 e d -
"""


@cache
def name(square: Square) -> str:
    return "abcdefg"[square[0] - 1] + str(square[1])


def parse(text: str) -> Square:
    return "abcdefg".index(text[0]) + 1, int(text[1])


def distance(one: Square, two: Square) -> int:
    return max(abs(one[0] - two[0]), abs(one[1] - two[1]))


# The squares at distance 1 and 2 of each, worked out once: tests ask for them all the time.
AROUND = {
    (square, steps): [other for other in SQUARES if distance(square, other) == steps]
    for square in SQUARES
    for steps in (1, 2)
}


def block_squares(pattern: str) -> set[Square]:
    blocks: set[Square] = set()
    for letter in pattern:
        covered = {
            (column, SIZE - index)
            for index, line in enumerate(BLOCK_FIGURE.split("\n")[1:-1])
            for column, cell in enumerate(line.split(), start=1)
            if cell == letter and cell != "-"
        }
        if not covered:
            raise ValueError(f"no block pattern {letter!r}")
        blocks |= covered
    return blocks


class Naive:
    """A game from the start position, or from a FEN."""

    def __init__(self, blocks: str = "", rules: Rules = "seed") -> None:
        self.rules = rules
        self.turn = "red"
        self.blocks = block_squares(blocks)
        self.pieces: dict[Square, str] = {(1, 7): "red", (7, 1): "red", (7, 7): "blue", (1, 1): "blue"}
        # Under "seed" the jumps in a row, under "uai" the plies, since the last extension.
        self.clock = 0

    @classmethod
    def from_fen(cls, fen: str, rules: Rules = "uai") -> Naive:
        rows, side, *counters = fen.split()
        game = cls(rules=rules)
        game.pieces = {}
        for row, cells in zip(range(SIZE, 0, -1), rows.split("/"), strict=True):
            game._read_row(row, cells)
        game.turn = "red" if side in "xXbB" else "blue"
        game.clock = int(counters[0]) if counters else 0
        return game

    def _read_row(self, row: int, cells: str) -> None:
        column = 1
        for cell in cells:
            if cell.isdigit():
                column += int(cell)
                continue
            if cell == "-":
                self.blocks.add((column, row))
            else:
                self.pieces[(column, row)] = "red" if cell in "xXbB" else "blue"
            column += 1

    def _is_empty(self, square: Square) -> bool:
        return square not in self.pieces and square not in self.blocks

    def _moves(self, player: str) -> set[str]:
        moves: set[str] = set()
        mine = {square for square, owner in self.pieces.items() if owner == player}
        for target in filter(self._is_empty, SQUARES):
            # All extensions to one square come to the same, so only the lowest origin is written.
            near = [square for square in AROUND[target, 1] if square in mine]
            far = [square for square in AROUND[target, 2] if square in mine]
            moves |= {f"{name(origin)}-{name(target)}" for origin in near[:1] + far}
        return moves

    def _can_move(self, player: str) -> bool:
        """Whether a piece of the player's is near an empty square, or one square farther."""
        pieces = [square for square, owner in self.pieces.items() if owner == player]
        return any(self._is_empty(target) for square in pieces for steps in (1, 2) for target in AROUND[square, steps])

    def legal(self) -> set[str]:
        if self.over() is not None:
            return set()
        return self._moves(self.turn) or {"-"}

    def push(self, text: str) -> None:
        mover, self.turn = self.turn, OTHER[self.turn]
        if text == "-":
            # A pass is no jump, but it is a ply.
            self.clock += 1 if self.rules == "uai" else 0
            return
        origin, target = (parse(part) for part in text.split("-"))
        if distance(origin, target) == 2:
            del self.pieces[origin]
            self.clock += 1
        else:
            self.clock = 0
        self.pieces[target] = mover
        for square in AROUND[target, 1]:
            if square in self.pieces:
                self.pieces[square] = mover

    def _scores(self) -> tuple[int, int]:
        owners = list(self.pieces.values())
        return owners.count("red"), owners.count("blue")

    def over(self) -> tuple[str | None, tuple[int, ...]] | None:
        scores = self._scores()
        red, blue = scores
        leader = None if red == blue else "red" if red > blue else "blue"
        if self.rules == "uai" and 0 in scores:
            return leader, scores
        if not self._can_move("red") and not self._can_move("blue"):
            return leader, scores
        if self.rules == "uai" and self.clock >= CLOCK_TO_DRAW:
            return None, scores
        if self.rules == "seed" and self.clock >= JUMPS_TO_END:
            return leader, scores
        return None

    def picture(self) -> str:
        cells = [["-"] * SIZE for _ in range(SIZE)]
        for column, row in self.blocks:
            cells[SIZE - row][column - 1] = "X"
        for (column, row), owner in self.pieces.items():
            cells[SIZE - row][column - 1] = owner[0]
        return "\n".join(map(" ".join, cells))

    def film(self, text: str) -> list[str]:
        after = copy(self)
        after.pieces = dict(self.pieces)
        after.push(text)
        return [after.picture()]
