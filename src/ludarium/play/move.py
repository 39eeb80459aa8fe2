"""A move as the library hands it out: a number of the rules that knows its notation."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, overload

from ..contract.kind import Kind
from ..contract.row import Row


class Move:
    """A move of one game; `str()` is its notation."""

    __slots__ = ("before", "game", "kind", "legal_in", "number", "written")

    def __init__(
        self, kind: Kind, game: Any, number: int, legal_in: Row | None = None, before: Row | None = None
    ) -> None:
        self.kind = kind
        self.game = game
        self.number = number
        self.before = before  # the position in which it is made, where its notation depends on that
        self.written = ""  # as a player has written it, where it can be written in several ways
        self.legal_in = legal_in  # the row for which the rules listed it, so that it need not be looked up again

    def __str__(self) -> str:
        return self.written or self.kind.write(self.game, self.before or (), self.number)  # type: ignore[arg-type]

    def __repr__(self) -> str:
        return f"<Move {self}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self.number == other.number and self.kind is other.kind and self.game == other.game

    def __hash__(self) -> int:
        return hash(self.number)


class Moves(Sequence[Move]):
    """Some moves of one game, made into Move objects as they are looked at. Texts can be looked for too."""

    __slots__ = ("_before", "_first", "_game", "_kind", "_legal_in", "_numbers")

    def __init__(
        self,
        kind: Kind,
        game: Any,
        numbers: Sequence[int],
        legal_in: Row | None = None,
        before: Callable[[int], Row] | None = None,
        first: int = 0,
    ) -> None:
        """`before` gives the position of a move by its place, counted from `first` on; only where notation needs it."""
        self._kind = kind
        self._game = game
        self._numbers = numbers
        self._legal_in = legal_in
        self._before = before if kind.writes_by_position else None
        self._first = first

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> "Moves": ...
    def __getitem__(self, index: int | slice) -> "Move | Moves":
        if isinstance(index, slice):
            first = self._first + index.indices(len(self))[0]
            return Moves(self._kind, self._game, self._numbers[index], self._legal_in, self._before, first)
        return self._move(range(len(self))[index], self._numbers[index])

    def __iter__(self) -> Iterator[Move]:
        return (self._move(place, number) for place, number in enumerate(self._numbers))

    def _move(self, place: int, number: int) -> Move:
        before = self._before(self._first + place) if self._before else None
        return Move(self._kind, self._game, number, self._legal_in, before)

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            return any(str(each) == move for each in self)
        return isinstance(move, Move) and move.number in self._numbers and move in iter(self)

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, Sequence) else NotImplemented

    def __repr__(self) -> str:
        shown = ", ".join(map(str, self[:8]))
        return f"<{len(self)} moves: {shown}{', ...' if len(self) > 8 else ''}>"
