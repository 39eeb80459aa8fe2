"""Compiling what the searcher of a game needs, before or while it searches."""

from concurrent.futures import Future
from typing import Any

from ...contract.kind import Kind
from ..code import game_code
from ..memory import typecode_of
from ..native import cpu
from ..native.compile_job import compile_beside
from ..native.files import find
from .factory import has_tablebase, searcher_class
from .tablebase import TablebaseSearcher


def units_of_searcher(kind: Kind, game: Any) -> list[tuple[str, str]]:
    """The units that the searcher of a game needs, each with the type of the rows."""
    typecode = typecode_of(kind.rules.start(game, 0))
    found = [(typecode, searcher_class(kind, game).NEEDS[0].__module__)]
    return [*found, (typecode, TablebaseSearcher.NEEDS[0].__module__)] if has_tablebase(kind, game) else found


def get_ready(kind: Kind, game: Any) -> "Future[Any]":
    """Load the code in the background, compiled if need be; it is done when that is there, or cannot be had."""
    return game_code(kind, typecode_of(kind.rules.start(game, 0))).coming(searcher_class(kind, game).NEEDS[0])


def is_compiled(kind: Kind, game: Any) -> bool:
    """Whether the code is there; where numba keeps it itself, it is left to the searches."""
    return not cpu.levels() or all(find(kind, *each) for each in units_of_searcher(kind, game))


def compile_searcher(kind: Kind, game: Any) -> None:
    """Compile the code, unless that was done before. LudariumError if it cannot be compiled."""
    for typecode, unit in units_of_searcher(kind, game):
        if cpu.levels() and not find(kind, typecode, unit):
            compile_beside(kind, typecode, [unit])
