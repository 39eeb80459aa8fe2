"""How games between opponents begin: a deal, and some random moves."""

from collections.abc import Mapping
from random import Random
from typing import Any

from ..contract.errors import BadOption
from ..contract.kind import Kind
from ..play.game import Game

TRIES = 100  # to draw an opening that leaves a game to play


class Openings:
    """Openings one after the other; the same seed draws the same ones again."""

    def __init__(self, kind: Kind, options: Mapping[str, Any], moves: int, seed: int) -> None:
        self._kind, self._options, self._seed = kind, options, seed
        self.players = kind.rules.players(self._deal(0).constants)
        self._moves = moves if self.players > 1 else 0  # a seed is variety enough for one
        self._chance, self._seen = Random(seed), set[str]()

    def draw(self, deal: int = 0) -> Game:
        """A game after some random moves, one that was not there before if that can be had."""
        for tries in range(TRIES):
            game = self._deal(deal)
            for _ in range(self._moves):
                if game.legal_moves:
                    game.push(self._chance.choice(game.legal_moves))
            if not game.outcome() and (tries > TRIES // 2 or game.position not in self._seen):
                self._seen.add(game.position)
                return game
        raise BadOption(f"{self._moves} random moves leave nothing to play for in this {self._kind.id}")

    def _deal(self, number: int) -> Game:
        """The start of a game; where chance deals, every opening has its own unless the options name one."""
        if "seed" not in self._kind.options or "seed" in self._options:
            return Game(self._kind, **self._options)
        return Game(self._kind, seed=self._seed + number, **self._options)
