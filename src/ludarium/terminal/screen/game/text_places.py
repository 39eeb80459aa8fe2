"""The board with the texts around it, in the layout that leaves most room for the board."""

from collections.abc import Sequence
from enum import Enum

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.geometry import Size
from textual.widgets import Static

from ....play.game import Game
from ..board.board_view import BoardView
from .move_list import MoveList

TITLE = FOOTER = CARD = 1  # lines
MESSAGE = 2  # lines of the message below the board
SIDE, BROAD = 27, 36  # columns of the side column, and of that on a wide screen
WIDE = 110  # columns of a wide screen
MUCH = 2  # how much larger cells have to be without a side column
LEAST = 24  # columns that a board too large for the screen gets beside the side column

OUTER = "above", "below", "line"  # places outside the side column
INNER = "players", "facts", "here", "say"


class Layout(Enum):
    """Where the texts stand, and which places are used."""

    STACKED = "name", "turn", "above", "below", "facts", "here", "say"  # two players above and below, the rest beside
    BESIDE = "name", "turn", "players", "facts", "here", "say"  # everything beside the board
    NARROW = "name", "turn", "above", "below", "line"  # everything above and below


def side_width(screen: Size) -> int:
    return BROAD if screen.width >= WIDE else SIDE


def best_layout(board: BoardView, screen: Size, *, has_cards: bool) -> Layout:
    """The layout with the largest cells. `has_cards`: two players, who may stand above and below the board."""
    wide, high, side = screen.width, screen.height - TITLE - FOOTER, side_width(screen)
    spaces = {
        Layout.STACKED: Size(wide - side, high - 2 * CARD),
        Layout.BESIDE: Size(wide - side, high),
        Layout.NARROW: Size(wide, high - 2 * CARD - MESSAGE),
    }
    if not has_cards:
        del spaces[Layout.STACKED]
    found = {layout: board.largest_cells(space) for layout, space in spaces.items()}
    areas = {layout: cells[0] * cells[1] for layout, cells in found.items() if cells}
    if areas:
        # What stands beside the board is worth something too
        worth = {layout: area / (MUCH if layout is Layout.NARROW else 1) for layout, area in areas.items()}
        return max(worth, key=lambda layout: worth[layout])
    return Layout.NARROW if wide - side < LEAST else Layout.BESIDE


class TextPlaces:
    """A widget for each text, and its present content."""

    def __init__(self) -> None:
        self.widgets = {place: Static("", id=place, markup=False) for place in ("name", "turn", *OUTER, *INNER)}
        self.moves = MoveList(id="moves")
        self.side = Vertical(id="side")
        self.layout = Layout.BESIDE
        self._content: dict[str, str | Text] = {}
        self._is_covered = False  # whether something else stands in the side column

    def around(self, board: BoardView) -> ComposeResult:
        """The board with the texts in their places."""
        with Container(id="title"):
            yield self.widgets["name"]
            yield self.widgets["turn"]
        with Container(id="table"):
            with Vertical(id="middle"):
                yield self.widgets["above"]
                yield board
                yield self.widgets["below"]
            with self.side:
                yield self.widgets["players"]
                yield self.widgets["facts"]
                yield self.moves
                yield self.widgets["here"]
                yield self.widgets["say"]
        yield self.widgets["line"]

    def arrange(self, board: BoardView, screen: Size, game: Game) -> None:
        """Choose the layout for a size of the screen."""
        self.layout = best_layout(board, screen, has_cards=game.kind.rules.players(game.constants) == 2)
        self.side.display = self.has_side
        self.side.styles.width = side_width(screen)
        for place in self.widgets:
            self._display(place)

    @property
    def has_side(self) -> bool:
        """Whether there is a column beside the board."""
        return self.layout is not Layout.NARROW

    def cover(self, is_covered: bool) -> None:
        """Make room in the side column for something else, or take it back."""
        self._is_covered = is_covered
        self.moves.display = not is_covered
        for place in INNER:
            self._display(place)

    def _display(self, place: str) -> None:
        covered = self._is_covered and place in INNER and place != "players"
        fixed = place in ("above", "below", "here", "say", "line")  # their lines stay, so that nothing jumps
        self.widgets[place].display = place in self.layout.value and not covered and (fixed or bool(self.read(place)))

    def point_at(self, name: str) -> None:
        """Show the name of the cell at the cursor."""
        self.widgets["here"].update(f"cursor at {name}" if name else "", layout=False)

    def write(self, place: str, text: str | Text) -> None:
        """Show a text. Lays the screen out again only if the number of lines changes."""
        if self._content.get(place) != text:
            widget, shown = self.widgets[place], self.widgets[place].display
            self._content[place] = text
            self._display(place)
            changes = widget.display != shown
            widget.update(text, layout=changes)
            if widget.display and not changes and place in ("players", "facts") and not self._fits(place):
                widget.refresh(layout=True)

    def _fits(self, place: str) -> bool:
        """Whether the text fills its lines exactly."""
        widget, have = self.widgets[place], self.widgets[place].content_size
        return widget.get_content_height(widget.container_size, widget.app.size, have.width) == have.height

    def write_players(self, cards: Sequence[Text], order: Sequence[int], facts: Text) -> None:
        """Show the players and the facts; of two players, `order` tells the one above first."""
        ordered = [cards[number] for number in order]
        self.write("players", Text("\n").join(ordered))
        self.write("facts", facts)
        row = Text("   ").join(facts.split("\n")) if facts else Text("")
        if len(cards) == 2:
            self.write("above", _in_a_row(ordered[0]))
            own = _in_a_row(ordered[1])
            self.write("below", Text("   ").join([own, row]) if row and not self.has_side else own)
        else:
            self.write("above", Text(" ").join(map(_in_a_row, ordered)))
            self.write("below", row)

    def say(self, text: str, style: str) -> None:
        """Show a message in a style."""
        for place in "say", "line":
            self.widgets[place].set_classes(style)
        self.write("say", text)
        self.write("line", " ".join(text.split()))

    def read(self, place: str) -> str:
        """The text of a place."""
        return str(self._content.get(place, ""))


def _in_a_row(card: Text) -> Text:
    """A card whose lines stand one after the other."""
    first, *others = card.split("\n")
    for part in others:
        first.append(f"  {part.plain.strip()}", style="bold")
    return first
