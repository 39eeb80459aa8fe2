"""`ludarium` and `python -m ludarium`."""

import sys


def main() -> None:
    """Scripts start Gamma's own program again and again, so it does not wait for the command line to be imported."""
    if sys.argv[1:] == ["gamma"]:
        from .terminal.gamma import serve

        serve()
    else:
        from .terminal.cli import main as command_line

        command_line()


if __name__ == "__main__":
    main()
