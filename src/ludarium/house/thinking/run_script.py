"""Files of line mode's commands, run for a page: the game that they lead to can be continued there."""

import io
import threading
from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath
from time import monotonic
from typing import NoReturn

from ...contract.errors import BadOption, LudariumError
from ...contract.kind import Kind
from ...contract.options import Option
from ...contract.quotation import quoted
from ...engine.search.cancel import CancelToken
from ...play.game import Game
from ...play.move import Move
from ...play.opponents.computer import Computer
from ...play.opponents.opponent import HUMAN
from ...shell import files as shell_files
from ...shell.script import Lines, split
from ...shell.shell import Shell
from ...shell.state import State
from ..rooms.board_size import TooLarge, count_cells
from ..rooms.record_reader import read_record
from .tasks import ScriptResult

MOST_COMMANDS = 10_000
MOST_MOVES = 2_000  # that computers may make
MOST_SECONDS = 30.0  # besides compiling


class ScriptBudget:
    """How much a file of commands may cost. A LudariumError says which limit it has reached."""

    def __init__(self, cancel: CancelToken, clock: Callable[[], float] = monotonic) -> None:
        self.cancel, self._clock = cancel, clock
        self._commands, self._moves, self._ends = MOST_COMMANDS, MOST_MOVES, clock() + MOST_SECONDS
        self._is_cancelled = False

    def note_cancelled(self) -> None:
        self._is_cancelled = True

    def spend_command(self) -> None:
        self._commands -= 1
        if self._commands < 0:
            raise LudariumError(f"a file may have {MOST_COMMANDS:,} commands; play on from here on the page")
        self._check()

    def spend_move(self) -> None:
        self._moves -= 1
        if self._moves < 0:
            raise LudariumError(f"computers may make {MOST_MOVES:,} moves in a file; let them play on on the page")
        self._check()

    def add(self, seconds: float) -> None:
        """Compiling does not count."""
        self._ends += seconds

    @property
    def left(self) -> float:
        """The seconds that are left."""
        return max(0.0, self._ends - self._clock())

    def _check(self) -> None:
        if not self.left:
            raise LudariumError(f"this file takes longer than {MOST_SECONDS:g} seconds; choose a lower level in it")
        if self._is_cancelled:
            raise LudariumError("the import was stopped")


class _ScriptComputer(Computer):
    """A computer that thinks as long as the budget allows."""

    def __init__(self, budget: ScriptBudget, level: int, seed: int | None) -> None:
        super().__init__(level, seed)
        self._budget = budget
        self._constants: object = None

    def choose(self, game: Game, cancel: CancelToken | None = None) -> Move:
        if self._constants != game.constants:
            began = monotonic()
            self.begin(game)
            self._constants = game.constants
            self._budget.add(monotonic() - began)
        self._budget.spend_move()
        timer = threading.Timer(self._budget.left, self._budget.cancel.cancel)
        timer.start()
        try:
            return super().choose(game, self._budget.cancel)
        finally:
            timer.cancel()


class _ScriptShell(Shell):
    """A shell in which computers move only before the next command: after the last one, they move on the page.

    It loads the files that came with the script, and no others.
    """

    ADVICE = ""
    _computers_due = False
    missing = ""  # the name of a file that did not come

    def __init__(self, kind: Kind, budget: ScriptBudget, files: Mapping[str, str]) -> None:
        self._budget, self._files = budget, files
        computer = lambda level, seed: _ScriptComputer(budget, level, seed)  # noqa: E731
        super().__init__(kind, lambda text: None, _fail, confined=True, computer=computer)

    def execute(self, text: str) -> bool:
        self._budget.spend_command()
        if text and self._computers_due:
            self._computers_due = False
            super().go_on()
        return super().execute(text)

    def _execute(self, text: str) -> bool:
        word, name = (*text.split(maxsplit=1), "", "")[:2]
        if word.lower() != "load" or not name:
            return super()._execute(text)
        self._load(name)
        return True

    def _load(self, name: str) -> None:
        """Load a file that came with the script. Its folder is left out: a browser does not tell it."""
        content = self._files.get(base_name(name))
        if content is None:
            self.missing = base_name(name)
            raise LudariumError(f"{quoted(name, 300)} did not come with this file")
        data = content.encode("utf-8", "surrogatepass")
        if shell_files.is_record(data):
            self.load(read_record(self.kind.id, content.removeprefix("\ufeff")))
        else:
            self.lines.load(name, Path(base_name(name)), data)

    def go_on(self) -> None:
        self._computers_due = True

    def choose(self, option: Option, text: str) -> None:
        """Set an option, unless the board became too large for a server."""
        options = self.match.game.options
        texts = {name: self.kind.options[name].write(value) for name, value in options.items()}
        try:
            count_cells(self.kind, texts | {option.name: text.lower()})
        except TooLarge:
            raise
        except BadOption:
            pass  # the shell says what is wrong
        super().choose(option, text)


def _fail(text: str) -> NoReturn:
    raise LudariumError(text)


def base_name(name: str) -> str:
    """The name of a file without its folder, by which a browser knows it."""
    return PurePosixPath(name.replace("\\", "/")).name


def run_script(kind: Kind, text: str, budget: ScriptBudget, files: Mapping[str, str] | None = None) -> ScriptResult:
    """Run all lines; a LudariumError says what is wrong with the first wrong line."""
    shell = _ScriptShell(kind, budget, files or {})
    lines = Lines(split(io.BytesIO(text.encode("utf-8", "surrogatepass"))))
    with budget.cancel.on_cancel(budget.note_cancelled):
        try:
            try:
                shell.run(lines)
            except LudariumError:
                if shell.missing:
                    return ScriptResult(needs=shell.missing)
                raise
            person = f"level {shell.level}" if shell.auto else HUMAN.name
            seats = tuple(
                person if number == shell.me else HUMAN.name if number in shell.beside else f"level {shell.level}"
                for number in range(len(shell.players))
            )
            return ScriptResult(shell.match.game.record(), seats, shell.state is not State.SETUP, shell.seed)
        finally:
            shell.match.close()
