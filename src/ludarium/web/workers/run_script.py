"""Running a script of line-mode commands: the game that it leads to can be continued on the page."""

import io
from typing import NamedTuple

from ...contract.errors import LudariumError
from ...contract.kind import Kind
from ...play.opponents.opponent import HUMAN
from ...shell.script import Lines, split
from ...shell.shell import Shell
from ...shell.state import State


class ScriptResult(NamedTuple):
    """What a script leads to."""

    record: str
    seats: tuple[str, ...]
    begun: bool
    seed: int | None


class _Reader(Shell):
    """A shell in which computers move only before the next line: after the last line they move on the page."""

    _due = False

    def hear(self, text: str) -> bool:
        if text and self._due:
            self._due = False
            super().go_on()
        return super().hear(text)

    def go_on(self) -> None:
        self._due = True


def run_script(kind: Kind, text: str) -> ScriptResult:
    """Run all lines or none: a LudariumError says what is wrong with the first line that is wrong."""
    wrong: list[str] = []
    shell = _Reader(kind, lambda said: None, wrong.append, confined=True)
    lines = Lines(split(io.BytesIO(text.encode("utf-8", "surrogatepass"))))
    try:
        shell.run(lines)
        if wrong:
            raise LudariumError(wrong[0])
        own = f"level {shell.level}" if shell.auto else HUMAN.name
        seats = tuple(own if number == shell.me else f"level {shell.level}" for number in range(len(shell.players)))
        return ScriptResult(shell.match.game.record(), seats, shell.state is not State.SETUP, shell.seed)
    finally:
        shell.match.close()
