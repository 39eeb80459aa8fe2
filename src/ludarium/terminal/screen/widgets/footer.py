"""The bottom line of a screen: the keys that can be used now, also with the mouse."""

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, NamedTuple

from rich.segment import Segment
from textual import events
from textual.binding import Binding
from textual.reactive import reactive
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

ALL = "question_mark"  # the key that lists all keys; it is always shown
GAPS = 2, 1  # blanks between keys, fewer on narrow screens
EDGE = 1  # blanks before the first and after the last


class Key(NamedTuple):
    """A key in the line."""

    name: str  # as Textual calls it
    shown: str
    meaning: str

    @property
    def wide(self) -> int:
        return len(self.shown) + 1 + len(self.meaning)


class Placed(NamedTuple):
    """Where a key stands in the line."""

    column: int
    key: Key


def place(keys: Sequence[Key], width: int) -> list[Placed]:
    """Place as many keys as fit from the left, and the key that lists all at the right."""
    others, last = [key for key in keys if key.name != ALL], [key for key in keys if key.name == ALL]
    end = width - EDGE - sum(key.wide for key in last)
    wanted = sum(key.wide for key in others)
    gap = next((gap for gap in GAPS if EDGE + wanted + gap * len(others) <= end), GAPS[-1])
    placed, column = [], EDGE
    for key in others:
        if column + key.wide + (gap if last else 0) > end:
            break
        placed.append(Placed(column, key))
        column += key.wide + gap
    return placed + [Placed(end, key) for key in last]


class Footer(Widget):
    """Keys and what they mean, in the order of the screen's bindings: the most important first.

    One widget paints the whole line: creating a widget for each key takes visibly long.
    """

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"footer--key", "footer--meaning", "footer--pointed"}

    pointed: reactive[str] = reactive("")  # the key under the mouse

    def __init__(self, meaning: Callable[[Binding], str] = lambda binding: binding.description) -> None:
        """`meaning` gives the description of a key; a key without one is left out."""
        super().__init__()
        self._meaning = meaning
        self.keys: tuple[Key, ...] = ()

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._update)

    def _update(self, screen: Screen[object]) -> None:
        """Repaint if the usable keys have changed."""
        keys = tuple(self._usable(screen))
        if keys != self.keys:
            self.keys = keys
            self.refresh()

    def _usable(self, screen: Screen[object]) -> Iterable[Key]:
        seen = set()
        for _, binding, enabled, _ in screen.active_bindings.values():
            meaning = self._meaning(binding)
            if binding.show and enabled and meaning and binding.action not in seen:
                seen.add(binding.action)
                yield Key(binding.key, self.app.get_key_display(binding), meaning)

    @property
    def text(self) -> str:
        """The text of the line."""
        return "".join(segment.text for segment in self.render_line(0)).strip()

    def render_line(self, y: int) -> Strip:
        blank, segments, column = self.rich_style, [], 0
        for start, key in place(self.keys, self.size.width):
            parts = ("pointed", "pointed") if key.name == self.pointed else ("key", "meaning")
            bold, plain = (self.get_component_rich_style(f"footer--{part}") for part in parts)
            gap = Segment(" " * (start - column), blank)
            segments += [gap, Segment(f"{key.shown} ", bold), Segment(key.meaning, plain)]
            column = start + key.wide
        return Strip(segments).adjust_cell_length(self.size.width, blank)

    # The mouse

    def _at(self, column: int) -> str:
        """The name of the key in a column, or an empty text."""
        placed = place(self.keys, self.size.width)
        return next((key.name for start, key in placed if start <= column < start + key.wide), "")

    def on_click(self, event: events.Click) -> None:
        if name := self._at(event.x):
            self.app.simulate_key(name)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self.pointed = self._at(event.x)

    def on_leave(self) -> None:
        self.pointed = ""
