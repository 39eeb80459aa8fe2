"""Set-up of a match on the full screen, before it begins."""

from ....play.match.events import Laid, Setting
from ....play.match.match import Match


class Setup:
    """What the player sets up. While cells are being laid no one moves; while moves are being set, the player makes
    those of all players, and computers take over afterwards."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self.laying = False

    @property
    def moving(self) -> bool:
        """Whether moves are being set."""
        return self._match.seats.is_suspended

    @property
    def may_move(self) -> bool:
        """Whether moves can be set now: if opponents play too, before the first move."""
        match = self._match
        return self.moving or (bool(match.seats.opponents) and not match.game.moves)

    def lay(self, name: str) -> None:
        """Lay something on a cell, or take it away again; a LudariumError if nothing can lie there."""
        self._match.apply(Laid(name))

    def toggle_moves(self) -> None:
        """Begin or end setting moves."""
        self._match.apply(Setting(not self.moving))

    def advice(self) -> str:
        """What the player can do now; empty without set-up."""
        if self.laying:
            return "Choose squares to block, or to free again.\n\nB goes on to the game."
        return "You set moves for everybody.\n\nM lets the others play." if self.moving else ""
