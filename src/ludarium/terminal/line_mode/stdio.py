"""Line mode on standard input and output."""

import errno
import io
import os
import sys
from contextlib import suppress

from ...contract.errors import LudariumError
from ...contract.kind import Kind
from ...shell.help_text import standing
from ...shell.script import Lines
from ...shell.shell import Shell
from ..connector import Connector
from .pipe import Pipe

INTERRUPTED = 130  # the exit status after Ctrl-C
UNREADABLE = UNWRITABLE = 2  # exit status if the input cannot be read, or answers cannot be written
GONE = (errno.EPIPE, errno.EIO)  # errors of a closed pipe or terminal


def serve(kind: Kind) -> None:
    """Run line mode until `quit`, the end of the input, or a closed output."""
    terminal = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
    shell = Shell(kind, _say, _blame, terminal=terminal, connector=Connector())
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    status = 0
    try:
        if terminal:
            _run_at_terminal(shell)
        else:
            pipe = Pipe(lambda: shell.remote is not None)
            shell.run(Lines(pipe.lines(), ended=pipe.has_ended))
    except KeyboardInterrupt:
        status = INTERRUPTED
    except LudariumError as error:
        _blame(f"ludarium: {error}")
        status = UNREADABLE
    except OSError as error:
        if error.errno not in GONE:
            _blame(f"ludarium: cannot write the answers: {error.strerror}")
            status = UNWRITABLE
        os._exit(status)  # Python would print an error about the output it cannot flush
    shell.close()
    if shell.computer_thread.busy:
        os._exit(status)  # a running compilation cannot be stopped otherwise
    sys.exit(status)


def _run_at_terminal(shell: Shell) -> None:
    """Run line mode at a terminal."""
    from .prompt import editing, typed

    _say(f"{standing(shell)} start begins, help lists the commands.")
    with editing(shell):
        try:
            shell.run(Lines(typed(shell), counted=False))
        except KeyboardInterrupt:
            print("\nCtrl-C has ended the program.")
            raise


def _say(text: str) -> None:
    print(text, flush=True)


def _blame(text: str) -> None:
    """Print an error; a closed standard error is ignored."""
    with suppress(OSError):
        print(text, file=sys.stderr, flush=True)
