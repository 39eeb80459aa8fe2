"""Compiling ahead of time: everything that a game's faces will ask for."""

import threading
from collections.abc import Callable, Iterator, Sequence

from ..contract.kind import Kind
from . import perft
from .factory import make_searcher
from .tablebase import Tablebase, size_of


def warm_up(kinds: Sequence[Kind]) -> Iterator[tuple[int, int]]:
    """Compile for each kind in turn; says how many parts are done of how many."""
    parts = [part for kind in kinds for part in _parts(kind)]
    for done, (work, kind) in enumerate(parts, 1):
        work(kind)
        yield done, len(parts)


def _parts(kind: Kind) -> list[tuple[Callable[[Kind], None], Kind]]:
    parts = [_perft, _playouts, _mind]
    if any(size_of(kind, kind.make(options)) for options in kind.variants()):
        parts.append(_table)
    if kind.program:
        parts.append(_lines)
    return [(part, kind) for part in parts]


def _perft(kind: Kind) -> None:
    options = next(iter(kind.variants()))
    game = kind.make(options)
    perft.perft(kind, game, kind.start(game, options), 2, threads=1)


def _playouts(kind: Kind) -> None:
    options = next(iter(kind.variants()))
    game = kind.make(options)
    perft.playouts(kind, game, kind.start(game, options), 1, limit=1)


def _mind(kind: Kind) -> None:
    options = next(iter(kind.variants()))
    game = kind.make(options)
    make_searcher(kind, game).search(kind.start(game, options), nodes=1)


def _table(kind: Kind) -> None:
    """Solve what is small enough to be solved."""
    for options in kind.variants():
        Tablebase(kind, kind.make(options))


def _lines(kind: Kind) -> None:
    """The program that a game has of its own."""
    from .programs import get_ready

    assert kind.program
    options = next(iter(kind.variants()))
    game = kind.make(options)
    get_ready(kind.program, game, kind.start(game, options))


def in_background(kind: Kind) -> threading.Thread:
    """Get a game's mind ready while a person looks at the board; whoever must wait for it joins the thread."""
    thread = threading.Thread(target=_mind, args=(kind,), daemon=True, name=f"getting {kind.id} ready")
    thread.start()
    return thread
