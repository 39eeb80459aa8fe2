"""Gamma's own program at native speed."""

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


def _view(memory: Any) -> Numbers:
    """The memory as compiled code sees it."""
    return np.frombuffer(memory, getattr(memory, "typecode", "B"))
