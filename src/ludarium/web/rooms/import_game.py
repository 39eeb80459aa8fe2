"""Importing games: records, the CSV files of the original programs, and scripts of line-mode commands."""

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any, NamedTuple

from ...contract.errors import BadOption, BadRecord, LudariumError
from ...contract.kind import Kind
from ...games import ids
from ...games import kind as find
from ...play import record
from ...play.game import Game
from ...protocol.limits import MOST_EVENTS
from ..workers.pool import WorkerPool
from .board_size import count_cells

MOST_SECONDS = 10.0  # to replay one
COMMANDS = "this is no record of a game; for a file of commands, say which game they are for"


class ImportedGame(NamedTuple):
    """A game, and the seats and seed that its file names."""

    game: Game
    seats: tuple[str, ...] = ()
    begun: bool = True
    seed: int | None = None


class ReplayBudget:
    """How long a record may take to be replayed."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock, self._ends = clock, clock() + MOST_SECONDS
        self.is_cancelled = False

    def check(self) -> None:
        """Raise a LudariumError when the time is over, or the client has gone."""
        if self._clock() > self._ends:
            raise LudariumError(f"to replay this record takes longer than {MOST_SECONDS:g} seconds; import fewer moves")
        if self.is_cancelled:
            raise LudariumError("the import was stopped")


# Their own threads, few of them: those of the event loop also draw large boards for all users
_replaying = ThreadPoolExecutor(2, "import")


async def import_game(kind: str, text: str, pool: WorkerPool, key: str) -> ImportedGame:
    """The game of a text; `kind` may be empty for a record. A LudariumError says what is wrong with the text.

    Cancelling the caller stops it. `key` is the share of the thinking time that it takes.
    """
    text = text.removeprefix("\ufeff")
    with pool.asking(key, "import"):
        if re.match("[a-z_]+:", text):
            return ImportedGame(await _replay(kind, text))
        if not kind:
            raise LudariumError(COMMANDS)
        return await _run_script(kind, text, pool, key)


async def _replay(kind: str, text: str) -> Game:
    budget = ReplayBudget()
    try:
        return await asyncio.get_running_loop().run_in_executor(
            _replaying, lambda: read_record(kind, text, budget.check)
        )
    except asyncio.CancelledError:
        budget.is_cancelled = True
        raise


async def _run_script(kind: str, text: str, pool: WorkerPool, key: str) -> ImportedGame:
    # Commands may let computers think, so a worker process runs them
    task: dict[str, Any] = {"game": "", "kind": find(kind).id, "options": {}, "origin": None, "moves": ()}
    script = (await pool.run(do="run_script", key=key, text=text, **task)).script
    assert script
    game = await _replay(kind, script.record)
    return ImportedGame(game, script.seats, script.begun, script.seed)


def read_record(kind: str, text: str, before_move: Callable[[], None] = lambda: None) -> Game:
    """The game of a record, of a kind if one is named. `before_move` may end it by an error."""
    _count_cells(text)
    if text.count("\n") > MOST_EVENTS:
        raise BadRecord(0, f"a game on this server has at most {MOST_EVENTS:,} moves; this record has more lines")
    # A record that was typed or pasted may lack the end of its last line
    game = record.parse(text if text.endswith("\n") else f"{text}\n", before_move)
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
