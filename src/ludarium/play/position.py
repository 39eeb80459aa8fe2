"""A game as analysis sees it."""

from typing import Any, Protocol

from ..contract.kind import Kind
from ..contract.row import Row
from .move import Move, Moves
from .outcome import Outcome


class Position(Protocol):
    """What a search needs to know of a game; `Game` has it all."""

    @property
    def kind(self) -> Kind: ...

    @property
    def constants(self) -> Any: ...

    @property
    def row(self) -> Row: ...

    @property
    def legal_moves(self) -> Moves: ...

    def outcome(self) -> Outcome | None: ...


def move_in(position: Position, number: int) -> Move:
    """A move that is legal in a position."""
    before = position.row[:] if position.kind.writes_by_position else None
    return Move(position.kind, position.constants, number, before=before)
