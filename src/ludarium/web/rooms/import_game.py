"""Importing games: records, the CSV files of the original programs, and scripts of line-mode commands."""

import re
from typing import Any, NamedTuple

from ...contract.errors import BadOption, BadRecord, LudariumError
from ...contract.kind import Kind
from ...games import ids
from ...games import kind as find
from ...play import record
from ...play.game import Game
from ...play.move_input import MANY
from ...protocol.limits import MOST_EVENTS
from ..workers.pool import WorkerPool
from .board_size import count_cells, in_thread

COMMANDS = "this is no record of a game; for a file of commands, say which game they are for"


class ImportedGame(NamedTuple):
    """A game, and the seats and seed that its file names."""

    game: Game
    seats: tuple[str, ...] = ()
    begun: bool = True
    seed: int | None = None


async def import_game(kind: str, text: str, pool: WorkerPool) -> ImportedGame:
    """The game of a text; `kind` may be empty for a record. A LudariumError says what is wrong with the text."""
    text = text.removeprefix("\ufeff")
    if re.match("[a-z_]+:", text):
        return ImportedGame(await in_thread(_count_cells(text) > MANY, lambda: read_record(kind, text)))
    if not kind:
        raise LudariumError(COMMANDS)
    # Commands may let computers think, so a worker process runs them
    task: dict[str, Any] = {"game": "", "kind": find(kind).id, "options": {}, "origin": None, "moves": ()}
    script = (await pool.run(do="run_script", text=text, **task)).script
    assert script
    game = await in_thread(_count_cells(script.record) > MANY, lambda: read_record(kind, script.record))
    return ImportedGame(game, script.seats, script.begun, script.seed)


def read_record(kind: str, text: str) -> Game:
    """The game of a record, of a kind if one is named."""
    _count_cells(text)
    if text.count("\n") > MOST_EVENTS:
        raise BadRecord(0, f"a game on this server has at most {MOST_EVENTS:,} moves; this record has more lines")
    # A record that was typed or pasted may lack the end of its last line
    game = record.parse(text if text.endswith("\n") else f"{text}\n")
    if kind and game.kind.id != find(kind).id:
        raise BadOption(f"this is a record of {game.kind.id}, and not of {kind}")
    return game


def _count_cells(text: str) -> int:
    """The cells of a record's board, by its header alone, so that none is made that is too large.

    Other errors are found later.
    """
    head = text.replace("\r", "").partition("\n\n")[0]
    values = {key: value.strip() for key, colon, value in (line.partition(":") for line in head.split("\n"))}
    kind = _kind(values)
    if kind:
        given = {name: value for name, value in values.items() if name in kind.options}
        try:
            return count_cells(kind, given)
        except LudariumError as error:
            raise BadRecord(0, str(error)) from None
    return 0


def _kind(values: dict[str, str]) -> Kind | None:
    return find(values["game"]) if values.get("game") in ids() else None
