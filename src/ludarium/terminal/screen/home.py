"""The home screen: the games, saved games, high scores and preferences."""

from typing import ClassVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ... import games
from ...games import kind as find
from .base_app import LudariumApp
from .board.board_view import BoardView
from .dialogs.dialogs import FactsDialog
from .dialogs.key_help import KEYS
from .game.remote import join_game
from .widgets.footer import Footer
from .widgets.sized_screen import SizedScreen

CONTINUE, JOIN, WATCH, SCORES, PREFERENCES, LEAVE = "continue", "join", "watch", "scores", "preferences", "leave"

OTHERS = {
    CONTINUE: (
        "Continue a game",
        "Games that were left before they were over wait here for you.",
    ),
    JOIN: (
        "Join a game",
        "A friend hosts a game on another machine, and has told you where: ID@HOST. "
        "To host one yourself, begin it with a player elsewhere in a seat.",
    ),
    WATCH: (
        "Watch a game",
        "Step through the moves of a game that is kept here, over or not, or of a record in a file.",
    ),
    SCORES: ("High scores", "The best games of those that are played for points."),
    PREFERENCES: ("Preferences", "The theme, the speed at which moves unfold, and who you usually play against."),
    LEAVE: ("Leave the house", "Games that are not over wait for you here."),
}


class HomeScreen(SizedScreen):
    """The first screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c,C", "go('continue')", "Continue", key_display="C"),
        Binding("j,J", "go('join')", "Join", key_display="J"),
        Binding("w,W", "go('watch')", "Watch", key_display="W"),
        Binding("o,O", "go('scores')", "High scores", key_display="O"),
        Binding("p,P", "go('preferences')", "Preferences", key_display="P"),
        Binding("r,R", "rules", "Rules", key_display="R"),
        Binding("q,Q,ctrl+d", "go('leave')", "Leave", key_display="Q"),
        Binding("question_mark", "keys", "Keys", key_display="?"),
    ]

    app: LudariumApp

    def compose_content(self) -> ComposeResult:
        first = find(games()[0])
        constants = first.make(first.choose({}))
        with Container(id="home"):
            with Vertical(id="menu"):
                logo = Text.assemble(("L U D A R I U M\n", "bold"), ("a house for abstract board games", "dim"))
                yield Static(logo, id="logo")
                yield OptionList(*self._options(), id="choices")
            with Vertical(id="preview"):
                yield Static("", id="about", markup=False)
                yield BoardView(first, constants, first.start(constants, first.choose({})), still=True, id="picture")
        yield Footer()

    def _options(self) -> list[Option | None]:
        options: list[Option | None] = [Option(find(id).title, id) for id in games()]
        return [*options, None, *[Option(label, name) for name, (label, _) in OTHERS.items()]]

    def on_mount(self) -> None:
        self.set_focus(self.query_one(OptionList))

    @on(OptionList.OptionHighlighted, "#choices")
    def _preview(self, event: OptionList.OptionHighlighted) -> None:
        """Show what the highlighted choice is."""
        id, about, picture = event.option_id or "", self.query_one("#about", Static), self.query_one(BoardView)
        picture.display = id not in OTHERS
        if id in OTHERS:
            about.update(OTHERS[id][1])
            return
        kind = find(id)
        about.update(kind.about)
        options = next(iter(kind.variants()))
        constants = kind.make(options)
        picture.set_game(kind, constants, kind.start(constants, options))

    @on(OptionList.OptionSelected, "#choices")
    def _select(self, event: OptionList.OptionSelected) -> None:
        self.action_go(event.option_id or "")

    @work
    async def action_go(self, choice: str) -> None:
        """Do what was chosen; anything else is the id of a game."""
        if choice == LEAVE:
            self.app.exit()
        elif choice == CONTINUE:
            await self.app.continue_game()
        elif choice == JOIN:
            await join_game(self.app)
        elif choice == WATCH:
            await self.app.watch_game()
        elif choice == SCORES:
            await self.app.show_all_scores()
        elif choice == PREFERENCES:
            await self.app.ask_preferences()
        else:
            await self.app.begin_game(find(choice))

    def action_keys(self) -> None:
        self.app.push_screen(FactsDialog("Keys in a game", KEYS))

    def action_rules(self) -> None:
        options = self.query_one(OptionList)
        id = options.highlighted_option.id if options.highlighted_option else None
        if id and id not in OTHERS:
            self.app.show_rules(find(id))
