"""Abatis as people see and type it: shots `N3`, knockouts `N3!` in a mixed game, chips `A`..`J` with their arrows."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ...contract import squares
from ...contract.errors import BadNotation
from ...contract.options import Choice, Seed, Span
from ...contract.quotation import quoted
from ...contract.row import Row
from ...contract.scene import Cell, Panel, Piece
from .dealing import NEXT, Abatis, colours, cycle, peek
from .lanes import (
    ARROW,
    BLOCKS,
    CELLS,
    CHIPS,
    CLEARED,
    COLOUR,
    FIRST,
    INNER,
    LANES,
    LENGTH,
    LEVEL,
    OUTER,
    RETURNED,
    ROOM,
    SCORE,
    SEED,
    SHOTS,
    SIZE,
    SIZES,
    STACK,
    SUPPLY,
    TOTAL,
    WIDTH,
    seen_at,
)
from .rules import BLOCK, BONUS, CLASSIC, LARGEST, LEVEL_BLOCKS, MIXED, eliminate, standing, tick

TYPES = "classic", "knockout", "mixed"
FEWEST, MOST = 4, 10  # colours that a game can have
STEPS = 3, 5, 7
STEP = 5
SHOTS_GIVEN = "endless", "par"
PAR = 60  # shots of a game that has an end

CHANCE = Seed()
OPTIONS = (
    Choice("type", TYPES, "what a shot chip does where it meets others: stop, push them, or as you choose").called(
        labels={"classic": "Classic: it stops", "knockout": "Knockout: it pushes", "mixed": "Mixed: you choose"}
    ),
    Span("colors", (5, 8), FEWEST, MOST, "how many colours the first levels have, and the last of a cycle").called(
        "Colours"
    ),
    Choice("step", STEPS, "levels before one more colour comes in", STEP).called(
        "One more colour", {step: f"every {step} levels" for step in STEPS}
    ),
    Choice("shots", SHOTS_GIVEN, f"how many shots you have: as many as you like, or a par of {PAR}").called(
        labels={"endless": "As many shots as you like", "par": f"{PAR} shots, then the game is over"}
    ),
    CHANCE,
)
LATER_CONSTANTS = ("shots",)

REASONS = "", "no shot is left", f"all {PAR} shots are made"

NEXT_PANEL = "next"

SIDES = "NSWE"
LETTERS = " ABCDEFGHIJ"  # by colour
POINTERS = " v^><"  # by the side a chip was shot from


def make(type: str, colors: tuple[int, int], step: int, shots: str, seed: int) -> Abatis:
    least, most = colors
    return Abatis(TYPES.index(type), *_canonical(least, most, step), PAR if shots == "par" else 0)


def _canonical(least: int, most: int, step: int) -> tuple[int, int, int]:
    """With one number of colours there is nothing to step to: whatever step was asked for, it is the same scenario."""
    return least, most, step if least < most else STEP


def scenario(game: Abatis) -> tuple[int, int, int]:
    """The least and most colours and the step of a game; each type and scenario has a high-score table of its own."""
    return _canonical(game.least, game.most, game.step)


def daily(day: int) -> dict[str, Any]:
    """The three types in turn, each with an end."""
    return {"type": TYPES[day % len(TYPES)], "shots": "par"}


def scenarios() -> list[tuple[int, int, int]]:
    """All scenarios there are."""
    spans = [(least, most) for least in range(FEWEST, MOST + 1) for most in range(least, MOST + 1)]
    return [(*span, step) for span in spans for step in (STEPS if span[0] < span[1] else (STEP,))]


def player(game: Abatis, number: int) -> str:
    return "player"


def write(game: Abatis, move: int) -> str:
    lane = move % LANES
    return f"{SIDES[lane // SIZE]}{lane % SIZE + 1}{'!' if move >= LANES else ''}"


def read(game: Abatis, s: Row, text: str) -> int:
    """Takes `N3`, and `N3!` where there are knockouts; capital or not."""
    word = text.strip().upper()
    found = re.fullmatch(r"([NSWE])([1-8])(!?)", word)
    if not found:
        if len(word) == 1 and word in SIDES:
            raise BadNotation(f"{text!r} lacks the lane, a number from 1 to 8, as in {word}3")
        raise BadNotation(f"{quoted(text)} is no shot; a shot is a side N S W E and a lane from 1 to 8, as in N3")
    side, number, knockout = found.groups()
    if knockout and game.type == CLASSIC:
        raise BadNotation(f"{text!r} is a knockout, and a classic game has none; write {side}{number}")
    lane = SIDES.index(side) * SIZE + int(number) - 1
    return lane + LANES if knockout and game.type == MIXED else lane


def objection(game: Abatis, s: Row, move: int) -> str:
    lane = move % LANES
    if s[FIRST[lane]]:
        return f"the way in is blocked; only a knockout pushes the chip where {write(game, lane)} enters"
    return f"nothing to hit; no chip stands in the lane of {write(game, lane)}"


def news(game: Abatis, before: Row, after: Row) -> str:
    """A new level, and what ended the one before it."""
    if after[LEVEL] <= before[LEVEL]:
        return ""
    cleared = after[CLEARED] > before[CLEARED]
    why = f"The board is cleared: {BONUS} points more." if cleared else f"{LEVEL_BLOCKS} blocks are gone."
    return f"{why} Level {after[LEVEL]} begins."


def square(cell: int) -> str:
    return squares.square(cell % SIZE, SIZE - 1 - cell // SIZE)


def _chip(number: int) -> str:
    """A chip in two letters: its colour, and its arrow or a blank."""
    return f"{LETTERS[number & COLOUR]}{POINTERS[number // ARROW]}" if number else ". "


def next_chips(game: Abatis, s: Row) -> str:
    return " ".join(LETTERS[peek(game, s, i)] for i in range(NEXT))


def picture(game: Abatis, s: Row) -> str:
    places = [[seen_at(x, y) for x in range(WIDTH)] for y in range(WIDTH)]
    lines = [" ".join("  " if at < 0 else _chip(s[at]) for at in line).rstrip() for line in places]
    return "\n".join([*lines, f"next {next_chips(game, s)}"])


def shape(game: Abatis) -> tuple[int, int]:
    return WIDTH, WIDTH


def cell(game: Abatis, s: Row, x: int, y: int) -> Cell | None:
    """Margin places are named as the shots they stand for: `N3` the inner, `N3!` the outer one."""
    at = seen_at(x, y)
    if at < 0:
        return None
    arrow = POINTERS[s[at] // ARROW].strip()
    piece = Piece(-1, "chip", 1, arrow, s[at] & COLOUR) if s[at] else None
    if at < CELLS:
        return Cell(square(at), x, y, "field", piece)
    return Cell(write(game, at - INNER), x, y, "margin", piece)


def changes(game: Abatis, before: Row, after: Row) -> Sequence[tuple[int, int]]:
    """Numbers are compared, and not cells: a move can have dozens of frames."""
    places = ((x, y, seen_at(x, y)) for y in range(WIDTH) for x in range(WIDTH))
    return [(x, y) for x, y, at in places if at >= 0 and before[at] != after[at]]


def panels(game: Abatis, s: Row) -> Sequence[Panel]:
    return [
        Panel("score", str(s[SCORE])),
        Panel("level", str(s[LEVEL])),
        Panel("blocks", f"{s[BLOCKS]} of {LEVEL_BLOCKS}"),
        *([Panel("shots", f"{s[SHOTS]} of {game.shots}")] if game.shots else []),
        Panel(NEXT_PANEL, next_chips(game, s)),
    ]


def statistics(game: Abatis, s: Row) -> list[Panel]:
    """The current game in detail."""
    sizes = [s[SIZES + n - BLOCK] for n in range(BLOCK, LARGEST + 1)]
    facts = {
        "score": s[SCORE],
        "level": s[LEVEL],
        "colours": colours(game, s[LEVEL]),
        "cycle": cycle(game, s[LEVEL]) + 1,
        "shots": s[SHOTS],
        "blocks at this level": s[BLOCKS],
        "blocks in all": sum(sizes),
        "chips at this level": s[CHIPS],
        "chips in all": s[TOTAL],
        "boards cleared": s[CLEARED],
    }
    facts |= {f"blocks of {n}": size for n, size in enumerate(sizes[:-1], BLOCK)}
    facts[f"blocks of {LARGEST} and more"] = sizes[-1]
    return [Panel(label, str(value)) for label, value in facts.items()]


# A position is the board, and then words of the form `name=value`:
#
#   8/8/8/3A2Bv1/8/8/8/8    the board from the top, digits for empty cells, chips with their arrows
#   N=ABCDABCD/BCDABCDA     the inner and the outer margin of a side; and so for S W E
#   stack=ABA               the chips that came back, the top one first, or -
#   supply=0 seed=7 ...     numbers, 0 where they are not given, but the level 1
#   sizes=9,3,1,0,0,0,0     how many blocks of 3, 4, ... 9 and more there were

COUNTERS = {
    "supply": SUPPLY,
    "seed": SEED,
    "level": LEVEL,
    "score": SCORE,
    "blocks": BLOCKS,
    "chips": CHIPS,
    "shots": SHOTS,
    "total": TOTAL,
    "cleared": CLEARED,
}

# The highest numbers a position may have; the others stay so low that no game can count them over 63 bits.
HIGHEST = {"seed": CHANCE.high, "blocks": LEVEL_BLOCKS - 1}
COUNTABLE = 10**15


def write_position(game: Abatis, s: Row) -> str:
    ranks = ("".join(_chip(s[at]) for at in range(y, y + SIZE)).replace(" ", "") for y in range(0, CELLS, SIZE))
    words = ["/".join(re.sub(r"\.+", lambda run: str(len(run[0])), rank) for rank in ranks)]
    for side, at in zip(SIDES, range(INNER, OUTER, SIZE), strict=True):
        words.append(f"{side}={_letters(s, at)}/{_letters(s, at + LANES)}")
    stack = (LETTERS[peek(game, s, i)] for i in range(s[RETURNED]))
    words.append(f"stack={''.join(stack) or '-'}")
    words += [f"{name}={s[at]}" for name, at in COUNTERS.items()]
    words.append("sizes=" + ",".join(str(s[SIZES + i]) for i in range(LARGEST - BLOCK + 1)))
    return " ".join(words)


def _letters(s: Row, at: int) -> str:
    return "".join(LETTERS[s[i]] for i in range(at, at + SIZE))


def read_position(game: Abatis, text: str) -> Row:
    """The position that a text describes. It must be one that a move can end in: at rest, with no block, not empty."""
    board, *words = text.split() or [""]
    values = dict(_words(words))
    s = [0] * LENGTH
    for name, at in COUNTERS.items():
        low = int(name == "level")
        s[at] = _number(name, values.pop(name, str(low)), low)
    _read_board(s, board)
    for side, at in zip(SIDES, range(INNER, OUTER, SIZE), strict=True):
        _read_margin(s, at, side, values.pop(side, ""))
    _read_stack(s, values.pop("stack", "-"))
    _read_sizes(s, values.pop("sizes", ""))
    if values:
        raise BadNotation(f"a position has no {quoted(next(iter(values)), 20)}")
    _check(game, s)
    return s


def _words(words: list[str]) -> Iterator[tuple[str, str]]:
    seen = set()
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadNotation(f"{quoted(word, 40)} in a position is not of the form name=value")
        if name in seen:
            raise BadNotation(f"{quoted(name, 20)} is there a second time in the position")
        seen.add(name)
        yield name, value


def _number(name: str, text: str, low: int) -> int:
    high = HIGHEST.get(name, COUNTABLE)
    # int() refuses text of many thousand digits
    if text.isascii() and text.isdigit() and len(text) <= 20 and low <= int(text) <= high:
        return int(text)
    raise BadNotation(f"{name} is a whole number from {low} to {high}, not {quoted(text, 40)}")


def _colour(letter: str) -> int:
    return LETTERS.find(letter, 1)


def _read_board(s: Row, board: str) -> None:
    ranks = board.split("/")
    if len(ranks) != SIZE:
        raise BadNotation(f"the board {quoted(board, 80)} has {len(ranks)} rows and not {SIZE}, joined by /")
    for y, rank in enumerate(ranks):
        if not re.fullmatch(r"(?:[1-8]|[A-J][v^><]?)+", rank):
            raise BadNotation(
                f"row {y + 1} of the board, {quoted(rank, 40)}, is not made of 1-8 and chips like A or Bv"
            )
        x = 0
        for token in re.findall(r"[1-8]|[A-J][v^><]?", rank):
            if token.isdigit():
                x += int(token)
                continue
            if x < SIZE:
                s[SIZE * y + x] = _colour(token[0]) + ARROW * POINTERS.index(token[1:] or " ")
            x += 1
        if x != SIZE:
            raise BadNotation(f"row {y + 1} of the board, {quoted(rank, 40)}, has {x} cells and not {SIZE}")


def _read_margin(s: Row, at: int, side: str, text: str) -> None:
    if not re.fullmatch(r"[A-J]{8}/[A-J]{8}", text):
        raise BadNotation(
            f"margin {side}= takes 8 inner and 8 outer chips, as in ABCDABCD/DCBADCBA, not {quoted(text, 20)}"
        )
    for i in range(SIZE):
        s[at + i], s[at + LANES + i] = _colour(text[i]), _colour(text[SIZE + 1 + i])


def _read_stack(s: Row, text: str) -> None:
    if text != "-" and not re.fullmatch(r"[A-J]+", text):
        raise BadNotation(f"stack= takes chips A-J, the top one first, or -, not {quoted(text, 40)}")
    chips = "" if text == "-" else text[::-1]
    if len(chips) > ROOM:
        raise BadNotation(f"the stack has {len(chips)} chips, and more than {ROOM} never come back")
    for i, letter in enumerate(chips):
        s[STACK + i] = _colour(letter)
    s[RETURNED] = len(chips)


def _read_sizes(s: Row, text: str) -> None:
    counts = text.split(",") if text else ["0"] * (LARGEST - BLOCK + 1)
    if len(counts) != LARGEST - BLOCK + 1:
        raise BadNotation(f"sizes= takes {LARGEST - BLOCK + 1} numbers joined by commas, not {len(counts)}")
    for i, count in enumerate(counts):
        s[SIZES + i] = _number("a number of sizes=", count, 0)


def _check(game: Abatis, s: Row) -> None:
    """BadNotation unless the rules can go on from here."""
    most = colours(game, s[LEVEL])
    strange = [chip & COLOUR for chip in s[:RETURNED] if chip & COLOUR > most]
    if strange:
        raise BadNotation(f"level {s[LEVEL]} has the colours A to {LETTERS[most]}, and {LETTERS[strange[0]]} is none")
    if standing(s) == 0:
        raise BadNotation("the board is empty; a level that is cleared has been followed by the next one")
    if standing(s) + s[RETURNED] > ROOM:
        raise BadNotation(f"the board and the stack hold more than {ROOM} chips together, which no game leads to")
    if tick(s[:]):
        raise BadNotation("a chip on the board can still fly on; a position has all chips at rest")
    if eliminate(s[:]):
        raise BadNotation("there is a block on the board; a position has none of three or more joined chips")
