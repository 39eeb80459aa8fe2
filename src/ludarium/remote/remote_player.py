"""The seat of a player whose moves come from a server."""

from ..play.opponents.opponent import Opponent
from .match_view import MatchView


class RemotePlayer(Opponent):
    """A player of another client. The user interface takes the moves from the server; `choose` is never called."""

    def __init__(self, match: MatchView, player: int) -> None:
        self._match, self._player = match, player

    @property
    def name(self) -> str:  # type: ignore[override]
        return self._match.title(self._player)
