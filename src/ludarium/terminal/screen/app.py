"""The program: it opens the rooms, and has what all of them need."""

import gc
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, ClassVar

from textual import work
from textual.app import App
from textual.binding import Binding, BindingType

from ...contract.errors import LudariumError
from ...contract.kind import Kind
from ...games import kind as find
from ...play.game import Game
from ...play.high_scores import barred, has_table, points_of, table_of
from ...play.opponents.opponent import VACANT
from ...shell.phrases import counted
from ...store.models import Score
from .dialogs import preferences
from .dialogs.dialogs import Page, Question
from .dialogs.high_scores import AllScores, ScoreTable
from .dialogs.pickers import SavedGames
from .game.game_screen import Play
from .game.remote import host_game, room_of
from .game.saved_match import SavedMatch
from .home import House
from .local_store import LocalStore
from .new_game import NewGame
from .themes import LOOKS
from .threads import elsewhere
from .widgets.sized_screen import Room


class Ludarium(App[None]):
    """The house on a full screen."""

    TITLE = "Ludarium"
    CSS_PATH = "screen.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q,ctrl+c", "quit", "Leave", show=False, priority=True)]

    def __init__(self, first: Callable[[], Room] = House, database: str | None = None) -> None:
        """`first` makes the room that is entered first."""
        super().__init__()
        self.keeper = LocalStore(database)
        self._first = first
        self._compiled: dict[str, bool] = {}
        for look in LOOKS.values():
            self.register_theme(look.theme)
        self.theme = preferences.USUAL[preferences.THEME]

    async def on_mount(self) -> None:
        await self.push_screen(self._first())
        self._open_store()
        if not self.is_headless:
            self.set_interval(1.0, self._see_whether_anybody_is_there)

    async def _see_whether_anybody_is_there(self) -> None:
        """Leave when the terminal was closed: nobody says so, and reading from it would go on for ever."""
        if not sys.__stdin__ or not sys.__stdin__.isatty():
            await self.action_quit()

    @work
    async def _open_store(self) -> None:
        trouble = await self.keeper.open()
        if trouble:
            self.notify(f"Nothing will be kept: {trouble}.", severity="warning", timeout=10)
        self.theme = preferences.preferred(self.keeper, preferences.THEME)
        self._settle()

    def _settle(self) -> None:
        """What has been imported by now stays. To look for garbage in it again and again would take long enough to be
        felt at a key, so that is not done any more; a test, which comes after others, is no place for that."""
        if not self.is_headless:
            gc.freeze()

    async def action_quit(self) -> None:
        """Leave, with what is being played kept."""
        for screen in self.screen_stack:
            if isinstance(screen, Play):
                await self.told(screen.saved.save(self.keeper))
        self.exit()

    async def on_unmount(self) -> None:
        await self.keeper.close()

    async def told(self, work: Awaitable[Any]) -> None:
        """Wait for something, and tell people in a sentence if it goes wrong."""
        try:
            await work
        except LudariumError as error:
            self.notify(f"{error}.", severity="warning", timeout=8)

    @property
    def speed(self) -> str:
        """How fast moves unfold."""
        return preferences.preferred(self.keeper, preferences.SPEED)

    # Getting ready

    @work
    async def get_ready(self, kind: Kind) -> None:
        """Compile what opponents need, while people look at the board."""
        if kind.id not in self._compiled:
            self._compiled[kind.id] = False
            await elsewhere(lambda: _warm(kind))
            self._compiled[kind.id] = True
            self._settle()

    def is_ready(self, kind: Kind) -> bool:
        return self._compiled.get(kind.id, False)

    # Games

    async def begin_game(self, kind: Kind) -> None:
        """Ask for a new game, and play it."""
        opened = await self.ask_for_game(kind, {}, ())
        if opened:
            await self.push_screen(room_of(opened))

    async def ask_for_game(self, kind: Kind, options: dict[str, Any], seats: Sequence[str]) -> SavedMatch | None:
        level = int(preferences.preferred(self.keeper, preferences.LEVEL))
        wanted = await self.push_screen_wait(NewGame(kind, options, tuple(seats), level))
        if wanted is None:
            return None
        chosen, seats, seen = wanted
        with suppress(LudariumError):
            game = Game(kind, **chosen)
            return await host_game(self, game, seats) if seen or VACANT.name in seats else SavedMatch.new(game, seats)
        return None

    async def continue_game(self) -> None:
        """Ask which of the games that were left is to be gone on with."""
        saved = await self.push_screen_wait(SavedGames(self.keeper, await self.keeper.unfinished()))
        if saved is None:
            return
        try:
            opened = await SavedMatch.resume(saved, self.keeper)
        except LudariumError as error:
            self.notify(f"This game cannot be read any more: {error}.", severity="warning", timeout=10)
        else:
            await self.push_screen(Play(opened))

    def show_rules(self, kind: Kind) -> None:
        self.push_screen(Page(kind.title, kind.help))

    async def ask_preferences(self) -> None:
        await self.push_screen_wait(preferences.Preferences(self.keeper))

    # High scores

    async def enter_score(self, game: Game) -> None:
        """Ask for a name if a finished game comes into its table, and show the table."""
        if not has_table(game) or barred(game):
            return
        points = game.kind.rules.score(game.constants, game.row, 0)
        table = table_of(game)
        if await self.keeper.place_of(table, points) is None:
            return
        name = preferences.preferred(self.keeper, preferences.NAME)
        given = await self.push_screen_wait(
            Question(f"{counted(points, 'point')}! Your name", name, _check_name, "Enter")
        )
        if given:
            await self.told(self.keeper.prefer(preferences.NAME, given))
            await self.told(self.keeper.enter(table, Score(given, *points_of(game))))
            await self.show_scores(game)

    async def show_scores(self, game: Game) -> None:
        """The table that a game belongs to."""
        if has_table(game):
            rows = await self.keeper.scores(table_of(game))
            await self.push_screen_wait(ScoreTable(game, rows))
        else:
            self.notify("This game is not played for points.")

    async def show_all_scores(self) -> None:
        """The tables of all games that have them."""
        for kind in map(find, _ids()):
            if kind.has_scenarios:
                await self.push_screen_wait(AllScores(kind, self.keeper))
            elif has_table(game := Game(kind)):
                await self.show_scores(game)


def _ids() -> Sequence[str]:
    from ... import games

    return games()


def _check_name(text: str) -> None:
    if not text:
        raise LudariumError("a row of the table needs a name")


def _warm(kind: Kind) -> None:
    """Numba takes a while to import, and the screen is not to wait for it."""
    from ...engine.warm_up import in_background

    in_background(kind).join()
