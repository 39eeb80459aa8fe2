"""Twins: the functions of the engine for one game.

A function of the engine calls `play(game, s, move)` without knowing a game. Its twin is the same code, and finds the
game's own `play` in the place of that name. There are two sorts: plain twins, which run as they are, and those for the
compiler, which are marked for numba and have arrays in the places of lists.
"""

import importlib
from abc import ABC, abstractmethod
from functools import cache
from types import FunctionType, ModuleType
from typing import Any, get_type_hints

from ..contract.kind import Kind
from . import defaults, rule_calls

ENGINE = __name__.rpartition(".")[0]


def constants_of(kind: Kind) -> type:
    """The class of a game's constants."""
    return get_type_hints(kind.rules.turn)["game"]  # type: ignore[no-any-return]


class Twins(ABC):
    """The twins of one game, made as they are asked for."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self._globals: dict[str, dict[str, Any]] = {}

    @abstractmethod
    def make(self, function: FunctionType) -> Any:
        """A twin from a copy of a function."""

    @abstractmethod
    def of_game(self, function: FunctionType) -> Any:
        """The twin of a function of the game, or of a default that the game does without."""

    def of(self, function: FunctionType) -> Any:
        """The twin of a function of the engine."""
        return self.module(importlib.import_module(function.__module__))[function.__name__]

    def module(self, module: ModuleType) -> dict[str, Any]:
        """The globals of a module, its functions replaced by their twins."""
        if module.__name__ in self._globals:
            return self._globals[module.__name__]
        twins = self._globals[module.__name__] = dict(vars(module))
        for name, value in vars(module).items():
            function = getattr(value, "__wrapped__", value)
            if isinstance(function, FunctionType) and function.__module__ == module.__name__:
                twins[name] = self.make(FunctionType(function.__code__, twins, name, function.__defaults__))
        for name, value in vars(module).items():
            function = getattr(value, "__wrapped__", value)
            if not isinstance(function, FunctionType) or function.__module__ == module.__name__:
                twins[name] = self.constant(twins[name])
            elif function.__module__ == rule_calls.__name__:
                twins[name] = self.rule(function.__name__)
            elif self.has_twins(function.__module__):
                twins[name] = self.of(function)
        return twins

    def has_twins(self, module: str) -> bool:
        return module.startswith(ENGINE + ".")

    def constant(self, value: Any) -> Any:
        """A global that is no function, as twins want it."""
        return value

    def rule(self, name: str) -> Any:
        """The twin of the game's own function for this call of the rules, or of what stands for it."""
        if name == "never_noisy":
            return self.of(defaults.no if self.kind.has_noisy_moves else defaults.yes)  # type: ignore[arg-type]
        if name == "count_moves" and not self.kind.counts_moves:
            return self.of(defaults.count_by_listing)  # type: ignore[arg-type]
        if name == "moves" and self.kind.is_outside:
            return self.of(defaults.bounded_moves)  # type: ignore[arg-type]
        return self.of_game(self.kind.function("moves" if name == "own_moves" else name))  # type: ignore[arg-type]


class PlainTwins(Twins):
    """Twins that run as they are. The game's own functions need none."""

    def make(self, function: FunctionType) -> Any:
        return function

    def of_game(self, function: FunctionType) -> Any:
        return function


@cache
def plain_twins(kind: Kind) -> PlainTwins:
    return PlainTwins(kind)
