"""Compiling ahead of time everything that a game needs."""

import importlib
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from ..contract.kind import Kind
from ..games import kind as find
from .arrays import as_array, room_for_moves
from .batch import Batch
from .bench import rules_fingerprint
from .compile import key_and_turn, list_moves, make_move, scores_and_shares
from .perft import perft
from .playouts import playouts
from .search.factory import make_searcher


def warm_up(kinds: Sequence[Kind], work: Callable[[str], None] | None = None) -> Iterator[tuple[int, int]]:
    """Compile everything, in a process for each processor; yields how many games are done of how many.

    One process compiles all parts of a game, which share most of its code. `work` compiles a game; by default what
    players and commands use.
    """
    # Games with more code come first, so that all processes end at about the same time
    order = sorted(kinds, key=lambda kind: -_size(kind))
    # New processes, not forks: a fork of a process with threads can hang
    with get_context("spawn").Pool(min(os.cpu_count() or 1, len(order)), _ignore_interrupts) as pool:
        for done, _ in enumerate(pool.imap_unordered(work or compile_game, [kind.id for kind in order]), 1):
            yield done, len(order)


def _size(kind: Kind) -> int:
    """The bytes of a game's sources."""
    rules = importlib.import_module(kind.rules.__name__)  # type: ignore[attr-defined]
    return sum(source.stat().st_size for source in Path(str(rules.__file__)).parent.glob("*.py"))


def _ignore_interrupts() -> None:
    """Ctrl-C is for the main process, which then ends these."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def compile_game(id: str) -> None:
    """Compile what players and commands use of a game."""
    kind = find(id)
    for part in _PARTS:
        part(kind)


def _searcher(kind: Kind) -> None:
    options = next(iter(kind.variants()))
    game = kind.make(options)
    make_searcher(kind, game).search(kind.start(game, options), nodes=1)


def _searchers(kind: Kind) -> None:
    """Every sort of searcher that a variant needs; solve the variants that are small enough."""
    for options in kind.variants():
        game = kind.make(options)
        make_searcher(kind, game).search(kind.start(game, options), nodes=1)


def _walks(kind: Kind) -> None:
    options = next(iter(kind.variants()))
    game = kind.make(options)
    row = kind.start(game, options)
    perft(kind, game, row, 2, threads=1)
    playouts(kind, game, row, 1, limit=1)
    batch = Batch(kind, game, 1, threads=1)
    moves, _ = batch.legal_moves()
    batch.play(moves[:, 0])
    batch.look()
    batch.play_on(1)


def _program(kind: Kind) -> None:
    """The game's own command program."""
    from .programs import get_ready

    if kind.program:
        options = next(iter(kind.variants()))
        game = kind.make(options)
        get_ready(kind.program, game, kind.start(game, options))


def _rules(kind: Kind) -> None:
    """The rules one call at a time, and what the fingerprint is made of."""
    options = next(iter(kind.variants()))
    game = kind.make(options)
    row, players = as_array(kind.start(game, options)), kind.rules.players(game)
    out = room_for_moves(kind, game)
    scores_and_shares(game, row, *np.zeros((2, players), np.int64))
    key_and_turn(game, row)
    list_moves(game, row, out)
    make_move(game, row, int(out[0]))
    rules_fingerprint(kind)


_PARTS = _searchers, _walks, _program, _rules


def in_background(kind: Kind) -> threading.Thread:
    """Compile a game's searcher in another thread; a caller that needs it joins the thread."""
    thread = threading.Thread(target=_searcher, args=(kind,), daemon=True, name=f"warm up {kind.id}")
    thread.start()
    return thread
