"""The board: one widget for all games. It paints only visible lines."""

import time
from collections.abc import Callable, Collection, Sequence
from math import ceil
from typing import Any, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.reactive import var
from textual.scroll_view import ScrollView
from textual.strip import Strip

from ....contract.drawing.labels import Labels
from ....contract.kind import Kind
from ....contract.row import Row
from ....contract.scene import Cell
from ....play.move_input import MANY, MoveInput
from ..themes import LOOKS, between
from .leaning import Leaning
from .painter import PLAIN, SIZES, Marks, owner_style, paint

FEW = 3  # least width of a cell
WHILE = 0.004  # seconds to look for changes before the changes found are painted

OPEN = Marks(open=True)

Known = dict[tuple[int, int], tuple[Cell | None, Marks]]
View = tuple[str, int, Size, bool]  # theme, horizontal scroll, size, and whether there is a horizontal scrollbar


class BoardView(ScrollView, can_focus=True):
    """A board with a cursor. It shows a position, and tells which cell was chosen, legal or not."""

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

    cursor: var[tuple[int, int]] = var((0, 0), always_update=True)  # always updated, so that watchers run at once

    def __init__(
        self,
        kind: Kind,
        constants: Any,
        row: Row,
        *,
        touched: Callable[[str], None] = lambda name: None,
        still: bool = False,
        for_reading: bool = False,
        id: str | None = None,
    ) -> None:
        """`touched` is called at once with the name of a chosen cell: a message would come after the next key.

        A `still` board is a picture without a cursor; one `for_reading` shows it only where the board scrolls.
        """
        super().__init__(id=id)
        self.touched = touched
        self.can_focus = not still
        self._still, self._for_reading = still, for_reading
        self.cell_size = SIZES[-1]
        self._known: Known = {}
        self._before: Known = {}
        self._painted: dict[int, Strip] = {}  # painted lines, reused when the board scrolls up or down
        self._view: View | None = None  # the view they were painted for
        self._unchecked: list[int] = []  # rows that may have changed, the next one last
        self._pad = (0, 0)
        self.set_game(kind, constants, row)

    def set_game(self, kind: Kind, constants: Any, row: Row) -> None:
        """Show another game."""
        self.kind, self.constants, self.position = kind, constants, row
        self.columns, self.rows = kind.board.shape(constants)
        self._labels = Labels(kind.board, constants, row)
        self._leaning = Leaning(kind, constants)
        names = min(kind.rules.players(constants), 1 << 32)
        many = names > 9
        self._few = max(FEW, len(str(names)) + 1 if many else FEW)
        self.move_input: MoveInput | None = None
        self._hint: Collection[str] = ()
        self._last: Collection[str] = ()
        self._marked: Collection[str] = ()  # the few cells with more marks than `open`
        self._known, self._view = {}, None
        self.set_reactive(BoardView.cursor, self._middle())
        if self.is_mounted:
            self._fit()
            self._centre()

    def _middle(self) -> tuple[int, int]:
        """The middle of the board, or the next cell to the right if there is none."""
        x, y = self.columns // 2, self.rows // 2
        if self._leaning:
            return self._leaning.towards((x, y), 0, 0) if (x, y) not in self._leaning.lefts else (x, y)
        while not self._cell(x, y) and x + 1 < self.columns:
            x += 1
        return x, y

    # Position

    def show(
        self, row: Row, move_input: MoveInput | None = None, hint: Collection[str] = (), last: Collection[str] = ()
    ) -> None:
        """Show a position with the cells that may be chosen, the hint, and the last move."""
        self.position, self.move_input, self._hint, self._last = row, move_input, hint, last
        self._marked = {*hint, *last, *(move_input.touched if move_input else ())}
        self.update_rows()

    def update_rows(self) -> None:
        """Repaint the rows that have changed."""
        self._before, self._known = self._known, {}
        if not self._before or not self.is_mounted:
            self._painted = {}
            self.refresh()
            return
        high = self.cell_size[1]
        top, bottom = self.scroll_offset.y // high, self.scroll_offset.y + self._seen.height
        rows = range(top, min(self.rows, -(-bottom // high)))
        self._painted = {line: strip for line, strip in self._painted.items() if line // high in rows}
        waits = bool(self._unchecked)
        self._unchecked = sorted(rows, key=lambda y: -abs(y - self.cursor[1]))
        if not waits:
            self._check()

    def _check(self) -> None:
        """Check rows for changes for a short time, those near the cursor first; go on after the next refresh."""
        first, end, _ = self._span()
        before, look = self._before.get, self._look
        enough = time.monotonic() + WHILE
        while self._unchecked and time.monotonic() < enough:
            y = self._unchecked.pop()
            if any(before((x, y)) != look(x, y) for x in range(first, end)):
                self._repaint(y)
        if self._unchecked:
            self.call_after_refresh(self._check)

    @property
    def is_small(self) -> bool:
        """Whether the board is small enough to look at all cells at every move."""
        return self.columns * self.rows <= MANY

    @property
    def is_whole(self) -> bool:
        """Whether the whole board is to be seen."""
        return self.largest_cells(self.content_size) is not None

    @property
    def has_cursor(self) -> bool:
        """Whether the cursor is shown."""
        return not self._still and not (self._for_reading and self.is_whole)

    @property
    def name_here(self) -> str:
        """The name of the cell at the cursor; empty where the board has no cell."""
        cell = self._cell(*self.cursor)
        return cell.name if cell else ""

    def _cell(self, x: int, y: int) -> Cell | None:
        return self._look(x, y)[0]

    def _look(self, x: int, y: int) -> tuple[Cell | None, Marks]:
        """A cell and its marks without the cursor, cached for the position."""
        found = self._known.get((x, y))
        if found is None:
            cell = self.kind.board.cell(self.constants, self.position, x, y)
            found = self._known[x, y] = cell, self._marks(cell) if cell else PLAIN
        return found

    def _marks(self, cell: Cell) -> Marks:
        name = cell.name
        opened = self.move_input is not None and self.move_input.may(name)
        if name not in self._marked:
            return OPEN if opened else PLAIN
        taken = self.move_input is not None and name in self.move_input.touched
        return Marks(False, opened, taken, name in self._hint, name in self._last)

    # Size

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, self._change_theme)

    def _change_theme(self, _: object) -> None:
        self._view = None
        self.refresh()

    def on_resize(self) -> None:
        self._fit()
        self._centre()

    def _fit(self) -> None:
        """Choose the largest cells with which the whole board is visible, or else the smallest."""
        space, sides, ends = self.content_size, self._gutter + self._right, self._head + self._foot
        self.cell_size = wide, high = self.largest_cells(space) or self._sizes[-1]
        self._view = None
        self.virtual_size = Size(ceil(self._across * wide) + sides, self.rows * high + ends)
        self._pad = (
            max(0, (space.width - self.virtual_size.width) // 2),
            max(0, (space.height - self.virtual_size.height) // 2),
        )
        self.refresh()

    @property
    def _sizes(self) -> Sequence[tuple[int, int]]:
        """The sizes that cells of this board may have, the largest first."""
        return [size for size in SIZES if size[0] >= self._few] or [(self._few, 1)]

    def largest_cells(self, space: Size) -> tuple[int, int] | None:
        """The largest cells with which the whole board is visible in a space; None if it is not visible with any."""
        wide, high = space.width - self._gutter - self._right, space.height - self._head - self._foot
        across, rows = self._across, self.rows
        fitting = (size for size in self._sizes if across * size[0] <= wide and rows * size[1] <= high)
        return next(fitting, None)

    @property
    def _across(self) -> float:
        """How many widths of a cell the board is wide."""
        return self._leaning.width if self._leaning else self.columns

    def _left(self, x: int, y: int) -> int:
        """The column of the terminal, counted from the first cell of the board, where a cell begins."""
        return round((self._leaning.lefts.get((x, y), x) if self._leaning else x) * self.cell_size[0])

    @property
    def _gutter(self) -> int:
        """Columns to the left of the board for the names of rows."""
        return 0 if self._still or not self._labels.wide else self._labels.wide + 1

    @property
    def _right(self) -> int:
        """Columns to the right of the board, where rows have names on both sides."""
        return self._gutter - 1 if self._gutter and self._labels.has_margins else 0

    @property
    def _head(self) -> int:
        """Lines above the board, where columns have names at both ends."""
        return self._foot if self._labels.has_margins else 0

    @property
    def _foot(self) -> int:
        return 0 if self._still or not self._labels.column(self.columns // 2) else 1

    @property
    def _seen(self) -> Size:
        """The size of the part of the widget that shows cells."""
        space = self.scrollable_content_region.size
        sides, ends = self._gutter + self._right, self._head + self._foot
        return Size(max(0, space.width - sides), max(0, space.height - ends))

    def _repaint(self, y: int) -> None:
        """Repaint a row of cells."""
        high = self.cell_size[1]
        for line in range(y * high, (y + 1) * high):
            self._painted.pop(line, None)
        top = self._pad[1] + self._head + y * high - self.scroll_offset.y
        self.refresh(Region(0, top, self.size.width, high))

    # Painting

    def render_line(self, y: int) -> Strip:
        view = self.app.theme, self.scroll_offset.x, self.size, self.show_horizontal_scrollbar
        if view != self._view:
            self._enter(view)
        y -= self._pad[1] + self._head
        if y == self._foot_line and self._foot:
            return self._framed(self._leaning_names() if self._leaning else self._column_names(self._labels.column))
        if y == -1 and self._head:
            return self._framed(self._column_names(self._labels.above))
        line = y + self.scroll_offset.y
        if y < 0 or not 0 <= line < self.rows * self.cell_size[1]:
            return Strip.blank(self.size.width, self._blank)
        if line not in self._painted:
            self._painted[line] = self._framed(self._row_of_cells(line))
        return self._painted[line]

    def _enter(self, view: View) -> None:
        """Drop what was painted for another view."""
        self._view, self._painted = view, {}
        self._theme = view[0] if view[0] in LOOKS else next(iter(LOOKS))
        self._blank = Style(bgcolor=self.background_colors[1].rich_color)
        colours = LOOKS[self._theme].theme
        self._pale = self._blank + Style(color=between(colours.foreground or "", colours.background or "", 0.45))
        # The names of columns stand below the board, or at the foot of what is to be seen of it
        self._foot_line = min(self.rows * self.cell_size[1], self._seen.height)

    def _framed(self, strip: Strip) -> Strip:
        """A line of the board with blanks on both sides."""
        left = Strip([Segment(" " * self._pad[0], self._blank)], self._pad[0])
        return Strip.join([left, strip]).adjust_cell_length(self.size.width, self._blank)

    def _span(self) -> tuple[int, int, int]:
        """The first column to be seen, the one after the last, and how much of the first is cut off."""
        wide, seen, start = self.cell_size[0], self._seen.width, self.scroll_offset.x
        if self._leaning:
            return 0, self.columns, start
        first = start // wide
        return first, min(self.columns, -(-(start + seen) // wide)), start - first * wide

    def _row_of_cells(self, line: int) -> Strip:
        wide, high = self.cell_size
        y, part = divmod(line, high)
        if self._leaning:
            return self._leaning_row(y, part)
        first, end, cut = self._span()
        segments: list[Segment] = []
        for x in range(first, end):
            segments += self._paint(x, y, part)
        strip = Strip(segments, (end - first) * wide).crop(cut, cut + self._seen.width)
        if not self._gutter:
            return strip
        named = part == (high - 1) // 2
        left, right = (self._labels.row(y), self._labels.right(y)) if named else ("", "")
        names = f"{left:>{self._gutter - 1}} ", f"{right:<{self._right}}"
        before, after = (Strip([Segment(name, self._pale)], len(name)) for name in names)
        return Strip.join([before, strip, after])

    def _leaning_row(self, y: int, part: int) -> Strip:
        """A line of a row whose cells stand anywhere, after the row's name."""
        segments, at, first = list[Segment](), 0, True
        for x in self._leaning.row(y):
            start = self._gutter + self._left(x, y)
            gap = " " * (start - at)
            if first and part == (self.cell_size[1] - 1) // 2 and self._gutter:
                gap = f"{self._labels.row(y)} ".rjust(start)
            segments += [Segment(gap, self._pale), *self._paint(x, y, part)]
            at, first = start + self.cell_size[0], False
        return self._scrolled(segments)

    def _leaning_names(self) -> Strip:
        """The names of columns, below where each of them ends."""
        wide, line = self.cell_size[0], ""
        for label in sorted(self._leaning.labels, key=lambda label: label.x):
            if not label.is_of_row and label.row >= self.rows:
                start = self._gutter + round(self._leaning.left_of(label) * wide)
                line = line.ljust(start) + label.text.center(wide)
        return self._scrolled([Segment(line, self._pale)])

    def _scrolled(self, segments: list[Segment]) -> Strip:
        start = self.scroll_offset.x
        return Strip(segments).crop(start, start + self._gutter + self._seen.width)

    def _paint(self, x: int, y: int, part: int) -> tuple[Segment, ...]:
        cell, marks = self._look(x, y)
        at = (x, y) == self.cursor and self.has_cursor
        if cell is None:
            text = " " * self.cell_size[0]
            if at and part == (self.cell_size[1] - 1) // 2:
                text = "x".center(self.cell_size[0])
            return (Segment(text, self._blank + Style(color=LOOKS[self._theme].cursor)),)
        owner = cell.piece.owner if cell.piece else -1
        style = owner_style(self._theme, self.kind, self.constants, owner) if owner >= 0 else None
        letter = self.kind.letters.get(cell.piece.kind, "") if cell.piece else ""
        if at:
            marks = marks._replace(cursor=True)
        odd = bool((x + y) % 2) and not self._leaning
        return paint(self._theme, self.cell_size, part, cell.ground, odd, cell.piece, style, marks, letter)

    def _column_names(self, name_of: Callable[[int], str]) -> Strip:
        wide = self.cell_size[0]
        first, end, cut = self._span()
        names = {x: name_of(x)[-wide:] for x in range(first, end)}
        # Long names would run into each other: leave out every second one
        step = 2 if any(len(name) == wide for name in names.values()) else 1
        text = "".join(("" if x % step else name).center(wide) for x, name in names.items())
        return Strip([Segment(" " * self._gutter + text[cut : cut + self._seen.width], self._pale)])

    # The cursor

    def action_go(self, right: int, down: int) -> None:
        if self._leaning:
            self.point_at(*self._leaning.towards(self.cursor, right, down))
            return
        x = min(max(self.cursor[0] + right, 0), self.columns - 1)
        y = min(max(self.cursor[1] + down, 0), self.rows - 1)
        self.point_at(x, y)

    def action_leap(self, pages: int) -> None:
        self.action_go(0, pages * max(1, self._seen.height // self.cell_size[1] - 1))

    def action_touch(self) -> None:
        if self.name_here:
            self.touched(self.name_here)

    def point_at_choice(self) -> None:
        """Move the cursor to the nearest cell that can be chosen, unless it is on one or the board is large."""
        if not self.move_input or not self.is_small or self.move_input.may(self.name_here):
            return
        x, y = self.cursor
        places = [(across, down) for down in range(self.rows) for across in range(self.columns)]
        near = sorted(places, key=lambda place: (max(abs(place[0] - x), abs(place[1] - y)), -place[1], place[0]))
        found = (place for place in near if (cell := self._cell(*place)) and self.move_input.may(cell.name))
        self.point_at(*next(found, self.cursor))

    def point_at(self, x: int, y: int) -> None:
        """Move the cursor to a cell, and scroll as far as needed."""
        if (x, y) == self.cursor:
            return
        before = self.cursor
        self.cursor = x, y
        self._repaint(before[1])
        self._repaint(y)
        self._follow()

    def _centre(self) -> None:
        """Scroll until the cursor is in the middle, as far as the board goes."""
        (wide, high), seen, (x, y) = self.cell_size, self._seen, self.cursor
        across, down = self._left(x, y) + (wide - seen.width) // 2, y * high + (high - seen.height) // 2
        self.scroll_to(max(0, across), max(0, down), animate=False, force=True)

    def _follow(self) -> None:
        """Scroll until the cursor is visible."""
        (wide, high), seen, (x, y) = self.cell_size, self._seen, self.cursor
        left, top = self.scroll_offset.x, self.scroll_offset.y
        across = min(max(left, self._left(x, y) + wide - seen.width), self._left(x, y))
        down = min(max(top, (y + 1) * high - seen.height), y * high)
        if (across, down) != (left, top):
            self.scroll_to(across, down, animate=False, force=True)

    def at(self, x: int, y: int) -> tuple[int, int] | None:
        """The column and row of the cell at a position in the widget."""
        across, down = x - self._pad[0] - self._gutter, y - self._pad[1] - self._head
        if not (0 <= across < self._seen.width and 0 <= down < self._seen.height):
            return None
        if self._leaning:
            y = (down + self.scroll_offset.y) // self.cell_size[1]
            reach = across + self.scroll_offset.x
            hit = (x for x in self._leaning.row(y) if 0 <= reach - self._left(x, y) < self.cell_size[0])
            return next(((x, y) for x in hit), None)
        found = (across + self.scroll_offset.x) // self.cell_size[0], (down + self.scroll_offset.y) // self.cell_size[1]
        return found if found[0] < self.columns and found[1] < self.rows else None

    def on_click(self, event: events.Click) -> None:
        found = None if self._still else self.at(event.x, event.y)
        if found and self._cell(*found):
            self.point_at(*found)
            self.action_touch()
