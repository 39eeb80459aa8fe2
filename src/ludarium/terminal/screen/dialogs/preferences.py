"""The user's preferences, and the dialog that changes them."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Input, Select, Static

from ....play.levels import LEVELS
from ..board.film import SPEEDS
from ..local_store import LocalStore
from ..themes import OFFERED
from .dialogs import Dialog

# Names in the store, and defaults
THEME, SPEED, LEVEL, PASS, NAME = "theme", "speed", "level", "pass", "name"
USUAL = {THEME: "ludarium-dark", SPEED: "normal", LEVEL: "3", PASS: "on", NAME: ""}


def preferred(store: LocalStore, name: str) -> str:
    """The user's preference, or the default if it is missing or not valid any more."""
    value = store.preference(name, USUAL[name])
    return value if name == NAME or value in dict(_choices(name)).values() else USUAL[name]


def _choices(name: str) -> list[tuple[str, str]]:
    if name == THEME:
        return [(look.title, id) for id, look in OFFERED.items()]
    if name == SPEED:
        return [("at once" if speed == "off" else speed, speed) for speed in SPEEDS]
    if name == PASS:
        return [("by itself", "on"), ("by key", "off")]
    return [(f"{level.name}, level {level.number}", str(level.number)) for level in LEVELS]


LABELS = {THEME: "Theme", SPEED: "Moves unfold", LEVEL: "Usual opponent", PASS: "Passing"}


class PreferencesDialog(Dialog):
    """Changes preferences; every change is stored at once."""

    def __init__(self, store: LocalStore, wear: Callable[[str], None]) -> None:
        """`wear` shows a theme."""
        super().__init__("Preferences")
        self._store, self._wear = store, wear

    def compose_content(self) -> ComposeResult:
        for name, label in LABELS.items():
            value = preferred(self._store, name)
            with Horizontal(classes="line"):
                yield Static(label, classes="label")
                yield Select(_choices(name), value=value, allow_blank=False, id=name, compact=True)
        with Horizontal(classes="line"):
            yield Static("Your name", classes="label")
            yield Input(
                preferred(self._store, NAME), id=NAME, compact=True, max_length=20, placeholder="for high scores"
            )

    def first(self) -> Widget:
        return self.query_one(f"#{THEME}")

    async def on_select_changed(self, event: "Select.Changed") -> None:
        await self._change(event.select.id or "", str(event.value))

    async def on_input_changed(self, event: Input.Changed) -> None:
        await self._change(NAME, event.value.strip())

    async def _change(self, name: str, value: str) -> None:
        if value != preferred(self._store, name):
            await self._store.prefer(name, value)
        if name == THEME:
            self._wear(value)
