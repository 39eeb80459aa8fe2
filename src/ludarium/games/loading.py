"""Loading the modules of a game. Of one from outside the package nothing is taken for granted."""

import importlib
import importlib.util
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, ModuleType
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from ..contract.errors import BadGame, BadOption
from ..contract.kind import Kind
from .blame import describe, failed_at
from .folders import id_of

if TYPE_CHECKING:
    from ..contract.shape import Flaw  # with ast and inspect, which no game of the package needs

LONGEST = 5.0  # seconds that the modules of a game may take to be imported
OPTIONAL = "strategy", "program", "uai"


class Modules(NamedTuple):
    """The modules of a game; some it may have or not."""

    rules: ModuleType
    board: ModuleType
    strategy: ModuleType | None
    program: ModuleType | None
    uai: ModuleType | None


class TookTooLong(BaseException):
    """Something has not returned in time. Not an Exception, which a game might catch."""


def load(package: str, folder: Path) -> Kind:
    """The game in a folder of the package."""
    return _kind(folder, _modules(package, folder))


def _kind(folder: Path, modules: Modules, is_outside: bool = False) -> Kind:
    rules, board, strategy, program, uai = modules
    return Kind(id_of(folder), rules, board, strategy, folder, program, uai, is_outside)


def _modules(package: str, folder: Path) -> Modules:
    name = f"{package}.{folder.name}"
    rules, board = importlib.import_module(f"{name}.rules"), importlib.import_module(f"{name}.board")
    strategy, program, uai = (_optional(f"{name}.{module}") for module in OPTIONAL)
    return Modules(rules, board, strategy, program, uai)


def load_outside(package: str, folder: Path) -> Kind:
    """The game in a folder outside the package, or BadGame with the first flaw that is found."""
    from ..contract.shape import flaws_of_shape

    for flaw in flaws_of_files(folder):
        raise BadGame(f"{folder}: {flaw}")
    modules = _import(package, folder)
    for flaw in flaws_of_shape(modules.rules, modules.board, modules.strategy):
        raise BadGame(f"{folder}: {flaw}")
    try:
        return _kind(folder, modules, is_outside=True)
    except BadOption as error:
        raise BadGame(f"{folder}: board.py: {error}") from None


def flaws_of_files(folder: Path) -> "Iterator[Flaw]":
    """What is wrong with the files of a game before they are run."""
    from ..contract.shape import flaws_of_help, flaws_of_source

    for file in sorted(folder.glob("*.py")):
        source = _read(file)
        yield from flaws_of_source(file.name, source) if isinstance(source, str) else [source]
    text = _read(folder / "help.md")
    yield from flaws_of_help(text) if isinstance(text, str) else [text]


def _read(file: Path) -> "str | Flaw":
    from ..contract.shape import Flaw

    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        return Flaw(file.name, 0, f"it cannot be read: {error.strerror}")
    except UnicodeDecodeError as error:
        line = file.read_bytes()[: error.start].count(b"\n") + 1
        return Flaw(file.name, line, "this is not text in UTF-8")


def _import(package: str, folder: Path) -> Modules:
    try:
        with limited(LONGEST):
            return _modules(package, folder)
    except TookTooLong as error:
        place = failed_at(error.__traceback__)
        where = f"{place.file}, line {place.line}" if place else "its import"
        raise BadGame(f"{folder}: {where}: this has not ended after {LONGEST:g} seconds") from None
    except (Exception, SystemExit) as error:
        place = failed_at(error.__traceback__)
        where = f"{place.file}, line {place.line}: " if place else ""
        raise BadGame(f"{folder}: {where}{describe(error)}") from error


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """TookTooLong after so many seconds; in the main thread, which alone gets signals."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _ring(number: int, frame: FrameType | None) -> NoReturn:
    raise TookTooLong


def _optional(name: str) -> ModuleType | None:
    """A module that a game may have or not."""
    return importlib.import_module(name) if importlib.util.find_spec(name) else None
