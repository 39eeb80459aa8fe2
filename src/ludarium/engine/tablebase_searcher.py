"""The mind that need not think: every position of its game is solved, and it looks up what to do."""

from collections.abc import Sequence
from typing import Any

from ..contract.kind import Kind
from ..contract.row import Row
from .searcher import CERTAIN, Searcher, SearchResult
from .tablebase import Tablebase


class TablebaseSearcher(Searcher):
    """Perfect play from a table, which is solved when it is asked for the first time.

    A score says who wins and when, whatever the limits; the line is the rest of the game with best play.
    """

    def __init__(self, kind: Kind, game: Any) -> None:
        super().__init__(kind, game, threads=1)
        self._table: Tablebase | None = None
        self._row: Row = []
        self._legal: Sequence[int] = ()
        self._line: tuple[int, ...] = ()
        self._score = 0

    def _begin(self, row: Row, legal: Sequence[int], nodes: int, banned: Sequence[int]) -> None:
        self._row, self._legal = row, legal

    def _run(self, thread: int, depth: int) -> None:
        self._table = self._table or Tablebase(self.kind, self.game)
        table, row, line = self._table, list(self._row), list[int]()
        best = max(self._legal, key=lambda move: table.after(row, move).merit)
        sign, plies = table.after(row, best)
        self._score = sign * (CERTAIN - plies)
        while not self.kind.rules.outcome(self.game, row):
            line.append(table.best(row)[0] if line else best)
            self.kind.rules.play(self.game, row, line[-1])
            if not sign:
                break  # what is not decided may go round for ever
        self._line = tuple(line)

    def _found(self, seconds: float) -> SearchResult:
        return SearchResult(self._line[0], self._score, len(self._line), len(self._legal), seconds, self._line)
