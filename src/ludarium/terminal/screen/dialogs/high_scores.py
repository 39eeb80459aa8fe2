"""High-score tables: of one game, and of all scenarios of a kind."""

from collections.abc import Callable, Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import OptionList, Select, Static
from textual.widgets.option_list import Option as RowOption

from ....contract.kind import Kind
from ....contract.options import Choice, Option, Seed, Span
from ....contract.scene import Panel
from ....play.game import Game
from ....play.high_scores import table_of
from ....store.models import ROWS, Score
from ..local_store import LocalStore
from .dialogs import Dialog, aligned


def lines(rows: Sequence[Score]) -> list[Panel]:
    """The rows of a table, including empty ones."""
    filled = [
        Panel(f"{place}  {row.name}", "  ".join([f"{row.points:>7}", *(f"{k} {v}" for k, v in row.extra.items())]))
        for place, row in enumerate(rows, 1)
    ]
    return [*filled, *(Panel(f"{place}", "") for place in range(len(rows) + 1, ROWS + 1))]


class TableDialog(Dialog):
    """A table; Enter on a row calls `watch` with it."""

    def __init__(self, heading: str, rows: Sequence[Score], watch: Callable[[Score], object]) -> None:
        super().__init__(heading)
        self._rows, self._watch = rows, watch

    def compose_content(self) -> ComposeResult:
        yield OptionList(*self._options(), id="rows", compact=True, markup=False)
        yield Static("Enter on a row shows the game, Esc closes.", classes="foot")

    def _options(self) -> list[RowOption]:
        texts = aligned(lines(self._rows)).split("\n")
        return [RowOption(text, disabled=place >= len(self._rows)) for place, text in enumerate(texts)]

    def first(self) -> Widget:
        return self.query_one("#rows") if self._rows else super().first()

    @on(OptionList.OptionSelected, "#rows")
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self._watch(self._rows[event.option_index])


class ScoresDialog(TableDialog):
    """The table that a game belongs to."""

    def __init__(self, game: Game, rows: Sequence[Score], watch: Callable[[Score], object]) -> None:
        options = game.kind.options
        chosen = [f"{name} {options[name].write(game.options[name])}" for name in options if name != "seed"]
        super().__init__(f"{game.kind.title}, {', '.join(chosen)}", rows, watch)


class AllScoresDialog(TableDialog):
    """The tables of a kind: shows one, and lets the user choose another."""

    def __init__(self, kind: Kind, store: LocalStore, watch: Callable[[Score], object]) -> None:
        super().__init__(f"{kind.title}: high scores", (), watch)
        self._kind, self._store = kind, store

    def compose_content(self) -> ComposeResult:
        with Horizontal(classes="choices"):
            for option in self._kind.options.values():
                if not isinstance(option, Seed):
                    yield Static(option.name, classes="label", markup=False)
                    yield self._field(option)
        yield from super().compose_content()

    def _field(self, option: Option) -> "Select[str]":
        pairs = [(text, text) for text in values(option)]
        return Select(pairs, value=option.write(option.default), allow_blank=False, id=option.name, compact=True)

    def first(self) -> Widget:
        return self.query(Select).first()

    @on(Select.Changed)
    async def _choose(self) -> None:
        """Show the table of the chosen options."""
        chosen = {str(field.id): str(field.value) for field in self.query(Select)}
        self._rows = await self._store.scores(table_of(Game(self._kind, **chosen)))
        self.query_one("#rows", OptionList).clear_options().add_options(self._options())


def values(option: Option) -> list[str]:
    """All values of an option, as text; only the default where they cannot be listed."""
    found: list[object] = [option.default]
    if isinstance(option, Choice):
        found = list(option.choices)
    elif isinstance(option, Span):
        numbers = range(option.low, option.high + 1)
        found = [(least, most) for least in numbers for most in numbers if least <= most]
    return [option.write(value) for value in found]
