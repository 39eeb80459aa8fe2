"""Undo: small positions are kept whole; of large ones, the numbers that each move overwrote."""

from array import array
from typing import Any

from ..contract.row import Row

LARGE = 2048  # numbers in a row, above which a copy a move would cost more than a log of what changed
ROW_BYTES, NUMBER_BYTES = 64, 20  # of a list or an array without its numbers, and of a number in a list


class Copies:
    """The row of a game in progress, and all rows before it."""

    __slots__ = ("_rows", "row")

    def __init__(self, row: Row) -> None:
        self.row = row
        self._rows: list[Row] = []

    def step(self) -> Row:
        """Keep the row as it is, and return a copy for the next move to change."""
        row = self.row
        self._rows.append(row)
        self.row = row = row[:]
        return row

    def back(self) -> None:
        """Restore the row of the last step()."""
        self.row = self._rows.pop()

    def own(self) -> Row | None:
        """The row, if it stands for this position alone; None if later moves change it in place."""
        return self.row

    def at(self, steps: int) -> Row:
        """The row after so many steps."""
        return self.row if steps == len(self._rows) else self._rows[steps]

    def first(self, steps: int) -> "Copies":
        """A history of its own with so many steps."""
        twin = Copies(self.at(steps))
        twin._rows = self._rows[:steps]
        return twin

    @property
    def size(self) -> int:
        """About how many bytes all rows take."""
        return (len(self._rows) + 1) * (ROW_BYTES + len(self.row) * getattr(self.row, "itemsize", NUMBER_BYTES))

    def copy(self) -> "Copies":
        return self.first(len(self._rows))


class _Logged(array):  # type: ignore[type-arg]
    """An array that logs what it overwrites."""

    places: "array[int]"
    values: "array[int]"

    def __setitem__(self, place: Any, value: Any) -> None:
        self.places.append(place)
        self.values.append(self[place])
        super().__setitem__(place, value)


class Log:
    """The row of a game in progress, and every number that a move overwrote."""

    __slots__ = ("_marks", "row")

    def __init__(self, row: "array[int]") -> None:
        self.row = _Logged(row.typecode, row)
        self.row.places, self.row.values = array("q"), array(row.typecode)
        self._marks: list[int] = []

    def step(self) -> Row:
        self._marks.append(len(self.row.places))
        return self.row

    def back(self) -> None:
        mark, row = self._marks.pop(), self.row
        for i in range(len(row.places) - 1, mark - 1, -1):
            array.__setitem__(row, row.places[i], row.values[i])
        del row.places[mark:], row.values[mark:]

    def own(self) -> Row | None:
        return None

    def at(self, steps: int) -> Row:
        return self.first(steps).row

    def first(self, steps: int) -> "Log":
        earlier = self.copy()
        while len(earlier._marks) > steps:
            earlier.back()
        return earlier

    @property
    def size(self) -> int:
        """About how many bytes the row and what was overwritten take."""
        row = self.row
        return len(row) * row.itemsize + len(row.places) * (row.places.itemsize + row.itemsize) + 36 * len(self._marks)

    def copy(self) -> "Log":
        twin = Log(self.row)
        twin.row.places, twin.row.values = self.row.places[:], self.row.values[:]
        twin._marks = self._marks[:]
        return twin


def history(row: Row) -> Copies | Log:
    """The history that suits a position of this size."""
    return Log(row) if isinstance(row, array) and len(row) > LARGE else Copies(row)
