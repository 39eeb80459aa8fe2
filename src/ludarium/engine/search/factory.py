"""Which searcher plays a game: a tablebase where it is solved, alpha-beta for two, MCTS for more or large boards."""

from typing import Any

from ...contract.kind import Kind
from .alphabeta import AlphaBeta
from .beam import BeamSearch
from .mcts import Mcts
from .searcher import Searcher
from .tablebase import TablebaseSearcher, size_of

WIDE = 450  # moves, above which alpha-beta would not look deep enough to be worth its copies


def make_searcher(
    kind: Kind, game: Any, *, megabytes: int = 16, threads: int = 1, seed: int = 0, use_tablebase: bool = True
) -> Searcher:
    """The best searcher for this game; without tablebases, the best that searches."""
    sort = searcher_class(kind, game)
    searcher = (
        Mcts(kind, game, megabytes=megabytes, threads=threads, seed=seed)
        if sort is Mcts
        else sort(kind, game, megabytes=megabytes, threads=threads)
    )
    return TablebaseSearcher(kind, game, searcher) if use_tablebase and has_tablebase(kind, game) else searcher


def searcher_class(kind: Kind, game: Any) -> type[AlphaBeta] | type[BeamSearch] | type[Mcts]:
    """The best class that searches this game."""
    players = kind.rules.players(game)
    if players == 1:
        return BeamSearch
    return AlphaBeta if players == 2 and kind.rules.most_moves(game) <= WIDE else Mcts


def has_tablebase(kind: Kind, game: Any) -> bool:
    """Whether a tablebase plays this game."""
    return kind.rules.players(game) == 2 and size_of(kind, game) > 0
