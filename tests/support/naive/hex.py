"""Hex, naively: a dict from cells to colours, and a walk over it after every move."""

from ludarium.contract.squares import COLUMNS

Cell = tuple[int, int]  # column and row, (0, 0) top left

OTHER = {"red": "blue", "blue": "red"}
AROUND = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]


class Naive:
    """A game on a board of size x size cells."""

    def __init__(self, size: int = 11, swap: bool = True) -> None:
        self.size, self.swap = size, swap
        self.turn = "red"
        self.made = 0
        self.held: dict[Cell, str] = {}

    def legal(self) -> set[str]:
        if self.over():
            return set()
        every = {(x, y) for x in range(self.size) for y in range(self.size)}
        free = {f"{COLUMNS[x]}{y + 1}" for x, y in every - set(self.held)}
        return free | {"swap"} if self.swap and self.made == 1 else free

    def push(self, text: str) -> None:
        if text == "swap":
            ((x, y),) = self.held
            self.held = {(y, x): "blue"}
        else:
            self.held[COLUMNS.index(text[0]), int(text[1:]) - 1] = self.turn
        self.made += 1
        self.turn = OTHER[self.turn]

    def _joins(self, colour: str, along: int) -> bool:
        """Whether a colour has a chain from one side to the other: along columns, or along rows."""
        mine = {cell for cell, held in self.held.items() if held == colour}
        waiting = [cell for cell in mine if cell[along] == 0]
        seen = set(waiting)
        while waiting:
            x, y = waiting.pop()
            near = {(x + right, y + down) for right, down in AROUND} & mine - seen
            seen |= near
            waiting += near
        return any(cell[along] == self.size - 1 for cell in seen)

    def over(self) -> tuple[str, tuple[int, int]] | None:
        if self._joins("red", 1):
            return "red", (1, 0)
        return ("blue", (0, 1)) if self._joins("blue", 0) else None

    def picture(self) -> str:
        line, wide = range(self.size), len(str(self.size))
        rows = [
            f"{' ' * y}{y + 1:>{wide}} {' '.join(self.held.get((x, y), '.')[0].upper() for x in line)}" for y in line
        ]
        return "\n".join([*rows, " " * (self.size + wide + 1) + " ".join(COLUMNS[: self.size])])
