"""Which mind plays a game: a table where all is known, alpha-beta for two, tree search for more or for large boards."""

from typing import Any

from ..contract.kind import Kind
from .brain import Brain
from .oracle import Oracle
from .retrograde import size_of
from .sampler import Sampler
from .solo import Solo
from .thinker import Thinker

WIDE = 450  # moves, above which alpha-beta would not look deep enough to be worth its copies


def mind(
    kind: Kind, game: Any, *, megabytes: int = 16, threads: int = 1, seed: int = 0, all_knowing: bool = True
) -> Brain:
    """The best mind there is for this game; or the best that thinks, if it should not know all."""
    players = kind.rules.players(game)
    if all_knowing and players == 2 and size_of(kind, game):
        return Oracle(kind, game)
    if players == 1:
        return Solo(kind, game, megabytes=megabytes, threads=threads)
    if players == 2 and kind.rules.most_moves(game) <= WIDE:
        return Thinker(kind, game, megabytes=megabytes, threads=threads)
    return Sampler(kind, game, megabytes=megabytes, threads=threads, seed=seed)
