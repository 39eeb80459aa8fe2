"""The search with a net of one's choice, and as a player of matches."""

import hashlib
from typing import Any

from ..contract.errors import BadOption
from ..contract.kind import Kind
from ..engine.net.net import decode_net
from ..engine.search.alphabeta import AlphaBeta
from ..engine.search.factory import make_searcher, searcher_class
from ..engine.search.searcher import Searcher
from ..play.game import Game
from ..play.judging.analysis import Limit
from ..play.opponents.engine_player import EnginePlayer

HAND = "hand"  # what the hand-made evaluation is called
MEGABYTES = 16  # of the search's table


def name_of(net: bytes) -> str:
    """A short name of weights, which tells them from others."""
    return hashlib.sha256(net).hexdigest()[:16] if net else HAND


def searcher_with(kind: Kind, game: Any, net: bytes) -> Searcher:
    """The search with the weights of a file's content; without any it judges positions by the game's own evaluation."""
    if searcher_class(kind, game) is AlphaBeta:
        return AlphaBeta(kind, game, megabytes=MEGABYTES, net=decode_net(net) if net else None)
    if net:
        raise BadOption(f"this {kind.id} is not searched by alpha-beta, which nets are for")
    return make_searcher(kind, game, megabytes=MEGABYTES, use_tablebase=False)


class NetPlayer(EnginePlayer):
    """The search with the weights of a file's content."""

    def __init__(self, limit: Limit, net: bytes) -> None:
        super().__init__(limit)
        self._net = net
        self.name = name_of(net)

    def _make(self, game: Game) -> Searcher:
        return searcher_with(game.kind, game.constants, self._net)
