"""Which mind plays a game: alpha-beta for two, tree search for more or for large boards, and so on."""

from typing import Any

from ..contract.kind import Kind
from .brain import Brain
from .sampler import Sampler
from .thinker import Thinker

WIDE = 450  # moves, above which alpha-beta would not look deep enough to be worth its copies


def mind(kind: Kind, game: Any, *, megabytes: int = 16, threads: int = 1, seed: int = 0) -> Brain:
    """The best mind there is for this game."""
    if kind.rules.players(game) == 2 and kind.rules.most_moves(game) <= WIDE:
        return Thinker(kind, game, megabytes=megabytes, threads=threads)
    return Sampler(kind, game, megabytes=megabytes, threads=threads, seed=seed)
