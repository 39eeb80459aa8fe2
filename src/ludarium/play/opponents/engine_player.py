"""Opponents that search without a level, and one that plays at random: for matches, hints and measurements."""

from random import Random
from typing import TYPE_CHECKING

from ...engine.search.cancel import CancelToken
from ...engine.search.patience import Patience
from ..game import Game
from ..judging.analysis import Limit, make_searcher
from ..move import Move
from ..position import move_in
from .opponent import Opponent

if TYPE_CHECKING:
    from ...engine.search.searcher import Searcher


class RandomPlayer(Opponent):
    """Plays every legal move with the same probability."""

    name = "random"

    def __init__(self, seed: int | None = 0) -> None:
        self._random = Random(seed)

    def choose(self, game: Game, cancel: CancelToken | None = None) -> Move:
        return self._random.choice(game.legal_moves)


class EnginePlayer(Opponent):
    """The best searcher of a game within a limit; it keeps its memory until the next game begins."""

    name = "search"

    def __init__(self, limit: Limit, patience: Patience = Patience.UNTIL_READY) -> None:
        self._limit, self._patience = limit, patience
        self._searcher: Searcher | None = None

    def begin(self, game: Game) -> None:
        self._searcher = self._make(game)
        self._searcher.get_ready()

    def choose(self, game: Game, cancel: CancelToken | None = None) -> Move:
        if self._searcher is None or self._searcher.game != game.constants:
            self.begin(game)
        assert self._searcher
        found = self._searcher.search(game.row, cancel=cancel, patience=self._patience, **self._limit.given())
        return move_in(game, found.move)

    def close(self) -> None:
        self._searcher = None

    def _make(self, game: Game) -> "Searcher":
        # Plain Python, which answers while code is being compiled, takes too long for a net
        return make_searcher(game, use_net=self._patience == Patience.UNTIL_READY)


class PlainMcts(EnginePlayer):
    """Monte Carlo tree search that knows only the rules and plays random games to their ends: a yardstick."""

    name = "mcts"

    def __init__(self, limit: Limit, seed: int = 0) -> None:
        super().__init__(limit)
        self._seed = seed

    def _make(self, game: Game) -> "Searcher":
        from ...engine.search.mcts import Mcts

        return Mcts(game.kind, game.constants, plain=True, seed=self._seed)
