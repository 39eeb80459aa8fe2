"""What the screens use of the application. `app.py` implements it; this module imports no screen of a game."""

from abc import abstractmethod
from collections.abc import Awaitable, Sequence
from typing import Any

from textual.app import App

from ...contract.errors import LudariumError
from ...contract.kind import Kind
from ...play.game import Game
from .dialogs import preferences
from .game.saved_match import SavedMatch
from .local_store import LocalStore


class LudariumApp(App[None]):
    """The application as its screens know it."""

    store: LocalStore

    @property
    def speed(self) -> str:
        """How fast the frames of a move follow each other."""
        return preferences.preferred(self.store, preferences.SPEED)

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
