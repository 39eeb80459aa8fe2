"""Compiling ahead of time everything that a game needs."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress

from ..contract.kind import Kind
from . import actions, batch, bench, perft, playouts, rule_functions
from .memory import typecode_of
from .native.architecture import NotSelfContained
from .native.compile_job import CompileJob
from .native.files import find
from .net import listing
from .search.preparation import units_of_searchers

# The modules whose functions are compiled for every game, besides its searchers and its program.
UNITS = [module.__name__ for module in (perft, playouts, batch, rule_functions, bench, actions)]


def units_of(kind: Kind) -> list[tuple[str, str]]:
    """What players and commands use of a game: units, each with the type of the rows."""
    found = dict.fromkeys(units_of_searchers(kind))
    options = next(iter(kind.variants()))
    usual = typecode_of(kind.start(kind.make(options), options))
    found |= dict.fromkeys((usual, unit) for unit in UNITS)
    if kind.has_features:
        found[usual, listing.__name__] = None
    if kind.program:
        found[typecode_of(kind.program.no_board()[1]), kind.program.converse.__module__] = None
    return list(found)


def parts_of(kinds: Sequence[Kind]) -> list[tuple[Kind, str, list[str]]]:
    """What is compiled together: all units that a game has with rows of one type, since they share most of their code.

    Games with more code come first, so that processes which compile them end at about the same time.
    """
    found = dict[tuple[Kind, str], list[str]]()
    for kind in sorted(kinds, key=_size, reverse=True):
        for typecode, unit in units_of(kind):
            found.setdefault((kind, typecode), []).append(unit)
    return [(kind, typecode, wanted) for (kind, typecode), wanted in found.items()]


def warm_up(kinds: Sequence[Kind]) -> Iterator[tuple[int, int]]:
    """Compile everything that was not compiled yet, on all processors; yields how many parts are done of how many."""
    jobs = list[CompileJob]()

    def make(kind: Kind, typecode: str, units: Sequence[str]) -> None:
        if not all(find(kind, typecode, unit) for unit in units):
            job = CompileJob(kind, typecode, units)
            jobs.append(job)
            with suppress(NotSelfContained):  # then numba itself has kept the code
                job.wait()

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        parts = [pool.submit(make, *part) for part in parts_of(kinds)]
        try:
            yield 0, len(parts)
            for done, part in enumerate(as_completed(parts), 1):
                part.result()
                yield done, len(parts)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for job in jobs:
                job.stop()


def _size(kind: Kind) -> int:
    """The bytes of a game's sources."""
    return sum(source.stat().st_size for source in kind.folder.glob("*.py"))
