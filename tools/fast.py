"""Compiled functions of tools, which work on arrays."""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy.typing as npt
from numba import njit

Array = npt.NDArray[Any]

Function = TypeVar("Function", bound=Callable[..., Any])


def fast(function: Function) -> Function:
    """The function compiled, so that several threads can run it."""
    compiled: Function = njit(nogil=True)(function)
    return compiled
