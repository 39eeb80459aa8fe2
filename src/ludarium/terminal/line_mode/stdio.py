"""Line mode on standard input and output."""

import errno
import io
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from shutil import get_terminal_size
from textwrap import fill

from ...contract.errors import LudariumError
from ...contract.kind import Kind
from ...games.blame import blame
from ...play.match.presenter import capital, counted
from ...play.opponents.opponent import HUMAN
from ...shell.help_text import standing
from ...shell.kept_game import last_kept
from ...shell.script import Lines
from ...shell.shell import Shell
from ...shell.state import State
from ..connector import Connector
from .pipe import Pipe

INTERRUPTED = 130  # the exit status after Ctrl-C
UNREADABLE = UNWRITABLE = 2  # exit status if the input cannot be read, or answers cannot be written
CONTINUING = "c", "continue", "y", "yes"  # answers that take up a kept game
GONE = (errno.EPIPE, errno.EIO)  # errors of a closed pipe or terminal


def serve(
    kind: Kind,
    prepare: Callable[[Shell], None] | None = None,
    finish: Callable[[], None] | None = None,
    player: str = "",
) -> None:
    """Run line mode until `quit`, the end of the input, or a closed output.

    `prepare` begins a game that is not set up here, and `finish` is called at the end. `player` is who plays against
    the user, as the text of a seat names it.
    """
    terminal = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
    shell = Shell(kind, _say, _blame, terminal=terminal, connector=Connector())
    if player:
        shell.play_against(player)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    status = 0
    try:
        if prepare:
            prepare(shell)
        if terminal:
            _run_at_terminal(shell)
        else:
            pipe = Pipe(lambda: shell.remote is not None)
            shell.run(Lines(pipe.lines(), ended=pipe.has_ended))
    except KeyboardInterrupt as error:
        status = INTERRUPTED
        if fault := blame(error):
            _blame(f"ludarium: {fault}")
    except LudariumError as error:
        _blame(f"ludarium: {error}")
        status = UNREADABLE
    except OSError as error:
        if error.errno not in GONE:
            _blame(f"ludarium: cannot write the answers: {error.strerror}")
            status = UNWRITABLE
        os._exit(status)  # Python would print an error about the output it cannot flush
    except Exception as error:
        if not (fault := blame(error)):
            raise
        _blame(f"ludarium: {fault}")
        status = UNREADABLE
    shell.close()
    if finish:
        finish()
    if shell.computer_thread.busy:
        os._exit(status)  # a running compilation cannot be stopped otherwise
    sys.exit(status)


def _run_at_terminal(shell: Shell) -> None:
    """Run line mode at a terminal."""
    from .prompt import editing, typed

    if shell.state is State.SETUP:
        _offer_kept(shell)
    begins = "start begins, " if shell.state is State.SETUP else ""
    _say(fill(f"{standing(shell)} {begins}help lists the commands.", get_terminal_size().columns))
    with editing(shell):
        try:
            shell.run(Lines(typed(shell), counted=False))
        except KeyboardInterrupt:
            print("\nCtrl-C has ended the program.")
            raise


def _offer_kept(shell: Shell) -> None:
    """Ask whether to continue the last game of this kind. Only a person at a terminal is asked, never a script."""
    kept = last_kept(shell.kind.id)
    if kept is None:
        return
    saved, match = kept
    seats = match.seats.texts
    match.close()
    print(f"A game is not over: {saved.title or counted(len(match.game.moves), 'move')}.")
    try:
        answer = input("c continues it, Enter begins a new one: ")
    except EOFError:
        answer = ""
    if answer.strip().lower() in CONTINUING:
        shell.load(match.game)
        _take_seats(shell, seats)
        _say(f"{counted(len(match.game.moves), 'move')} loaded. {capital(match.game.turn)} is to move.")


def _take_seats(shell: Shell, seats: Sequence[str]) -> None:
    """Give people the seats that they have in a kept game, and the others to the opponent of that game."""
    people = [number for number, text in enumerate(seats) if text == HUMAN.name]
    if people:
        shell.me, shell.beside = people[0], set(people[1:])
    if opponents := [text for text in seats if text != HUMAN.name]:
        shell.play_against(opponents[0])


def _say(text: str) -> None:
    print(text, flush=True)


def _blame(text: str) -> None:
    """Print an error; a closed standard error is ignored."""
    with suppress(OSError):
        print(text, file=sys.stderr, flush=True)
