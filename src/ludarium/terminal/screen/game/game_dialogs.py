"""The dialogs of a game: rules, statistics, saving, and what comes after its end."""

from datetime import UTC, datetime

from textual import on, work

from .... import __version__
from ....play.game import Game
from ....play.high_scores import has_table
from ....play.match.presenter import sentence, statistics
from ....play.match.sight import KEPT_SECRET, hides
from ..dialogs.dialogs import FactsDialog, MarkdownDialog, MessageDialog, SaveDialog
from ..dialogs.key_help import KeysDialog, keys_now
from ..dialogs.pickers import ago
from ..dialogs.results import AGAIN, LEAVE, OPTIONS, SAVE, STEP, TABLE, EndDialog, Ending, EndPanel, describe
from .saved_match import SavedMatch
from .text_places import TextPlaces
from .turn_loop import TurnLoop

CONTINUE, HELP = "continue", "help"
LOST_TRY = "your try can then not be entered in the table of the day, and there is one try a day"
LOST_SCORE = "the score of this game can then not be entered in the table of high scores"


class GameDialogs(TurnLoop):
    """The dialogs of a game. Leaving a game that is `alone`, without the home screen, ends the program."""

    def __init__(self, saved: SavedMatch, alone: bool) -> None:
        super().__init__(saved)
        self._alone = alone
        self._placed = ""  # what has become of a finished try at the deal of the day
        self._texts = TextPlaces()

    def start(self, saved: SavedMatch) -> None:
        """Show and play this match from now on."""
        raise NotImplementedError

    @work(group="offer")
    async def _offer_kept(self) -> None:
        """Ask whether to continue the last game of this kind instead of the new one. Keys wait for the question."""
        kept = await self.app.store.kept(self.game.kind.id)
        if kept is None or self.game.moves:
            return
        text = f"{kept.title or self.game.kind.title}, {ago(kept.changed, datetime.now(UTC))}"
        choices = [(CONTINUE, "Continue"), ("close", "New game")]
        if await self.app.push_screen_wait(MessageDialog("Continue your game?", text, choices)) == CONTINUE:
            opened = await self.app.resume(kept)
            if opened:
                self.start(opened)

    # To read and to save

    def action_rules(self) -> None:
        self.app.push_screen(MarkdownDialog(self.game.kind.title, self.game.kind.help))

    def action_about(self) -> None:
        about = f"{self.game.kind.about}\n\nLudarium {__version__}, a house for abstract board games."
        self.app.push_screen(MessageDialog(self.game.kind.title, about))

    def action_keys(self) -> None:
        self.app.push_screen(KeysDialog(keys_now(self.can_use, self.key_words)))

    def can_use(self, action: str) -> bool:
        """Whether an action would do something now."""
        raise NotImplementedError

    @property
    def key_words(self) -> dict[str, str]:
        """What keys are for whose meaning depends on the game, by their actions."""
        raise NotImplementedError

    def action_look_back(self, by: int | None) -> None:
        """Open the view of past positions: so many moves back, or before the first move."""
        raise NotImplementedError

    def action_save(self) -> None:
        if hides(self.match):
            self._say(sentence(KEPT_SECRET), "-wrong")
            return
        self.app.push_screen(SaveDialog(self.game.kind.id, self.game.record()), self._confirm_saved)

    def _confirm_saved(self, name: str | None) -> None:
        if name:
            self._say(f"Saved as {name}")

    def action_facts(self) -> None:
        self.app.push_screen(FactsDialog("The game so far", statistics(self.game, self._viewer)))

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
        """Show how the game ended, and what can come next: beside the board, or over it if there is no room."""
        await self._enter()
        if self._texts.has_side:
            self._texts.cover(True)
            await self._texts.side.mount(EndPanel(self._ending()))
        else:
            await self._act_on_answer(await self._ask_what_next())

    async def _enter(self) -> None:
        """Enter a finished game into the table that it belongs to: of its day, or of high scores."""
        if self.match.terms.daily:
            self._placed = await self.app.enter_try(self.saved)
        else:
            await self.app.enter_score(self.match)

    @on(EndPanel.Chosen)
    def _chosen(self, event: EndPanel.Chosen) -> None:
        if event.answer not in (SAVE, STEP):
            self._close_panel()
        self._act(event.answer)

    @work
    async def _act(self, answer: str) -> None:
        if answer == SAVE:
            self.action_save()
        else:
            await self._act_on_answer(answer)

    def _close_panel(self) -> None:
        """Take the end of the game away from beside the board."""
        for panel in self.query(EndPanel):
            panel.remove()
            self._texts.cover(False)
            self.set_focus(self.board)

    @work
    async def action_end(self) -> None:
        """End the game early: show how it stands, and ask what comes next."""
        self._cancel_search()
        await self.search.finish()
        answer = await self._ask_what_next()
        if answer in (None, OPTIONS, STEP) and not self.match.outcome():
            self._run_turns()
        elif self._counts_early_end and not self.match.outcome():
            self.match.give_up(self.match.player, "it was ended early")
            await self.app.enter_score(self.match)
        await self._act_on_answer(answer)

    @property
    def _counts_early_end(self) -> bool:
        """Whether a game that its player ends is over for good: some games for points never end by themselves. A try
        at the deal of the day has an end of its own, and goes on until midnight."""
        return has_table(self.game) and bool(self.game.moves) and not self.match.terms.daily

    async def _ask_what_next(self) -> str | None:
        """Ask until the answer is not to save the game."""
        while (answer := await self.app.push_screen_wait(EndDialog(self._ending()))) == SAVE:
            self._confirm_saved(await self.app.push_screen_wait(SaveDialog(self.game.kind.id, self.game.record())))
        return answer

    def _ending(self) -> Ending:
        if not self.match.terms.daily:
            return describe(self.match)
        found = describe(self.match, ((TABLE, "Table of the day"), (AGAIN, "A new game")))
        return found._replace(reason=f"{found.reason}\n{self._placed}".strip())

    async def _act_on_answer(self, answer: str | None) -> None:
        """Do what the user chose at the end."""
        if answer == AGAIN:
            # The same options, with a new seed
            options = {name: value for name, value in self.game.options.items() if name != "seed"}
            self.start(SavedMatch.new(Game(self.game.kind, **options), self.match.seats.texts))
        elif answer == TABLE:
            await self.app.open_day(self.game.kind)
        elif answer == STEP:
            self.action_look_back(None)
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
            self.app.exit(message=self._farewell)
        else:
            self.app.pop_screen()

    @property
    def keeps(self) -> bool:
        """Whether a game that the user leaves can be continued."""
        return self.saved.is_kept and bool(self.game.moves) and not self.match.is_over

    @property
    def _farewell(self) -> str | None:
        """What the terminal shows after the program has ended."""
        return f"The game is kept; ludarium play {self.game.kind.id} continues it." if self.keeps else None

    async def _accepts_help(self) -> bool:
        """Ask whether the player accepts a hint, where it costs the place in a table."""
        if not self.match.is_for_points:
            return True
        text = f"A hint counts as help: {LOST_TRY if self.match.terms.daily else LOST_SCORE}."
        choices = [("close", "Without a hint"), (HELP, "Be helped")]
        return await self.app.push_screen_wait(MessageDialog("Be helped?", text, choices)) == HELP
