"""What the screens use of the application. `app.py` implements it; this module imports no screen of a game."""

from abc import abstractmethod
from collections.abc import Awaitable, Sequence
from typing import Any

from textual import events
from textual.app import App
from textual.driver import Driver
from textual.drivers.linux_driver import LinuxDriver
from textual.filter import LineFilter
from textual.message import Message
from textual.worker import WorkerFailed

from ...contract.errors import LudariumError
from ...contract.kind import Kind
from ...play.game import Game
from ...play.match.match import Match
from ...store.models import SavedGame
from .dialogs import preferences
from .game.saved_match import SavedMatch
from .key_queue import KeyQueue
from .keyboard import TerminalDriver
from .local_store import LocalStore
from .palette import Palette256
from .themes import shown_theme

FAILED = 1  # the return code after an error in the program


class LudariumApp(App[None]):
    """The application as its screens know it."""

    store: LocalStore

    def __init__(self) -> None:
        super().__init__()
        self._queue = KeyQueue(self)
        self._palette = [Palette256()] if self.console.color_system == "256" else []

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [*super().get_line_filters(), *self._palette]

    def wear(self, theme: str) -> None:
        """Show a theme that the user has chosen, in the colours that the terminal has."""
        self.theme = shown_theme(theme, self.console.color_system, is_grey=self.no_color)

    def get_driver_class(self) -> type[Driver]:
        usual = super().get_driver_class()
        return TerminalDriver if usual is LinuxDriver else usual

    def panic(self, *renderables: object) -> None:
        """End after an error in the program. Textual would print many screens of Python code."""
        self._return_code = FAILED
        self._close_messages_no_wait()

    def _fatal_error(self) -> None:
        self.panic()

    def _handle_exception(self, error: Exception) -> None:
        cause = error.error if isinstance(error, WorkerFailed) else error
        is_worker = cause is not error
        if not (isinstance(cause, Exception) and self._survives(cause, is_worker=is_worker)):
            super()._handle_exception(cause if isinstance(cause, Exception) else error)

    async def _dispatch_message(self, message: Message) -> None:
        try:
            await super()._dispatch_message(message)
        except Exception as error:
            # Textual would end the application's own loop
            if not self._survives(error, is_worker=True):
                raise

    @abstractmethod
    def _survives(self, error: Exception, *, is_worker: bool) -> bool:
        """Whether the application goes on after an error; `is_worker` if the screen on top goes on too."""

    async def on_event(self, event: events.Event) -> None:
        returns = event.is_forwarded
        if isinstance(event, events.Key | events.Paste) and not returns and not self._queue.admits(event):
            return
        await super().on_event(event)
        if returns:
            self._queue.note_return(event)

    @property
    def speed(self) -> str:
        """How fast the frames of a move follow each other."""
        return preferences.preferred(self.store, preferences.SPEED)

    @property
    def passes(self) -> bool:
        """Whether a side that can only pass does so by itself."""
        return preferences.preferred(self.store, preferences.PASS) == "on"

    async def notify_errors(self, work: Awaitable[Any]) -> None:
        """Await something; a LudariumError is shown to the user and not raised."""
        try:
            await work
        except LudariumError as error:
            self.notify(f"{error}.", severity="warning", timeout=8)

    @abstractmethod
    async def begin_game(self, kind: Kind) -> None:
        """Ask for a new game, and open it."""

    @abstractmethod
    async def ask_for_game(self, kind: Kind, options: dict[str, Any], seats: Sequence[str]) -> SavedMatch | None:
        """Show the form for a new game, filled in as given; None if the user cancels."""

    @abstractmethod
    async def resume(self, saved: SavedGame) -> SavedMatch | None:
        """Read a saved game; the user is told why it cannot be read, and it is None."""

    @abstractmethod
    async def continue_game(self) -> None:
        """Ask which saved game to continue, and open it."""

    @abstractmethod
    async def watch_game(self) -> None:
        """Ask for a saved game or a record in a file, and step through its moves."""

    @abstractmethod
    async def watch_saved(self, id: str) -> None:
        """Step through the moves of the saved game with this id."""

    @abstractmethod
    async def open_puzzles(self, kind: Kind) -> None:
        """Ask the puzzles of a game; the user is told if it has none."""

    @abstractmethod
    async def open_day(self, kind: Kind) -> None:
        """Open the deal of the day of a game; a game that was opened from there is left."""

    @abstractmethod
    async def enter_try(self, saved: SavedMatch) -> str:
        """Enter a finished try into the table of its day; what has become of it, in a sentence."""

    @abstractmethod
    def teach(self, kind: Kind) -> None:
        """Open the introduction to a game; the user is told if it has none."""

    @abstractmethod
    def show_rules(self, kind: Kind) -> None:
        """Show the rules of a game."""

    @abstractmethod
    async def ask_preferences(self) -> None:
        """Show the preferences, and wait until they are closed."""

    @abstractmethod
    async def enter_score(self, match: Match) -> None:
        """Ask for a name if a finished game gets into its high-score table, and show the table."""

    @abstractmethod
    async def show_scores(self, game: Game) -> None:
        """Show the high-score table that a game belongs to."""

    @abstractmethod
    async def show_all_scores(self) -> None:
        """Show the high-score tables of all games that have them."""
