"""Abatis, naively, one level of it: a dict of chips, two dicts of margins, and a shot unfolded frame by frame.

The real game deals from a seed, which is its own affair; this one starts from a snapshot and is told by `supply` which
chips lie below the stack.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

Cell = tuple[int, int]  # (row, column), (0, 0) top-left
Chip = tuple[int, str]  # colour and arrow, the arrow "" for a chip that was not shot

SIZE = 8
BLOCK = 3
BLOCKS_A_LEVEL = 64
BOARD_CLEARED = 32
CHIPS_SHOWN = 3
STEP = {"^": (-1, 0), "v": (1, 0), "<": (0, -1), ">": (0, 1)}
FLIES = {"N": "v", "S": "^", "W": ">", "E": "<"}  # the arrow a chip shot from this side gets
CELLS = [(row, column) for row in range(SIZE) for column in range(SIZE)]  # a tick's scan order
LANES = [f"{side}{number}" for side in "NSWE" for number in range(1, SIZE + 1)]


def ahead(cell: Cell, arrow: str) -> Cell:
    down, right = STEP[arrow]
    return cell[0] + down, cell[1] + right


@cache
def lane_cells(lane: str) -> list[Cell]:
    """The cells a chip shot from this lane flies over, in that order."""
    near, number = range(SIZE), int(lane[1]) - 1
    order = near if lane[0] in "NW" else reversed(near)
    return [(place, number) if lane[0] in "NS" else (number, place) for place in order]


def lane_behind(cell: Cell, arrow: str) -> str:
    """The margin lane a chip enters that leaves the board over this edge cell."""
    side = {"^": "N", "v": "S", "<": "W", ">": "E"}[arrow]
    return f"{side}{(cell[1] if side in 'NS' else cell[0]) + 1}"


def points(size: int) -> int:
    return 1 + (size - 3) * (size - 2) // 2


class Supply:
    """The endless rest below the stack, remembered, so that a film can look at chips without using them up."""

    def __init__(self, source: Iterator[int]) -> None:
        self.source = source
        self.seen: list[int] = []

    def chip(self, index: int) -> int:
        while len(self.seen) <= index:
            self.seen.append(next(self.source))
        return self.seen[index]

    def __deepcopy__(self, memo: dict[int, Any]) -> Supply:
        return self  # copies of a game share it: each keeps by itself how far it has drawn


class Naive:
    """One level of a game of type classic, knockout or mixed."""

    turn = "player"

    def __init__(
        self,
        type: str,
        board: dict[Cell, Chip],
        inner: dict[str, int],
        outer: dict[str, int],
        stack: list[int],
        supply: Iterator[int],
        score: int = 0,
        blocks: int = 0,
    ) -> None:
        self.type = type
        self.board = dict(board)
        self.inner = dict(inner)
        self.outer = dict(outer)
        self.stack = list(stack)  # top last
        self.supply = Supply(supply)
        self.score = score
        self.blocks = blocks
        self.level_done = False
        self.eliminated = 0  # chips that went in blocks
        self.drawn = 0  # chips that left the supply
        self.knocker: Cell | None = None  # where the knockout chip is that has yet to push

    # What can be shot.

    def _is_knockout(self, mark: str) -> bool:
        return self.type == "knockout" or mark == "!"

    def _may_shoot(self, lane: str, mark: str) -> bool:
        cells = lane_cells(lane)
        if self.board.keys().isdisjoint(cells):
            return False  # nothing would stop the chip
        return self._is_knockout(mark) or cells[0] not in self.board

    def _shots(self) -> Iterator[str]:
        marks = ("", "!") if self.type == "mixed" else ("",)
        return (lane + mark for lane in LANES for mark in marks if self._may_shoot(lane, mark))

    def legal(self) -> set[str]:
        return set(self._shots())

    def over(self) -> tuple[str | None, tuple[int, ...]] | None:
        return None if any(self._shots()) else (None, (self.score,))

    # A shot.

    def push(self, text: str) -> None:
        for _ in self._unfold(text):
            pass

    def film(self, text: str) -> list[str]:
        after = deepcopy(self)
        return [after.picture() for _ in after._unfold(text)]

    def _unfold(self, text: str) -> Iterator[None]:
        """Play a shot, and stop at each of its frames."""
        self._begin(text[:2], self._is_knockout(text[2:]))
        yield
        while self._go_on():
            yield
        if not self.board:
            self.score += BOARD_CLEARED
        self.level_done = self.blocks >= BLOCKS_A_LEVEL or not self.board

    def _go_on(self) -> bool:
        """Do the next thing there is to do, one frame of it: a tick, else the knockout push, else the blocks."""
        return self._tick() or self._knock() or self._eliminate()

    def _begin(self, lane: str, knockout: bool) -> None:
        first, arrow = lane_cells(lane)[0], FLIES[lane[0]]
        colour = self.inner[lane]
        # The margin is refilled before anything is pushed out of the board, so with the chip that was shown as next.
        self.inner[lane] = self.outer[lane]
        self.outer[lane] = self._draw()
        at_once = first in self.board  # only a knockout may be shot here: it pushes as it enters
        if at_once:
            self._push_run(first, arrow)
        self.board[first] = (colour, arrow)
        self.knocker = first if knockout and not at_once else None

    def _draw(self) -> int:
        if self.stack:
            return self.stack.pop()
        self.drawn += 1
        return self.supply.chip(self.drawn - 1)

    def _leave_board(self, cell: Cell, arrow: str) -> None:
        """A chip goes over the edge into the margin, and the outermost there goes back on the stack."""
        lane = lane_behind(cell, arrow)
        colour, _ = self.board.pop(cell)
        self.stack.append(self.outer[lane])
        self.outer[lane] = self.inner[lane]
        self.inner[lane] = colour

    def _advance(self, cell: Cell, arrow: str) -> Cell:
        """Move the chip of a cell one cell on, off the board if need be."""
        target = ahead(cell, arrow)
        if 0 <= target[0] < SIZE and 0 <= target[1] < SIZE:
            self.board[target] = self.board.pop(cell)
        else:
            self._leave_board(cell, arrow)
        return target

    def _tick(self) -> bool:
        arrived: set[Cell] = set()  # chips that moved in this tick: at most once each
        moved = False
        for cell in CELLS:
            _, arrow = self.board.get(cell, (0, ""))
            if arrow and cell not in arrived and ahead(cell, arrow) not in self.board:
                target = self._advance(cell, arrow)
                arrived.add(target)
                moved = True
                if self.knocker == cell:
                    self.knocker = target
        return moved

    def _push_run(self, cell: Cell, arrow: str) -> None:
        """Push the unbroken run that starts at a cell one cell on, its far end first."""
        run: list[Cell] = []
        while cell in self.board:
            run.append(cell)
            cell = ahead(cell, arrow)
        for chip_cell in reversed(run):
            self._advance(chip_cell, arrow)

    def _knock(self) -> bool:
        if self.knocker is None:
            return False
        _, arrow = self.board[self.knocker]
        # The run pushed and the chip that takes its first cell are one line, so it moves as one run.
        self._push_run(self.knocker, arrow)
        self.knocker = None
        return True

    # Blocks.

    def _group(self, start: Cell) -> set[Cell]:
        """The same-coloured chips joined to this one."""
        colour, _ = self.board[start]
        group, reached = {start}, [start]
        while reached:
            cell = reached.pop()
            for other in (ahead(cell, arrow) for arrow in STEP):
                if other not in group and other in self.board and self.board[other][0] == colour:
                    group.add(other)
                    reached.append(other)
        return group

    def _blocks(self) -> list[set[Cell]]:
        blocks, left = [], set(self.board)
        while left:
            group = self._group(left.pop())
            left -= group
            if len(group) >= BLOCK:
                blocks.append(group)
        return blocks

    def _eliminate(self) -> bool:
        blocks = self._blocks()
        for block in blocks:
            self.blocks += 1
            self.eliminated += len(block)
            self.score += points(len(block))
            for cell in block:
                del self.board[cell]
        return bool(blocks)

    # The picture.

    def _next_chips(self) -> list[int]:
        on_stack = self.stack[: -CHIPS_SHOWN - 1 : -1]
        return on_stack + [self.supply.chip(self.drawn + index) for index in range(CHIPS_SHOWN - len(on_stack))]

    def _cell(self, cell: Cell) -> str:
        colour, arrow = self.board.get(cell, (None, ""))
        return (letter(colour) if colour is not None else ".") + (arrow or " ")

    def _margin_row(self, margin: dict[str, int], side: str) -> list[str]:
        corner = ["  ", "  "]
        return [*corner, *(f"{letter(margin[f'{side}{lane}'])} " for lane in range(1, SIZE + 1)), *corner]

    def _board_row(self, row: int) -> list[str]:
        west, east = f"W{row + 1}", f"E{row + 1}"
        left = [self.outer[west], self.inner[west]]
        right = [self.inner[east], self.outer[east]]
        cells = [self._cell((row, column)) for column in range(SIZE)]
        return [*(f"{letter(chip)} " for chip in left), *cells, *(f"{letter(chip)} " for chip in right)]

    def picture(self) -> str:
        rows = [
            self._margin_row(self.outer, "N"),
            self._margin_row(self.inner, "N"),
            *(self._board_row(row) for row in range(SIZE)),
            self._margin_row(self.inner, "S"),
            self._margin_row(self.outer, "S"),
        ]
        lines = [" ".join(row).rstrip() for row in rows]
        return "\n".join([*lines, "next " + " ".join(letter(chip) for chip in self._next_chips())])


def letter(colour: int) -> str:
    return "ABCDEFGHIJ"[colour]
