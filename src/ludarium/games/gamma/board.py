"""Gamma as people see and type it: fields and moves `x,y` from the bottom left, golden moves `g x,y`, and `skip`."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from ...contract.errors import BadNotation, BadOption
from ...contract.options import Whole
from ...contract.quotation import quoted
from ...contract.row import Row
from ...contract.scene import Cell, Panel, Piece
from .layout import AREAS, GOLDEN, OWNER, SHIFT, TURN, Gamma, account, neighbour, touches
from .memory import available
from .players import accounts, bytes_needed, crowded, enter, find, too_large, who
from .rules import below_limit, can_act, can_rob, count_free, hand_over, pass_turn, score, start, turn, use_golden

REASONS = "", "no player can move", "more players have made golden moves than the board can remember"

GOLD, SKIP = "g", "skip"
WORD_LABELS = {GOLD: "golden move"}
LEADING_WORDS = (GOLD,)

MOST = (1 << 32) - 1
SHOWN_PLAYERS = 100  # players whose fields are counted beside the board
MOST_OUTLINED = 1000  # fields of an area that is outlined
FREE_FIELD = "."
NONE = "-"  # no player has made a golden move yet

OPTIONS = (
    Whole("width", 10, 1, MOST, "columns of the board"),
    Whole("height", 10, 1, MOST, "rows of the board"),
    Whole("players", 2, 1, MOST, "how many play"),
    Whole("areas", 5, 1, MOST, "the most areas that a player may have").called("Areas each"),
)


def make(width: int, height: int, players: int, areas: int) -> Gamma:
    game = Gamma(width, height, players, areas, width * height)
    memory = available()
    # A game in progress is copied once when it begins, so the board must fit in twice
    if memory is not None and 2 * bytes_needed(game) > memory:
        raise BadOption(too_large(game))
    return game


def player(game: Gamma, number: int) -> str:
    return str(number + 1)


def field_name(game: Gamma, field: int) -> str:
    return f"{field % game.width},{field // game.width}"


def write(game: Gamma, move: int) -> str:
    if move == 2 * game.fields:
        return SKIP
    return field_name(game, move) if move < game.fields else f"{GOLD} {field_name(game, move - game.fields)}"


def read(game: Gamma, s: Row, text: str) -> int:
    """Takes `3,4`, `g 3,4` and `skip`, in any case and with blanks around the numbers."""
    word = text.strip().lower()
    if word == SKIP:
        return 2 * game.fields
    found = re.fullmatch(r"(g?)\s*(?:([0-9]{1,10})\s*(?:,\s*([0-9]{1,10})?)?)?", word)
    if not found or not word:
        raise BadNotation(f"{quoted(text)} is no move; a move is like 3,4 or g 3,4 or skip")
    if found[2] is None or found[3] is None:
        raise BadNotation(
            f"{quoted(text)} lacks a number; a field is its column and row from the bottom left, as in 3,4"
        )
    x, y = int(found[2]), int(found[3])
    if x >= game.width or y >= game.height:
        raise BadNotation(
            f"{quoted(text)} is off the board; "
            f"columns go from 0 to {game.width - 1} and rows from 0 to {game.height - 1}"
        )
    return game.width * y + x + (game.fields if found[1] else 0)


def objection(game: Gamma, s: Row, move: int) -> str:
    number, field = turn(game, s), move % game.fields
    name, owner, holder = field_name(game, field), find(game, s, number), s[OWNER + field]
    golden = move >= game.fields
    if golden and owner and s[account(game, owner) + GOLDEN]:
        return f"player {player(game, number)} has made the golden move"
    if holder and holder == owner:
        return f"{name} belongs to player {player(game, number)} already"
    if golden != bool(holder):
        return f"{name} is free" if golden else f"{name} belongs to player {player(game, who(game, s, holder))}"
    if not below_limit(game, s, owner) and not touches(game, s, field, owner):
        return f"no area left; {name} is beside no field of player {player(game, number)}"
    loser = player(game, who(game, s, holder))
    return f"it would part too much; without {name}, player {loser} would have more areas than {game.areas}"


def at_turn(game: Gamma, s: Row, player: int) -> Row:
    row = s[:]
    row[TURN] = player - SHIFT
    return row


def areas(game: Gamma, s: Row, move: int) -> Sequence[Sequence[str]]:
    """The area that a token joins, and those into which a golden move parts another player's."""
    if move >= 2 * game.fields:
        return ()
    field, owner = move % game.fields, find(game, s, turn(game, s))
    loser, joined = s[OWNER + field], _area(game, s, field, owner, field)
    parts = list[list[int]]()
    for near in _beside(game, field) if loser else ():
        if s[OWNER + near] == loser and not any(near in part for part in parts):
            parts.append(_area(game, s, near, loser, field))
    areas = [joined, *parts] if len(joined) > 1 else parts
    return [[field_name(game, each) for each in area] for area in areas]


def _beside(game: Gamma, field: int) -> list[int]:
    return [near for d in range(4) if (near := neighbour(game, field, d)) >= 0]


def _area(game: Gamma, s: Row, start: int, owner: int, taken: int) -> list[int]:
    """The fields of an owner that hang together with this one, the taken field apart; none where they are too many."""
    found = {start: None}
    for field in (line := [start]):
        for near in _beside(game, field):
            if owner and s[OWNER + near] == owner and near != taken and near not in found:
                found[near] = None
                line.append(near)
        if len(line) > MOST_OUTLINED:
            return []
    return line


def paths(game: Gamma, s: Row, move: int) -> Sequence[tuple[str, ...]]:
    if game.fields <= move < 2 * game.fields:
        return [(GOLD, field_name(game, move - game.fields))]
    return [(write(game, move),)]


def words(game: Gamma, s: Row) -> Sequence[str]:
    return (GOLD, SKIP) if can_rob(game, s, find(game, s, turn(game, s))) else (SKIP,)


def news(game: Gamma, before: Row, after: Row) -> str:
    """A golden move, and whose field it took."""
    for x, y in changes(game, before, after):
        field = game.width * (game.height - 1 - y) + x
        loser, taker = before[OWNER + field], after[OWNER + field]
        if loser and taker:
            names = [player(game, who(game, s, owner)) for s, owner in ((after, taker), (before, loser))]
            return f"Golden move: player {names[0]} takes {field_name(game, field)} from player {names[1]}."
    return ""


def _rows(game: Gamma, s: Row) -> Iterator[Row]:
    """The owners of the fields, row by row from the top."""
    for line in range(OWNER + game.fields - game.width, OWNER - 1, -game.width):
        yield s[line : line + game.width]


def _names(game: Gamma, s: Row) -> dict[int, str]:
    """How the board shows each owner that has a field."""
    owners = {owner for row in _rows(game, s) for owner in set(row)} - {0}
    return {0: FREE_FIELD} | {owner: player(game, who(game, s, owner)) for owner in owners}


def picture(game: Gamma, s: Row) -> str:
    """One character a field; with more than nine players, columns as wide as the largest number and a blank."""
    names = _names(game, s)
    if game.players > 9:
        wide = len(str(game.players)) + 1
        names = {owner: name.ljust(wide) for owner, name in names.items()}
    return "\n".join("".join(map(names.__getitem__, row)) for row in _rows(game, s))


def shape(game: Gamma) -> tuple[int, int]:
    return game.width, game.height


def cell(game: Gamma, s: Row, x: int, y: int) -> Cell:
    field = game.width * (game.height - 1 - y) + x
    owner = s[OWNER + field]
    return Cell(field_name(game, field), x, y, "field", Piece(who(game, s, owner), "token") if owner else None)


def changes(game: Gamma, before: Row, after: Row) -> Iterator[tuple[int, int]]:
    """Whole rows are compared first: a move changes one field, and a board may have a million."""
    for y, (then, now) in enumerate(zip(_rows(game, before), _rows(game, after), strict=True)):
        if then != now:
            yield from ((x, y) for x in range(game.width) if then[x] != now[x])


def repeats(game: Gamma, s: Row, x: int, y: int) -> int:
    start = OWNER + game.width * (game.height - 1 - y)
    end = start + game.width
    owner, at = s[start + x], start + x + 1
    while at < end and s[at] == owner:
        at += 1
    return at - start - x


def panels(game: Gamma, s: Row) -> Sequence[Panel]:
    owner = find(game, s, turn(game, s))
    areas, used = (s[account(game, owner) + AREAS], s[account(game, owner) + GOLDEN]) if owner else (0, 0)
    possible = "can be made" if can_rob(game, s, owner) else "not now"
    shown = range(min(game.players, SHOWN_PLAYERS))
    return [
        Panel("free fields", str(count_free(game, s, owner))),
        Panel("areas", f"{areas}/{game.areas}"),
        Panel("golden move", "was made" if used else possible),
        *(Panel(f"player {player(game, number)}", _holdings(game, s, number)) for number in shown),
    ]


def _holdings(game: Gamma, s: Row, number: int) -> str:
    """A player's fields, and whether the golden move was made."""
    owner = find(game, s, number)
    used = owner and s[account(game, owner) + GOLDEN]
    return f"{score(game, s, number)}{', golden move made' if used else ''}"


def write_position(game: Gamma, s: Row) -> str:
    """Rows from the top with runs shortened, the player to move, and who has made the golden move: `.x3/1,2x2 1 2`."""
    names = _names(game, s)
    rows = (((names[owner], sum(1 for _ in run)) for owner, run in groupby(row)) for row in _rows(game, s))
    board = "/".join(",".join(name if n == 1 else f"{name}x{n}" for name, n in row) for row in rows)
    return f"{board} {player(game, turn(game, s))} {_write_golden(game, s)}"


def _write_golden(game: Gamma, s: Row) -> str:
    """Those who have made the golden move, neighbours in number joined: `1,3-5`."""
    used = (owner for owner in range(1, accounts(game, s) + 1) if s[account(game, owner) + GOLDEN])
    numbers = sorted(who(game, s, owner) + 1 for owner in used)
    runs = ([number for _, number in run] for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]))
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs) or NONE


def read_position(game: Gamma, text: str) -> Row:
    parts = text.split()
    if len(parts) != 3:
        raise BadNotation(f"a position is a board, who moves and who made golden moves, not {len(parts)} parts")
    board, mover, golden = parts
    s = start(game, 0)
    _read_board(game, s, board)
    _read_golden(game, s, golden)
    for owner in range(1, accounts(game, s) + 1):
        areas = s[account(game, owner) + AREAS]
        if areas > game.areas:
            name = player(game, who(game, s, owner))
            raise BadNotation(f"player {name} has {areas} areas on this board, and {game.areas} are allowed")
    number = _read_player(game, mover)
    s[TURN] = number - SHIFT
    if not can_act(game, s, number):
        # Another player may be able to; if none is, the game is over
        pass_turn(game, s, number)
        s[TURN] = number - SHIFT
    return s


def _read_player(game: Gamma, text: str) -> int:
    if not re.fullmatch("[0-9]{1,10}", text) or not 1 <= int(text) <= game.players:
        raise BadNotation(f"players go from 1 to {game.players}, and {quoted(text, 20)} is none of them")
    return int(text) - 1


def _read_board(game: Gamma, s: Row, board: str) -> None:
    rows = board.split("/")
    if len(rows) != game.height:
        raise BadNotation(f"the board {quoted(board)} has {len(rows)} rows joined by / and not {game.height}")
    for y, row in zip(range(game.height - 1, -1, -1), rows, strict=True):
        x = 0
        for run in row.split(","):
            found = re.fullmatch(r"(\.|[0-9]+)(?:x([0-9]{1,10}))?", run)
            if not found:
                raise BadNotation(
                    f"row {y} has {quoted(run, 20)}, which is neither a player nor . nor such a run as 2x5"
                )
            end = x + int(found[2] or 1)
            if end <= game.width and found[1] != FREE_FIELD:
                number = _read_player(game, found[1])
                for field in range(game.width * y + x, game.width * y + end):
                    hand_over(game, s, field, number)
            x = end
        if x != game.width:
            raise BadNotation(f"row {y}, {quoted(row)}, has {x} fields and not {game.width}")


def _read_golden(game: Gamma, s: Row, text: str) -> None:
    for run in text.split(",") if text != NONE else ():
        first, _, last = run.partition("-")
        low, high = _read_player(game, first), _read_player(game, last or first)
        if low > high:
            raise BadNotation(
                f"the golden moves {quoted(text, 40)} have {quoted(run, 30)} where the smaller number comes first"
            )
        for number in range(low, high + 1):
            if crowded(game, s) and not find(game, s, number):
                raise BadNotation(f"the golden moves {quoted(text, 40)} are of more players than a game remembers")
            owner = enter(game, s, number)
            if s[account(game, owner) + GOLDEN]:
                raise BadNotation(f"the golden moves {quoted(text, 40)} name player {player(game, number)} twice")
            use_golden(game, s, owner, number)
