"""Compiling ahead of time everything that a game needs."""

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context

from ..contract.kind import Kind
from ..games import kind as find
from .perft import perft
from .playouts import playouts
from .search.factory import make_searcher
from .search.tablebase import Tablebase, size_of


def warm_up(kinds: Sequence[Kind]) -> Iterator[tuple[int, int]]:
    """Compile everything, in a process for each processor; yields how many parts are done of how many."""
    parts = [(part, kind.id) for part in _PARTS for kind in kinds if _has(kind, part)]
    # New processes, not forks: a fork of a process with threads can hang
    with get_context("spawn").Pool(min(os.cpu_count() or 1, len(parts)), _ignore_interrupts) as pool:
        for done, _ in enumerate(pool.imap_unordered(_compile, parts), 1):
            yield done, len(parts)


def _ignore_interrupts() -> None:
    """Ctrl-C is for the main process, which then ends these."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _compile(part_and_id: tuple[str, str]) -> None:
    part, id = part_and_id
    _PARTS[part](find(id))


def _has(kind: Kind, part: str) -> bool:
    if part == "tablebase":
        return any(size_of(kind, kind.make(options)) for options in kind.variants())
    return part != "program" or kind.program is not None


def _perft(kind: Kind) -> None:
    options = next(iter(kind.variants()))
    game = kind.make(options)
    perft(kind, game, kind.start(game, options), 2, threads=1)


def _playouts(kind: Kind) -> None:
    options = next(iter(kind.variants()))
    game = kind.make(options)
    playouts(kind, game, kind.start(game, options), 1, limit=1)


def _searcher(kind: Kind) -> None:
    options = next(iter(kind.variants()))
    game = kind.make(options)
    make_searcher(kind, game).search(kind.start(game, options), nodes=1)


def _tablebase(kind: Kind) -> None:
    """Solve the variants that are small enough."""
    for options in kind.variants():
        Tablebase(kind, kind.make(options))


def _program(kind: Kind) -> None:
    """The game's own command program."""
    from .programs import get_ready

    assert kind.program
    options = next(iter(kind.variants()))
    game = kind.make(options)
    get_ready(kind.program, game, kind.start(game, options))


# The parts that take longest come first, so that all processes end at about the same time
_PARTS: dict[str, Callable[[Kind], None]] = {
    "searcher": _searcher,
    "tablebase": _tablebase,
    "program": _program,
    "perft": _perft,
    "playouts": _playouts,
}


def in_background(kind: Kind) -> threading.Thread:
    """Compile a game's searcher in another thread; a caller that needs it joins the thread."""
    thread = threading.Thread(target=_searcher, args=(kind,), daemon=True, name=f"warm up {kind.id}")
    thread.start()
    return thread
