"""`ludarium` and `python -m ludarium`."""

import sys
from pathlib import Path


def main() -> None:
    try:
        _obey()
    except KeyboardInterrupt:
        sys.exit(130)  # whoever presses Ctrl-C while it starts wants no account of where it was


def _obey() -> None:
    """Scripts start line mode again and again, so it does not wait for the command line to be imported."""
    words = sys.argv[1:]
    if words == ["gamma"]:
        from .terminal.game_program import serve

        serve()
    elif len(words) == 1 and _is_game(words[0]):
        from .games import kind
        from .terminal.line_mode.stdio import serve as line_mode

        line_mode(kind(words[0]))
    else:
        from .terminal.cli import main as command_line

        command_line()


def _is_game(word: str) -> bool:
    """Whether a word names one of the games that the house opened with: those have no names of other commands."""
    return (
        word.replace("-", "").isalpha()
        and (Path(__file__).parent / "games" / word.replace("-", "_") / "rules.py").is_file()
    )


if __name__ == "__main__":
    main()
