"""Dialogs over a screen: messages, questions, tables. Escape closes any of them."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.css.query import NoMatches
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from ....contract.errors import LudariumError
from ....contract.quotation import quoted
from ....contract.scene import Panel
from ....shell.files import find
from ..widgets.markdown_text import MarkdownText


class Dialog(ModalScreen[str | None]):
    """A heading and buttons; answers with the name of the button, or with None if it was closed."""

    AUTO_FOCUS = ""  # focusing a button would scroll a long text to its end

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+d", "close", "Close"),
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
        Binding("up", "scroll_text(-1)", show=False),
        Binding("down", "scroll_text(1)", show=False),
    ]

    def __init__(self, heading: str, buttons: Sequence[tuple[str, str]] = (("close", "Close"),)) -> None:
        super().__init__()
        self._heading, self._buttons = heading, buttons

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._heading, classes="heading", markup=False)
            yield from self.compose_content()
            with Horizontal(classes="buttons"):
                for name, label in self._buttons:
                    yield Button(label, id=name, compact=True)

    def compose_content(self) -> ComposeResult:
        """The widgets between the heading and the buttons."""
        yield from ()

    def on_mount(self) -> None:
        # A dialog that opens while the program ends has no widgets
        with suppress(NoMatches):
            self.set_focus(self.first(), scroll_visible=False)

    def first(self) -> Widget:
        """The widget that has the focus at first."""
        return self.query_one(f"#{self._buttons[0][0]}")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.answer(event.button.id or "")

    def answer(self, name: str) -> None:
        """Close with the answer of a button."""
        self.dismiss(None if name == "close" else name)

    def action_close(self) -> None:
        self.dismiss(None)

    def action_scroll_text(self, lines: int) -> None:
        """Scroll the part that does not fit into the dialog."""
        for part in self.query(".dialog, .scroll"):
            part.scroll_relative(y=lines, animate=False)


class MessageDialog(Dialog):
    """A heading, and a text under it."""

    def __init__(self, heading: str, text: str, buttons: Sequence[tuple[str, str]] = (("close", "Close"),)) -> None:
        super().__init__(heading, buttons)
        self._text = text

    def compose_content(self) -> ComposeResult:
        yield Static(self._text, classes="text", markup=False)


class FactsDialog(Dialog):
    """A heading, and lines of facts under it."""

    def __init__(
        self, heading: str, lines: Sequence[Panel], buttons: Sequence[tuple[str, str]] = (("close", "Close"),)
    ) -> None:
        super().__init__(heading, buttons)
        self._lines = lines

    def compose_content(self) -> ComposeResult:
        with VerticalScroll(classes="scroll", can_focus=False):
            yield Static(aligned(self._lines), classes="facts", markup=False)


def aligned(lines: Sequence[Panel]) -> str:
    """Lines of facts with aligned values."""
    wide = max((len(line.label) for line in lines if line.value), default=0)
    return "\n".join(f"{line.label:<{wide}}   {line.value}".rstrip() for line in lines)


class MarkdownDialog(Dialog):
    """A text in Markdown, such as a game's rules."""

    def __init__(self, heading: str, text: str) -> None:
        super().__init__(heading)
        self._text = text

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog page"):
            yield VerticalScroll(Static(MarkdownText(self._text), classes="rules"), classes="text", can_focus=True)
            with Horizontal(classes="buttons"):
                yield Button("Close", id="close", compact=True)

    def first(self) -> Widget:
        return self.query_one(VerticalScroll)


class InputDialog(Dialog):
    """Asks for a line of text. `check` may refuse it with a LudariumError, which is shown."""

    def __init__(self, heading: str, value: str, check: Callable[[str], None], label: str = "OK") -> None:
        super().__init__(heading, (("ok", label), ("close", "Cancel")))
        self._value, self._check = value, check

    def compose_content(self) -> ComposeResult:
        yield Input(self._value, id="line", compact=True)
        yield Static("", id="wrong", markup=False)

    def first(self) -> Widget:
        return self.query_one(Input)

    @on(Input.Submitted)
    def submit(self) -> None:
        self.answer("ok")

    def answer(self, name: str) -> None:
        if name == "close":
            self.dismiss(None)
            return
        text = self.query_one(Input).value.strip()
        try:
            self._check(text)
        except LudariumError as error:
            self.query_one("#wrong", Static).update(str(error))
        else:
            self.dismiss(text)


def file_name(id: str, now: datetime) -> str:
    """The default name of a saved game: the id of the game and the time, `ID 2026-01-31-20-15.csv`."""
    return f"{id} {now:%Y-%m-%d-%H-%M}.csv"


class SaveDialog(InputDialog):
    """Writes a record to a file; asks again before it replaces one."""

    def __init__(self, id: str, record: str) -> None:
        super().__init__("Save the game as", file_name(id, datetime.now()), self._write, "Save")
        self._record, self._warned = record, ""

    def _write(self, name: str) -> None:
        if not name:
            raise LudariumError("a file needs a name")
        file = find(name)
        if file.exists() and self._warned != name:
            self._warned = name
            raise LudariumError(f"{quoted(name)} is there already; press Save again to write over it")
        try:
            file.write_text(self._record, encoding="utf-8", newline="\n")
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else "no file has such a name"
            raise LudariumError(f"cannot write {quoted(name)}: {reason}") from None
