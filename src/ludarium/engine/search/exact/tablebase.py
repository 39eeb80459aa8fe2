"""Exact play, by working back from the ends of a game: what every position is worth, and in how many plies.

A game that can number its positions contributes to its strategy.py

    positions(game) -> int            how many numbers there are; 0 for a variant with too many to be listed
    number(game, s) -> int            the number of a position in which the game goes on
    place(game, s, number) -> None    write the position with this number into a row

Not every number has to belong to a position that can be reached, as long as the rules can play on from it.
"""

import hashlib
import threading
from array import array
from collections.abc import MutableSequence, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeAlias

from ....contract.errors import LudariumError
from ....contract.kind import Kind
from ....contract.row import Row
from ... import cache
from ...code import compiled, game_code
from ...memory import as_array, copy, room_for_moves, typecode_of
from ...native.signature import Numbers, Rows
from ...rule_calls import moves, number, outcome, place, play, share, turn
from ..patience import Patience
from ..result import CERTAIN, SearchResult
from ..searcher import Searcher, Task

LARGEST = 1 << 26  # positions times moves that are tabulated at most; their successors fill 256 megabytes
LONGEST = 32_000  # plies to an end that are looked for at most

CHECK = 32  # bytes behind a table on disk that tell whether it is whole

# A successor is the number of a position, doubled, plus one where the same player moves again. Or it is one of these:
# no move at all, or the way in which the game ends for the player who moves.
NO_MOVE, LOSES, DRAWS, WINS = -1, -2, -3, -4

Successors: TypeAlias = Annotated[Rows, "i"]
Worths: TypeAlias = Annotated[MutableSequence[int], "h"]


def ending(game: Any, s: Row, player: int) -> int:
    """How a finished game ended for a player."""
    part = share(game, s, player)
    return DRAWS if part == 500 else WINS if part > 500 else LOSES


@compiled
def _survey(game: Any, successors: Successors, worth: Worths, s: Row, child: Row, out: Numbers) -> None:
    """Write down what can follow each position, and the worth of those that are ends."""
    for i in range(len(worth)):
        place(game, s, i)
        me, n = turn(game, s), 0
        if outcome(game, s):
            end = ending(game, s, me)
            worth[i] = 1 if end == WINS else -1 if end == LOSES else 0
        else:
            n = moves(game, s, out, 0)
        for j in range(n):
            copy(game, s, child)
            play(game, child, out[j])
            if outcome(game, child):
                successors[i][j] = ending(game, child, me)
            else:
                successors[i][j] = 2 * number(game, child) + (turn(game, child) == me)
        for j in range(n, len(successors[i])):
            successors[i][j] = NO_MOVE


def worth_after(successors: Successors, worth: Worths, i: int, j: int) -> int:
    """What the j-th move makes of position i for the player who makes it, as far as that is known."""
    to = successors[i][j]
    if to < 0:
        return 1 if to == WINS else -1 if to == LOSES else 0
    known = worth[to >> 1]
    return known if to & 1 else -known


@compiled
def _settle(game: Any, successors: Successors, worth: Worths, plies: int) -> int:
    """Find all positions that are won or lost in exactly so many plies, when those in fewer are known; how many are.

    What is found on the way is worth plies + 1 and decides nothing yet.
    """
    found = 0
    for i in range(len(worth)):
        if worth[i] != 0 or successors[i][0] == NO_MOVE:
            continue
        won, lost = False, True
        for j in range(len(successors[i])):
            if successors[i][j] == NO_MOVE:
                break
            after = worth_after(successors, worth, i, j)
            won = won or after == plies
            lost = lost and -plies <= after < 0
        if won or lost:
            worth[i] = plies + 1 if won else -plies - 1
            found += 1
    return found


class Fate(NamedTuple):
    """Whether the player to move wins (1), loses (-1) or can do neither (0), and in how many plies with best play."""

    sign: int
    plies: int

    @property
    def merit(self) -> tuple[int, int]:
        """Greater for the better of two: to win soon, else to hold, else to lose late."""
        return self.sign, -self.sign * self.plies


def size_of(kind: Kind, game: Any) -> int:
    """How many positions a game numbers; 0 if it has too many, or does not number them."""
    size = kind.positions(game)
    return size if size * kind.rules.most_moves(game) <= LARGEST else 0


class Tablebase:
    """All positions of one game, solved; kept on disk once that was done."""

    def __init__(self, kind: Kind, game: Any) -> None:
        self.kind, self.game = kind, game
        self.size = size_of(kind, game)
        self._worth = self._load() if self.size else array("h")

    def score(self, row: Row) -> Fate:
        """What a position is worth to the player to move."""
        if not self.size:
            raise LudariumError(f"{self.kind.id} has too many positions to know them all with these options")
        if self.kind.rules.outcome(self.game, row):
            part = self.kind.rules.share(self.game, row, self.kind.rules.turn(self.game, row))
            return Fate((part > 500) - (part < 500), 0)
        worth = self._worth[self.kind.number(self.game, row)]
        return Fate((worth > 0) - (worth < 0), max(abs(worth) - 1, 0))

    def after(self, row: Row, move: int) -> Fate:
        """What a move comes to for the player who makes it; it counts among the plies."""
        child = row[:]
        self.kind.rules.play(self.game, child, move)
        same = self.kind.rules.turn(self.game, child) == self.kind.rules.turn(self.game, row)
        sign, plies = self.score(child)
        return Fate(sign if same else -sign, plies + 1)

    def best(self, row: Row) -> list[int]:
        """The best moves, every one of them: those that win soonest, else hold, else lose latest."""
        merits = {move: self.after(row, move).merit for move in self.kind.legal_moves(self.game, row)}
        return [move for move, merit in merits.items() if merit == max(merits.values())]

    def _load(self) -> Worths:
        """The table from disk if it is there and sound, or else a new one."""
        folder = cache.folder()
        seal = hashlib.sha256(f"{cache.digest(self.kind)} {self.game!r} {self.size}".encode()).digest()
        file = folder / f"{self.kind.id}-{seal.hex()[:16]}.tablebase"
        worth = _read(file, seal, self.size)
        if worth is None:
            worth = self._solve()
            _write(file, seal, worth)
        return worth

    def _solve(self) -> Worths:
        """What every position is worth: plies to the end plus one, above zero if won, below if lost, 0 if neither."""
        code = game_code(self.kind, typecode_of(self.kind.rules.start(self.game, 0)))
        row, out = as_array(self.kind.rules.start(self.game, 0)), room_for_moves(self.kind, self.game)
        worth = array("h", [0]) * self.size
        # In one piece and of two dimensions, without an object for each row
        successors: Any = (
            memoryview(array("i", [0]) * (self.size * len(out))).cast("B").cast("i", (self.size, len(out)))
        )
        code.native(_survey)(self.game, successors, worth, row, row[:], out)
        settle = code.native(_settle)
        for plies in range(1, LONGEST):
            if not settle(self.game, successors, worth, plies):
                break
        return worth


def _read(file: Path, seal: bytes, size: int) -> Worths | None:
    """The table that a file holds; None if there is none, or if it is not as it was written for this very game."""
    try:
        with file.open("rb") as stream:
            content = stream.read(2 * size + CHECK + 1)
    except OSError:
        return None
    table, check = content[:-CHECK], content[-CHECK:]
    return array("h", table) if check == hashlib.sha256(seal + table).digest() and len(table) == 2 * size else None


def _write(file: Path, seal: bytes, worth: Worths) -> None:
    """Keep a table, followed by its checksum."""
    table = bytes(memoryview(worth))  # type: ignore[arg-type]
    cache.keep(file, table + hashlib.sha256(seal + table).digest())


class TablebaseSearcher(Searcher):
    """Perfect play from a tablebase. Until that is solved or loaded, another searcher plays.

    The same limits of nodes or plies find the same: a search that waits uses the tablebase, one that may not leaves it
    out, whether it is there or not. A score of the tablebase says who wins and when; the line is the rest of the game
    with best play.
    """

    NEEDS = (_survey, _settle)

    def __init__(self, kind: Kind, game: Any, meanwhile: Searcher) -> None:
        super().__init__(kind, game, threads=1)
        self._table: Future[Tablebase] | None = None
        self._lock = threading.Lock()  # a second table would wait behind the search that waits for it
        self._meanwhile = meanwhile
        self._row: Row = []
        self._legal: Sequence[int] = ()
        self._line: tuple[int, ...] = ()
        self._score = 0

    def get_ready(self) -> "Future[Any]":
        with self._lock:
            if self._table is None:
                self._table = self._pool.submit(Tablebase, self.kind, self.game)
            return self._table

    def forget(self) -> None:
        self._meanwhile.forget()

    def fulfil(self, task: Task) -> SearchResult:
        if task.patience == Patience.UNTIL_READY:
            self.wait_until_ready(task.cancel)
        elif task.is_counted:
            return self._meanwhile.fulfil(task)
        return super().fulfil(task)

    def _search(self, task: Task, *, natively: bool) -> SearchResult:
        if not natively:
            return self._meanwhile._search(task, natively=self._meanwhile.is_ready)
        return super()._search(task, natively=natively)

    def _begin(self, row: Row, legal: Sequence[int], nodes: int, banned: Sequence[int]) -> None:
        self._row, self._legal = row, legal

    def _run(self, thread: int, depth: int) -> None:
        assert self._table
        table, row, line = self._table.result(), list(self._row), list[int]()
        best = max(self._legal, key=lambda move: table.after(row, move).merit)
        sign, plies = table.after(row, best)
        self._score = sign * (CERTAIN - plies)
        while not self.kind.rules.outcome(self.game, row):
            line.append(table.best(row)[0] if line else best)
            self.kind.rules.play(self.game, row, line[-1])
            if not sign:
                break  # an undecided game may go on for ever
        self._line = tuple(line)

    def _found(self, seconds: float) -> SearchResult:
        return SearchResult(self._line[0], self._score, len(self._line), len(self._legal), seconds, self._line)
