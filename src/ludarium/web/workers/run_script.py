"""Files of line mode's commands, run for a page: the game that they lead to can be continued there."""

import io
from typing import NamedTuple

from ...contract.errors import LudariumError
from ...contract.kind import Kind
from ...play.opponents.opponent import HUMAN
from ...shell.script import Lines, split
from ...shell.shell import Shell
from ...shell.state import State


class ScriptResult(NamedTuple):
    """The game after the last command."""

    record: str
    seats: tuple[str, ...]
    begun: bool
    seed: int | None


class _ScriptShell(Shell):
    """A shell in which computers move only before the next command: after the last one, they move on the page."""

    _computers_due = False

    def execute(self, text: str) -> bool:
        if text and self._computers_due:
            self._computers_due = False
            super().go_on()
        return super().execute(text)

    def go_on(self) -> None:
        self._computers_due = True


def run_script(kind: Kind, text: str) -> ScriptResult:
    """Run all lines; a LudariumError says what is wrong with the first wrong line."""
    errors: list[str] = []
    shell = _ScriptShell(kind, lambda text: None, errors.append, confined=True)
    lines = Lines(split(io.BytesIO(text.encode("utf-8", "surrogatepass"))))
    try:
        shell.run(lines)
        if errors:
            raise LudariumError(errors[0])
        person = f"level {shell.level}" if shell.auto else HUMAN.name
        seats = tuple(person if number == shell.me else f"level {shell.level}" for number in range(len(shell.players)))
        return ScriptResult(shell.match.game.record(), seats, shell.state is not State.SETUP, shell.seed)
    finally:
        shell.match.close()
