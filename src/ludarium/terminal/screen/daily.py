"""The deal of a day: playing it, its table, and games to watch."""

from datetime import date, timedelta
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ...contract.errors import LudariumError
from ...contract.kind import Kind
from ...house.daily import describe_day
from ...play.match.match import Match
from ...play.match.presenter import counted, sentence
from ...play.opponents.opponent import HUMAN
from ...protocol.games import DailyEntryTold, DailyTold
from ...store.models import SavedGame
from ..daily_try import HERE, begin, dealt
from .base_app import LudariumApp
from .dialogs.dialogs import MessageDialog
from .dialogs.key_help import DAILY_KEYS, KeysDialog
from .game.game_screen import GameScreen
from .game.saved_match import SavedMatch
from .widgets.footer import Footer
from .widgets.sized_screen import SizedScreen

PLAY, READY = "play", "ready"

TERMS = (
    "Everyone is dealt the same game today. Your first game counts: one try a day. No move is taken back, and a hint "
    "keeps the game out of the table. You can watch the others when your own try is over."
)
COUNTS = (
    "This game counts: it is your try of today, and no move is taken back. You can leave it and go on until midnight "
    "UTC."
)
LEFT_OUT = "Your try is over and not in the table: a computer has helped in it, or it was not finished in time."
NO_STORE = "The deals of days are kept in the store, and it cannot be opened."


class DailyScreen(SizedScreen):
    """A day, first today. Leaving one that is `alone` ends the program."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p,P", "play", "Play", key_display="P"),
        Binding("left,comma", "day(-1)", "Day before", key_display="←"),
        Binding("right,full_stop", "day(1)", "Day after", key_display="→"),
        Binding("r,R", "rules", "Rules", key_display="R"),
        Binding("escape,q,Q,ctrl+d", "leave", "Return", key_display="Esc"),
        Binding("question_mark", "keys", "Keys", key_display="?"),
    ]

    app: LudariumApp

    def __init__(self, kind: Kind, *, alone: bool = False) -> None:
        super().__init__()
        self.kind, self._alone = kind, alone
        self.told: DailyTold | None = None  # the day that is shown

    def compose_content(self) -> ComposeResult:
        with Container(id="title"):
            yield Static(self.kind.title, id="name", markup=False)
            yield Static("Deal of the day", id="turn", markup=False)
        yield Static("", id="deal", markup=False)
        yield OptionList(id="entries", compact=True, markup=False)
        yield Footer()

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """Show what has become of the day while a game was played."""
        self.set_focus(self.query_one(OptionList))  # at once: a key may wait for it
        self._load(self.told.day if self.told else None)

    # Display

    @work(exclusive=True, group="day")
    async def _load(self, day: str | None) -> None:
        store = await self.app.store.opened()
        if store is None:
            self.query_one("#deal", Static).update(NO_STORE)
            return
        try:
            self.told = await describe_day(store.daily, HERE, self.kind, day)
        except LudariumError as error:
            self.query_one("#deal", Static).update(sentence(error))
            return
        self._show(self.told)
        self.refresh_bindings()

    def _show(self, told: DailyTold) -> None:
        self.query_one("#turn", Static).update("Deal of the day" if _is_today(told) else f"Deal of {told.day}")
        self.query_one("#deal", Static).update("\n\n".join(filter(None, self._about(told))))
        rows = self.query_one(OptionList)
        at = rows.highlighted
        players = f"{_name(told.day)}, {counted(told.players, 'player')}"
        rows.clear_options().add_options(
            [
                Option(_label(told), PLAY),
                None,
                Option(players if told.entries else "No game is in this table.", disabled=True),
                *(Option(_row(entry), str(entry.place), disabled=entry.game is None) for entry in told.entries),
            ]
        )
        rows.highlighted = at if at is not None and at < rows.option_count else 0

    def _about(self, told: DailyTold) -> list[str]:
        """The day in words: the deal, what the user has made of it, and the terms."""
        options = (self.kind.options[name] for name in told.options)
        words = [
            option.labels.get(told.options[option.name], f"{option.title}: {told.options[option.name]}")
            for option in options
        ]
        closing = " The table closes at midnight UTC." if _is_today(told) else ""
        own = told.own if told.own and told.own.over else None
        result = ""
        if own:
            points = counted(own.points or 0, "point")
            result = f"You are in place {own.place} of {told.players}, with {points}." if own.place else LEFT_OUT
        return [f"{_name(told.day)}. {' · '.join(words)}.{closing}", result or (TERMS if _is_today(told) else "")]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "day":
            return self.told is not None and self.told.first <= self._later(int(str(parameters[0]))) <= self.told.today
        return self.told is not None if action == "play" else True

    def _later(self, days: int) -> str:
        assert self.told
        return (date.fromisoformat(self.told.day) + timedelta(days=days)).isoformat()

    # Actions

    @on(OptionList.OptionSelected, "#entries")
    def _selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_id == PLAY:
            self.action_play()
        elif self.told:
            [game] = [entry.game for entry in self.told.entries if str(entry.place) == event.option_id]
            self._watch(game or "")

    @work
    async def _watch(self, game: str) -> None:
        await self.app.watch_saved(game)

    @work
    async def action_play(self) -> None:
        """Play the deal of the shown day: today's first game is the try, all others are for practice."""
        told, store = self.told, await self.app.store.opened()
        if not told or store is None:
            return
        if _is_today(told) and not told.own:
            choices = [(READY, "I am ready"), ("close", "Not yet")]
            if await self.app.push_screen_wait(MessageDialog("Are you ready?", COUNTS, choices)) != READY:
                return
        day = date.fromisoformat(told.day)
        saved: SavedGame | None = None
        if day == store.daily.today():
            day, match, saved = await begin(store, self.kind)
        else:
            match = Match(await dealt(store, self.kind, day), [HUMAN.name])
        await self.app.push_screen(GameScreen(SavedMatch(match, saved)))

    def action_day(self, by: int) -> None:
        self._load(self._later(by))

    def action_rules(self) -> None:
        self.app.show_rules(self.kind)

    def action_keys(self) -> None:
        self.app.push_screen(KeysDialog(DAILY_KEYS))

    def action_leave(self) -> None:
        if self._alone:
            self.app.exit()
        else:
            self.dismiss()


def _is_today(told: DailyTold) -> bool:
    return told.day == told.today


def _label(told: DailyTold) -> str:
    """What playing the day means."""
    if not _is_today(told):
        return "Play it for practice"
    if not told.own:
        return "Play today's deal"
    return "Play it again for practice" if told.own.over else "Go on with your try"


def _row(entry: DailyEntryTold) -> str:
    extra = "".join(f"  {label} {value}" for label, value in entry.extra.items())
    return f"{entry.place:>3}  {entry.points:>7}{extra}  {entry.name}"


def _name(day: str) -> str:
    """A day in words, as in 17 November 2026."""
    return f"{date.fromisoformat(day):%d %B %Y}".lstrip("0")
