"""Which searcher plays a game: a tablebase where it is solved, alpha-beta for two, MCTS for more or large boards.

A game that does not say what its positions are worth is played by random games. Where players see different things,
the searcher imagines what is hidden.
"""

from typing import Any

from ...contract.kind import Kind
from ..net.files import net_of
from .alphabeta import AlphaBeta
from .beam import BeamSearch
from .deadline import HAS_THREADS
from .exact.endings import endings_of
from .exact.tablebase import TablebaseSearcher, size_of
from .imagination import Imagination
from .mcts import Mcts
from .searcher import Searcher
from .uct import Uct

WIDE = 450  # moves, above which alpha-beta would not look deep enough to be worth its copies


def make_searcher(
    kind: Kind,
    game: Any,
    *,
    megabytes: int = 16,
    threads: int = 1,
    seed: int = 0,
    use_tablebase: bool = True,
    use_net: bool = False,
) -> Searcher:
    """The best searcher for this game; without a tablebase or a table of endings, the best that searches. It judges
    positions by the game's net if asked to, and there is one."""
    sort = searcher_class(kind, game)
    how: dict[str, Any] = {"megabytes": megabytes, "threads": threads}
    if sort in (Mcts, Uct):
        how["seed"] = seed
    if sort is AlphaBeta and use_net:
        how["net"] = net_of(kind, game)
    if sort is AlphaBeta and use_tablebase:
        how["endings"] = endings_of(kind, game)
    if kind.hides:
        return Imagination(kind, game, Mcts(kind, game, **how), seed)
    searcher = sort(kind, game, **how)
    return TablebaseSearcher(kind, game, searcher) if use_tablebase and has_tablebase(kind, game) else searcher


def searcher_class(kind: Kind, game: Any) -> type[AlphaBeta] | type[BeamSearch] | type[Mcts] | type[Uct]:
    """The best class that searches this game."""
    if kind.hides:
        return Mcts
    players, moves = kind.rules.players(game), kind.rules.most_moves(game)
    if players == 1:
        return BeamSearch
    if players == 2 and moves <= WIDE and kind.judges_positions:
        return AlphaBeta
    return Mcts if players > 2 or kind.expects_shares(game) else Uct


def has_tablebase(kind: Kind, game: Any) -> bool:
    """Whether a tablebase plays this game. Without threads none is computed: plain Python would take minutes."""
    return HAS_THREADS and not kind.hides and kind.rules.players(game) == 2 and size_of(kind, game) > 0
