"""Line mode on standard input and output."""

import errno
import io
import os
import select
import sys
from collections.abc import Iterator
from contextlib import suppress

from ...contract.errors import LudariumError
from ...contract.kind import Kind
from ...shell.help_text import standing
from ...shell.script import Lines, split
from ...shell.shell import Shell
from ..connector import Connector

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
            shell.run(Lines(_piped(), ended=_has_ended))
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
            print()
            raise


def _piped() -> Iterator[bytes]:
    if sys.stdin is None:
        return
    try:
        yield from split(sys.stdin.buffer)
    except OSError as error:
        raise LudariumError(f"cannot read standard input: {error.strerror}") from None


def _has_ended() -> bool:
    """Whether the input has ended, as far as that is known without waiting."""
    if sys.stdin is None:
        return True
    data = sys.stdin.buffer
    try:
        readable = bool(select.select([data], [], [], 0)[0])
        return readable and isinstance(data, io.BufferedReader) and not data.peek(1)
    except (OSError, ValueError):
        return False


def _say(text: str) -> None:
    print(text, flush=True)


def _blame(text: str) -> None:
    """Print an error; a closed standard error is ignored."""
    with suppress(OSError):
        print(text, file=sys.stderr, flush=True)
