"""The end of a game: the result in words, and what can come next, beside the board or in a dialog."""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ....contract.scene import Panel
from ....play.match.match import Match
from ....play.match.presenter import counted, results, sentence, verdict
from .dialogs import aligned

AGAIN, STEP, SAVE, OPTIONS = "again", "step", "save", "options"  # what can come next
TABLE, LEAVE, CLOSE = "table", "leave", "close"
FEW = 4  # facts that stand above what comes next
OTHERS = (SAVE, "Save game"), (OPTIONS, "Other options"), (LEAVE, "Leave")


class Ending(NamedTuple):
    """How a game ended or stands, and what can come next."""

    heading: str
    reason: str
    lines: Sequence[Panel]
    choices: Sequence[tuple[str, str]]


def describe(match: Match, again: Sequence[tuple[str, str]] = ((AGAIN, "A new game"),)) -> Ending:
    """The end of a match, or how it stands while it goes on. `again` is how another game is begun."""
    outcome, lines = match.outcome(), results(match)
    if not outcome:
        heading = f"After {counted(len(match.game.moves), 'move')}"
        return Ending(heading, "", lines, [(CLOSE, "Go on"), *again, *OTHERS])
    step = [(STEP, "Step through it")] if match.game.moves else []
    choices = [*again, *step, *OTHERS, (CLOSE, "Look at the board")]
    return Ending(verdict(match, outcome), sentence(outcome.reason), lines, choices)


class EndPanel(VerticalScroll, can_focus=False):
    """The end of a game. It tells what the user chooses; Escape closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "Close", show=False)]

    class Chosen(Message):
        """The user has chosen what comes next."""

        def __init__(self, answer: str) -> None:
            super().__init__()
            self.answer = answer

    def __init__(self, ending: Ending) -> None:
        super().__init__()
        self._ending = ending

    def compose(self) -> ComposeResult:
        yield Static(self._ending.heading, classes="heading", markup=False)
        if self._ending.reason:
            yield Static(self._ending.reason, classes="reason", markup=False)
        facts = Static(aligned(self._ending.lines), classes="facts", markup=False)
        choices = (Option(label, name) for name, label in self._ending.choices)
        options = OptionList(*choices, compact=True, markup=False)
        # A long list of facts would push what comes next out of sight
        yield from (facts, options) if len(self._ending.lines) <= FEW else (options, facts)

    def on_mount(self) -> None:
        self.screen.set_focus(self.query_one(OptionList), scroll_visible=False)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.post_message(self.Chosen(event.option_id or CLOSE))

    def action_close(self) -> None:
        self.post_message(self.Chosen(CLOSE))


class EndDialog(ModalScreen[str | None]):
    """The end of a game over the board, where there is no room beside it; answers with what comes next, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+d", "close", "Close", show=False)]

    def __init__(self, ending: Ending) -> None:
        super().__init__()
        self._ending = ending

    def compose(self) -> ComposeResult:
        panel = EndPanel(self._ending)
        panel.add_class("dialog")
        yield panel

    @on(EndPanel.Chosen)
    def _chosen(self, event: EndPanel.Chosen) -> None:
        self.dismiss(None if event.answer == CLOSE else event.answer)

    def action_close(self) -> None:
        self.dismiss(None)
