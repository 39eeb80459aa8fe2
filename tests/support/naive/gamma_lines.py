"""Gamma's own program, naively: all of the input at once, split into lines, and a regular expression for each line."""

from __future__ import annotations

import re

from .gamma import Naive

SHAPE = re.compile(rb"([A-Za-z])((?:[ \t\v\f\r]+[0-9]+)*)[ \t\v\f\r]*")
LARGEST = 4294967295
TOO_MANY_FIELDS = 10**13


class Program:
    """What a whole input is answered: `out` and `err`. The screen is nowhere to be had, and says so."""

    def __init__(self, text: bytes, no_screen: str = "") -> None:
        self.out = ""
        self.err = ""
        self.game: Naive | None = None
        self.no_screen = no_screen
        lines = text.split(b"\n")
        for number, line in enumerate(lines, start=1):
            is_unfinished = number == len(lines)
            if line == b"" or line.startswith(b"#"):
                continue
            if is_unfinished or not self.obey(number, line):
                self.err += f"ERROR {number}\n"

    def obey(self, number: int, line: bytes) -> bool:
        found = SHAPE.fullmatch(line)
        if found is None:
            return False
        parameters = []
        for word in found[2].split():
            digits = word.lstrip(b"0") or b"0"
            if len(digits) > 10 or int(digits) > LARGEST:
                return False
            parameters.append(int(digits))
        if self.game is None:
            return self.begin(number, found[1], parameters)
        return self.command(self.game, found[1], parameters)

    def begin(self, number: int, letter: bytes, parameters: list[int]) -> bool:
        if letter not in (b"B", b"I") or len(parameters) != 4 or 0 in parameters:
            return False
        if parameters[0] * parameters[1] > TOO_MANY_FIELDS:
            return False
        if letter == b"I":
            self.out += self.no_screen
        else:
            self.game = Naive(*parameters)
            self.out += f"OK {number}\n"
        return True

    def command(self, game: Naive, letter: bytes, parameters: list[int]) -> bool:
        if letter == b"m" and len(parameters) == 3:
            answer = str(game.m(*parameters))
        elif letter == b"g" and len(parameters) == 3:
            answer = str(game.g(*parameters))
        elif letter == b"b" and len(parameters) == 1:
            answer = str(game.b(*parameters))
        elif letter == b"f" and len(parameters) == 1:
            answer = str(game.f(*parameters))
        elif letter == b"q" and len(parameters) == 1:
            answer = str(game.q(*parameters))
        elif letter == b"p" and len(parameters) == 0:
            answer = game.p()
        else:
            return False
        self.out += answer + "\n"
        return True
