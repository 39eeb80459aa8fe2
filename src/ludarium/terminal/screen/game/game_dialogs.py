"""Windows: what can be read, asked for and saved in the middle of a game, and what comes at its end."""

from textual import work

from .... import __version__
from ....play.game import Game
from ....play.match.presenter import statistics
from ..dialogs.dialogs import Facts, Page, SaveFile, Sentence
from ..dialogs.key_help import KEYS
from ..dialogs.results import AGAIN, LEAVE, OPTIONS, SAVE, end_dialog
from .saved_match import SavedMatch
from .turn_loop import Turns


class Windows(Turns):
    """A game whose windows can be opened. `alone` is one that was opened without the house: leaving it ends the
    program."""

    def __init__(self, saved: SavedMatch, alone: bool) -> None:
        super().__init__(saved)
        self._alone = alone

    def start(self, saved: SavedMatch) -> None:
        """Play this game now."""
        raise NotImplementedError

    # To read and to save

    def action_rules(self) -> None:
        self.app.push_screen(Page(self.game.kind.title, self.game.kind.help))

    def action_about(self) -> None:
        about = f"{self.game.kind.about}\n\nLudarium {__version__}, a house for abstract board games."
        self.app.push_screen(Sentence(self.game.kind.title, about))

    def action_keys(self) -> None:
        self.app.push_screen(Facts("Keys", KEYS))

    def action_save(self) -> None:
        self.app.push_screen(SaveFile(self.game.kind.id, self.game.record()), self._saved)

    def _saved(self, name: str | None) -> None:
        if name:
            self._say(f"Saved as {name}")

    def action_facts(self) -> None:
        self.app.push_screen(Facts("The game so far", statistics(self.game)))

    @work
    async def action_scores(self) -> None:
        await self.app.show_scores(self.game)

    @work
    async def action_preferences(self) -> None:
        await self.app.ask_preferences()

    @work
    async def action_new(self) -> None:
        """Ask for a new game of this kind, and begin it here."""
        saved = await self.app.ask_for_game(self.game.kind, self.game.options, self.match.seats.texts)
        if saved:
            self.start(saved)

    # The end

    @work
    async def _ended(self) -> None:
        """The game is over: say how, and ask what comes next."""
        await self.app.enter_score(self.game)
        await self._go_on(await self._ask_what_next())

    @work
    async def action_end(self) -> None:
        """End the game early: show how it stands, and ask what comes next."""
        self._let_think_no_more()
        await self.thinking.rest()
        answer = await self._ask_what_next()
        if answer in (None, OPTIONS) and not self.match.outcome():
            self._turns()
        await self._go_on(answer)

    async def _ask_what_next(self) -> str | None:
        """Ask until the answer is something else than to save the game."""
        while (answer := await self.app.push_screen_wait(self._end_dialog())) == SAVE:
            self._saved(await self.app.push_screen_wait(SaveFile(self.game.kind.id, self.game.record())))
        return answer

    def _end_dialog(self) -> Facts:
        return end_dialog(self.match)

    async def _go_on(self, answer: str | None) -> None:
        """Do what was chosen at the end."""
        if answer == AGAIN:
            # The same options, but for chance
            options = {name: value for name, value in self.game.options.items() if name != "seed"}
            self.start(SavedMatch.new(Game(self.game.kind, **options), self.match.seats.texts))
        elif answer == OPTIONS:
            self.action_new()
        elif answer == LEAVE:
            await self.leave()

    @work
    async def action_leave(self) -> None:
        await self.leave()

    async def leave(self) -> None:
        """Leave the game; it is kept, and can be gone on with."""
        self._let_think_no_more()
        await self.app.told(self.saved.save(self.app.keeper))
        if self._alone:
            self.app.exit()
        else:
            self.app.pop_screen()
