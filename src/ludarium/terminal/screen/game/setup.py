"""Set-up by hand, before a game begins: things are laid on cells, and moves are made for everybody."""

from ....play.game import Game
from ....play.match.table import HUMAN
from .autosave import Sitting


class Setup:
    """What can be set up at a table. While things are being laid nobody moves; while moves are being set, the person
    makes those of all players, and computers take over afterwards."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self.laying = False

    @property
    def moving(self) -> bool:
        """Whether moves are being set."""
        return self._sitting.party.is_away

    @property
    def may_lay(self) -> bool:
        """Whether things can be laid now: by the kind's own pattern, and before the first move."""
        game = self._sitting.game
        return game.kind.can_lay and game.origin is None and not game.moves

    @property
    def may_move(self) -> bool:
        """Whether moves can be set now: where others play too, and before the first of them has moved."""
        table = self._sitting.table
        others = any(who is not HUMAN for who in table.seats.values())
        return self.moving or (others and not table.game.moves)

    def lay(self, name: str) -> None:
        """Lay something on a cell, or take it away again; a LudariumError if nothing can lie there."""
        game = self._sitting.game
        options = game.kind.lay(game.options, name)
        self._sitting.table.replace(Game(game.kind, **options))

    def toggle_moves(self) -> None:
        """Begin or end setting moves."""
        if self.moving:
            self._sitting.party.come_back()
        else:
            self._sitting.party.go_away()

    def advice(self) -> str:
        """What a person can do now; nothing where there is no set-up."""
        if self.laying:
            return "Choose squares to block, or to free again.\n\nB goes on to the game."
        return "You set moves for everybody.\n\nM lets the others play." if self.moving else ""
