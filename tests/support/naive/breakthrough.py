"""Breakthrough, naively: a dict from squares to colours."""

from ludarium.contract.squares import COLUMNS

AHEAD = {"white": 1, "black": -1}
OTHER = {"white": "black", "black": "white"}


class Naive:
    """A game on a board of size x size squares, each a column and a row counted from 1."""

    def __init__(self, size: int = 8) -> None:
        self.size = size
        self.turn = "white"
        rows = {1: "white", 2: "white", size - 1: "black", size: "black"}
        self.held = {(x, y): colour for y, colour in rows.items() for x in range(1, size + 1)}

    def legal(self) -> set[str]:
        if self.over():
            return set()
        found = set()
        for (x, y), colour in self.held.items():
            for right in -1, 0, 1:
                to = x + right, y + AHEAD[colour]
                captures = self.held.get(to) == OTHER[colour] and right
                if colour == self.turn and 1 <= to[0] <= self.size and (captures or to not in self.held):
                    found.add(f"{COLUMNS[x - 1]}{y}-{COLUMNS[to[0] - 1]}{to[1]}")
        return found

    def push(self, text: str) -> None:
        origin, to = ((COLUMNS.index(name[0]) + 1, int(name[1:])) for name in text.split("-"))
        self.held[to] = self.held.pop(origin)
        self.turn = OTHER[self.turn]

    def over(self) -> tuple[str, tuple[int, int]] | None:
        pieces = [list(self.held.values()).count(colour) for colour in AHEAD]
        goals = {"white": self.size, "black": 1}
        for colour, goal in goals.items():
            arrived = any(self.held.get((x, goal)) == colour for x in range(1, self.size + 1))
            if arrived or OTHER[colour] not in self.held.values():
                return colour, (pieces[0], pieces[1])
        return None

    def picture(self) -> str:
        line = range(1, self.size + 1)
        return "\n".join(" ".join(self.held.get((x, y), ".")[0] for x in line) for y in reversed(line))
