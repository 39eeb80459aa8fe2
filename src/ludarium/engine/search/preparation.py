"""Compiling what the searcher of a game needs, before or while it searches."""

from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

from ...contract.errors import BadOption
from ...contract.kind import Kind
from ...contract.options import Whole
from ...contract.row import Row
from ..code import game_code
from ..memory import typecode_of
from ..native import cpu
from ..native.architecture import NotSelfContained
from ..native.compile_job import compile_beside
from ..native.files import find
from .exact.tablebase import TablebaseSearcher
from .factory import has_tablebase, searcher_class

MANY = 16  # times the usual number of players, or whatever else a game lets its players choose


def units_of_searcher(kind: Kind, game: Any, row: Row) -> list[tuple[str, str]]:
    """The units that the searcher of a game with rows like this one needs, each with the type of the rows."""
    typecode = typecode_of(row)
    found = [(typecode, searcher_class(kind, game).NEEDS[0].__module__)]
    return [*found, (typecode, TablebaseSearcher.NEEDS[0].__module__)] if has_tablebase(kind, game) else found


def units_of_searchers(kind: Kind) -> list[tuple[str, str]]:
    """The units that searchers of a game need, whatever its options are, each with the type of the rows."""
    games = (kind.make(options) for options in kind.variants())
    return list(dict.fromkeys(unit for game in (*games, *_extremes(kind)) for unit in _units_at_start(kind, game)))


def _units_at_start(kind: Kind, game: Any) -> list[tuple[str, str]]:
    return units_of_searcher(kind, game, kind.rules.start(game, 0))


def _extremes(kind: Kind) -> Iterator[Any]:
    """A game with few and with many of all that can be chosen freely: other searchers may play it then."""
    usual = next(iter(kind.variants()))
    for option in kind.options.values():
        if isinstance(option, Whole):
            for value in option.low, min(option.high, MANY * option.default):
                with suppress(BadOption):
                    yield kind.make({**usual, option.name: value})


def get_ready(kind: Kind, game: Any) -> "Future[Any]":
    """Load the code in the background, compiled if need be; it is done when that is there, or cannot be had."""
    return game_code(kind, typecode_of(kind.rules.start(game, 0))).coming(searcher_class(kind, game).NEEDS[0])


def is_compiled(kind: Kind, units: Iterable[tuple[str, str]]) -> bool:
    """Whether the code is there; where numba keeps it itself, it is left to the searches."""
    return not cpu.levels() or all(find(kind, *each) for each in units)


def compile_searcher(kind: Kind, units: Iterable[tuple[str, str]]) -> None:
    """Compile the code, unless that was done before. LudariumError if it cannot be compiled."""
    for typecode, unit in units:
        if cpu.levels() and not find(kind, typecode, unit):
            with suppress(NotSelfContained):  # then numba itself does, in each process that searches
                compile_beside(kind, typecode, [unit])
