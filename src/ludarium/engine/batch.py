"""Many games at once: a 2-D array with a position a row, stepped by threads without the GIL."""

import os
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from ..contract.bits import mix
from ..contract.kind import Kind
from .code import compiled, game_code
from .memory import as_array, copy, generator, room_for_moves, thread_pool
from .native.signature import Grid, Numbers, Rows
from .playouts import play_on
from .rule_calls import moves, outcome, play, share, turn

NumpyArray = npt.NDArray[Any]


@compiled
def _moves(game: Any, rows: Rows, out: Grid, counts: Numbers) -> None:
    for i in range(len(rows)):
        counts[i] = 0 if outcome(game, rows[i]) else moves(game, rows[i], out[i], 0)


@compiled
def _play(game: Any, rows: Rows, chosen: Numbers) -> None:
    for i in range(len(rows)):
        if not outcome(game, rows[i]):
            play(game, rows[i], chosen[i])


@compiled
def _look(game: Any, rows: Rows, turns: Numbers, outcomes: Numbers, shares: Grid) -> None:
    for i in range(len(rows)):
        turns[i] = turn(game, rows[i])
        outcomes[i] = outcome(game, rows[i])
        for player in range(len(shares[i])):
            shares[i][player] = share(game, rows[i], player) if outcomes[i] else 0


@compiled
def _play_on(game: Any, rows: Rows, starts: Rows, out: Numbers, random: Numbers, plies: int) -> int:
    ended = 0
    for i in range(len(rows)):
        left = plies
        while left > 0:
            left -= play_on(game, rows[i], out, random, left)
            if outcome(game, rows[i]):
                copy(game, starts[i], rows[i])
                ended += 1
    return ended


class Batch:
    """`size` games of one kind side by side. `rows` holds the positions, one a row."""

    def __init__(self, kind: Kind, game: Any, size: int, *, seed: int = 0, threads: int | None = None) -> None:
        self.kind = kind
        self.game = game
        self.threads = max(1, min(threads or os.cpu_count() or 1, size))
        # A game of chance gets a deal of its own in every row
        deals = (kind.rules.start(game, mix(seed, i)) for i in range(size if "seed" in kind.options else 1))
        self.starts = np.resize(np.array([as_array(row) for row in deals]), (size, len(kind.rules.start(game, 0))))
        self.rows = self.starts.copy()
        self._code = game_code(kind, as_array(kind.rules.start(game, 0)).typecode)
        self._randoms = [generator(mix(seed, size + i)) for i in range(self.threads)]

    def legal_moves(self) -> tuple[NumpyArray, NumpyArray]:
        """The legal moves, a row a game, and how many of them count in each row: none of a game that is over."""
        out = np.zeros((len(self.rows), self.kind.rules.most_moves(self.game)), np.int64)
        counts = np.zeros(len(self.rows), np.int64)
        list_all = self._code.native(_moves)
        self._split(lambda part, _: list_all(self.game, self.rows[part], out[part], counts[part]))
        return out, counts

    def play(self, chosen: NumpyArray) -> None:
        """Make one legal move in each game; games that are over stay as they are."""
        chosen = np.ascontiguousarray(chosen, np.int64)
        make = self._code.native(_play)
        self._split(lambda part, _: make(self.game, self.rows[part], chosen[part]))

    def look(self) -> tuple[NumpyArray, NumpyArray, NumpyArray]:
        """Whose turn it is, the outcome, and the players' shares (in thousandths), a row a game."""
        turns, outcomes = np.zeros((2, len(self.rows)), np.int64)
        shares = np.zeros((len(self.rows), self.kind.rules.players(self.game)), np.int64)
        look = self._code.native(_look)
        self._split(lambda part, _: look(self.game, self.rows[part], turns[part], outcomes[part], shares[part]))
        return turns, outcomes, shares

    def reset(self, which: NumpyArray) -> None:
        """Begin these games anew."""
        self.rows[which] = self.starts[which]

    def play_on(self, plies: int) -> int:
        """Play this many random moves in each game, beginning anew where one ends; returns how many ended."""

        go_on = self._code.native(_play_on)

        def some(part: slice, i: int) -> int:
            out = room_for_moves(self.kind, self.game)
            return int(go_on(self.game, self.rows[part], self.starts[part], out, self._randoms[i], plies))

        return sum(self._split(some))

    def _split(self, work: Callable[[slice, int], Any]) -> list[Any]:
        """Do the work on a part of the rows in each thread."""
        edges = [len(self.rows) * i // self.threads for i in range(self.threads + 1)]
        with thread_pool(self.threads) as (pool, _):
            return list(pool.map(lambda i: work(slice(edges[i], edges[i + 1]), i), range(self.threads)))
