"""Units: the functions of one module, which are compiled together. An image has one unit, or all units of a game."""

import importlib
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any, TypeVar

_F = TypeVar("_F", bound=Callable[..., Any])

ALL = "all"  # stands for all units of a game in the name of an image


class Compiled:
    """Marks a function of the engine that is called from Python, compiled for each game."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.__wrapped__ = function
        self.__name__ = function.__name__
        self.__module__ = function.__module__
        self.__doc__ = function.__doc__


def compiled(function: _F) -> _F:
    """Mark a function: `game_code(kind, typecode)` has it for a game, at native speed or plain.

    Its annotations say what it takes. All functions that it calls are compiled with it.
    """
    return Compiled(function)  # type: ignore[return-value]


def entry_name(function: Callable[..., Any]) -> str:
    """What a function is called in an image."""
    return f"{function.__module__}.{function.__name__}"


def name_of(units: Sequence[str]) -> str:
    """What an image with these units is called."""
    return units[0] if len(units) == 1 else ALL


def functions_of(unit: str) -> list[FunctionType]:
    """The functions of a module that are compiled; of a game's program, the one that converses."""
    module: Any = importlib.import_module(unit)
    found: list[Any] = [value.__wrapped__ for value in vars(module).values() if isinstance(value, Compiled)]
    return [function for function in found if function.__module__ == unit] or [module.converse]
