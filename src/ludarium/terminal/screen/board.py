"""The board: one widget for every game. It paints the lines that are to be seen, and no others."""

import time
from collections.abc import Collection
from typing import Any, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import var
from textual.scroll_view import ScrollView
from textual.strip import Strip

from ...contract.kind import Kind, Row
from ...contract.scene import Cell
from .hand import MANY, Hand
from .labels import Labels
from .paint import PLAIN, SIZES, Marks, dress, paint
from .themes import LOOKS

FEW = 3  # columns that a cell needs at least
WHILE = 0.01  # seconds to look for what has changed, before that is shown
PAUSE = 0.02  # seconds until the search goes on

OPEN, DIM = Marks(open=True), Marks(dim=True)

Known = dict[tuple[int, int], tuple[Cell | None, Marks]]


class BoardView(ScrollView, can_focus=True):
    """A board with a cursor. It shows a position, and says what was touched; whether that means anything is not its
    business."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(0, -1)", "Move", show=False),
        Binding("down", "go(0, 1)", "Move", show=False),
        Binding("left", "go(-1, 0)", "Move", show=False),
        Binding("right", "go(1, 0)", "Move", show=False),
        Binding("home", "go(-9999999999, 0)", "Move", show=False),
        Binding("end", "go(9999999999, 0)", "Move", show=False),
        Binding("pageup", "leap(-1)", "Move", show=False),
        Binding("pagedown", "leap(1)", "Move", show=False),
        Binding("space,enter", "touch", "Choose", show=False),
    ]

    class Touched(Message):
        """A cell was chosen, by key or by mouse."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    cursor: var[tuple[int, int]] = var((0, 0), always_update=True)  # watched, so that it is shown in the same moment

    def __init__(self, kind: Kind, constants: Any, row: Row, *, still: bool = False, id: str | None = None) -> None:
        """A board that stands `still` is a picture: it has no cursor."""
        super().__init__(id=id)
        self.can_focus = not still
        self._still = still
        self.cell_size = SIZES[-1]
        self._known: Known = {}
        self._before: Known = {}
        self._unchecked: list[int] = []  # rows that may look other than before, those looked at next at the end
        self._pad = (0, 0)
        self.lay(kind, constants, row)

    def lay(self, kind: Kind, constants: Any, row: Row) -> None:
        """Lay out another game."""
        self.kind, self.constants, self.position = kind, constants, row
        self.columns, self.rows = kind.board.shape(constants)
        self._labels = Labels(kind, constants, row)
        names = min(kind.rules.players(constants), 1 << 32)
        many = names > 9
        self._few = max(FEW, len(str(names)) + 1 if many else FEW)
        self.hand: Hand | None = None
        self._hint: Collection[str] = ()
        self._last: Collection[str] = ()
        self._known = {}
        self.set_reactive(BoardView.cursor, (self.columns // 2, self.rows // 2))
        if self.is_mounted:
            self._fit()
            self._follow()

    # What is shown

    def show(self, row: Row, hand: Hand | None = None, hint: Collection[str] = (), last: Collection[str] = ()) -> None:
        """Show a position: with what the hand may touch, what is advised, and where the last move was."""
        self.position, self.hand, self._hint, self._last = row, hand, hint, last
        self.renew()

    def renew(self) -> None:
        """Something has changed on the board: rows of cells that do not look as before are painted anew."""
        self._before, self._known = self._known, {}
        if not self._before or not self.is_mounted:
            self.refresh()
            return
        top, bottom = self.scroll_offset.y // self.cell_size[1], self.scroll_offset.y + self._seen.height
        rows = range(top, min(self.rows, -(-bottom // self.cell_size[1])))
        waits = bool(self._unchecked)
        self._unchecked = sorted(rows, key=lambda y: -abs(y - self.cursor[1]))
        if not waits:
            self._check()

    def _check(self) -> None:
        """Look at some rows, those by the cursor first; the others wait until what was found is to be seen."""
        first, end, _ = self._span()
        enough = time.monotonic() + WHILE
        while self._unchecked and time.monotonic() < enough:
            y = self._unchecked.pop()
            if any(self._before.get((x, y)) != self._look(x, y) for x in range(first, end)):
                self._lines(y)
        if self._unchecked:
            self.set_timer(PAUSE, self._check)

    @property
    def is_small(self) -> bool:
        """Whether one may look at all cells at every move."""
        return self.columns * self.rows <= MANY

    @property
    def name_here(self) -> str:
        """The name of the cell under the cursor; nothing where the board has no cell."""
        cell = self._cell(*self.cursor)
        return cell.name if cell else ""

    def _cell(self, x: int, y: int) -> Cell | None:
        return self._look(x, y)[0]

    def _look(self, x: int, y: int) -> tuple[Cell | None, Marks]:
        """A cell and its marks without the cursor, looked up once for a position."""
        found = self._known.get((x, y))
        if found is None:
            cell = self.kind.board.cell(self.constants, self.position, x, y)
            found = self._known[x, y] = cell, self._marks(cell) if cell else PLAIN
        return found

    def _marks(self, cell: Cell) -> Marks:
        name = cell.name
        hint, last = name in self._hint, name in self._last
        if self.hand is None:
            return Marks(hint=hint, last=last) if hint or last else PLAIN
        opened, taken = self.hand.may(name), name in self.hand.touched
        if not (hint or last or taken):
            return OPEN if opened else DIM
        return Marks(False, opened, not opened and not taken, taken, hint, last)

    # Where it is shown

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, lambda _: self.refresh())

    def on_resize(self) -> None:
        self._fit()
        self._follow()

    def _fit(self) -> None:
        """Take the largest cells with which the whole board is to be seen, or else the smallest."""
        room, gutter = self.content_size, self._gutter
        sizes = [size for size in SIZES if size[0] >= self._few] or [(self._few, 1)]
        fitting = (
            (wide, high)
            for wide, high in sizes
            if self.columns * wide + gutter <= room.width and self.rows * high + self._foot <= room.height
        )
        self.cell_size = wide, high = next(fitting, sizes[-1])
        self.virtual_size = Size(self.columns * wide + gutter, self.rows * high + self._foot)
        self._pad = (
            max(0, (room.width - self.virtual_size.width) // 2),
            max(0, (room.height - self.virtual_size.height) // 2),
        )
        self.refresh()

    @property
    def _gutter(self) -> int:
        """Columns to the left of the board for the names of rows; as many to its right keep it in the middle."""
        return 0 if self._still or not self._labels.wide else self._labels.wide + 1

    @property
    def _foot(self) -> int:
        return 0 if self._still or not self._labels.column(self.columns // 2) else 1

    @property
    def _seen(self) -> Size:
        """The part of the widget in which cells are to be seen."""
        room = self.scrollable_content_region.size
        return Size(max(0, room.width - self._gutter), max(0, room.height - self._foot))

    def _lines(self, y: int) -> None:
        """A row of cells is to be painted anew."""
        high = self.cell_size[1]
        top = self._pad[1] + y * high - self.scroll_offset.y
        self.refresh(Region(0, top, self.size.width, high))

    # Painting

    def render_line(self, y: int) -> Strip:
        theme = self.app.theme if self.app.theme in LOOKS else next(iter(LOOKS))
        width = self.size.width
        line = y - self._pad[1] + self.scroll_offset.y
        blank = Style(bgcolor=self.background_colors[1].rich_color)
        if self._foot and y - self._pad[1] == self._footer_line():
            strip = self._column_names(blank)
        elif not 0 <= line < self.rows * self.cell_size[1] or y - self._pad[1] < 0:
            return Strip.blank(width, blank)
        else:
            strip = self._row_of_cells(theme, line, blank)
        left = Strip([Segment(" " * self._pad[0], blank)], self._pad[0])
        return Strip.join([left, strip]).adjust_cell_length(width, blank)

    def _footer_line(self) -> int:
        """The line of the names of columns: below the board, or at the foot of what is to be seen of it."""
        return min(self.rows * self.cell_size[1], self._seen.height)

    def _span(self) -> tuple[int, int, int]:
        """The first column to be seen, the one after the last, and how much of the first is cut off."""
        wide, seen, start = self.cell_size[0], self._seen.width, self.scroll_offset.x
        first = start // wide
        return first, min(self.columns, -(-(start + seen) // wide)), start - first * wide

    def _row_of_cells(self, theme: str, line: int, blank: Style) -> Strip:
        wide, high = self.cell_size
        y, part = divmod(line, high)
        first, end, cut = self._span()
        segments: list[Segment] = []
        for x in range(first, end):
            segments += self._painted(theme, x, y, part, blank)
        strip = Strip(segments, (end - first) * wide).crop(cut, cut + self._seen.width)
        if not self._gutter:
            return strip
        name = self._labels.row(y) if part == (high - 1) // 2 else ""
        dim = blank + Style(color=LOOKS[theme].last)
        return Strip.join([Strip([Segment(f"{name:>{self._gutter - 1}} ", dim)], self._gutter), strip])

    def _painted(self, theme: str, x: int, y: int, part: int, blank: Style) -> tuple[Segment, ...]:
        cell, marks = self._look(x, y)
        at = (x, y) == self.cursor and not self._still
        if cell is None:
            text = " " * self.cell_size[0]
            if at and part == (self.cell_size[1] - 1) // 2:
                text = "x".center(self.cell_size[0])
            return (Segment(text, blank + Style(color=LOOKS[theme].cursor)),)
        owner = cell.piece.owner if cell.piece else -1
        worn = dress(theme, owner, self.kind.board.player(self.constants, owner)) if owner >= 0 else None
        if at:
            marks = marks._replace(cursor=True)
        return paint(theme, self.cell_size, part, cell.ground, bool((x + y) % 2), cell.piece, worn, marks)

    def _column_names(self, blank: Style) -> Strip:
        wide = self.cell_size[0]
        first, end, cut = self._span()
        text = "".join(self._labels.column(x)[-wide:].center(wide) for x in range(first, end))
        dim = blank + Style(color=LOOKS[self.app.theme].last if self.app.theme in LOOKS else None)
        return Strip([Segment(" " * self._gutter + text[cut : cut + self._seen.width], dim)])

    # The cursor

    def action_go(self, right: int, down: int) -> None:
        x = min(max(self.cursor[0] + right, 0), self.columns - 1)
        y = min(max(self.cursor[1] + down, 0), self.rows - 1)
        self.point_at(x, y)

    def action_leap(self, pages: int) -> None:
        self.action_go(0, pages * max(1, self._seen.height // self.cell_size[1] - 1))

    def action_touch(self) -> None:
        if self.name_here:
            self.post_message(self.Touched(self.name_here))

    def point_at(self, x: int, y: int) -> None:
        """Move the cursor to a cell; the board scrolls as far as it must."""
        if (x, y) == self.cursor:
            return
        before = self.cursor
        self.cursor = x, y
        self._lines(before[1])
        self._lines(y)
        self._follow()

    def _follow(self) -> None:
        """Scroll until the cursor is to be seen."""
        (wide, high), seen, (x, y) = self.cell_size, self._seen, self.cursor
        left, top = self.scroll_offset.x, self.scroll_offset.y
        across = min(max(left, (x + 1) * wide - seen.width), x * wide)
        down = min(max(top, (y + 1) * high - seen.height), y * high)
        if (across, down) != (left, top):
            self.scroll_to(across, down, animate=False, force=True)

    def at(self, x: int, y: int) -> tuple[int, int] | None:
        """The column and row of the cell at a place of the widget."""
        across, down = x - self._pad[0] - self._gutter, y - self._pad[1]
        if not (0 <= across < self._seen.width and 0 <= down < self._seen.height):
            return None
        found = (across + self.scroll_offset.x) // self.cell_size[0], (down + self.scroll_offset.y) // self.cell_size[1]
        return found if found[0] < self.columns and found[1] < self.rows else None

    def on_click(self, event: events.Click) -> None:
        found = None if self._still else self.at(event.x, event.y)
        if found and self._cell(*found):
            self.point_at(*found)
            self.action_touch()
