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

A game that ended before its rules ended it has a line `reason: blue has given up` after its result. A game that had a
format of its own before Ludarium keeps it (`contract.board.Dialect`). `record.py` reads records.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from ..contract.board import Dialect
from ..contract.kind import Kind
from ..contract.options import Flag
from .move import Moves
from .outcome import Outcome

VERSION = "1"
COLUMNS = ["move_number", "player", "move"]
HELPED = Flag("helped", False, "whether a computer has moved or advised where one plays alone")
UNFINISHED, DRAW, OVER = "unfinished", "draw", "over"  # results other than a winner's name
REASON = "reason"  # the header key of why a game ended before its rules ended it


class RecordedGame(Protocol):
    """What a record holds of a game; `Game` has it all."""

    @property
    def kind(self) -> Kind: ...

    @property
    def constants(self) -> Any: ...

    @property
    def options(self) -> dict[str, Any]: ...

    @property
    def origin(self) -> str | None: ...

    @property
    def helped(self) -> bool: ...

    @property
    def early_end(self) -> Outcome | None: ...

    @property
    def moves(self) -> Moves: ...

    @property
    def movers(self) -> Sequence[int]: ...

    def outcome(self) -> Outcome | None: ...


def result_of(outcome: Outcome | None) -> str:
    """The outcome in one word."""
    if outcome is None:
        return UNFINISHED
    if outcome.winner is not None:
        return outcome.winner
    return DRAW if len(outcome.scores) > 1 else OVER


def write(game: RecordedGame) -> str:
    """The game as text."""
    dialect = game.kind.dialect
    players = [game.kind.board.player(game.constants, number) for number in game.movers]
    # A dialect has no place for a position to begin with: such a game is written in Ludarium's own format
    if dialect is None or game.origin is not None:
        return _write_own(game, players)
    return _write_dialect(game, dialect, players)


def _lines(header: Iterable[tuple[str, str]], columns: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    text = io.StringIO()
    text.writelines(f"{key}: {value}\n" for key, value in header)
    text.write("\n")
    table = csv.writer(text, lineterminator="\n")
    table.writerow(columns)
    table.writerows(rows)
    return text.getvalue()


def _write_own(game: RecordedGame, players: Iterable[str]) -> str:
    header = [("game", game.kind.id), ("version", VERSION)]
    header += [(name, game.kind.options[name].write(value)) for name, value in game.options.items()]
    if game.origin is not None:
        header.append(("position", game.origin))
    if game.helped:
        header.append((HELPED.name, HELPED.write(True)))
    header += [("moves", str(len(game.moves))), ("result", _result(game)), *_reason(game)]
    rows = ((i, player, move) for i, (player, move) in enumerate(zip(players, game.moves, strict=True), 1))
    return _lines(header, COLUMNS, rows)


def _write_dialect(game: RecordedGame, dialect: Dialect, players: Iterable[str]) -> str:
    header = [(key, game.kind.options[name].write(game.options[name])) for key, name in dialect.options.items()]
    header += [(dialect.result, _result(game)), *_reason(game)]
    moves = (str(move).split(",") for move in game.moves)
    rows = ((i, player, *move) for i, (player, move) in enumerate(zip(players, moves, strict=True), 1))
    return _lines(header, [COLUMNS[0], dialect.player, *dialect.move], rows)


def _result(game: RecordedGame) -> str:
    """The result; where one of many players has given up, no player has won and it is no draw."""
    early = game.early_end
    return OVER if early and early.winner is None and len(early.scores) != 2 else result_of(game.outcome())


def _reason(game: RecordedGame) -> list[tuple[str, str]]:
    return [(REASON, game.early_end.reason)] if game.early_end else []
