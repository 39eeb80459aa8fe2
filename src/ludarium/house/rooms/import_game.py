"""Importing games: records, the CSV files of the original programs, and scripts of line-mode commands."""

import asyncio
import re
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any, NamedTuple

from ...contract.errors import LudariumError
from ...contract.quotation import quoted
from ...games import kind as find
from ...play.game import Game
from ..thinking.thinkers import Thinkers
from .record_reader import read_record

MOST_SECONDS = 10.0  # to replay one
COMMANDS = "this is no record of a game; for a file of commands, say which game they are for"


class ImportedGame(NamedTuple):
    """A game, and the seats and seed that its file names."""

    game: Game
    seats: tuple[str, ...] = ()
    begun: bool = True
    seed: int | None = None


class MissingFile(LudariumError):
    """A script loads a file that did not come with it."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the file loads {quoted(name, 100)}; choose that one too")
        self.name = name


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


async def import_game(
    kind: str, text: str, pool: Thinkers, key: str, files: Mapping[str, str] | None = None
) -> ImportedGame:
    """The game of a text; `kind` may be empty for a record. A LudariumError says what is wrong with the text.

    Cancelling the caller stops it. `key` is the share of the thinking time that it takes. `files` are those that a
    script may load, by name.
    """
    text = text.removeprefix("\ufeff")
    with pool.asking(key, "import"):
        if re.match("[a-z_]+:", text):
            return ImportedGame(await _replay(kind, text))
        if not kind:
            raise LudariumError(COMMANDS)
        return await _run_script(kind, text, pool, key, files or {})


async def _replay(kind: str, text: str) -> Game:
    budget = ReplayBudget()
    try:
        return await asyncio.get_running_loop().run_in_executor(
            _replaying, lambda: read_record(kind, text, budget.check)
        )
    except asyncio.CancelledError:
        budget.is_cancelled = True
        raise


async def _run_script(kind: str, text: str, pool: Thinkers, key: str, files: Mapping[str, str]) -> ImportedGame:
    # Commands may let computers think, so a worker process runs them
    task: dict[str, Any] = {"game": "", "kind": find(kind).id, "options": {}, "origin": None, "moves": ()}
    script = (await pool.run(do="run_script", key=key, text=text, files=dict(files), **task)).script
    assert script
    if script.needs:
        raise MissingFile(script.needs)
    game = await _replay(kind, script.record)
    return ImportedGame(game, script.seats, script.begun, script.seed)
