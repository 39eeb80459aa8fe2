"""Battle of the Beetles, naively: a dict of beetles and a set of the cells whose beetle is still an egg."""

from __future__ import annotations

from functools import cache

Cell = tuple[int, int]  # (column, row), both 1..7, so that a1 is (1, 1)

SIZE = 7
CENTRE = 4
EGGS_EACH = 14
OTHER = {"green": "red", "red": "green"}
UP_DOWN_LEFT_RIGHT = [(0, 1), (0, -1), (-1, 0), (1, 0)]
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]

# Rows from the top; G green, R red, y yellow, a dot where no cell is.
SETUPS = {
    "rings": """
. G R G R G .
R y y y y y R
G y G G R y G
R y R . R y R
G y R G G y G
R y y y y y R
. G R G R G .
""",
    "halves": """
. R R R R R .
R y y y y y R
R y R R R y R
G y G . R y R
G y G G G y G
G y y y y y G
. G G G G G .
""",
}


def ring(cell: Cell) -> int:
    """How far a cell is from the centre: 0 the centre, 3 the outer ring."""
    return max(abs(cell[0] - CENTRE), abs(cell[1] - CENTRE))


def is_corner(cell: Cell) -> bool:
    return cell[0] in (1, SIZE) and cell[1] in (1, SIZE)


SQUARES = [(column, row) for row in range(1, SIZE + 1) for column in range(1, SIZE + 1)]
BLUE = {cell for cell in SQUARES if ring(cell) in (1, 3) and not is_corner(cell)}
YELLOW = {cell for cell in SQUARES if ring(cell) == 2}
# The board without beetles, from the top row down
EMPTY = [
    ["-" if cell in YELLOW else "." if cell in BLUE else "x" for cell in SQUARES if cell[1] == row]
    for row in range(SIZE, 0, -1)
]


@cache
def name(cell: Cell) -> str:
    return "abcdefg"[cell[0] - 1] + str(cell[1])


def parse(text: str) -> Cell:
    return "abcdefg".index(text[0]) + 1, int(text[1])


def add(cell: Cell, step: tuple[int, int]) -> Cell:
    return cell[0] + step[0], cell[1] + step[1]


# What lies where does not change, and tests ask for it all the time


@cache
def take_offs(origin: Cell) -> list[Cell]:
    """The yellow cells a beetle can walk to, in the order up, down, left, right."""
    return [add(origin, step) for step in UP_DOWN_LEFT_RIGHT if add(origin, step) in YELLOW]


@cache
def landings(yellow: Cell) -> set[Cell]:
    return {add(yellow, leap) for leap in KNIGHT} & BLUE


@cache
def attacks(origin: Cell) -> set[Cell]:
    """Every blue cell a beetle on this one could capture on."""
    return {target for yellow in take_offs(origin) for target in landings(yellow)}


class Naive:
    """A game from a set-up, or from the empty board where the players place their beetles first."""

    def __init__(self, setup: str = "rings", placement: bool = False, shells: bool = True) -> None:
        self.turn = "green"
        self.shells = shells
        self.beetles: dict[Cell, str] = {}
        self.eggs: set[Cell] = set()
        self.to_place = {"green": EGGS_EACH, "red": EGGS_EACH}
        if not placement:
            self._set_up(SETUPS[setup])

    def _set_up(self, figure: str) -> None:
        for index, line in enumerate(figure.split("\n")[1:-1]):
            for column, letter in enumerate(line.split(), start=1):
                if letter in "GR":
                    self._place((column, SIZE - index), "green" if letter == "G" else "red")

    def _place(self, cell: Cell, player: str) -> None:
        self.beetles[cell] = player
        self.to_place[player] -= 1
        if self.shells:
            self.eggs.add(cell)

    def _born(self, player: str) -> set[Cell]:
        return {cell for cell, owner in self.beetles.items() if owner == player} - self.eggs

    def _placements(self) -> set[str]:
        return {name(cell) for cell in BLUE if cell not in self.beetles}

    def _hatchings(self) -> set[str]:
        return {name(cell) for cell in self.eggs if self.beetles[cell] == self.turn}

    def _captures(self, victims: str) -> set[str]:
        prey = self._born(victims)
        return {
            f"{name(origin)}x{name(target)}" for origin in self._born(self.turn) for target in attacks(origin) & prey
        }

    def legal(self) -> set[str]:
        if self.to_place[self.turn] > 0:
            return self._placements()
        # Only who can neither hatch nor capture an enemy turns on its own kind.
        return self._hatchings() | self._captures(OTHER[self.turn]) or self._captures(self.turn)

    def push(self, text: str) -> None:
        if self.to_place[self.turn] > 0:
            self._place(parse(text), self.turn)
        elif "x" in text:
            origin, target = (parse(part) for part in text.split("x"))
            self.beetles[target] = self.beetles.pop(origin)
        else:
            self.eggs.remove(parse(text))
        self.turn = OTHER[self.turn]

    def over(self) -> tuple[str | None, tuple[int, ...]] | None:
        if self.legal():
            return None
        owners = list(self.beetles.values())
        return OTHER[self.turn], (owners.count("green"), owners.count("red"))

    def picture(self) -> str:
        cells = [row[:] for row in EMPTY]
        for (column, row), owner in self.beetles.items():
            is_egg = (column, row) in self.eggs
            cells[SIZE - row][column - 1] = owner[0] if is_egg else owner[0].upper()
        return "\n".join(map(" ".join, cells))

    def _copy(self) -> Naive:
        twin = Naive(shells=self.shells, placement=True)
        twin.turn, twin.to_place = self.turn, dict(self.to_place)
        twin.beetles, twin.eggs = dict(self.beetles), set(self.eggs)
        return twin

    def film(self, text: str) -> list[str]:
        after = self._copy()
        after.push(text)
        if "x" not in text:
            return [after.picture()]
        origin, target = (parse(part) for part in text.split("x"))
        yellow = next(cell for cell in take_offs(origin) if target in landings(cell))
        between = self._copy()
        between.beetles[yellow] = between.beetles.pop(origin)
        return [between.picture(), after.picture()]
