"""Compiling ahead of time everything that a game needs."""

import threading
from collections.abc import Callable, Iterator, Sequence

from ..contract.kind import Kind
from .perft import perft
from .playouts import playouts
from .search.factory import make_searcher
from .search.tablebase import Tablebase, size_of


def warm_up(kinds: Sequence[Kind]) -> Iterator[tuple[int, int]]:
    """Compile for each kind in turn; yields how many parts are done of how many."""
    parts = [part for kind in kinds for part in _parts(kind)]
    for done, (work, kind) in enumerate(parts, 1):
        work(kind)
        yield done, len(parts)


def _parts(kind: Kind) -> list[tuple[Callable[[Kind], None], Kind]]:
    parts = [_perft, _playouts, _searcher]
    if any(size_of(kind, kind.make(options)) for options in kind.variants()):
        parts.append(_tablebase)
    if kind.program:
        parts.append(_program)
    return [(part, kind) for part in parts]


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


def in_background(kind: Kind) -> threading.Thread:
    """Compile a game's searcher in another thread; a caller that needs it joins the thread."""
    thread = threading.Thread(target=_searcher, args=(kind,), daemon=True, name=f"warm up {kind.id}")
    thread.start()
    return thread
