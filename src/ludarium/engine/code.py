"""The code of a game: the functions of the engine, plain or at native speed.

Native code comes from a file, or is compiled in a process beside this one, which is what takes long. Until it is there
the plain functions do the same, over the same memory.
"""

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from functools import cache, partial
from typing import Any

from ..contract.errors import BadGame, LudariumError
from ..contract.kind import Kind
from .native import cpu, files
from .native.architecture import NotSelfContained
from .native.image import Image
from .native.loader import LoadedCode, NativeFunction, Refused
from .native.signature import signature_of
from .native.unit import compiled as compiled
from .native.unit import entry_name, functions_of
from .twins import constants_of, plain_twins

Function = Callable[..., Any]
Functions = Mapping[str, Function]


class GameCode:
    """The functions of the engine for one game, with rows of one type."""

    def __init__(self, kind: Kind, typecode: str) -> None:
        self._kind, self._typecode = kind, typecode
        self._lock = threading.Lock()
        self._units: dict[str, Future[Functions]] = {}

    def plain(self, function: Function) -> Function:
        """A function in plain Python."""
        wrapped: Any = getattr(function, "__wrapped__", function)
        plain: Function = plain_twins(self._kind).of(wrapped)
        return plain

    def native(self, function: Function) -> Function:
        """A function at native speed; compiles it if need be. LudariumError if it cannot be compiled."""
        return self.coming(function).result()[function.__name__]

    def ready(self, function: Function) -> Function | None:
        """A function at native speed, if it is there; if not, it is being compiled from now on."""
        coming = self.coming(function)
        if not coming.done() or coming.exception():
            return None
        return coming.result()[function.__name__]

    def coming(self, function: Function) -> "Future[Functions]":
        """The functions of a unit, which are there already or are being compiled."""
        unit = function.__module__
        with self._lock:
            if unit not in self._units:
                self._units[unit] = self._find(unit)
            return self._units[unit]

    def _find(self, unit: str) -> "Future[Functions]":
        found: Future[Functions] = Future()
        if not cpu.can_compile():
            found.set_exception(LudariumError("there is no compiler here; the game is played in plain Python"))
            return found
        with_numba = not cpu.levels()
        image = None if with_numba else files.find(self._kind, self._typecode, unit)
        if image:
            try:
                found.set_result(self._load(unit, image))
                return found
            except Refused:
                with_numba = True
        threading.Thread(target=self._compile, args=(unit, with_numba, found), daemon=True).start()
        return found

    def _compile(self, unit: str, with_numba: bool, found: "Future[Functions]") -> None:
        try:
            found.set_result(self._with_numba(unit) if with_numba else self._beside(unit))
        except BaseException as error:
            found.set_exception(error)

    def _beside(self, unit: str) -> Functions:
        from .native.compile_job import compile_beside

        try:
            return self._load(unit, compile_beside(self._kind, self._typecode, [unit]))
        except (NotSelfContained, Refused):
            return self._with_numba(unit)

    def _load(self, unit: str, image: Image) -> Functions:
        code = LoadedCode(image)
        constants = constants_of(self._kind)
        return {
            each.__name__: code.function(
                entry_name(each), signature_of(each, constants, self._typecode), self._failure()
            )
            for each in functions_of(unit)
        }

    def _failure(self) -> BadGame | None:
        """The error of compiled rules that are checked while they run."""
        if not self._kind.is_outside:
            return None
        what = "listed more moves than most_moves says, or read or wrote beside a row"
        return BadGame(f"{self._kind.folder}: compiled rules {what}; `ludarium check {self._kind.id}` finds where")

    def _with_numba(self, unit: str) -> Functions:
        from .native.in_process import numba_functions

        return numba_functions(self._kind, self._typecode, unit)


def bind(function: Function, *arguments: Any) -> Callable[[], Any]:
    """A call of a function, plain or native, with these arguments: quicker where it is made many times."""
    return function.bind(*arguments) if isinstance(function, NativeFunction) else partial(function, *arguments)


@cache
def game_code(kind: Kind, typecode: str = "q") -> GameCode:
    """The code of a game with rows of this type."""
    return GameCode(kind, typecode)
