"""What the screens use of the application. `app.py` implements it; this module imports no screen of a game."""

from abc import abstractmethod
from collections.abc import Awaitable, Sequence
from typing import Any

from textual import events
from textual.app import App
from textual.driver import Driver
from textual.drivers.linux_driver import LinuxDriver

from ...contract.errors import LudariumError
from ...contract.kind import Kind
from ...play.game import Game
from .dialogs import preferences
from .game.saved_match import SavedMatch
from .key_queue import KeyQueue
from .keyboard import TerminalDriver
from .local_store import LocalStore

FAILED = 1  # the return code after an error in the program


class LudariumApp(App[None]):
    """The application as its screens know it."""

    store: LocalStore

    def __init__(self) -> None:
        super().__init__()
        self._queue = KeyQueue(self)

    def get_driver_class(self) -> type[Driver]:
        usual = super().get_driver_class()
        return TerminalDriver if usual is LinuxDriver else usual

    def panic(self, *renderables: object) -> None:
        """End after an error in the program. Textual would print many screens of Python code."""
        self._return_code = FAILED
        self._close_messages_no_wait()

    def _fatal_error(self) -> None:
        self.panic()

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
    async def continue_game(self) -> None:
        """Ask which saved game to continue, and open it."""

    @abstractmethod
    async def watch_game(self) -> None:
        """Ask for a saved game or a record in a file, and step through its moves."""

    @abstractmethod
    def show_rules(self, kind: Kind) -> None:
        """Show the rules of a game."""

    @abstractmethod
    async def ask_preferences(self) -> None:
        """Show the preferences, and wait until they are closed."""

    @abstractmethod
    async def enter_score(self, game: Game) -> None:
        """Ask for a name if a finished game gets into its high-score table, and show the table."""

    @abstractmethod
    async def show_scores(self, game: Game) -> None:
        """Show the high-score table that a game belongs to."""

    @abstractmethod
    async def show_all_scores(self) -> None:
        """Show the high-score tables of all games that have them."""
