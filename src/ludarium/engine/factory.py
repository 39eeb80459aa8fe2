"""Which mind plays a game: a table where all is known, alpha-beta for two, tree search for more or for large boards."""

from typing import Any

from ..contract.kind import Kind
from .alphabeta import AlphaBeta
from .beam import BeamSearch
from .mcts import Mcts
from .searcher import Searcher
from .tablebase import size_of
from .tablebase_searcher import TablebaseSearcher

WIDE = 450  # moves, above which alpha-beta would not look deep enough to be worth its copies


def make_searcher(
    kind: Kind, game: Any, *, megabytes: int = 16, threads: int = 1, seed: int = 0, all_knowing: bool = True
) -> Searcher:
    """The best mind there is for this game; or the best that thinks, if it should not know all."""
    players = kind.rules.players(game)
    if all_knowing and players == 2 and size_of(kind, game):
        return TablebaseSearcher(kind, game)
    if players == 1:
        return BeamSearch(kind, game, megabytes=megabytes, threads=threads)
    if players == 2 and kind.rules.most_moves(game) <= WIDE:
        return AlphaBeta(kind, game, megabytes=megabytes, threads=threads)
    return Mcts(kind, game, megabytes=megabytes, threads=threads, seed=seed)
