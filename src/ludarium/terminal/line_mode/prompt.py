"""Line input at a terminal: a prompt, a history, and completion."""

import os
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from platformdirs import user_state_path

from ...shell.shell import Shell
from ...shell.state import State
from .completion import completions

REMEMBERED = 1000  # lines of the history
LOOK = 0.2  # seconds between two looks whether others have done something


def prompt(shell: Shell) -> str:
    """The name of the game, and whose turn it is."""
    waits = {State.SETUP: "set-up", State.PLAYING: shell.match.game.turn, State.FINISHED: "over"}
    return f"{shell.kind.id} {waits[shell.state]}> "


class News(Exception):
    """Others have done something while the user types."""


def typed(shell: Shell) -> Iterator[bytes]:
    """The lines that the user types, until Ctrl-D or a second Ctrl-C. Where others do something, an empty line."""
    text, interrupted = "", False
    while True:
        try:
            with _interrupted_by_news(shell):
                line = _ask(prompt(shell), text)
            text, interrupted = "", False
            yield line
        except News:
            text = _clear(prompt(shell))
            yield b""
        except KeyboardInterrupt:
            if interrupted:
                raise
            print("\nCtrl-C again ends the program, and so does quit.")
            text, interrupted = "", True
        except UnicodeDecodeError as error:
            yield bytes(error.object)
        except EOFError:
            print()
            return


def _ask(prompt: str, text: str) -> bytes:
    """A line that the user types; `text` is its beginning, typed already."""
    if not text:
        return input(prompt).encode("utf-8", "surrogateescape")
    import readline

    readline.set_startup_hook(lambda: readline.insert_text(text))
    try:
        return input(prompt).encode("utf-8", "surrogateescape")
    finally:
        readline.set_startup_hook()


@contextmanager
def _interrupted_by_news(shell: Shell) -> Iterator[None]:
    """Within this context News is raised where others do something in a remote game: a timer looks for it.

    Python carries signals out while readline waits for a key, so no other thread touches the terminal or the game.
    """
    if not shell.remote or "readline" not in sys.modules:
        yield
        return

    def look(*_: object) -> None:
        if shell.has_news():
            raise News

    before = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, LOOK, LOOK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _clear(prompt: str) -> str:
    """Remove the line that is being typed from the terminal; returns it."""
    import readline

    text = readline.get_line_buffer()
    width = len(prompt) + len(text)
    if width < shutil.get_terminal_size().columns:
        print(f"\r{' ' * width}\r", end="", flush=True)
    else:
        print(flush=True)
    return text


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
