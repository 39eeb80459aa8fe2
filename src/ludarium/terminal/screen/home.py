"""The house: the games, and what was left here."""

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ... import games
from ...games import kind as find
from .board.board_view import BoardView
from .dialogs.dialogs import Facts
from .dialogs.key_help import KEYS
from .game.remote import join_game
from .widgets.footer import Footer
from .widgets.sized_screen import Room

if TYPE_CHECKING:
    from .app import Ludarium

CONTINUE, JOIN, SCORES, PREFERENCES, LEAVE = "continue", "join", "scores", "preferences", "leave"

OTHERS = {
    CONTINUE: (
        "Continue a game",
        "Games that were left before they were over wait here for you.",
    ),
    JOIN: (
        "Join a game",
        "Somebody hosts a game on another machine, and has told you where: ID@HOST. "
        "To host one yourself, begin it with somebody elsewhere in a seat.",
    ),
    SCORES: ("High scores", "The best games of those that are played for points."),
    PREFERENCES: ("Preferences", "The theme, the speed at which moves unfold, and who you usually play against."),
    LEAVE: ("Leave the house", "Games that are not over wait for you here."),
}


class House(Room):
    """The first room."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c,C", "go('continue')", "Continue", key_display="C"),
        Binding("j,J", "go('join')", "Join", key_display="J"),
        Binding("o,O", "go('scores')", "High scores", key_display="O"),
        Binding("p,P", "go('preferences')", "Preferences", key_display="P"),
        Binding("r,R", "rules", "Rules", key_display="R"),
        Binding("q,Q,ctrl+d", "go('leave')", "Leave", key_display="Q"),
        Binding("question_mark", "keys", "Keys", key_display="?"),
    ]

    app: "Ludarium"

    def furnish(self) -> ComposeResult:
        first = find(games()[0])
        constants = first.make(first.choose({}))
        with Container(id="hall"):
            with Vertical(id="menu"):
                sign = Text.assemble(("L U D A R I U M\n", "bold"), ("a house for abstract board games", "dim"))
                yield Static(sign, id="sign")
                yield OptionList(*self._doors(), id="doors")
            with Vertical(id="shown"):
                yield Static("", id="about", markup=False)
                yield BoardView(first, constants, first.start(constants, first.choose({})), still=True, id="picture")
        yield Footer()

    def _doors(self) -> list[Option | None]:
        doors: list[Option | None] = [Option(find(id).title, id) for id in games()]
        return [*doors, None, *[Option(label, name) for name, (label, _) in OTHERS.items()]]

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()

    @on(OptionList.OptionHighlighted, "#doors")
    def _look(self, event: OptionList.OptionHighlighted) -> None:
        """Show what is behind a door."""
        id, about, picture = event.option_id or "", self.query_one("#about", Static), self.query_one(BoardView)
        picture.display = id not in OTHERS
        if id in OTHERS:
            about.update(OTHERS[id][1])
            return
        kind = find(id)
        about.update(kind.about)
        options = next(iter(kind.variants()))
        constants = kind.make(options)
        picture.lay(kind, constants, kind.start(constants, options))

    @on(OptionList.OptionSelected, "#doors")
    def _open(self, event: OptionList.OptionSelected) -> None:
        self.action_go(event.option_id or "")

    @work
    async def action_go(self, door: str) -> None:
        """Go through a door."""
        if door == LEAVE:
            self.app.exit()
        elif door == CONTINUE:
            await self.app.continue_game()
        elif door == JOIN:
            await join_game(self.app)
        elif door == SCORES:
            await self.app.show_all_scores()
        elif door == PREFERENCES:
            await self.app.ask_preferences()
        else:
            await self.app.begin_game(find(door))

    def action_keys(self) -> None:
        self.app.push_screen(Facts("Keys in a game", KEYS))

    def action_rules(self) -> None:
        doors = self.query_one(OptionList)
        id = doors.highlighted_option.id if doors.highlighted_option else None
        if id and id not in OTHERS:
            self.app.show_rules(find(id))
