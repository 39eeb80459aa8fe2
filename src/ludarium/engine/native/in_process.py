"""Functions as numba itself runs and keeps them, where images cannot be made or run."""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from ...contract.kind import Kind
from .. import cache
from ..twins import constants_of
from .compiler import CompiledTwins, numba_type
from .signature import Array, Record, Rows, Type, signature_of
from .unit import functions_of


def numba_functions(kind: Kind, typecode: str, unit: str) -> dict[str, Callable[..., Any]]:
    """The functions of a unit by name, all of them compiled: no call waits for the compiler."""
    # numba looks only whether the file of a function has changed, and not those of the functions that it calls
    place = cache.folder() / f"numba-{cache.digest(kind)[:16]}"
    numba.config.CACHE_DIR = str(place)
    numba.config.CACHE_LOCATOR_CLASSES = "UserProvidedCacheLocator"
    twins = CompiledTwins(kind, no_cpython_wrapper=False, nogil=True)
    return {function.__name__: _function(kind, typecode, function, twins) for function in functions_of(unit)}


def _function(kind: Kind, typecode: str, function: Any, twins: CompiledTwins) -> Callable[..., Any]:
    signature = signature_of(function, constants_of(kind), typecode)
    twin = twins.of(function)
    native = twin if hasattr(twin, "overloads") else numba.njit(**twins.options)(twin)
    if _can_keep():
        native.enable_caching()
    native.compile(tuple(map(numba_type, signature.arguments)))

    def call(*arguments: Any) -> Any:
        pairs = zip(signature.arguments, arguments, strict=True)
        return native(*(_as_numba(type, value) for type, value in pairs))

    return call


def _can_keep() -> bool:
    try:
        cache.folder().mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return True


def _as_numba(type: Type, value: Any) -> Any:
    """An argument as numba takes it: its memory as an array of numpy's."""
    if isinstance(type, Record):
        return type.cls(*(_as_numba(field, part) for field, part in zip(type.fields, value, strict=True)))
    if not isinstance(type, Array):
        # A bool would be another type than was compiled
        return float(value) if type.typecode == "d" else int(value)
    if isinstance(value, Rows):
        return np.frombuffer(value.memory, type.typecode).reshape(len(value), value.width)
    return np.frombuffer(bytearray(value), "B") if isinstance(value, bytes) else np.asarray(value)
