"""A screen that shows a message while the terminal is too small for it."""

from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.screen import Screen
from textual.widgets import Static

LEAST = 46, 16  # columns and lines that a screen needs


class SizedScreen(Screen[Any]):
    """The base class of all full screens."""

    @property
    def can_be_interrupted(self) -> bool:
        """Whether keys act while the screen is busy."""
        return True

    def lets_through(self, key: str) -> bool:
        """Whether a key never waits while the screen can be interrupted."""
        return False

    def hurry(self) -> None:
        """Show the end of what is being shown: keys wait for it."""

    def compose(self) -> ComposeResult:
        with Container(id="content"):
            yield from self.compose_content()
        yield Static(id="too-small")

    def compose_content(self) -> ComposeResult:
        """The widgets of the screen."""
        raise NotImplementedError

    def on_resize(self, event: events.Resize) -> None:
        wide, high = event.size
        small = wide < LEAST[0] or high < LEAST[1]
        self.set_class(small, "-too-small")
        if small:
            sentence = f"This terminal has {wide} x {high} characters, and {LEAST[0]} x {LEAST[1]} are needed. "
            self.query_one("#too-small", Static).update(f"{sentence}Make it larger; the game goes on.")
