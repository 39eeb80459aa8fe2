"""What is written beside the board and above it, place by place."""

from rich.text import Text
from textual.widgets import Static

PLACES = "name", "turn", "players", "facts", "here", "say"


class Beside:
    """The places, and what stands there now."""

    def __init__(self) -> None:
        self.places = {place: Static("", id=place, markup=False) for place in PLACES}
        self._written: dict[str, str | Text] = {}

    def write(self, place: str, text: str | Text) -> None:
        """Write something. Only if it needs another number of lines is everything laid out anew."""
        if self._written.get(place) != text:
            there = self.places[place]
            changes = there.display != bool(text) or place not in self._written
            self._written[place], there.display = text, bool(text)
            there.update(text, layout=changes)
            if not changes and not self._fits(place):
                there.refresh(layout=True)

    def _fits(self, place: str) -> bool:
        """Whether there are lines enough for what is written, and no more where others stand below."""
        there, have = self.places[place], self.places[place].content_size
        need = there.get_content_height(there.container_size, there.app.size, have.width)
        return need <= have.height if place == PLACES[-1] else need == have.height

    def say(self, text: str, style: str) -> None:
        """Tell people something, in the colours of a style."""
        self.places["say"].set_classes(style)
        self.write("say", text)

    def read(self, place: str) -> str:
        """What is written there."""
        return str(self._written.get(place, ""))
