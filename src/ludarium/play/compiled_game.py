"""Games whose moves are made by compiled rules."""

from array import array
from typing import Any

from ..contract.kind import Kind
from ..contract.row import Row
from ..engine.code import game_code
from ..engine.rule_functions import make_move
from .game import Game


class CompiledGame(Game):
    """A game that makes its moves at native speed, for the replay of many games of the same kind.

    Plain rules make them where the code is not compiled yet, and where a position is a list, which is small, or so
    large that its changes are logged.
    """

    __slots__ = ("_code", "_make")

    def __init__(self, kind: Kind, position: str | None = None, **options: Any) -> None:
        super().__init__(kind, position, **options)
        row = self._history.own()
        self._code = game_code(kind, row.typecode) if isinstance(row, array) else None
        self._make = self._code.ready(make_move) if self._code else None

    @property
    def is_plain(self) -> bool:
        """Whether plain rules make its moves."""
        return self._make is None

    def await_code(self) -> None:
        """Wait until the code is compiled, for the games that come after this one, or cannot be."""
        if self._code:
            self._code.coming(make_move).exception()

    def _play(self, row: Row, number: int) -> None:
        if self._make:
            self._make(self.constants, row, number)
        else:
            super()._play(row, number)
