"""`ludarium` and `python -m ludarium`."""

from .terminal.cli import main

if __name__ == "__main__":
    main()
