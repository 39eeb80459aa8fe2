"""Gamma's interactive mode, naively: keys in, the final board and the results out."""

from __future__ import annotations

import random

from .gamma import Naive

ARROWS = {"A": (0, 1), "B": (0, -1), "C": (1, 0), "D": (-1, 0)}  # the last letter of a key, and where the marker goes
RIGHT, SPACE, SKIP, GOLDEN, END = b"\x1b[C", b" ", b"c", b"g", b"\x04"


class Keyboard:
    """A game that is played by keys. The marker begins in the middle, right of it and above it where there is none."""

    def __init__(self, width: int, height: int, players: int, areas: int) -> None:
        self.game = Naive(width, height, players, areas)
        self.marker = width // 2, height - 1 - height // 2
        self.player, self.over = 1, False

    def press(self, key: bytes) -> None:
        letter = key.decode()[-1]
        if self.over:
            return
        if len(key) > 1:
            (x, y), (right, up) = self.marker, ARROWS[letter]
            self.marker = min(max(x + right, 0), self.game.width - 1), min(max(y + up, 0), self.game.height - 1)
        elif letter == " ":
            self._end_turn(self.game.m(self.player, *self.marker))
        elif letter in "gG":
            self._end_turn(self.game.g(self.player, *self.marker))
        elif letter in "cC":
            self._end_turn(1)
        elif key == END:
            self.over = True

    def _end_turn(self, made: int) -> None:
        """After a move it is the turn of the next player who has one; the game ends where no player has."""
        game = self.game
        if made:
            others = [(self.player + step - 1) % game.players + 1 for step in range(1, game.players + 1)]
            found = [number for number in others if game.f(number) or game.q(number)]
            self.player, self.over = (found[0], False) if found else (self.player, True)

    def report(self) -> str:
        """What is printed at the end."""
        fields = [self.game.b(number) for number in range(1, self.game.players + 1)]
        several = self.game.players > 1 and max(fields)
        lines = [
            f"Player {number}: {count}{'  ★ winner' if several and count == max(fields) else ''}"
            for number, count in enumerate(fields, 1)
        ]
        return "\n".join([self.game.p().rstrip("\n"), "", *lines])


def generate(seed: int, keys: int) -> tuple[tuple[int, int, int, int], list[bytes]]:
    """The options of a small game and keys to play it, without the one that ends it."""
    chance = random.Random(seed)
    options = chance.randint(1, 6), chance.randint(1, 5), chance.choice((1, 2, 2, 3, 4, 11)), chance.randint(1, 3)
    arrows = [f"\x1b{mode}{letter}".encode() for letter in ARROWS for mode in "[[O"]
    others = [SPACE] * 9 + [GOLDEN, GOLDEN, b"G", SKIP, b"C"]
    return options, [chance.choice(arrows if chance.random() < 0.5 else others) for _ in range(keys)]
