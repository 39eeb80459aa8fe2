"""Gamma's own program at native speed."""

from array import array
from types import FunctionType
from typing import Any

import numpy as np

from ..contract.kind import Row
from ..games.gamma import protocol
from ..games.gamma.layout import Gamma
from .engine import Numbers
from .jit import compiled, twins_of

_twin: Any = twins_of(protocol)["converse"]
_converse = compiled(FunctionType(_twin.__code__, _twin.__globals__, _twin.__name__))


def converse(game: Gamma, s: Row, talk: Row, text: bytes, out: bytearray, errors: bytearray) -> int:
    """`protocol.converse` over the same memory, so that a conversation can go over from one to the other anywhere."""
    return int(_converse(game, _view(s), _view(talk), _view(text), _view(out), _view(errors)))


def get_ready(numbers: str = "i") -> None:
    """Compile, or load what was compiled, for boards whose numbers have this type code."""
    talk, room = array("q", [0]) * protocol.TALK, bytearray(64)
    converse(Gamma(0, 0, 0, 0, 0), array(numbers, [0]), talk, b"\n", room, room[:])


def _view(memory: Any) -> Numbers:
    """The memory as compiled code sees it."""
    return np.frombuffer(memory, getattr(memory, "typecode", "B"))
