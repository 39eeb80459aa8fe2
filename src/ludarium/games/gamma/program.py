"""Gamma's own program: what the bytes of a line ask for, and the bytes that answer it.

A line is followed byte by byte, so that it may come in pieces and be of any length. Where it stands is its phase:

    FRESH --any byte--> NAMED --blank--> BLANK <--blank, digit--> DIGITS        and BAD from any of these
      '--#--> COMMENT

At its end a line is SKIPPED, WRONG or WHOLE, until it is answered and the next one is FRESH.

A conversation is a row of numbers too: where reading and writing stand, and the line so far. `converse` goes on with it
until something is needed from outside: more input, empty buffers, a board, a screen, a row with more room.
"""

from array import array

from ...contract.errors import BadOption
from ...contract.program import AT, BLAMED, BOARD, FLUSH, INPUT, OWN, ROOM, SAID, SCREEN, TOGETHER, Buffer, Talk, Text
from ...contract.row import Row
from .layout import OWNER, Gamma, length
from .memory import available
from .players import grown, has_room, index_size, new_row, room_at_first, too_large, typecode, who
from .rules import busy, free, golden, golden_possible, is_player, take

# The program's own numbers of a conversation.
LINE = OWN  # the lines read to their ends
PHASE = OWN + 1  # of the line
COMMAND = OWN + 2  # its first byte
COUNT = OWN + 3  # its parameters so far
VALUES = OWN + 4  # and what they are
ROWS, COLUMN = OWN + 8, OWN + 9  # while the board is printed: the rows left, and how far the first of them is
PLAYING = OWN + 10  # 1 as soon as there is a board
CRAMPED = OWN + 11  # 1 if no more room can be had for the row
TALK = OWN + 12

FRESH, COMMENT, BAD, NAMED, BLANK, DIGITS, SKIPPED, WRONG, WHOLE = range(9)

# What a line needs that is answered here; the numbers above 0 are what is needed from the caller.
NOTHING, ANSWER = 0, -1

MOST_VALUES = 4
LARGEST_VALUE = (1 << 32) - 1
LONGEST = 32  # bytes, more than an answer, an error or a printed field has

TAB, NEWLINE, RETURN, SPACE = b"\t\n\r "
SHARP, DOT, ZERO, NINE = b"#.09"
BATCH, INTERACTIVE = b"BI"
MOVE, GOLDEN, BUSY, FREE, POSSIBLE, PRINT = b"mgbfqp"


def parameters(commands: dict[int, int]) -> list[int]:
    """How many parameters each byte takes as a command; -1 if it is none."""
    return [commands.get(byte, -1) for byte in range(256)]


OPENINGS = parameters({BATCH: 4, INTERACTIVE: 4})
COMMANDS = parameters({MOVE: 3, GOLDEN: 3, BUSY: 1, FREE: 1, POSSIBLE: 1, PRINT: 0})

WITHOUT_SCREEN = "B instead of I plays in batch mode"


def converse(game: Gamma, s: Row, talk: Talk, text: Text, out: Buffer, errors: Buffer) -> int:
    """Read and answer lines for as long as nothing is needed; returns what is."""
    # The costly rules are called from here and nowhere deeper, for every call between them and here costs the compiler
    # as much as the rules themselves
    while True:
        if talk[SAID] > len(out) - LONGEST or talk[BLAMED] > len(errors) - LONGEST:
            return FLUSH
        if talk[ROWS]:
            print_board(game, s, talk, out)
            continue
        if not read(talk, text):
            return INPUT
        need = judge(game, s, talk, out, errors)
        if need == ANSWER:
            command, player, x, y = talk[COMMAND], talk[VALUES] - 1, talk[VALUES + 1], talk[VALUES + 2]
            if command == MOVE:
                found = take(game, s, player, x, y)
            elif command == GOLDEN:
                found = golden(game, s, player, x, y)
            elif command == BUSY:
                found = busy(game, s, player)
            elif command == FREE:
                found = free(game, s, player)
            else:
                found = golden_possible(game, s, player)
            talk[SAID], talk[PHASE] = write_line(out, talk[SAID], found), FRESH
        elif need != NOTHING:
            return need


# Boards.


def no_board() -> tuple[Gamma, Row]:
    return Gamma(0, 0, 0, 0, 0), array("i", [0])


def options(talk: Talk) -> dict[str, int]:
    return dict(zip(("width", "height", "players", "areas"), talk[VALUES : VALUES + 4], strict=True))


def board(talk: Talk) -> tuple[Gamma, Row]:
    """A board on which every player may act at any time, or BadOption if memory does not hold it."""
    width, height, players, areas = talk[VALUES : VALUES + 4]
    game = Gamma(width, height, players, areas, width * height)
    room = room_at_first(game)
    index = index_size(game, room)
    check_memory(game, length(game, room, index))
    return game, new_row(game, room, index)


def check_memory(game: Gamma, numbers: int) -> None:
    """BadOption if rows of so many numbers cannot be had; a quarter of the memory is left for everything else."""
    memory = available()
    if memory is not None and numbers * array(typecode(game)).itemsize > memory // 4 * 3:
        raise BadOption(too_large(game))


def grow(game: Gamma, s: Row, talk: Talk) -> Row:
    """Make room for more players. Where memory does not hold them, new ones can do nothing."""
    try:
        check_memory(game, 4 * len(s))
        return grown(game, s)
    except (BadOption, MemoryError):
        talk[CRAMPED] = 1
        return s


def skip(talk: Talk) -> None:
    """The screen that was needed cannot be opened."""
    talk[PHASE] = FRESH


# Reading.


def read(talk: Talk, text: Text) -> bool:
    """Follow a line; False if the text ends before the line does."""
    at, phase = talk[AT], talk[PHASE]
    if phase < SKIPPED:
        while at < len(text) and phase < SKIPPED:
            phase = follow(talk, phase, text[at])
            at += 1
        talk[AT], talk[PHASE] = at, phase
        talk[LINE] += phase >= SKIPPED
    return phase >= SKIPPED


def follow(talk: Talk, phase: int, byte: int) -> int:
    """The phase of a line after its next byte."""
    if byte == NEWLINE:
        if phase <= COMMENT:
            return SKIPPED
        return WRONG if phase == BAD else WHOLE
    if COMMENT <= phase <= BAD:
        return phase
    if phase == FRESH:
        talk[COMMAND], talk[COUNT] = byte, 0
        return COMMENT if byte == SHARP else NAMED
    if byte == SPACE or TAB <= byte <= RETURN:
        return BLANK
    if phase == NAMED or not ZERO <= byte <= NINE:
        return BAD
    return add_digit(talk, phase, byte - ZERO)


def add_digit(talk: Talk, phase: int, digit: int) -> int:
    """The phase of a line after a digit, which begins a parameter or goes on with it."""
    if phase == BLANK:
        if talk[COUNT] == MOST_VALUES:
            return BAD
        talk[VALUES + talk[COUNT]] = 0
        talk[COUNT] += 1
    last = VALUES + talk[COUNT] - 1
    talk[last] = 10 * talk[last] + digit
    return DIGITS if talk[last] <= LARGEST_VALUE else BAD


def close(talk: Talk, out: Buffer, errors: Buffer) -> None:
    """The input has ended: a line without its newline is wrong, unless it is a comment."""
    if talk[PHASE] > COMMENT:
        talk[LINE] += 1
        refuse(talk, out, errors)


# Answering.


def judge(game: Gamma, s: Row, talk: Talk, out: Buffer, errors: Buffer) -> int:
    """What a line that has ended needs; NOTHING more if it is an error, or is skipped, or prints the board."""
    command = talk[COMMAND]
    if talk[PHASE] == SKIPPED:
        talk[PHASE] = FRESH
    elif talk[PHASE] == WRONG or talk[COUNT] != (COMMANDS[command] if talk[PLAYING] else OPENINGS[command]):
        refuse(talk, out, errors)
    elif not talk[PLAYING]:
        if talk[VALUES] and talk[VALUES + 1] and talk[VALUES + 2] and talk[VALUES + 3]:
            return BOARD if command == BATCH else SCREEN
        refuse(talk, out, errors)
    elif command == PRINT:
        talk[ROWS], talk[COLUMN], talk[PHASE] = game.height, 0, FRESH
    else:
        return ROOM if lacks_room(game, s, talk) else ANSWER
    return NOTHING


def lacks_room(game: Gamma, s: Row, talk: Talk) -> bool:
    """Whether the row must be grown before the player can be given a field."""
    takes, player = talk[COMMAND] == MOVE or talk[COMMAND] == GOLDEN, talk[VALUES] - 1
    return takes and is_player(game, player) and not has_room(game, s, player) and not talk[CRAMPED]


def begin(talk: Talk, out: Buffer) -> None:
    """The board that was needed is there."""
    out[talk[SAID]], out[talk[SAID] + 1], out[talk[SAID] + 2] = b"OK "
    talk[SAID] = write_line(out, talk[SAID] + 3, talk[LINE])
    talk[PLAYING], talk[PHASE] = 1, FRESH


def refuse(talk: Talk, out: Buffer, errors: Buffer) -> None:
    """The line is an error."""
    if talk[TOGETHER]:
        talk[SAID] = write_error(out, talk[SAID], talk[LINE])
    else:
        talk[BLAMED] = write_error(errors, talk[BLAMED], talk[LINE])
    talk[PHASE] = FRESH


# Writing.


def write_error(out: Buffer, at: int, line: int) -> int:
    """Write that a line is an error; returns where it ends."""
    for letter in b"ERROR ":
        out[at] = letter
        at += 1
    return write_line(out, at, line)


def write_line(out: Buffer, at: int, number: int) -> int:
    """Write a number and a newline; returns where they end."""
    at = write(out, at, number)
    out[at] = NEWLINE
    return at + 1


def write(out: Buffer, at: int, number: int) -> int:
    """Write a number; returns where it ends."""
    end = at + digits(number)
    for place in range(end - 1, at - 1, -1):
        out[place] = ZERO + number % 10
        number //= 10
    return end


def digits(number: int) -> int:
    """How many digits a number has."""
    found = 1
    while number > 9:
        number //= 10
        found += 1
    return found


def print_board(game: Gamma, s: Row, talk: Talk, out: Buffer) -> None:
    """Write the board from where it was left, as far as there is room."""
    wide = 1 if game.players < 10 else digits(game.players) + 1
    x, y, at = talk[COLUMN], talk[ROWS] - 1, talk[SAID]
    while y >= 0 and at <= len(out) - LONGEST:
        owner, end = s[OWNER + game.width * y + x], at + wide
        if owner:
            at = write(out, at, who(game, s, owner) + 1)
        else:
            out[at] = DOT
            at += 1
        while at < end:
            out[at] = SPACE
            at += 1
        x += 1
        if x == game.width:
            out[at] = NEWLINE
            x, y, at = 0, y - 1, at + 1
    talk[COLUMN], talk[ROWS], talk[SAID] = x, y + 1, at
