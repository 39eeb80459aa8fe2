"""Files of line mode's commands, obeyed for a page: what they lead to is a game that can be gone on with."""

import io
from typing import NamedTuple

from ...contract.errors import LudariumError
from ...contract.kind import Kind
from ...play.match.table import HUMAN
from ...shell.script import Lines, split
from ...shell.shell import Shell
from ...shell.state import State


class ScriptResult(NamedTuple):
    """Where commands have led to."""

    record: str
    seats: tuple[str, ...]
    begun: bool
    seed: int | None


class _Reader(Shell):
    """A shell in which computers move only when more is said: after the last line, they move on the page."""

    _due = False

    def hear(self, text: str) -> bool:
        if text and self._due:
            self._due = False
            super().go_on()
        return super().hear(text)

    def go_on(self) -> None:
        self._due = True


def run_script(kind: Kind, text: str) -> ScriptResult:
    """Obey every line, or none: a LudariumError says what is wrong with the first that is wrong."""
    wrong: list[str] = []
    shell = _Reader(kind, lambda said: None, wrong.append, confined=True)
    lines = Lines(split(io.BytesIO(text.encode("utf-8", "surrogatepass"))))
    try:
        shell.run(lines)
        if wrong:
            raise LudariumError(wrong[0])
        table = shell.table
        people = f"level {shell.level}" if shell.auto else HUMAN.name
        seats = tuple(people if number == shell.me else f"level {shell.level}" for number in range(len(shell.players)))
        return ScriptResult(table.game.record(), seats, shell.state is not State.SETUP, shell.seed)
    finally:
        shell.table.close()
