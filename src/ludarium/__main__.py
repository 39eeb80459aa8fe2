"""`ludarium` and `python -m ludarium`."""

import os
import sys
import threading
from pathlib import Path
from typing import NoReturn

INTERRUPTED = 130  # the exit status after Ctrl-C


def main() -> None:
    try:
        _obey()
    except SystemExit as error:
        if error.code != INTERRUPTED:
            raise
        _leave(INTERRUPTED)
    except KeyboardInterrupt as error:
        from .games.blame import blame

        if fault := blame(error):
            print(f"ludarium: {fault}", file=sys.stderr)
        _leave(INTERRUPTED)  # without a traceback


def _leave(status: int) -> NoReturn:
    """Leave also while a thread is in compiled rules that never return: Python itself would wait for it."""
    sys.stdout.flush()
    sys.stderr.flush()
    if any(not thread.daemon for thread in threading.enumerate() if thread is not threading.main_thread()):
        os._exit(status)
    sys.exit(status)


def _obey() -> None:
    """Scripts start line mode often, so it does not wait for the import of the command line."""
    words = sys.argv[1:]
    if len(words) == 1 and _is_game(words[0]):
        _play(words[0])
    else:
        from .terminal.cli import main as command_line

        command_line()


def _play(id: str) -> None:
    """The game's own program if it has one, else line mode."""
    from .games import kind

    if kind(id).program:
        from .terminal.game_program import serve
    else:
        from .terminal.line_mode.stdio import serve
    serve(kind(id))


def _is_game(word: str) -> bool:
    """Whether a word names a game of this package; none of them has the name of another command."""
    return (
        word.replace("-", "").isalpha()
        and (Path(__file__).parent / "games" / word.replace("-", "_") / "rules.py").is_file()
    )


if __name__ == "__main__":
    main()
