"""How games between opponents begin: a deal, and some random moves, of which fair ones can be asked for."""

from collections.abc import Mapping
from random import Random
from typing import Any

from ..contract.errors import BadOption
from ..contract.kind import Kind
from ..engine.search.searcher import Searcher
from ..play.game import Game
from ..play.judging.analysis import make_searcher
from ..play.judging.chances import chance

TRIES = 100  # to draw an opening that leaves a game to play
NODES = 20_000  # that are searched to tell whether an opening is fair
FAIR = 0.05  # by which the chance to win of the player to move may be off a half then


class Openings:
    """Openings one after the other; the same seed draws the same ones again.

    Fair ones are those in which a short search sees neither of two players ahead: in the others the weaker opponent may
    win from the better seat however much stronger the other is.
    """

    def __init__(self, kind: Kind, options: Mapping[str, Any], moves: int, seed: int, is_fair: bool = False) -> None:
        self._kind, self._options, self._seed = kind, options, seed
        self.players = kind.rules.players(self._deal(0).constants)
        self._moves = moves if self.players > 1 else 0  # a seed is variety enough for one
        self._chance, self._seen = Random(seed), set[str]()
        if is_fair and self.players != 2:
            raise BadOption(f"fair openings are for two players, and here are {self.players}")
        self._judge: Searcher | None = None
        if is_fair:
            self._judge = make_searcher(self._deal(0), use_net=True)

    def draw(self, deal: int = 0) -> Game:
        """A game after some random moves, one that was not there before if that can be had."""
        for tries in range(TRIES):
            game = self._deal(deal)
            for _ in range(self._moves):
                if game.legal_moves:
                    game.push(self._chance.choice(game.legal_moves))
            if game.outcome() or (tries <= TRIES // 2 and game.position in self._seen):
                continue
            if self._judge and not _is_fair(game, self._judge):
                continue
            self._seen.add(game.position)
            return game
        left = "no fair game" if self._judge else "nothing to play for"
        raise BadOption(f"{self._moves} random moves leave {left} in this {self._kind.id}")

    def _deal(self, number: int) -> Game:
        """The start of a game; where chance deals, every opening has its own unless the options name one."""
        if "seed" not in self._kind.options or "seed" in self._options:
            return Game(self._kind, **self._options)
        return Game(self._kind, seed=self._seed + number, **self._options)


def _is_fair(game: Game, judge: Searcher) -> bool:
    judge.forget()  # what it found in other openings would change what it finds here
    found = judge.search(game.row, nodes=max(1, NODES // judge.PACE))
    return abs(chance(judge, found.score) - 0.5) <= FAIR
