"""Writes what is told of a game from outside the package: python -m ludarium.site.answers_process GAME.

It runs the rules of the game, and the export ends it if they never return.
"""

import sys

from msgspec.json import encode

from ..games import kind
from .answers import answers_of

READY = b"ready\n"  # from then on the time of the rules counts


def main(id: str) -> None:
    out, sys.stdout = sys.stdout.buffer, sys.stderr  # what a game prints is no part of the answers
    found = kind(id)
    out.write(READY)
    out.flush()
    out.write(encode(answers_of(found)))


if __name__ == "__main__":
    main(sys.argv[1])
