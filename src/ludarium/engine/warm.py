"""Compiling ahead of time: everything that a game's faces will ask for."""

import threading
from collections.abc import Iterator, Sequence

from ..contract.kind import Kind
from . import engine
from .minds import mind


def warm_up(kinds: Sequence[Kind]) -> Iterator[tuple[int, int]]:
    """Compile for each kind in turn; says how many parts are done of how many."""
    parts = [part for kind in kinds for part in _parts(kind)]
    for done, (work, kind) in enumerate(parts, 1):
        work(kind)
        yield done, len(parts)


def _parts(kind: Kind) -> list[tuple]:  # type: ignore[type-arg]
    return [(_perft, kind), (_playouts, kind), (_mind, kind)]


def _perft(kind: Kind) -> None:
    options = next(iter(kind.variants()))
    game = kind.make(options)
    engine.perft(kind, game, kind.start(game, options), 2, threads=1)


def _playouts(kind: Kind) -> None:
    options = next(iter(kind.variants()))
    game = kind.make(options)
    engine.playouts(kind, game, kind.start(game, options), 1, limit=1)


def _mind(kind: Kind) -> None:
    options = next(iter(kind.variants()))
    game = kind.make(options)
    mind(kind, game).think(kind.start(game, options), nodes=1)


def in_background(kind: Kind) -> threading.Thread:
    """Get a game's mind ready while a person looks at the board; whoever must wait for it joins the thread."""
    thread = threading.Thread(target=_mind, args=(kind,), daemon=True, name=f"getting {kind.id} ready")
    thread.start()
    return thread
