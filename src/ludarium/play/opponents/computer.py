"""The computer as a player, of one of the levels."""

from ...engine.search.cancel import CancelToken
from ..game import Game
from ..judging.analysis import LevelPlayer
from ..move import Move
from .opponent import Opponent


class Computer(Opponent):
    """A computer of a level. With a seed it plays the same game again."""

    def __init__(self, number: int, seed: int | None = None) -> None:
        self._player = LevelPlayer(number, seed)
        self.level = self._player.level
        self.name = f"level {number}"

    def begin(self, game: Game) -> None:
        self._player.begin(game)

    def choose(self, game: Game, cancel: CancelToken | None = None) -> Move:
        return self._player.choose(game, cancel, errs=self.errs)

    def close(self) -> None:
        self._player.close()
