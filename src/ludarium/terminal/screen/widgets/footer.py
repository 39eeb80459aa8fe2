"""The line at the foot of a room: the keys that can be used now, for the mouse too."""

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, NamedTuple

from rich.segment import Segment
from textual import events
from textual.binding import Binding
from textual.reactive import reactive
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

ALL = "question_mark"  # the key that shows all keys: it stays when others are left out
GAPS = 2, 1  # blanks between keys, fewer where there is not room enough
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
    """The keys in a line: from the left as many as there is room for, and at the right the one that shows all."""
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
    """Keys and what they mean, in the order in which a room has them: the more important ones first.

    A widget for each of them would take so long to be made anew that people could see it. This is one line, painted
    again when a key comes or goes.
    """

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"footer--key", "footer--meaning", "footer--pointed"}

    pointed: reactive[str] = reactive("")  # the key under the mouse

    def __init__(self, meaning: Callable[[Binding], str] = lambda binding: binding.description) -> None:
        """`meaning` says what a key does."""
        super().__init__()
        self._meaning = meaning
        self.keys: tuple[Key, ...] = ()

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._renew)

    def _renew(self, screen: Screen[object]) -> None:
        """Show the keys that can be used now, if they are others than before."""
        keys = tuple(self._usable(screen))
        if keys != self.keys:
            self.keys = keys
            self.refresh()

    def _usable(self, screen: Screen[object]) -> Iterable[Key]:
        seen = set()
        for _, binding, enabled, _ in screen.active_bindings.values():
            if binding.show and enabled and binding.action not in seen:
                seen.add(binding.action)
                yield Key(binding.key, self.app.get_key_display(binding), self._meaning(binding))

    @property
    def text(self) -> str:
        """The line as it is read."""
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
        """The name of the key at a place of the line, or nothing."""
        placed = place(self.keys, self.size.width)
        return next((key.name for start, key in placed if start <= column < start + key.wide), "")

    def on_click(self, event: events.Click) -> None:
        if name := self._at(event.x):
            self.app.simulate_key(name)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self.pointed = self._at(event.x)

    def on_leave(self) -> None:
        self.pointed = ""
