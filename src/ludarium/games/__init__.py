"""The games, one folder each. A new game is a new folder here, or in a folder named by LUDARIUM_GAMES.

The package can be called: `ludarium.games()` lists the ids of all games.
"""

import importlib
import importlib.util
import os
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

from ..contract.errors import BadOption
from ..contract.kind import Kind
from ..contract.quotation import quoted
from ..contract.uai import Uai

__path__.extend(folder for folder in os.environ.get("LUDARIUM_GAMES", "").split(os.pathsep) if folder)


def folders() -> tuple[str, ...]:
    """Where games are looked for."""
    return tuple(__path__)


def ids() -> tuple[str, ...]:
    """The ids of all games, sorted."""
    folders = (rules.parent for place in __path__ for rules in Path(place).glob("*/rules.py"))
    whole = {folder.name for folder in folders if all((folder / file).is_file() for file in ("board.py", "help.md"))}
    return tuple(sorted(name.replace("_", "-") for name in whole))


@cache
def kind(id: str) -> Kind:
    """The game with this id, or BadOption."""
    if id not in ids():
        raise BadOption(f"there is no game {quoted(id)}; there are {', '.join(ids())}")
    name = f"{__name__}.{id.replace('-', '_')}"
    rules, board = importlib.import_module(f"{name}.rules"), importlib.import_module(f"{name}.board")
    strategy, program, uai = (_optional(f"{name}.{module}") for module in ("strategy", "program", "uai"))
    return Kind(id, rules, board, strategy, Path(str(rules.__file__)).parent, program, uai)


def has_program(id: str) -> bool:
    """Whether a game has a command program of its own; quicker than `kind(id).program`, which imports the game."""
    return any((Path(place) / id.replace("-", "_") / "program.py").is_file() for place in __path__)


def uai_of(found: Kind) -> Uai:
    """What UAI engines need to know of a game, or BadOption if they do not play it."""
    if found.uai is None:
        played = ", ".join(id for id in ids() if kind(id).uai)
        raise BadOption(f"UAI engines play {played}, not {found.id}")
    return found.uai


def _optional(name: str) -> ModuleType | None:
    """A module that a game may have or not."""
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


class _Games(ModuleType):
    """A package that answers when it is called: `ludarium.games` is the package, `ludarium.games()` the list."""

    def __call__(self) -> tuple[str, ...]:
        return ids()


sys.modules[__name__].__class__ = _Games
