"""The moves of a game, the last ones that fit."""

from collections.abc import Sequence

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from ....play.game import Game
from ....play.move import Move
from ..board.painter import owner_style


class MoveList(Widget):
    """A line for each move, with the player who made it. The move that led to the shown position is marked."""

    ALLOW_SELECT = False

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._game: Game | None = None
        self._moves: Sequence[Move] = ()
        self._movers: Sequence[int] = ()
        self._ply = 0
        self._blank = Style()

    def show(self, game: Game, moves: Sequence[Move], movers: Sequence[int], ply: int) -> None:
        """Show the moves of a game, as far as the one before the position `ply` in any case."""
        known, first, marked, same = len(self._moves), self._first, self._ply, game is self._game
        goes_on = same and known <= len(moves) and (not known or moves[known - 1] == self._moves[-1])
        self._game, self._moves, self._movers, self._ply = game, tuple(moves), tuple(movers), ply
        if not goes_on or self._first != first:
            self.refresh()
            return
        # Each line takes its time to paint
        changed = {*range(known, len(moves)), *({marked - 1, ply - 1} if marked != ply else ())}
        wide, high = self.size
        if lines := [Region(0, ply - first, wide, 1) for ply in changed if 0 <= ply - first < high]:
            self.refresh(*lines)

    @property
    def _first(self) -> int:
        """The ply of the first line."""
        lines = self.size.height
        return max(0, min(self._ply - (lines + 1) // 2, len(self._moves) - lines))

    def render_lines(self, crop: Region) -> list[Strip]:
        self._blank = self.rich_style  # computed once for all lines, since that takes long
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        ply, blank = y + self._first, self._blank
        segments = self._line(ply, blank) if ply < len(self._moves) else []
        return Strip(segments).adjust_cell_length(self.size.width, blank)

    def _line(self, ply: int, blank: Style) -> list[Segment]:
        assert self._game
        game, theme, is_here = self._game, self.app.theme, ply + 1 == self._ply
        plain = blank + Style(bold=is_here)
        line = [Segment(f"{ply + 1:>4} ", plain)]
        if game.kind.rules.players(game.constants) > 1 and ply < len(self._movers):
            number = self._movers[ply]
            owner = owner_style(theme, game.kind, game.constants, number)
            sign = Style(color=owner.ink, bgcolor=owner.colour, bold=True)
            line += [Segment(f" {owner.initial} ", sign), Segment(" ", blank)]
        return [*line, Segment(str(self._moves[ply]), plain)]
