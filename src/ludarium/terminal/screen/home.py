"""The home screen: the games, saved games, high scores and preferences."""

from collections.abc import Awaitable, Callable
from typing import ClassVar

from rich.text import Text
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ...contract.kind import Kind
from ...games import kind as find
from ...games import kinds, problems
from ...games.blame import blame, describe
from ...play.puzzles import has_puzzles
from .base_app import LudariumApp
from .board.board_view import BoardView
from .dialogs.key_help import HOME_KEYS, KeysDialog
from .dialogs.pickers import PickDialog
from .game.remote import join_game
from .widgets.footer import Footer
from .widgets.sized_screen import SizedScreen

CONTINUE, JOIN, WATCH, PUZZLES, DAILY = "continue", "join", "watch", "puzzles", "daily"
SCORES, PREFERENCES, LEAVE = "scores", "preferences", "leave"
KEYS = "Enter begins. L: learn it.\nR: its rules. Z: its puzzles."
WIDE, HIGH = 64, 20  # columns and lines below which the list takes the room of the picture and of the logo
WRONG = "wrong:"  # how the choices of folders begin that are no games as they are

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
    PUZZLES: ("Puzzles", "Positions with one best move, about as hard as you are good; and a puzzle of the day."),
    DAILY: ("Deal of the day", "The game that everyone gets today: one try counts, and there is a table of each day."),
    SCORES: ("High scores", "The best games of those that are played for points."),
    PREFERENCES: ("Preferences", "The theme, the speed at which moves unfold, and who you usually play against."),
    LEAVE: ("Leave the house", "Games that are not over wait for you here."),
}


class HomeScreen(SizedScreen):
    """The first screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("l,L", "learn", "Learn", key_display="L"),
        Binding("r,R", "rules", "Rules", key_display="R"),
        Binding("z,Z", "puzzles", "Puzzles", key_display="Z"),
        Binding("c,C", "go('continue')", "Continue", key_display="C"),
        Binding("j,J", "go('join')", "Join", key_display="J"),
        Binding("w,W", "go('watch')", "Watch", key_display="W"),
        Binding("q,Q,ctrl+d", "go('leave')", "Leave", key_display="Q"),
        Binding("d,D", "go('daily')", "Deal of the day", key_display="D"),
        Binding("o,O", "go('scores')", "High scores", key_display="O"),
        Binding("p,P", "go('preferences')", "Preferences", key_display="P"),
        Binding("question_mark", "keys", "Keys", key_display="?"),
    ]

    app: LudariumApp

    def __init__(self) -> None:
        super().__init__()
        self._wrong = {f"{WRONG}{number}": each for number, each in enumerate(problems())}

    def compose_content(self) -> ComposeResult:
        first = next(kinds())
        constants = first.make(first.choose({}))
        with Container(id="home"):
            with Vertical(id="menu"):
                logo = Text.assemble(("L U D A R I U M\n", "bold"), ("a house for abstract board games", "dim"))
                yield Static(logo, id="logo")
                yield OptionList(*self._options(), id="choices")
                yield Static("", id="begin", markup=False)
            with Vertical(id="preview"):
                yield Static("", id="about", markup=False)
                yield BoardView(first, constants, first.start(constants, first.choose({})), still=True, id="picture")
        yield Footer()

    def _options(self) -> list[Option | None]:
        options: list[Option | None] = [Option(kind.title, kind.id) for kind in kinds()]
        wrong = [Option(f"{each.folder.name} (cannot be played)", name) for name, each in self._wrong.items()]
        return [*options, *wrong, None, *[Option(label, name) for name, (label, _) in OTHERS.items()]]

    def on_mount(self) -> None:
        self.set_focus(self.query_one(OptionList))

    @on(events.Resize)
    def _arrange(self, event: events.Resize) -> None:
        self.set_class(event.size.width < WIDE, "-narrow")
        self.set_class(event.size.height < HIGH, "-low")

    @on(OptionList.OptionHighlighted, "#choices")
    def _preview(self, event: OptionList.OptionHighlighted) -> None:
        """Show what the highlighted choice is."""
        id, about, picture = event.option_id or "", self.query_one("#about", Static), self.query_one(BoardView)
        picture.display = id not in OTHERS and id not in self._wrong
        self.query_one("#begin", Static).update(KEYS if picture.display else "")
        if not picture.display:
            about.update(OTHERS[id][1] if id in OTHERS else f"{self._wrong[id]}.")
            return
        kind = find(id)
        about.update(kind.about)
        try:
            options = next(iter(kind.variants()))
            constants = kind.make(options)
            first = kind.start(constants, options)
            if kind.is_outside:
                kind.scene(constants, first)  # what cannot be drawn fails here, and not in the middle of drawing
            picture.set_game(kind, constants, first)
        except Exception as error:
            if not kind.is_outside:
                raise
            picture.display = False
            about.update(f"{kind.about}\n\n{blame(error) or describe(error)}.")

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
        elif choice == PUZZLES:
            await self._open_one("Puzzles", has_puzzles, self.app.open_puzzles)
        elif choice == DAILY:
            await self._open_one("Deal of the day", lambda kind: kind.has_daily, self.app.open_day)
        elif choice == SCORES:
            await self.app.show_all_scores()
        elif choice == PREFERENCES:
            await self.app.ask_preferences()
        elif choice not in self._wrong:
            await self.app.begin_game(find(choice))

    async def _open_one(
        self, heading: str, fits: Callable[[Kind], bool], open: Callable[[Kind], Awaitable[None]]
    ) -> None:
        """Open something of one of the games that have it, which the user picks if there are several."""
        found = [kind for kind in kinds() if fits(kind)]
        number: int | None = 0
        if len(found) != 1:
            number = await self.app.push_screen_wait(PickDialog(heading, [kind.title for kind in found]))
        if number is not None:
            await open(found[number])

    def action_keys(self) -> None:
        self.app.push_screen(KeysDialog(HOME_KEYS))

    @property
    def _highlighted(self) -> Kind | None:
        """The game on which the cursor is."""
        option = self.query_one(OptionList).highlighted_option
        id = option.id if option else None
        return find(id) if id and id not in OTHERS and id not in self._wrong else None

    def action_rules(self) -> None:
        if kind := self._highlighted:
            self.app.show_rules(kind)

    @work
    async def action_puzzles(self) -> None:
        """Open the puzzles of the game at the cursor, or ask of which one."""
        if kind := self._highlighted:
            await self.app.open_puzzles(kind)
        else:
            self.action_go(PUZZLES)

    def action_learn(self) -> None:
        if kind := self._highlighted:
            self.app.teach(kind)
