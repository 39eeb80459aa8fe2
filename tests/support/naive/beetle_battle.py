"""Beetle Battle, naively: a dict of counts, a dict of owners and a list of jumps that wait."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

Square = tuple[int, int]  # (row, column), (0, 0) top-left
Jump = tuple[Square, Square]  # from, to

OTHER = {"red": "blue", "blue": "red"}
UP_DOWN_LEFT_RIGHT = [(-1, 0), (1, 0), (0, -1), (0, 1)]
MOVES_BEFORE_ANYONE_IS_GONE = 3  # at the first move blue has no beetle yet, and has not lost by it


class Naive:
    """A game on a board of size x size squares."""

    def __init__(self, size: int = 5) -> None:
        self.size = size
        self.turn = "red"
        self.moves_made = 0
        self.count: dict[Square, int] = {}  # only squares with beetles on them
        self.owner: dict[Square, str] = {}  # the same squares
        self.winner: str | None = None

    def _squares(self) -> list[Square]:
        return [(row, column) for row in range(self.size) for column in range(self.size)]

    def _neighbours(self, square: Square) -> list[Square]:
        row, column = square
        around = [(row + down, column + right) for down, right in UP_DOWN_LEFT_RIGHT]
        return [(r, c) for r, c in around if 0 <= r < self.size and 0 <= c < self.size]

    def _is_full(self, square: Square) -> bool:
        return self.count.get(square, 0) >= len(self._neighbours(square))

    def legal(self) -> set[str]:
        if self.winner is not None:
            return set()
        usable = [square for square in self._squares() if self.owner.get(square) != OTHER[self.turn]]
        return {f"{row},{column}" for row, column in usable}

    def push(self, text: str) -> None:
        for _ in self._unfold(text):
            pass

    def film(self, text: str) -> list[str]:
        after = copy(self)
        after.count, after.owner = dict(self.count), dict(self.owner)
        return [after.picture() for _ in after._unfold(text)]

    def _unfold(self, text: str) -> Iterator[None]:
        """Play a move, and stop at each of its frames: the beetle placed, then the board after every jump."""
        row, column = (int(part) for part in text.split(","))
        mover, self.turn = self.turn, OTHER[self.turn]
        self.moves_made += 1
        self._arrive((row, column), mover)
        yield
        yield from self._cascade((row, column))

    def _cascade(self, start: Square) -> Iterator[None]:
        queue = self._burst_of(start, [])
        while queue and self.winner is None:
            origin, target = self._next_jump(queue)
            queue.remove((origin, target))
            colour = self.owner[origin]
            self._leave(origin)
            self._arrive(target, colour)
            self._look_for_a_winner()
            queue += self._burst_of(target, queue)
            queue += self._burst_of(origin, queue)
            yield

    def _burst_of(self, square: Square, queue: list[Jump]) -> list[Jump]:
        """The jumps a square adds to the queue: none unless it is full and its earlier beetles have all left."""
        if not self._is_full(square) or any(origin == square for origin, _ in queue):
            return []
        return [(square, neighbour) for neighbour in self._neighbours(square)]

    def _next_jump(self, queue: list[Jump]) -> Jump:
        """The first beetle in the queue whose target is not full; at a standstill the head goes anyway."""
        for jump in queue:
            if not self._is_full(jump[1]):
                return jump
        return queue[0]

    def _leave(self, square: Square) -> None:
        self.count[square] -= 1
        if self.count[square] == 0:
            del self.count[square], self.owner[square]

    def _arrive(self, square: Square, colour: str) -> None:
        self.count[square] = self.count.get(square, 0) + 1
        self.owner[square] = colour

    def _look_for_a_winner(self) -> None:
        colours = set(self.owner.values())
        if self.moves_made >= MOVES_BEFORE_ANYONE_IS_GONE and len(colours) == 1:
            self.winner = colours.pop()

    def _beetles(self, colour: str) -> int:
        return sum(self.count[square] for square, owner in self.owner.items() if owner == colour)

    def over(self) -> tuple[str | None, tuple[int, ...]] | None:
        if self.winner is None:
            return None
        return self.winner, (self._beetles("red"), self._beetles("blue"))

    def picture(self) -> str:
        cells = [["."] * self.size for _ in range(self.size)]
        for (row, column), count in self.count.items():
            cells[row][column] = f"{self.owner[row, column][0]}{count}"
        return "\n".join(map(" ".join, cells))
