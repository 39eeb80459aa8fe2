"""The texts above and beside the board."""

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.widget import Widget
from textual.widgets import Static

PLACES = "name", "turn", "players", "facts", "here", "say"


class TextPlaces:
    """A widget for each text, and its present content."""

    def __init__(self) -> None:
        self.widgets = {place: Static("", id=place, markup=False) for place in PLACES}
        self._content: dict[str, str | Text] = {}

    def around(self, board: Widget) -> ComposeResult:
        """The board with the texts in their places."""
        with Container(id="title"):
            yield self.widgets["name"]
            yield self.widgets["turn"]
        with Container(id="table"):
            yield board
            with Vertical(id="side"):
                for place in "players", "facts", "here", "say":
                    yield self.widgets[place]

    def point_at(self, name: str) -> None:
        """Show the name of the cell at the cursor."""
        self.widgets["here"].update(f"at {name}" if name else "", layout=False)

    def write(self, place: str, text: str | Text) -> None:
        """Show a text. Lays the screen out again only if the number of lines changes."""
        if self._content.get(place) != text:
            widget = self.widgets[place]
            changes = widget.display != bool(text) or place not in self._content
            self._content[place], widget.display = text, bool(text)
            widget.update(text, layout=changes)
            if not changes and not self._fits(place):
                widget.refresh(layout=True)

    def _fits(self, place: str) -> bool:
        """Whether the text fits its lines; all but the last place must fill them exactly."""
        widget, have = self.widgets[place], self.widgets[place].content_size
        need = widget.get_content_height(widget.container_size, widget.app.size, have.width)
        return need <= have.height if place == PLACES[-1] else need == have.height

    def say(self, text: str, style: str) -> None:
        """Show a message in a style."""
        self.widgets["say"].set_classes(style)
        self.write("say", text)

    def read(self, place: str) -> str:
        """The text of a place."""
        return str(self._content.get(place, ""))
