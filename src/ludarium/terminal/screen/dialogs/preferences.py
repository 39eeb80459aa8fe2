"""What people prefer, and the window that asks for it."""

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Input, Select, Static

from ....play.levels import LEVELS
from ..board.film import SPEEDS
from ..local_store import LocalStore
from ..themes import LOOKS
from .dialogs import Dialog

# Names in the store, and what is preferred by those who never said anything.
THEME, SPEED, LEVEL, NAME = "theme", "speed", "level", "name"
USUAL = {THEME: "ludarium-dark", SPEED: "normal", LEVEL: "3", NAME: ""}


def preferred(keeper: LocalStore, name: str) -> str:
    """What is preferred; a value that is none any more counts as none."""
    value = keeper.preference(name, USUAL[name])
    return value if name == NAME or value in dict(_choices(name)).values() else USUAL[name]


def _choices(name: str) -> list[tuple[str, str]]:
    if name == THEME:
        return [(look.title, id) for id, look in LOOKS.items()]
    if name == SPEED:
        return [("at once" if speed == "off" else speed, speed) for speed in SPEEDS]
    return [(f"{level.name}, level {level.number}", str(level.number)) for level in LEVELS]


LABELS = {THEME: "Theme", SPEED: "Moves unfold", LEVEL: "Usual opponent"}


class Preferences(Dialog):
    """Asks for what is preferred; every change is remembered at once."""

    def __init__(self, keeper: LocalStore) -> None:
        super().__init__("Preferences")
        self._keeper = keeper

    def furnish(self) -> ComposeResult:
        for name, label in LABELS.items():
            value = preferred(self._keeper, name)
            with Horizontal(classes="line"):
                yield Static(label, classes="label")
                yield Select(_choices(name), value=value, allow_blank=False, id=name, compact=True)
        with Horizontal(classes="line"):
            yield Static("Your name", classes="label")
            yield Input(
                preferred(self._keeper, NAME), id=NAME, compact=True, max_length=20, placeholder="for high scores"
            )

    def first(self) -> Widget:
        return self.query_one(f"#{THEME}")

    async def on_select_changed(self, event: "Select.Changed") -> None:
        await self._remember(event.select.id or "", str(event.value))

    async def on_input_changed(self, event: Input.Changed) -> None:
        await self._remember(NAME, event.value.strip())

    async def _remember(self, name: str, value: str) -> None:
        if value != preferred(self._keeper, name):
            await self._keeper.prefer(name, value)
        if name == THEME:
            self.app.theme = value
