"""The form for a new game: the options of its kind, and who plays."""

from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Button, Input, Select, Static

from ...contract.errors import LudariumError
from ...contract.kind import Kind
from ...contract.options import Choice, Flag, Option, Seed
from ...play.match.presenter import capital
from ...play.match.seats import SHOWN, default_seats, seat_choices
from ...play.opponents.opponent import HUMAN, VACANT
from .widgets.footer import Footer
from .widgets.sized_screen import SizedScreen

REMOTE_PLAYER = "A player elsewhere", VACANT.name  # a seat for a player from another machine
ONLOOKERS = [("no one", HUMAN.name), ("others, from elsewhere", VACANT.name)]  # of a game for one player

Wanted = tuple[dict[str, Any], tuple[str, ...], bool]


class NewGameScreen(SizedScreen):
    """Asks for options, seats, and for a game for one player whether others may watch; None if the user cancels."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back"),
        Binding("ctrl+s", "begin", "Begin", key_display="^S"),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
    ]

    def __init__(self, kind: Kind, options: dict[str, Any], seats: tuple[str, ...], level: int) -> None:
        """`options` and `seats` fill the form in; what is not given has its default."""
        super().__init__()
        self._kind, self._options, self._seats, self._level = kind, options, seats, level

    def compose_content(self) -> ComposeResult:
        with Container(id="title"):
            yield Static(self._kind.title, id="name", markup=False)
            yield Static("A new game", id="turn")
        with VerticalScroll(classes="form", can_focus=False):
            for option in self._kind.options.values():
                values = "" if isinstance(option, Choice | Flag) else f": {option.takes()}"
                yield self._row(option.name, self._field(option), f"{capital(option.help)}{values}.")
            yield Static("Who plays", classes="group")
            with Vertical(id="seats"):
                for number in range(SHOWN + 1):
                    yield self._row("", self._seat_field(number), "", id=f"seat{number}")
                onlookers = Select(ONLOOKERS, value=HUMAN.name, allow_blank=False, compact=True)
                yield self._row("who looks on", onlookers, "", id="onlookers")
        yield Static("", id="problem", markup=False)
        with Horizontal(classes="bar"):
            yield Button("Begin", id="begin", variant="primary", compact=True)
            yield Button("Back", id="back", compact=True)
        yield Footer()

    def _row(self, label: str, field: Widget, note: str, id: str | None = None) -> Horizontal:
        field.add_class("field")
        parts = Static(label, classes="label", markup=False), field, Static(note, classes="note", markup=False)
        return Horizontal(*parts, classes="row", id=id)

    def _field(self, option: Option) -> Widget:
        """The widget for an option."""
        value, id = self._options.get(option.name, option.default), f"option-{option.name}"
        if isinstance(option, Choice):
            pairs = [(str(choice), str(choice)) for choice in option.choices]
            return Select(pairs, value=str(value), allow_blank=False, id=id, compact=True)
        if isinstance(option, Flag):
            pairs = [("yes", "yes"), ("no", "no")]
            return Select(pairs, value=option.write(value), allow_blank=False, id=id, compact=True)
        if isinstance(option, Seed):
            return Input(placeholder="drawn anew", id=id, compact=True)
        return Input(option.write(value), id=id, compact=True)

    def _seat_field(self, number: int) -> "Select[str]":
        known = self._seats or default_seats(SHOWN + 1, self._level)
        who = known[number] if number < len(known) else f"level {self._level}"
        pairs = seat_choices()
        pairs.append(REMOTE_PLAYER)
        if who not in [value for _, value in pairs]:
            pairs.append((who, who))
        return Select(pairs, value=who, allow_blank=False, compact=True)

    def on_mount(self) -> None:
        self._show_seats()
        self.set_focus(self.query_one("#begin"))

    # What the user has filled in

    def _given(self) -> dict[str, Any]:
        """The options, checked."""
        given = {}
        for name in self._kind.options:
            field = self.query_one(f"#option-{name}")
            value = str(field.value) if isinstance(field, Input | Select) else ""
            if value or not isinstance(self._kind.options[name], Seed):
                given[name] = value
        return self._kind.choose(given)

    @on(Input.Changed)
    @on(Select.Changed)
    def _show_seats(self) -> None:
        """Show a seat for each player, and one for all players beyond those shown."""
        problem = self.query_one("#problem", Static)
        try:
            constants = self._kind.make(self._given())
        except LudariumError as error:
            problem.update(capital(f"{error}."))
            return
        problem.update("")
        players = self._kind.rules.players(constants)
        self.query_one(".group").display = players > 1
        self.query_one("#onlookers").display = players == 1
        for number in range(SHOWN + 1):
            row = self.query_one(f"#seat{number}")
            row.display = number < players and players > 1
            name = "everybody else" if number == SHOWN else self._kind.board.player(constants, min(number, players - 1))
            row.query_one(".label", Static).update(f"player {name}" if name.isdigit() else name)

    def _seat_texts(self) -> tuple[str, ...]:
        return tuple(str(self.query_one(f"#seat{number} Select", Select).value) for number in range(SHOWN + 1))

    @on(Button.Pressed, "#begin")
    def action_begin(self) -> None:
        try:
            options = self._given()
            constants = self._kind.make(options)
        except LudariumError as error:
            self.query_one("#problem", Static).update(capital(f"{error}."))
            return
        players = self._kind.rules.players(constants)
        seats = self._seat_texts()[: min(players, SHOWN + 1)] if players > 1 else default_seats(1)
        seen = players == 1 and self.query_one("#onlookers Select", Select).value == VACANT.name
        self.dismiss((options, seats, seen))

    @on(Button.Pressed, "#back")
    def action_back(self) -> None:
        self.dismiss(None)
