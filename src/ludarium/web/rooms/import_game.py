"""Games from elsewhere: records of the house, the seeds' CSV, and files of line mode's commands."""

import asyncio
import re
from typing import Any, NamedTuple

from ...contract.errors import BadOption, BadRecord, LudariumError
from ...contract.kind import Kind
from ...games import ids
from ...games import kind as find
from ...play import record
from ...play.game import Game
from ..workers.pool import WorkerPool
from .new_game import check_size

COMMANDS = "this is no record of a game; for a file of commands, say which game they are for"


class Brought(NamedTuple):
    """A game from elsewhere, and what else is said about it there."""

    game: Game
    seats: tuple[str, ...] = ()
    begun: bool = True
    seed: int | None = None


async def bring(kind: str, text: str, pool: WorkerPool) -> Brought:
    """The game that a text tells, of the kind that is named if one is; a LudariumError says what is wrong with it."""
    text = text.removeprefix("\ufeff")
    if re.match("[a-z_]+:", text):
        return Brought(await asyncio.to_thread(lambda: read(kind, text)))
    if not kind:
        raise LudariumError(COMMANDS)
    # Commands may let computers think, so they are obeyed where those are
    task: dict[str, Any] = {"game": "", "kind": find(kind).id, "options": {}, "origin": None, "moves": ()}
    script = (await pool.run(do="run_script", text=text, **task)).script
    assert script
    return Brought(await asyncio.to_thread(lambda: read(kind, script.record)), script.seats, script.begun, script.seed)


def read(kind: str, text: str) -> Game:
    """The game of a record."""
    _check_size(text)
    # A record that was typed or pasted may lack the end of its last line
    game = record.parse(text if text.endswith("\n") else f"{text}\n")
    if kind and game.kind.id != find(kind).id:
        raise BadOption(f"this is a record of {game.kind.id}, and not of {kind}")
    return game


def _check_size(text: str) -> None:
    """Look at the header alone, so that no board is made that is too large. What else is wrong is found later."""
    head = text.replace("\r", "").partition("\n\n")[0]
    values = {key: value.strip() for key, colon, value in (line.partition(":") for line in head.split("\n"))}
    kind = _kind(values)
    if kind:
        given = {name: value for name, value in values.items() if name in kind.options}
        try:
            check_size(kind, given)
        except LudariumError as error:
            raise BadRecord(0, str(error)) from None


def _kind(values: dict[str, str]) -> Kind | None:
    return find(values["game"]) if values.get("game") in ids() else None
