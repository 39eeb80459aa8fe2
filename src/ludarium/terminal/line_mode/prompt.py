"""Lines from somebody at a terminal: a prompt, a history, and completion."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_state_path

from ...shell.state import State
from .completion import completions

if TYPE_CHECKING:
    from ...shell.shell import Shell

REMEMBERED = 1000  # lines of the history


def prompt(shell: "Shell") -> str:
    """Which game, and what it waits for."""
    waits = {State.SETUP: "set-up", State.PLAYING: shell.match.game.turn, State.FINISHED: "over"}
    return f"{shell.kind.id} {waits[shell.state]}> "


def typed(shell: "Shell") -> Iterator[bytes]:
    """The lines that are typed, until Ctrl-D."""
    while True:
        try:
            yield input(prompt(shell)).encode("utf-8", "surrogateescape")
        except UnicodeDecodeError as error:
            yield bytes(error.object)
        except EOFError:
            print()
            return


def history_file() -> Path:
    return Path(os.environ.get("LUDARIUM_HOME") or user_state_path("ludarium")) / "history"


@contextmanager
def editing(shell: "Shell") -> Iterator[None]:
    """Lines can be edited, completed and called back as long as this lasts, where the platform has readline."""
    try:
        import readline
    except ImportError:
        yield
        return

    def complete(text: str, state: int) -> str | None:
        line, begin = readline.get_line_buffer()[: readline.get_endidx()], readline.get_begidx()
        found = completions(shell, line)
        return found[state][begin:] if state < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    # Where it is libedit that stands in for readline it has words of its own
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")
    readline.set_history_length(REMEMBERED)
    file = history_file()
    with suppress(OSError):
        readline.read_history_file(file)
    try:
        yield
    finally:
        # A history that cannot be kept is no reason to complain
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            readline.write_history_file(file)
