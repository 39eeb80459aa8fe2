"""A game's own program at native speed: the `converse` of its program.py, compiled."""

from array import array
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from ..contract.program import Program
from ..contract.row import Row
from .arrays import Numbers
from .compile import compiled, twins_of


def converse_of(program: Program) -> Callable[..., int]:
    """`program.converse` over the same memory: a conversation can go over from one to the other anywhere."""
    module: Any = program
    return _compiled(module)


@cache
def _compiled(program: ModuleType) -> Callable[..., int]:
    native = compiled(twins_of(program)["converse"])

    def converse(game: Any, s: Row, talk: Row, text: bytes, out: bytearray, errors: bytearray) -> int:
        return int(native(game, _view(s), _view(talk), _view(text), _view(out), _view(errors)))

    return converse


def get_ready(program: Program, game: Any, s: Row) -> None:
    """Compile, or load what was compiled, for games and rows like these. Nothing is said, so both stay as they are."""
    talk, room = array("q", [0]) * program.TALK, bytearray(program.LONGEST)
    converse_of(program)(game, s, talk, b"", room, room[:])


def _view(memory: Any) -> Numbers:
    """The memory as compiled code sees it."""
    return np.frombuffer(memory, getattr(memory, "typecode", "B"))
