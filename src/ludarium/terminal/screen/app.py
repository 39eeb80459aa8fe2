"""The full-screen application: it opens the screens and the store."""

import asyncio
import gc
import signal
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing, suppress
from typing import Any, ClassVar

from textual import work
from textual.binding import Binding, BindingType

from ...contract.errors import LudariumError
from ...contract.kind import Kind
from ...games import kinds
from ...games.blame import Stopped, blame
from ...play.game import Game
from ...play.high_scores import has_table, points_of, table_of
from ...play.introduction import introduction_of
from ...play.match.events import Entered
from ...play.match.match import Match
from ...play.match.presenter import counted
from ...play.opponents.opponent import VACANT
from ...play.puzzles import has_puzzles
from ...play.record import parse
from ...shell.files import read, read_record
from ...store.models import SavedGame, Score
from .base_app import LudariumApp
from .dialogs import preferences
from .dialogs.dialogs import InputDialog, MarkdownDialog, MessageDialog
from .dialogs.high_scores import AllScoresDialog, ScoresDialog
from .dialogs.pickers import PickDialog, SavedGamesDialog, saved_rows
from .exercises.learn import LearnScreen
from .game.game_screen import GameScreen
from .game.remote import host_game, screen_for
from .game.replay import ReplayScreen, Watched
from .game.saved_match import SavedMatch
from .home import HomeScreen
from .local_store import LocalStore
from .new_game import NewGameScreen
from .themes import LOOKS
from .threads import in_thread
from .widgets.sized_screen import SizedScreen

FROM_FILE = "A record in a file"
KILLED = 128  # what shells add to the number of a signal that ended a program


class Ludarium(LudariumApp):
    """The full-screen application."""

    TITLE = "Ludarium"
    CSS_PATH = "screen.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q,ctrl+c", "quit", "Leave", show=False, priority=True)]

    def __init__(self, first: Callable[[], SizedScreen] = HomeScreen, database: str | None = None) -> None:
        """`first` makes the first screen."""
        super().__init__()
        self.store = LocalStore(database)
        self._first, self._is_leaving = first, False
        for look in LOOKS.values():
            self.register_theme(look.theme)
        self.wear(preferences.USUAL[preferences.THEME])

    async def on_mount(self) -> None:
        await self.push_screen(self._first())
        self._open_store()
        if not self.is_headless:
            for number in signal.SIGTERM, signal.SIGHUP:
                asyncio.get_running_loop().add_signal_handler(number, self._end_by, number)
            self.set_interval(1.0, self._quit_if_terminal_closed)

    @work
    async def _end_by(self, number: int) -> None:
        """Leave as at a key when a signal ends the program, so that the terminal is as it was before."""
        await self._save_games()
        self.exit(return_code=KILLED + number)

    async def _quit_if_terminal_closed(self) -> None:
        """Quit when the terminal was closed: Textual gets no signal then, and would read from it for ever."""
        if not sys.__stdin__ or not sys.__stdin__.isatty():
            await self.action_quit()

    @work
    async def _open_store(self) -> None:
        trouble = await self.store.open()
        if trouble:
            self.notify(f"Nothing will be kept: {trouble}.", severity="warning", timeout=10)
        self.wear(preferences.preferred(self.store, preferences.THEME))
        self._freeze_garbage()

    def _freeze_garbage(self) -> None:
        """Exempt everything imported so far from garbage collection, whose pauses a user notices at a key. Tests run in
        one process with others, and skip this."""
        if not self.is_headless:
            gc.freeze()

    async def action_quit(self) -> None:
        """Save the game in progress, and quit."""
        await self._save_games()
        self.exit()

    async def _save_games(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, GameScreen):
                await self.notify_errors(screen.saved.save(self.store))

    async def on_unmount(self) -> None:
        await self.store.close()

    # A game from outside that fails

    def _survives(self, error: Exception, *, is_worker: bool) -> bool:
        fault = blame(error)
        # Ctrl-C at a rule that does not return ends the program, and so does a home screen that cannot be shown
        if not fault or isinstance(error, Stopped) or (isinstance(self.screen, HomeScreen) and not is_worker):
            return False
        if not self._is_leaving:  # the other widgets of the screen may fail too
            self._is_leaving = True
            self._leave_failed_game(fault)
        return True

    @work
    async def _leave_failed_game(self, fault: str) -> None:
        """Go to the home screen, and say there what is wrong with the game."""
        while len(self.screen_stack) > 1 and not isinstance(self.screen, HomeScreen):
            if isinstance(self.screen, GameScreen):
                self.screen.saved.close()  # a screen that has failed does not hear of its end
            await self.pop_screen()
        if not isinstance(self.screen, HomeScreen):
            await self.push_screen(HomeScreen())
        self._is_leaving = False
        await self.push_screen(MessageDialog("The game has ended by an error in it", f"{fault}."))

    # Games

    async def begin_game(self, kind: Kind) -> None:
        opened = await self.ask_for_game(kind, {}, ())
        if opened:
            await self.push_screen(screen_for(opened))

    async def ask_for_game(self, kind: Kind, options: dict[str, Any], seats: Sequence[str]) -> SavedMatch | None:
        level = int(preferences.preferred(self.store, preferences.LEVEL))
        wanted = await self.push_screen_wait(NewGameScreen(kind, options, tuple(seats), level))
        if wanted is None:
            return None
        chosen, seats, seen = wanted
        with suppress(LudariumError):
            game = Game(kind, **chosen)
            return await host_game(self, game, seats) if seen or VACANT.name in seats else SavedMatch.new(game, seats)
        return None

    async def continue_game(self) -> None:
        saved = await self.push_screen_wait(SavedGamesDialog(self.store, await self.store.unfinished()))
        opened = await self.resume(saved) if saved else None
        if opened:
            await self.push_screen(GameScreen(opened))

    async def resume(self, saved: SavedGame) -> SavedMatch | None:
        try:
            return await SavedMatch.resume(saved, self.store)
        except LudariumError as error:
            self.notify(f"This game cannot be read any more: {error}.", severity="warning", timeout=10)
            return None

    async def watch_game(self) -> None:
        games = await self.store.games()
        picked = await self.push_screen_wait(PickDialog("Watch a game", [FROM_FILE, *saved_rows(games)]))
        if picked == 0:
            name = await self.push_screen_wait(InputDialog("Open the record", "", _check_file, "Open"))
            if name:
                await self._watch(in_thread(lambda: Watched.of_record(read_record(name, read(name)))))
        elif picked:
            await self._watch(self._recall(games[picked - 1]))

    @work
    async def watch_score(self, score: Score) -> None:
        """Step through the game of a row of a high-score table."""
        record = score.record
        if record:
            await self._watch(in_thread(lambda: Watched.of_record(parse(record))))
        else:
            self.notify("The moves of this game were not kept.", severity="warning")

    async def _recall(self, saved: SavedGame) -> Watched:
        with closing(await SavedMatch.resume(saved, self.store)) as opened:
            return Watched.of(opened.match)

    async def _watch(self, reading: Awaitable[Watched]) -> None:
        """Open a game that is being read; why it cannot be read is one sentence."""
        try:
            watched = await reading
        except LudariumError as error:
            self.notify(f"This game cannot be read: {error}.", severity="warning", timeout=10)
        else:
            await self.push_screen(ReplayScreen(watched, 0))

    async def watch_saved(self, id: str) -> None:
        await self._watch(self._recall_by_id(id))

    async def _recall_by_id(self, id: str) -> Watched:
        return await self._recall(await self.store.game(id))

    # Puzzles, and deals of days; what they use of the house is imported late, so that the first screen is there sooner

    async def open_puzzles(self, kind: Kind) -> None:
        from .exercises.puzzle_screen import PuzzleScreen

        if has_puzzles(kind):
            await self.push_screen(PuzzleScreen(kind))
        else:
            self.notify(f"{kind.title} has no puzzles.")

    async def open_day(self, kind: Kind) -> None:
        from .daily import DailyScreen

        if len(self.screen_stack) > 1 and isinstance(self.screen_stack[-2], DailyScreen):
            self.pop_screen()  # not awaited: the screen that is left waits for its own worker, which has called this
        else:
            await self.push_screen(DailyScreen(kind))

    async def enter_try(self, saved: SavedMatch) -> str:
        from ..daily_try import enter

        await self.notify_errors(saved.save(self.store))
        store = await self.store.opened()
        return await enter(store, saved.id, saved.match) if store else ""

    # Introductions, rules and preferences

    def teach(self, kind: Kind) -> None:
        if introduction_of(kind).steps:
            self.push_screen(LearnScreen(kind))
        else:
            self.notify(f"{kind.title} has no introduction; R shows its rules.")

    def show_rules(self, kind: Kind) -> None:
        self.push_screen(MarkdownDialog(kind.title, kind.help))

    async def ask_preferences(self) -> None:
        await self.push_screen_wait(preferences.PreferencesDialog(self.store, self.wear))

    # High scores

    async def enter_score(self, match: Match) -> None:
        if not match.is_for_points:
            return
        game = match.game
        points = game.kind.rules.score(game.constants, game.row, 0)
        table = table_of(game)
        if await self.store.place_of(table, points) is None:
            return
        name = preferences.preferred(self.store, preferences.NAME)
        given = await self.push_screen_wait(
            InputDialog(f"{counted(points, 'point')}! Your name", name, _check_name, "Enter")
        )
        if given:
            await self.notify_errors(self.store.prefer(preferences.NAME, given))
            await self.notify_errors(self.store.enter(table, Score(given, *points_of(game))))
            match.apply(Entered())  # an undo after the end does not let the game be entered again
            await self.show_scores(game)

    async def show_scores(self, game: Game) -> None:
        if has_table(game):
            rows = await self.store.scores(table_of(game))
            await self.push_screen_wait(ScoresDialog(game, rows, self.watch_score))
        else:
            self.notify("This game is not played for points.")

    async def show_all_scores(self) -> None:
        for kind in kinds():
            if kind.has_scenarios:
                await self.push_screen_wait(AllScoresDialog(kind, self.store, self.watch_score))
            elif has_table(game := Game(kind)):
                await self.show_scores(game)


def _check_file(name: str) -> None:
    if not name:
        raise LudariumError("a file needs a name")
    read(name)


def _check_name(text: str) -> None:
    if not text:
        raise LudariumError("a row of the table needs a name")
