"""Battle of the Beetles as people see and type it: squares `a1`..`g7`, hatch or place `d1`, capture `d1xc4`."""

import re
from collections.abc import Sequence

from ...contract import squares
from ...contract.bits import count
from ...contract.errors import BadNotation
from ...contract.options import Choice, Flag
from ...contract.quotation import quoted
from ...contract.row import Row
from ...contract.scene import Cell, Panel, Piece
from .rules import (
    ATTACKS,
    BEETLES,
    CAPTURES,
    EGGS,
    GREEN,
    GROUND,
    RED,
    SETUPS,
    SIZE,
    TO_PLACE,
    TURN,
    BattleOfTheBeetles,
    born,
    cells_with,
)

NAMES = "green", "red"

REASONS = "", "no action is left"

OPTIONS = (
    Choice("setup", tuple(SETUPS), "where the beetles are at first").called(
        "Layout", {"rings": "Rings", "halves": "Halves"}, is_pictured=True
    ),
    Flag("placement", False, "whether the players place their eggs themselves, in turn").called(
        "First position", {False: "as in the layout", True: "players place their eggs"}
    ),
    Flag("shells", True, "whether beetles begin in the egg").called(
        "Beetles", {True: "begin in the egg", False: "are born already"}
    ),
)

PLACING = "placing"  # the last word of a position in which eggs are still to be placed

COLOURS = {"G": GREEN, "g": GREEN, "R": RED, "r": RED}


def make(setup: str, placement: bool, shells: bool) -> BattleOfTheBeetles:
    return BattleOfTheBeetles(0 if placement else cells_with(SETUPS[setup], "G"), int(placement), int(shells))


def player(game: BattleOfTheBeetles, number: int) -> str:
    return NAMES[number]


def square(cell: int) -> str:
    return squares.square(cell % SIZE, cell // SIZE)


def cell_of(name: str) -> int:
    """The cell with this name, or BadNotation where the board has none."""
    x, y = squares.place(name)
    if ground(x, y) == "x":
        raise BadNotation(f"the board has no cell {name}: its corners and its centre are missing")
    return SIZE * y + x


def ground(x: int, y: int) -> str:
    return GROUND[SIZE - 1 - y][x]


def write(game: BattleOfTheBeetles, move: int) -> str:
    return f"{square(move >> 6 & 63)}x{square(move & 63)}" if move >= CAPTURES else square(move)


def read(game: BattleOfTheBeetles, s: Row, text: str) -> int:
    found = re.fullmatch(r"([a-g][1-7])(?:(x)([a-g][1-7])?)?", text.strip().lower())
    if not found:
        raise BadNotation(f"{quoted(text)} is no move; a move is like d1, or d1xc4 for a capture")
    if found[2] and not found[3]:
        raise BadNotation(f"{quoted(text)} lacks the square of the captured beetle, as in d1xc4")
    origin = cell_of(found[1])
    return CAPTURES | origin << 6 | cell_of(found[3]) if found[3] else origin


def objection(game: BattleOfTheBeetles, s: Row, move: int) -> str:
    if move < CAPTURES:
        return _no_placement(s, move) if s[TO_PLACE] else _no_hatching(s, move)
    target, origin = move & 63, move >> 6 & 63
    if s[TO_PLACE]:
        return "captures begin when all eggs are placed"
    return _no_hunter(s, origin) or _no_victim(s, origin, target)


def _no_placement(s: Row, cell: int) -> str:
    return _holds(s, cell) if (s[GREEN] | s[RED]) >> cell & 1 else f"{square(cell)} is yellow; beetles stand on blue"


def _no_hatching(s: Row, cell: int) -> str:
    if born(s, s[TURN]) >> cell & 1:
        return f"the beetle on {square(cell)} is born; a capture names two cells, as in d1xc4"
    return _holds(s, cell)


def _no_hunter(s: Row, cell: int) -> str:
    return "" if born(s, s[TURN]) >> cell & 1 else _holds(s, cell)


def _no_victim(s: Row, origin: int, target: int) -> str:
    if not ATTACKS[origin] >> target & 1:
        return "out of reach; a beetle steps to a yellow cell, and flies a knight's jump from there"
    if born(s, s[TURN]) >> target & 1:
        return "your own beetle; it is captured only when there is neither an egg to hatch nor an enemy to capture"
    return _holds(s, target)


def _holds(s: Row, cell: int) -> str:
    letter = _letter(s, cell % SIZE, cell // SIZE)
    if letter not in COLOURS:
        return f"{square(cell)} is empty"
    return f"{square(cell)} has a {NAMES[COLOURS[letter]]} {'egg' if letter.islower() else 'beetle'}"


def paths(game: BattleOfTheBeetles, s: Row, move: int) -> Sequence[tuple[str, ...]]:
    return [tuple(write(game, move).split("x"))]


def spell(game: BattleOfTheBeetles, path: tuple[str, ...]) -> str:
    return "x".join(path)


def at_turn(game: BattleOfTheBeetles, s: Row, player: int) -> Row:
    row = s[:]
    row[TURN] = player
    return row


def _letter(s: Row, x: int, y: int) -> str:
    cell = SIZE * y + x
    for side, letter in (GREEN, "G"), (RED, "R"):
        if s[side] >> cell & 1:
            return letter.lower() if s[EGGS] >> cell & 1 else letter
    return ground(x, y)


def _rows(s: Row, between: str) -> list[str]:
    return [between.join(_letter(s, x, y) for x in range(SIZE)) for y in range(SIZE - 1, -1, -1)]


def picture(game: BattleOfTheBeetles, s: Row) -> str:
    return "\n".join(_rows(s, " "))


def shape(game: BattleOfTheBeetles) -> tuple[int, int]:
    return SIZE, SIZE


def cell(game: BattleOfTheBeetles, s: Row, x: int, y: int) -> Cell | None:
    up = SIZE - 1 - y
    below, letter = ground(x, up), _letter(s, x, up)
    if below == "x":
        return None
    piece = Piece(COLOURS[letter], "egg" if letter.islower() else "beetle") if letter in COLOURS else None
    return Cell(square(SIZE * up + x), x, y, "yellow" if below == "-" else "blue", piece)


def changes(game: BattleOfTheBeetles, before: Row, after: Row) -> Sequence[tuple[int, int]]:
    differ = (before[GREEN] ^ after[GREEN]) | (before[RED] ^ after[RED]) | (before[EGGS] ^ after[EGGS])
    return [(cell % SIZE, SIZE - 1 - cell // SIZE) for cell in range(SIZE * SIZE) if differ >> cell & 1]


def panels(game: BattleOfTheBeetles, s: Row) -> Sequence[Panel]:
    return [Panel(name, _census(s, side)) for side, name in enumerate(NAMES)]


def _census(s: Row, side: int) -> str:
    eggs, beetles = count(s[side] & s[EGGS]), count(born(s, side))
    missing = BEETLES - eggs - beetles
    return f"eggs {eggs}, born {beetles}, {'to place' if s[TO_PLACE] else 'captured'} {missing}"


def write_position(game: BattleOfTheBeetles, s: Row) -> str:
    """The picture's rows joined by `/`, the side to move, and `placing` while eggs are still to be placed."""
    words = ["/".join(_rows(s, "")), NAMES[s[TURN]]] + [PLACING] * (s[TO_PLACE] > 0)
    return " ".join(words)


def read_position(game: BattleOfTheBeetles, text: str) -> Row:
    words = text.split()
    if len(words) < 2 or words[2:] not in ([], [PLACING]):
        raise BadNotation(f"a position is a board, the side to move and, while eggs are placed, the word {PLACING}")
    board, side = words[0], words[1].lower()
    if side not in NAMES:
        raise BadNotation(f"the side to move is green or red, not {quoted(side, 20)}")
    s = [0, 0, 0, NAMES.index(side), 0, 0]
    _read_board(s, board)
    _check(game, s)
    if len(words) == 3:
        _check_placing(game, s)
        s[TO_PLACE] = 2 * BEETLES - count(s[GREEN] | s[RED])
    return s


def _read_board(s: Row, board: str) -> None:
    rows = board.split("/")
    if [len(row) for row in rows] != [SIZE] * SIZE:
        raise BadNotation(f"the board {quoted(board, 80)} is not {SIZE} rows of {SIZE} cells, joined by /")
    for y, row in zip(range(SIZE - 1, -1, -1), rows, strict=True):
        for x, letter in enumerate(row):
            bit, below = 1 << SIZE * y + x, ground(x, y)
            if letter not in ("GRgr." if below == "." else below):
                needed = {".": "one of G R g r .", "-": "- for a yellow cell", "x": "x for no cell"}[below]
                raise BadNotation(f"{square(SIZE * y + x)} has {letter!r}, and needs {needed}")
            if letter in COLOURS:
                s[COLOURS[letter]] |= bit
                s[EGGS] |= bit if letter.islower() else 0


def _check(game: BattleOfTheBeetles, s: Row) -> None:
    for side, name in enumerate(NAMES):
        if count(s[side]) > BEETLES:
            raise BadNotation(f"there are {count(s[side])} {name} beetles on the board, and only {BEETLES} in the game")
    if s[EGGS] and not game.shells:
        raise BadNotation("there are eggs on the board, and this game is played without shells; write G and R")


def _check_placing(game: BattleOfTheBeetles, s: Row) -> None:
    """Whether a board can be one on which eggs are being placed, green and red in turn."""
    if not game.placement:
        raise BadNotation("eggs are placed only in a game with the option placement")
    green, red = count(s[GREEN]), count(s[RED])
    if green - red != s[TURN]:
        raise BadNotation(f"{NAMES[s[TURN]]} cannot be to place an egg after {green} green and {red} red ones")
    if green + red == 2 * BEETLES:
        raise BadNotation(f"all {2 * BEETLES} eggs are on the board, so there is nothing left to place")
    if game.shells and s[EGGS] != s[GREEN] | s[RED]:
        raise BadNotation("a beetle is born already, and none hatches while eggs are placed; write g and r")
