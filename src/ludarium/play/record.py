"""Reading records of games. `record_writer.py` shows the format and writes it."""

import csv
from collections.abc import Callable, Iterator
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from ..contract.board import Dialect
from ..contract.errors import BadNotation, BadOption, BadRecord, IllegalMove
from ..contract.kind import Kind
from ..contract.quotation import quoted
from ..games import kind as find
from ..games import kinds
from .game import Game
from .record_writer import COLUMNS, DRAW, HELPED, OVER, REASON, UNFINISHED, VERSION, result_of


class Line(NamedTuple):
    """A line of a record with its number."""

    number: int
    text: str


def load(source: "str | PathLike[str]") -> Game:
    """The game in a record: a path, or the text itself, which has line ends where a path has none."""
    if isinstance(source, str) and ("\n" in source or "\r" in source or not source):
        return parse(source)
    try:
        data = Path(source).read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "no file has such a name"
        raise BadRecord(0, f"cannot read {quoted(str(source), 300)}: {reason}") from None
    try:
        return parse(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadRecord(line, "this is not text in UTF-8") from None


def parse(text: str, before_move: Callable[[], None] = lambda: None, made: type[Game] = Game) -> Game:
    """Replay the record move by move; BadRecord names the line and the reason. `before_move` may end it by an error.
    `made` is the class of the game."""
    *whole, rest = text.split("\n")
    if rest.strip():
        raise BadRecord(len(whole) + 1, "the last line has no end; the record may have been cut off")
    header, table = _split([Line(i, line.rstrip("\r")) for i, line in enumerate(whole, 1)])
    if "game" in header:
        return _read_own(header, table, before_move, made)
    for kind in kinds():
        dialect = kind.dialect
        if dialect and all(key in header for key in dialect.options):
            return _read_dialect(kind, dialect, header, table, before_move, made)
    raise BadRecord(1, "this is no record of a game: it has no line 'game: ID'")


def _split(lines: list[Line]) -> tuple[dict[str, Line], list[Line]]:
    """The header's values by key, and the lines of the table. Blank lines at the end are skipped."""
    header: dict[str, Line] = {}
    last = len(lines)
    while last and not lines[last - 1].text.strip():
        last -= 1
    for i, (number, line) in enumerate(lines):
        if not line.strip() and i < last:
            return header, lines[i + 1 : last]
        if not line.strip():
            break
        key, colon, value = line.partition(":")
        if not colon:
            raise BadRecord(number, f"{quoted(line)} is no header line like 'key: value'")
        if key in header:
            raise BadRecord(number, f"{quoted(key)} is there a second time")
        header[key] = Line(number, value.strip())
    raise BadRecord(len(lines) + 1, "the record ends before its moves; it may have been cut off")


def _read_own(header: dict[str, Line], table: list[Line], before_move: Callable[[], None], made: type[Game]) -> Game:
    values = dict(header)
    name = values.pop("game")
    try:
        kind = find(name.text)
    except BadOption as error:
        raise BadRecord(name.number, str(error)) from None
    version = values.pop("version", Line(name.number, ""))
    if version.text != VERSION:
        raise BadRecord(
            version.number, f"version {quoted(version.text, 20)} of records is unknown here; {VERSION} is read"
        )
    count, result, reason = values.pop("moves", None), values.pop("result", None), values.pop(REASON, None)
    helped = _read_helped(values.pop(HELPED.name, None))
    game = _begin(made, kind, values, values.pop("position", None))
    game.helped = helped
    end = _replay(game, table, COLUMNS, before_move)
    if count and count.text != str(len(game.moves)):
        raise BadRecord(
            end, f"the record has {len(game.moves)} moves and says {quoted(count.text, 20)}; it may have been cut off"
        )
    _check_result(game, result, reason)
    return game


def _read_helped(line: Line | None) -> bool:
    try:
        return line is not None and HELPED.check(line.text)
    except BadOption as error:
        raise BadRecord(line.number if line else 1, str(error)) from None


def _read_dialect(
    kind: Kind,
    dialect: Dialect,
    header: dict[str, Line],
    table: list[Line],
    before_move: Callable[[], None],
    made: type[Game],
) -> Game:
    values = dict(header)
    result, reason = values.pop(dialect.result, None), values.pop(REASON, None)
    options = {dialect.options.get(key, key): line for key, line in values.items()}
    game = _begin(made, kind, options, None)
    _replay(game, table, [COLUMNS[0], dialect.player, *dialect.move], before_move)
    _check_result(game, result, reason)
    return game


def _begin(made: type[Game], kind: Kind, values: dict[str, Line], position: Line | None) -> Game:
    """A new game with the header's options."""
    for name, line in values.items():
        if name not in kind.options:
            raise BadRecord(line.number, f"{kind.id} has no option {quoted(name)}")
        try:
            kind.options[name].check(line.text)
        except BadOption as error:
            raise BadRecord(line.number, str(error)) from None
    try:
        return made(kind, position.text if position else None, **{name: line.text for name, line in values.items()})
    except BadNotation as error:
        raise BadRecord(position.number if position else 1, str(error)) from None
    except BadOption as error:
        raise BadRecord(1, str(error)) from None


def _replay(game: Game, table: list[Line], columns: list[str], before_move: Callable[[], None]) -> int:
    """Make the moves of the table; returns the number of its last line."""
    rows = _rows(table)
    if next(rows) != columns:
        raise BadRecord(table[0].number, f"the moves must begin with the line {','.join(columns)}")
    for count, (line, cells) in enumerate(zip(table[1:], rows, strict=True), 1):
        number = line.number
        if len(cells) != len(columns):
            raise BadRecord(number, f"{len(cells)} values where {len(columns)} belong: {','.join(columns)}")
        if cells[0] != str(count):
            raise BadRecord(number, f"move {quoted(cells[0], 20)} stands where move {count} belongs")
        before_move()
        _replay_move(game, number, cells[1], ",".join(cells[2:]))
    return table[-1].number


def _rows(table: list[Line]) -> Iterator[list[str]]:
    """The values of each line of CSV, without the blanks around them."""
    # One reader for all lines: to make one takes longer than to read a line
    reader = csv.reader((line.text for line in table), strict=True, skipinitialspace=True)
    for count, line in enumerate(table, 1):
        try:
            cells = next(reader)
        except csv.Error:
            raise _no_csv(line) from None
        if reader.line_num != count:  # a quotation goes on in the next line
            raise _no_csv(line)
        yield [cell.strip() for cell in cells]


def _no_csv(line: Line) -> BadRecord:
    return BadRecord(line.number, f"{quoted(line.text)} is no line of CSV")


def _replay_move(game: Game, line: int, player: str, move: str) -> None:
    try:
        legal = game.parse(move)
    except (BadNotation, IllegalMove) as error:
        raise BadRecord(line, str(error)) from None
    if player != game.turn:
        raise BadRecord(line, f"it is not {quoted(player, 20)} who moves here but {game.turn}")
    game.push(legal)


def _check_result(game: Game, result: Line | None, reason: Line | None) -> None:
    """Refuse a record whose result is not the one its moves lead to, unless it has a reason. It may have no result."""
    found = result_of(game.outcome())
    if reason and found == UNFINISHED:
        _end_early(game, result, reason)
        return
    if result and result.text != found:
        cut = "; it may have been cut off" if found == UNFINISHED else ""
        raise BadRecord(result.number, f"the record says {quoted(result.text, 40)}, and its moves lead to {found}{cut}")


def _end_early(game: Game, result: Line | None, reason: Line) -> None:
    """End a game as its record says, without a move that would end it."""
    if not reason.text:
        raise BadRecord(reason.number, "the reason why the game ended is missing")
    players = min(game.kind.rules.players(game.constants), len(game.row))
    names = [game.kind.board.player(game.constants, number) for number in range(players)]
    named = result.text if result else UNFINISHED
    if named not in (*names, DRAW, OVER):
        raise BadRecord(
            (result or reason).number, f"the record says {quoted(named, 40)}, and has a reason why the game ended"
        )
    game.end(named if named in names else None, reason.text)
