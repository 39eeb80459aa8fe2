"""Many games at once: a 2-D array with a position a row, stepped by threads without the GIL."""

import os
from collections.abc import Callable
from typing import Any

import numpy as np

from ..contract.bits import mix
from ..contract.kind import Kind
from .arrays import Numbers, as_array, copy, generator, room_for_moves, thread_pool
from .compile import compiled, moves, outcome, play, register, share, turn
from .playouts import play_on


@compiled
def _moves(game: Any, rows: Any, out: Any, counts: Any) -> None:
    for i in range(rows.shape[0]):
        counts[i] = 0 if outcome(game, rows[i]) else moves(game, rows[i], out[i], 0)


@compiled
def _play(game: Any, rows: Any, chosen: Any) -> None:
    for i in range(rows.shape[0]):
        if not outcome(game, rows[i]):
            play(game, rows[i], chosen[i])


@compiled
def _look(game: Any, rows: Any, turns: Any, outcomes: Any, shares: Any) -> None:
    for i in range(rows.shape[0]):
        turns[i] = turn(game, rows[i])
        outcomes[i] = outcome(game, rows[i])
        for player in range(shares.shape[1]):
            shares[i, player] = share(game, rows[i], player) if outcomes[i] else 0


@compiled
def _play_on(game: Any, rows: Any, starts: Any, out: Any, random: Any, plies: int) -> int:
    ended = 0
    for i in range(rows.shape[0]):
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
        register(kind)
        self.kind = kind
        self.game = game
        self.threads = max(1, min(threads or os.cpu_count() or 1, size))
        # A game of chance gets a deal of its own in every row
        deals = (kind.rules.start(game, mix(seed, i)) for i in range(size if "seed" in kind.options else 1))
        self.starts = np.resize(np.array([as_array(row) for row in deals]), (size, len(kind.rules.start(game, 0))))
        self.rows = self.starts.copy()
        self._randoms = [generator(mix(seed, size + i)) for i in range(self.threads)]

    def legal_moves(self) -> tuple[Numbers, Numbers]:
        """The legal moves, a row a game, and how many of them count in each row: none of a game that is over."""
        out = np.zeros((len(self.rows), self.kind.rules.most_moves(self.game)), np.int64)
        counts = np.zeros(len(self.rows), np.int64)
        self._split(lambda part, _: _moves(self.game, self.rows[part], out[part], counts[part]))
        return out, counts

    def play(self, chosen: Numbers) -> None:
        """Make one legal move in each game; games that are over stay as they are."""
        chosen = np.asarray(chosen, np.int64)
        self._split(lambda part, _: _play(self.game, self.rows[part], chosen[part]))

    def look(self) -> tuple[Numbers, Numbers, Numbers]:
        """Whose turn it is, the outcome, and the players' shares (in thousandths), a row a game."""
        turns, outcomes = np.zeros((2, len(self.rows)), np.int64)
        shares = np.zeros((len(self.rows), self.kind.rules.players(self.game)), np.int64)
        self._split(lambda part, _: _look(self.game, self.rows[part], turns[part], outcomes[part], shares[part]))
        return turns, outcomes, shares

    def reset(self, which: Numbers) -> None:
        """Begin these games anew."""
        self.rows[which] = self.starts[which]

    def play_on(self, plies: int) -> int:
        """Play this many random moves in each game, beginning anew where one ends; returns how many ended."""

        def some(part: slice, i: int) -> int:
            out = room_for_moves(self.kind, self.game)
            return int(_play_on(self.game, self.rows[part], self.starts[part], out, self._randoms[i], plies))

        return sum(self._split(some))

    def _split(self, work: Callable[[slice, int], Any]) -> list[Any]:
        """Do the work on a part of the rows in each thread."""
        edges = [len(self.rows) * i // self.threads for i in range(self.threads + 1)]
        with thread_pool(self.threads) as (pool, _):
            return list(pool.map(lambda i: work(slice(edges[i], edges[i + 1]), i), range(self.threads)))
