"""A room: a screen that says so when the terminal is too small for it, and goes on when it is large enough again."""

from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.screen import Screen
from textual.widgets import Static

LEAST = 46, 16  # columns and lines that a room needs


class Room(Screen[Any]):
    """What all full screens of the house have in common."""

    def compose(self) -> ComposeResult:
        with Container(id="room"):
            yield from self.furnish()
        yield Static(id="cramped")

    def furnish(self) -> ComposeResult:
        """All that the room has in it."""
        raise NotImplementedError

    def on_resize(self, event: events.Resize) -> None:
        wide, high = event.size
        small = wide < LEAST[0] or high < LEAST[1]
        self.set_class(small, "-cramped")
        if small:
            sentence = f"This terminal has {wide} x {high} characters, and {LEAST[0]} x {LEAST[1]} are needed. "
            self.query_one("#cramped", Static).update(f"{sentence}Make it larger; the game goes on.")
