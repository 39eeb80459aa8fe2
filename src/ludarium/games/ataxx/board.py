"""Ataxx as people see and type it: squares `a1`..`g7`, moves `a7-b6`, blocks by letter, positions as FEN."""

import re
from collections.abc import Sequence
from typing import Any

from ...contract import squares
from ...contract.bits import count, first
from ...contract.errors import BadNotation, BadOption
from ...contract.options import Choice, Letters
from ...contract.quotation import quoted
from ...contract.row import Row
from ...contract.scene import Cell, Panel, Piece
from .rules import BLOCKS, BLUE, CELLS, CLOCK, JUMPS, NEAR, NUMBER, PASS, RED, SIZE, TURN, Ataxx, can_move

NAMES = "red", "blue"

REASONS = (
    "",
    "neither side can move",
    "45 jumps in a row without an extension",
    "a side has no pieces left",
    "100 plies without an extension",
)

# The letters of a quarter of the board, rows from the top; each stands for itself and its mirror images.
PATTERN = "-de4", "agf5", "bch6", "123-"

# The end rules by which the engine world's perft tables are made.
PERFT_OPTIONS = {"rules": "uai"}

WORD = "-"  # the pass
WORD_LABELS = {WORD: "pass"}
UAI_PASSES = "0000", "pass", "null", "none"

FEN_PIECES = {"x": RED, "b": RED, "o": BLUE, "w": BLUE}


def block_cells(letter: str) -> int:
    """The cells that a letter of a block pattern stands for, as bits; 0 if it is no such letter."""
    cells = 0
    for row, letters in enumerate(PATTERN):
        column = letters.find(letter)
        if column >= 0 and letter != "-":
            for y in row, SIZE - 1 - row:
                for x in column, SIZE - 1 - column:
                    cells |= 1 << SIZE * y + x
    return cells


def blocks_problem(pattern: str) -> str:
    unknown = [letter for letter in pattern if not block_cells(letter)]
    return f"{unknown[0]!r} is no letter of a block pattern; they are a to h and 1 to 6" if unknown else ""


# Patterns of blocks that people can choose by name.
BLOCK_NAMES = {
    "": "Open",
    "h": "Four posts",
    "36": "Cross",
    "h36": "Castle",
    "cf": "Ring",
    "gh": "Diagonals",
    "3gh": "Butterfly",
    "14": "Gates",
    "1245": "Walls",
}

OPTIONS = (
    Letters("blocks", "", "letters a to h and 1 to 6", blocks_problem, "where no piece may stand", ("3gh",)).called(
        labels=BLOCK_NAMES, is_pictured=True
    ),
    Choice("rules", ("seed", "uai"), "when a game ends: as in the game's manual, or as engines play it").called(
        labels={"seed": "as in the manual", "uai": "as in engine tournaments"}
    ),
)


def lay(options: dict[str, Any], name: str) -> dict[str, Any]:
    """The options of a game with blocks on a square and its mirror images, or without them if they are there."""
    x, y = squares.place(name)
    letter = PATTERN[min(y, SIZE - 1 - y)][min(x, SIZE - 1 - x)]
    if letter == "-":
        place = "in the middle" if x == SIZE // 2 else "on a piece"
        raise BadOption(f"{name} cannot be blocked: no block stands {place}")
    blocks = options["blocks"]
    # A pattern may name a letter twice
    changed = blocks.replace(letter, "") if letter in blocks else blocks + letter
    return {**options, "blocks": changed}


def make(blocks: str, rules: str) -> Ataxx:
    bits = 0
    for letter in blocks:
        bits |= block_cells(letter)
    return Ataxx(bits, int(rules == "uai"))


def player(game: Ataxx, number: int) -> str:
    return NAMES[number]


SQUARES = [squares.square(cell % SIZE, cell // SIZE) for cell in range(CELLS)]

# Every way to extend to a cell, with the bit of the piece that does it
WAYS = [
    [(1 << cell, (SQUARES[cell], SQUARES[to])) for cell in range(CELLS) if NEAR[to] >> cell & 1] for to in range(CELLS)
]


def cell_of(name: str) -> int:
    x, y = squares.place(name)
    return SIZE * y + x


def write(game: Ataxx, move: int) -> str:
    return WORD if move == PASS else f"{SQUARES[move >> 6 & 63]}-{SQUARES[move & 63]}"


def read(game: Ataxx, s: Row, text: str) -> int:
    """Takes `a7-b6`, `-`, and the engine world's spellings: `b6`, `P@b6`, `a7b6`, `0000`, any square twice."""
    word = text.strip().lower()
    if word == WORD or word in UAI_PASSES or re.fullmatch(r"([a-g][1-7])\1", word):
        return PASS
    found = re.fullmatch(r"(?:([a-g][1-7])-?|p@)?([a-g][1-7])", word)
    if not found:
        if re.fullmatch(r"[a-g][1-7]-", word):
            raise BadNotation(f"{text!r} lacks the square to go to, as in a7-b6")
        raise BadNotation(f"{quoted(text)} is no move; a move is like a7-b6, or - to pass")
    to = cell_of(found[2])
    mine = s[s[TURN]]
    if found[1] is None:
        return _extension(mine, to)
    origin = cell_of(found[1])
    if NEAR[origin] >> to & 1:
        return _extension(mine, to) if mine >> origin & 1 else origin << 6 | to
    return JUMPS | origin << 6 | to


def _extension(mine: int, to: int) -> int:
    """The one legal number of an extension to this cell; one that is never legal where no piece can extend to it."""
    near = NEAR[to] & mine
    return (first(near) if near else to) << 6 | to


def objection(game: Ataxx, s: Row, move: int) -> str:
    me = s[TURN]
    if move == PASS:
        return f"{NAMES[me]} can still move"
    to, origin = move & 63, move >> 6 & 63
    if origin != to and not s[me] >> origin & 1:
        return _holds(s, origin)
    if _letter(s, to) != "-":
        return _holds(s, to)
    if origin == to:
        return f"{NAMES[me]} has no piece beside {SQUARES[to]}"
    return "too far; a piece goes one or two squares"


def _holds(s: Row, cell: int) -> str:
    held = {"r": "has a red piece", "b": "has a blue piece", "X": "is blocked", "-": "is empty"}
    return f"{SQUARES[cell]} {held[_letter(s, cell)]}"


def paths(game: Ataxx, s: Row, move: int) -> Sequence[tuple[str, ...]]:
    if move == PASS:
        return [(WORD,)]
    if move >= JUMPS:
        return [(SQUARES[move >> 6 & 63], SQUARES[move & 63])]
    mine = s[s[TURN]]
    return [path for bit, path in WAYS[move & 63] if mine & bit]


def at_turn(game: Ataxx, s: Row, player: int) -> Row:
    row = s[:]
    row[TURN] = player
    return row


def spell(game: Ataxx, path: tuple[str, ...]) -> str:
    """An extension is the same move from any piece beside its target; people name the piece they mean."""
    return "-".join(path)


def words(game: Ataxx, s: Row) -> Sequence[str]:
    return () if can_move(s, s[TURN]) else (WORD,)


def _letter(s: Row, cell: int) -> str:
    for bits, letter in (s[RED], "r"), (s[BLUE], "b"), (s[BLOCKS], "X"):
        if bits >> cell & 1:
            return letter
    return "-"


def picture(game: Ataxx, s: Row) -> str:
    ranks = range(SIZE - 1, -1, -1)
    return "\n".join(" ".join(_letter(s, SIZE * y + x) for x in range(SIZE)) for y in ranks)


def shape(game: Ataxx) -> tuple[int, int]:
    return SIZE, SIZE


def cell(game: Ataxx, s: Row, x: int, y: int) -> Cell:
    number = SIZE * (SIZE - 1 - y) + x
    letter = _letter(s, number)
    piece = Piece("rb".index(letter)) if letter in "rb" else None
    return Cell(SQUARES[number], x, y, "block" if letter == "X" else "field", piece)


def changes(game: Ataxx, before: Row, after: Row) -> Sequence[tuple[int, int]]:
    bits = before[RED] ^ after[RED] | before[BLUE] ^ after[BLUE] | before[BLOCKS] ^ after[BLOCKS]
    return [(number % SIZE, SIZE - 1 - number // SIZE) for number in range(CELLS) if bits >> number & 1]


def panels(game: Ataxx, s: Row) -> Sequence[Panel]:
    return [Panel(NAMES[side], str(count(s[side]))) for side in (RED, BLUE)]


def write_position(game: Ataxx, s: Row) -> str:
    """FEN: ranks from the top, `x` red, `o` blue, `-` a block, digits empty squares; side, clock, move number."""
    letters = str.maketrans("rbX-", "xo-1")
    ranks = picture(game, s).replace(" ", "").translate(letters).split("\n")
    board = "/".join(re.sub("1+", lambda run: str(len(run[0])), rank) for rank in ranks)
    return f"{board} {'xo'[s[TURN]]} {s[CLOCK]} {s[NUMBER]}"


def read_position(game: Ataxx, text: str) -> Row:
    parts = text.split()
    if not 1 <= len(parts) <= 4:
        raise BadNotation(f"a FEN has a board, a side and two counters, not {len(parts)} parts")
    board, side, clock, number = parts + [""] * (4 - len(parts))
    ranks = board.split("/")
    if len(ranks) != SIZE:
        raise BadNotation(f"the FEN {quoted(text, 80)} has {len(ranks)} ranks and not {SIZE}, joined by /")
    if side and side.lower() not in FEN_PIECES:
        raise BadNotation(f"the side to move is x or o, not {quoted(side, 20)}")
    row = [0, 0, 0, FEN_PIECES[side.lower()] if side else RED, _counter(clock, 0), _counter(number, 1)]
    for y, rank in zip(range(SIZE - 1, -1, -1), ranks, strict=True):
        _read_rank(row, y, rank)
    return row


def _counter(text: str, absent: int) -> int:
    if not text:
        return absent
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise BadNotation(f"the counters of a FEN are whole numbers, not {quoted(text, 20)}")
    return int(text)


def _read_rank(row: list[int], y: int, rank: str) -> None:
    x = 0
    for letter in rank.lower():
        bit = 1 << SIZE * y + x if x < SIZE else 0
        if letter in FEN_PIECES:
            row[FEN_PIECES[letter]] |= bit
        elif letter == "-":
            row[BLOCKS] |= bit
        elif letter not in "1234567":
            raise BadNotation(f"rank {y + 1} of the FEN has {letter!r}, which is none of x o - 1-7")
        x += int(letter) if letter in "1234567" else 1
    if x != SIZE:
        raise BadNotation(f"rank {y + 1} of the FEN, {quoted(rank, 20)}, has {x} squares and not {SIZE}")
