"""The view of past positions: a player steps through the moves of a game, which does not change."""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from ....contract.row import Row
from ....play.game import Game
from ....play.match.match import Match
from ....play.match.presenter import capital, sentence, verdict
from ....play.match.seats import SHOWN
from ..base_app import LudariumApp
from ..board.board_view import BoardView
from ..board.film import Film
from ..dialogs.key_help import REPLAY_KEYS, KeysDialog
from ..widgets.footer import Footer
from ..widgets.sized_screen import SizedScreen
from . import side_panel
from .text_places import TextPlaces


class Watched(NamedTuple):
    """A game to step through."""

    game: Game
    names: Sequence[str]  # of those who play for the players that are shown
    ending: str  # how it ended, in sentences; empty while it goes on
    movers: Sequence[int]  # the player of each move
    own: int  # the player below the board

    @classmethod
    def of(cls, match: Match) -> "Watched":
        """The game of a match as it is now: the match may go on meanwhile."""
        outcome = match.outcome()
        ending = f"{verdict(match, outcome)}\n{sentence(outcome.reason)}" if outcome else ""
        return cls(match.game.copy(), side_panel.names(match), ending, match.movers[:], side_panel.own_player(match))

    @classmethod
    def of_record(cls, game: Game) -> "Watched":
        """The game of a record, which does not say who played."""
        players = range(min(game.kind.rules.players(game.constants), SHOWN))
        return cls.of(Match(game, ()))._replace(names=[game.player_title(number) for number in players])


class ReplayScreen(SizedScreen):
    """Shows the position after any move. Leaving a view that is `alone` ends the program."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("comma", "step(-1)", "Back", key_display=","),
        Binding("full_stop", "step(1)", "Forth", key_display="."),
        Binding("escape,q,Q,v,V,ctrl+d", "leave", "Return", key_display="Esc"),
        Binding("less_than_sign", "first", "First", key_display="<"),
        Binding("greater_than_sign", "last", "Last", key_display=">"),
        Binding("question_mark", "keys", "Keys", key_display="?"),
        # The arrows move the cursor only where the board has to be scrolled
        Binding("left", "walk(-1)", show=False, priority=True),
        Binding("right", "walk(1)", show=False, priority=True),
        Binding("home", "walk(None)", show=False, priority=True),
        Binding("end", "walk(9999999999)", show=False, priority=True),
    ]

    app: LudariumApp

    def __init__(self, watched: Watched, ply: int, *, alone: bool = False) -> None:
        super().__init__()
        self._game, self._names, self._ending, self._movers, self._own = watched
        self._moves = self._game.moves
        self.ply, self._alone = ply, alone  # how many moves the shown position comes after
        self._texts = TextPlaces()
        self.board = BoardView(
            self._game.kind,
            self._game.constants,
            self._game.row_after(ply),
            touched=self._refuse,
            for_reading=True,
            id="board",
        )
        self._film: Film | None = None

    def compose_content(self) -> ComposeResult:
        self._texts.arrange(self.board, self.app.size, self._game)
        yield from self._texts.around(self.board)
        yield Footer()

    def on_mount(self) -> None:
        self._texts.write("name", self._game.kind.title)
        self.set_focus(self.board)  # at once: a key may wait for it
        self.watch(self.board, "cursor", self._cursor_moved)
        self.app.theme_changed_signal.subscribe(self, lambda _: self._go(self.ply))
        self._go(self.ply)

    def _cursor_moved(self) -> None:
        self._texts.point_at(self.board.name_here if self.board.has_cursor else "")

    def on_resize(self, event: events.Resize) -> None:
        self._texts.arrange(self.board, event.size, self._game)
        self._go(self.ply)
        self.call_after_refresh(self._cursor_moved)

    def hurry(self) -> None:
        if self._film:
            self._film.skip()

    def on_key(self) -> None:
        """Any key shows the end of a film; one that steps does that, too."""
        self.hurry()

    # Display

    def _go(self, ply: int) -> None:
        """Show the position after so many moves; one step forward shows how the move unfolds."""
        unfolds = ply == self.ply + 1 and self._game.kind.unfolds and self.app.speed != "off"
        self.ply = ply
        self._describe(tells_end=not unfolds)
        self._draw(ply, unfolds)

    @work(exclusive=True, group="steps")
    async def _draw(self, ply: int, unfolds: bool) -> None:
        kind, constants = self._game.kind, self._game.constants
        last: Sequence[str] = ()
        if ply:
            before, move = self._game.row_after(ply - 1), self._moves[ply - 1]
            last = kind.paths(constants, before, move.number)[0]
            if unfolds:
                self._film = Film(self.app.speed, linger=False)
                frames = kind.frames(constants, before[:], move.number)
                try:
                    await self._film.show(frames, lambda row: self._show(row, last))
                finally:
                    self._film = None
                self._describe()
        self._show(self._game.row_after(ply), last)

    def _show(self, row: Row, last: Sequence[str]) -> None:
        is_over = bool(self._ending) and self.ply == len(self._moves) and self._film is None
        self.board.show(row, None, (), last)
        cards = side_panel.cards(self.app.theme, self._game, row, self._names, is_over=is_over)
        order = side_panel.order(len(cards), self._own)
        self._texts.write_players(cards, order, side_panel.facts(self._game, row))
        self._texts.moves.show(self._game, self._moves, self._movers, self.ply)

    def _describe(self, *, tells_end: bool = True) -> None:
        """Show which position this is, and the move that led to it; how the game ended is told after its film."""
        ply, count = self.ply, len(self._moves)
        self._texts.write("turn", f"After move {ply} of {count}" if ply else f"Before move 1 of {count}")
        text = f"{self._mover(ply)}{self._moves[ply - 1]}" if ply else "The first position, before all moves."
        self._texts.say(f"{text}\n\n{self._ending}" if self._ending and ply == count and tells_end else text, "")

    def _mover(self, ply: int) -> str:
        kind, constants = self._game.kind, self._game.constants
        if kind.rules.players(constants) == 1:
            return ""
        number = kind.rules.turn(constants, self._game.row_after(ply - 1))
        return f"{capital(self._game.player_title(number))}: "

    # Actions

    def _refuse(self, _: str) -> None:
        self._texts.say("No moves can be made in this view. Esc returns.", "-wrong")

    def action_step(self, by: int) -> None:
        if 0 <= self.ply + by <= len(self._moves):
            self._go(self.ply + by)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "walk" or self.board.is_whole

    def action_walk(self, by: int | None) -> None:
        """Go so many moves forth or back, as far as there are moves; to the first position without a number."""
        self._go(0 if by is None else max(0, min(self.ply + by, len(self._moves))))

    def action_first(self) -> None:
        self._go(0)

    def action_last(self) -> None:
        self._go(len(self._moves))

    def action_keys(self) -> None:
        self.app.push_screen(KeysDialog(REPLAY_KEYS))

    def action_leave(self) -> None:
        if self._alone:
            self.app.exit()
        else:
            self.dismiss()
