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
        """Write something. Only if it needs more or fewer lines is everything laid out anew."""
        before = self._written.get(place)
        if before != text:
            self._written[place] = text
            self.places[place].display = bool(text)
            same = before is not None and place != "say" and str(before).count("\n") == str(text).count("\n")
            self.places[place].update(text, layout=not same)

    def say(self, text: str, style: str) -> None:
        """Tell people something, in the colours of a style."""
        self.places["say"].set_classes(style)
        self.write("say", text)

    def read(self, place: str) -> str:
        """What is written there."""
        return str(self._written.get(place, ""))
