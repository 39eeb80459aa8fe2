"""Line input at a terminal: a prompt, a history, and completion."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from platformdirs import user_state_path

from ...shell.shell import Shell
from ...shell.state import State
from .completion import completions

REMEMBERED = 1000  # lines of the history


def prompt(shell: Shell) -> str:
    """The name of the game, and whose turn it is."""
    waits = {State.SETUP: "set-up", State.PLAYING: shell.match.game.turn, State.FINISHED: "over"}
    return f"{shell.kind.id} {waits[shell.state]}> "


def typed(shell: Shell) -> Iterator[bytes]:
    """The lines that the user types, until Ctrl-D."""
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
def editing(shell: Shell) -> Iterator[None]:
    """Within this context lines have editing, completion and a history, where the platform has readline."""
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
    # libedit in place of readline has another syntax
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")
    readline.set_history_length(REMEMBERED)
    file = history_file()
    with suppress(OSError):
        readline.read_history_file(file)
    try:
        yield
    finally:
        # A history that cannot be saved is no error
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            readline.write_history_file(file)
