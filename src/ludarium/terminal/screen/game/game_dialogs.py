"""The dialogs of a game: rules, statistics, saving, and what comes after its end."""

from textual import work

from .... import __version__
from ....play.game import Game
from ....play.high_scores import has_table
from ....play.match.presenter import statistics
from ..dialogs.dialogs import FactsDialog, MarkdownDialog, MessageDialog, SaveDialog
from ..dialogs.key_help import keys_of
from ..dialogs.results import AGAIN, LEAVE, OPTIONS, SAVE, end_dialog
from .saved_match import SavedMatch
from .turn_loop import TurnLoop


class GameDialogs(TurnLoop):
    """The dialogs of a game. Leaving a game that is `alone`, without the home screen, ends the program."""

    def __init__(self, saved: SavedMatch, alone: bool) -> None:
        super().__init__(saved)
        self._alone = alone

    def start(self, saved: SavedMatch) -> None:
        """Show and play this match from now on."""
        raise NotImplementedError

    # To read and to save

    def action_rules(self) -> None:
        self.app.push_screen(MarkdownDialog(self.game.kind.title, self.game.kind.help))

    def action_about(self) -> None:
        about = f"{self.game.kind.about}\n\nLudarium {__version__}, a house for abstract board games."
        self.app.push_screen(MessageDialog(self.game.kind.title, about))

    def action_keys(self) -> None:
        self.app.push_screen(FactsDialog("Keys", keys_of(self.match)))

    def action_save(self) -> None:
        self.app.push_screen(SaveDialog(self.game.kind.id, self.game.record()), self._confirm_saved)

    def _confirm_saved(self, name: str | None) -> None:
        if name:
            self._say(f"Saved as {name}")

    def action_facts(self) -> None:
        self.app.push_screen(FactsDialog("The game so far", statistics(self.game)))

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
    async def _show_ending(self) -> None:
        """Show how the game ended, and ask what comes next."""
        await self.app.enter_score(self.game)
        await self._act_on_answer(await self._ask_what_next())

    @work
    async def action_end(self) -> None:
        """End the game early: show how it stands, and ask what comes next."""
        self._cancel_search()
        await self.search.finish()
        answer = await self._ask_what_next()
        if answer in (None, OPTIONS) and not self.match.outcome():
            self._run_turns()
        elif self._counts_early_end and not self.match.outcome():
            self.match.give_up(self.match.player, "it was ended early")
            await self.app.enter_score(self.game)
        await self._act_on_answer(answer)

    @property
    def _counts_early_end(self) -> bool:
        """Whether a game that its player ends is over for good: some games for points never end by themselves."""
        return has_table(self.game) and bool(self.game.moves)

    async def _ask_what_next(self) -> str | None:
        """Ask until the answer is not to save the game."""
        while (answer := await self.app.push_screen_wait(self._end_dialog())) == SAVE:
            self._confirm_saved(await self.app.push_screen_wait(SaveDialog(self.game.kind.id, self.game.record())))
        return answer

    def _end_dialog(self) -> FactsDialog:
        return end_dialog(self.match)

    async def _act_on_answer(self, answer: str | None) -> None:
        """Do what the user chose at the end."""
        if answer == AGAIN:
            # The same options, with a new seed
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
        """Save the game and leave it; it can be continued."""
        self._cancel_search()
        await self.app.notify_errors(self.saved.save(self.app.store))
        if self._alone:
            self.app.exit()
        else:
            self.app.pop_screen()
