"""Dialogs with rows to choose from: saved games, and any other list."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ....contract.errors import LudariumError
from ....games import kind as find
from ....store.models import SavedGame
from ..local_store import LocalStore

WIDTH = 60  # of a row that a small terminal has room for
HEIGHTS = [(0, "-low"), (24, "-high")]  # by the lines of a terminal, how high lists may be: see screen.tcss
LONGEST_AGO = len("59 minutes ago")
UNITS = (86400, "day"), (3600, "hour"), (60, "minute")


def ago(then: datetime, now: datetime) -> str:
    """`2 hours ago`, `just now`."""
    seconds = (now - then).total_seconds()
    for length, name in UNITS:
        count = int(seconds // length)
        if count:
            return f"{count} {name}{'s' if count > 1 else ''} ago"
    return "just now"


class PickDialog(ModalScreen[int | None]):
    """Asks for one of a few rows; answers with its number, counted from 0, or with None."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "Close")]
    VERTICAL_BREAKPOINTS = HEIGHTS

    def __init__(self, heading: str, rows: Sequence[str], now: int | None = None) -> None:
        """`now` is the row that was picked before."""
        super().__init__()
        self._heading, self._rows, self._now = heading, rows, now

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._heading, classes="heading", markup=False)
            yield OptionList(*self._rows, compact=True, markup=False)
            yield Static("Enter picks, Esc closes.", classes="foot")

    def on_mount(self) -> None:
        rows = self.query_one(OptionList)
        rows.highlighted = self._now or 0
        self.call_after_refresh(rows.scroll_to_highlight)  # how many rows are shown is known then

    @on(OptionList.OptionSelected)
    def _picked(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index)

    def action_close(self) -> None:
        self.dismiss(None)


def saved_rows(games: Sequence[SavedGame]) -> list[str]:
    """A line for each saved game: what is played, by whom, and how long ago; all in columns of the same width."""
    now = datetime.now(UTC)
    wide = max((len(_title(saved)) for saved in games), default=0) + 2
    room = WIDTH - wide - LONGEST_AGO
    return [f"{_title(saved):<{wide}}{_cut(saved.title or '', room)}{ago(saved.changed, now)}" for saved in games]


def _cut(text: str, room: int) -> str:
    """A text in a column of a table, with a blank behind it at least."""
    return f"{text if len(text) < room else f'{text[: room - 2]}…':<{room}}"


class SavedGamesDialog(ModalScreen[SavedGame | None]):
    """The games that can be continued; Delete removes one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close"),
        Binding("delete,d,D", "forget", "Throw away"),
    ]
    VERTICAL_BREAKPOINTS = HEIGHTS

    def __init__(self, store: LocalStore, saved: Sequence[SavedGame]) -> None:
        super().__init__()
        self._store, self._saved = store, list(saved)

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static("Continue a game", classes="heading")
            yield OptionList(*self._rows(), id="games", compact=True)
            yield Static("Enter goes on, D throws away, Esc closes.", classes="foot")

    def _rows(self) -> list[Option]:
        rows = [Option(row) for row in saved_rows(self._saved)]
        return rows or [Option("There is none. A game that you leave is kept here.", disabled=True)]

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        if self._saved:
            self.dismiss(self._saved[event.option_index])

    async def action_forget(self) -> None:
        games = self.query_one(OptionList)
        if self._saved and games.highlighted is not None:
            await self._store.forget(self._saved.pop(games.highlighted))
            games.clear_options().add_options(self._rows())

    def action_close(self) -> None:
        self.dismiss(None)


def _title(saved: SavedGame) -> str:
    try:
        return find(saved.game).title
    except LudariumError:
        return saved.game
