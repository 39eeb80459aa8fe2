"""Games as text: header lines `key: value`, an empty line, then the moves as CSV.

    game: ataxx
    version: 1
    blocks: 3gh
    rules: seed
    moves: 2
    result: unfinished

    move_number,player,move
    1,red,a7-b6
    2,blue,a1-b2

A game that had a format of its own before it came to the house keeps it (`contract.board.Dialect`).
"""

import csv
import io
from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from ..contract.board import Dialect
from ..contract.errors import BadNotation, BadOption, BadRecord, IllegalMove
from ..contract.kind import Kind
from ..contract.options import Flag
from ..games import ids
from ..games import kind as find
from .game import Game, Outcome

VERSION = "1"
COLUMNS = ["move_number", "player", "move"]
HELPED = Flag("helped", False, "whether a computer has moved or advised where one plays alone")
UNFINISHED, DRAW, OVER = "unfinished", "draw", "over"  # results other than a winner's name


class Line(NamedTuple):
    """A line of a record and where it stands."""

    number: int
    text: str


def result_of(outcome: Outcome | None) -> str:
    """The outcome in one word."""
    if outcome is None:
        return UNFINISHED
    if outcome.winner is not None:
        return outcome.winner
    return DRAW if len(outcome.scores) > 1 else OVER


def write(game: Game, players: Iterable[str] | None = None) -> str:
    """The game as text. Whoever knows who made each move may say so, and the game is not played again to find out."""
    dialect, known = game.kind.dialect, _players(game) if players is None else players
    # A format from elsewhere has no place for a position to begin with: such a game is written as the house does
    if dialect is None or game.origin is not None:
        return _write_house(game, known)
    return _write_dialect(game, dialect, known)


def _lines(header: Iterable[tuple[str, str]], columns: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    text = io.StringIO()
    text.writelines(f"{key}: {value}\n" for key, value in header)
    text.write("\n")
    table = csv.writer(text, lineterminator="\n")
    table.writerow(columns)
    table.writerows(rows)
    return text.getvalue()


def _players(game: Game) -> Iterable[str]:
    """Who made each move, found by playing the game again."""
    again = _beginning(game)
    for move in game.moves:
        yield again.turn
        again.push(move)


def _beginning(game: Game) -> Game:
    return Game(game.kind, game.origin, **game.options)


def _write_house(game: Game, players: Iterable[str]) -> str:
    header = [("game", game.kind.id), ("version", VERSION)]
    header += [(name, game.kind.options[name].write(value)) for name, value in game.options.items()]
    if game.origin is not None:
        header.append(("position", game.origin))
    if game.helped:
        header.append((HELPED.name, HELPED.write(True)))
    header += [("moves", str(len(game.moves))), ("result", result_of(game.outcome()))]
    rows = ((i, player, move) for i, (player, move) in enumerate(zip(players, game.moves, strict=True), 1))
    return _lines(header, COLUMNS, rows)


def _write_dialect(game: Game, dialect: Dialect, players: Iterable[str]) -> str:
    header = [(key, game.kind.options[name].write(game.options[name])) for key, name in dialect.options.items()]
    header.append((dialect.result, result_of(game.outcome())))
    moves = (str(move).split(",") for move in game.moves)
    rows = ((i, player, *move) for i, (player, move) in enumerate(zip(players, moves, strict=True), 1))
    return _lines(header, [COLUMNS[0], dialect.player, *dialect.move], rows)


def load(source: "str | PathLike[str]") -> Game:
    """The game in a record: a path, or the text itself (which has line ends, and a path has none)."""
    if isinstance(source, str) and ("\n" in source or "\r" in source or not source):
        return parse(source)
    try:
        data = Path(source).read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "no file has such a name"
        raise BadRecord(0, f"cannot read {str(source)!r:.300}: {reason}") from None
    try:
        return parse(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadRecord(line, "this is not text in UTF-8") from None


def parse(text: str) -> Game:
    """The game that a record's text tells, replayed move by move, or BadRecord with the line and the reason."""
    *whole, rest = text.split("\n")
    if rest:
        raise BadRecord(len(whole) + 1, "the last line has no end; the record may have been cut off")
    header, table = _split([Line(i, line.rstrip("\r")) for i, line in enumerate(whole, 1)])
    if "game" in header:
        return _read_house(header, table)
    for id in ids():
        dialect = find(id).dialect
        if dialect and all(key in header for key in dialect.options):
            return _read_dialect(find(id), dialect, header, table)
    raise BadRecord(1, "this is no record of a game: it has no line like 'game: ataxx'")


def _split(lines: list[Line]) -> tuple[dict[str, Line], list[Line]]:
    """The header's values by key, and the lines of the table."""
    header: dict[str, Line] = {}
    for i, (number, line) in enumerate(lines):
        if not line and lines[i + 1 :]:
            return header, lines[i + 1 :]
        if not line:
            break
        key, colon, value = line.partition(":")
        if not colon:
            raise BadRecord(number, f"{line!r:.60} is no header line like 'key: value'")
        if key in header:
            raise BadRecord(number, f"{key!r:.60} is there a second time")
        header[key] = Line(number, value.strip())
    raise BadRecord(len(lines) + 1, "the record ends before its moves; it may have been cut off")


def _read_house(header: dict[str, Line], table: list[Line]) -> Game:
    values = dict(header)
    name = values.pop("game")
    try:
        kind = find(name.text)
    except BadOption as error:
        raise BadRecord(name.number, str(error)) from None
    version = values.pop("version", Line(name.number, ""))
    if version.text != VERSION:
        raise BadRecord(version.number, f"version {version.text!r:.20} of records is unknown here; {VERSION} is read")
    count, result = values.pop("moves", None), values.pop("result", None)
    helped = _read_helped(values.pop(HELPED.name, None))
    game = _begin(kind, values, values.pop("position", None))
    game.helped = helped
    end = _replay(game, table, COLUMNS)
    if count and count.text != str(len(game.moves)):
        raise BadRecord(
            end, f"the record has {len(game.moves)} moves and says {count.text!r:.20}; it may have been cut off"
        )
    _check_result(game, result)
    return game


def _read_helped(line: Line | None) -> bool:
    try:
        return line is not None and HELPED.check(line.text)
    except BadOption as error:
        raise BadRecord(line.number if line else 1, str(error)) from None


def _read_dialect(kind: Kind, dialect: Dialect, header: dict[str, Line], table: list[Line]) -> Game:
    values = dict(header)
    result = values.pop(dialect.result, None)
    options = {dialect.options.get(key, key): line for key, line in values.items()}
    game = _begin(kind, options, None)
    _replay(game, table, [COLUMNS[0], dialect.player, *dialect.move])
    _check_result(game, result)
    return game


def _begin(kind: Kind, values: dict[str, Line], position: Line | None) -> Game:
    """A new game with the header's options."""
    for name, line in values.items():
        if name not in kind.options:
            raise BadRecord(line.number, f"{kind.id} has no option {name!r:.60}")
        try:
            kind.options[name].check(line.text)
        except BadOption as error:
            raise BadRecord(line.number, str(error)) from None
    try:
        return Game(kind, position.text if position else None, **{name: line.text for name, line in values.items()})
    except BadNotation as error:
        raise BadRecord(position.number if position else 1, str(error)) from None
    except BadOption as error:
        raise BadRecord(1, str(error)) from None


def _replay(game: Game, table: list[Line], columns: list[str]) -> int:
    """Make the moves of the table; returns the number of its last line."""
    if table[0].text != ",".join(columns):
        raise BadRecord(table[0].number, f"the moves must begin with the line {','.join(columns)}")
    for count, (number, line) in enumerate(table[1:], 1):
        try:
            cells = next(csv.reader([line], strict=True), [])
        except csv.Error:
            raise BadRecord(number, f"{line!r:.60} is no line of CSV") from None
        if len(cells) != len(columns):
            raise BadRecord(number, f"{len(cells)} values where {len(columns)} belong: {','.join(columns)}")
        if cells[0] != str(count):
            raise BadRecord(number, f"move {cells[0]!r:.20} stands where move {count} belongs")
        _replay_move(game, number, cells[1], ",".join(cells[2:]))
    return table[-1].number


def _replay_move(game: Game, line: int, player: str, move: str) -> None:
    try:
        legal = game.parse(move)
    except (BadNotation, IllegalMove) as error:
        raise BadRecord(line, str(error)) from None
    if player != game.turn:
        raise BadRecord(line, f"it is not {player!r:.20} who moves here but {game.turn}")
    game.push(legal)


def _check_result(game: Game, result: Line | None) -> None:
    """A record may not tell another result than its moves lead to. None given is fine."""
    found = result_of(game.outcome())
    if result and result.text != found:
        cut = "; it may have been cut off" if found == UNFINISHED else ""
        raise BadRecord(result.number, f"the record says {result.text!r:.40}, and its moves lead to {found}{cut}")
