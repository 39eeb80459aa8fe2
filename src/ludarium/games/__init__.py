"""The games, one folder each. A new game is a new folder here, or in a folder named by LUDARIUM_GAMES.

The package can be called: `ludarium.games()` lists the ids of all games.
"""

import os
import sys
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

from ..contract.errors import BadGame, BadOption
from ..contract.kind import Kind
from ..contract.quotation import quoted
from ..contract.uai import Uai
from .blame import watch_place
from .folders import PACKAGE, Folders, Problem, look
from .loading import load, load_outside

_failed: dict[str, BadGame] = {}  # the games that could not be loaded
_confined: Collection[str] | None = None  # the games that this process may load, if not all


def add_place(folder: str | Path) -> None:
    """Look for games in a folder too, also in the processes that this one starts."""
    place = str(Path(folder).resolve())
    if place not in __path__:
        __path__.append(place)
        watch_place(Path(place))
    named = [each for each in os.environ.get("LUDARIUM_GAMES", "").split(os.pathsep) if each]
    if place not in named:
        os.environ["LUDARIUM_GAMES"] = os.pathsep.join([*named, place])


def confine(wanted: Collection[str]) -> None:
    """Let this process load these games alone: rules that come from outside may fail in any way."""
    global _confined
    _confined = wanted


def all_folders() -> Folders:
    """The folders of all games, and those that are none, by names of files alone."""
    return look(__path__)


def outside() -> dict[str, Path]:
    """The folders of the games from outside the package, by their ids."""
    return {id: folder for id, folder in all_folders().games.items() if folder.parent != PACKAGE}


def ids() -> tuple[str, ...]:
    """The ids of all games, sorted; some may turn out not to be playable when they are loaded."""
    found = all_folders().games
    return tuple(sorted(id for id in found if _confined is None or id in _confined))


@cache
def kind(id: str) -> Kind:
    """The game with this id: BadOption if there is none, BadGame if its folder cannot be played as it is."""
    if id not in ids():
        for problem in all_folders().problems:
            if problem.id == id:
                raise BadGame(str(problem))
        raise BadOption(f"there is no game {quoted(id)}; there are {', '.join(ids())}")
    folder = all_folders().games[id]
    if folder.parent == PACKAGE:
        return load(__name__, folder)
    if id not in _failed:
        try:
            return load_outside(__name__, folder)
        except BadGame as error:
            _failed[id] = error
    raise _failed[id]


def kinds() -> Iterator[Kind]:
    """All games that can be loaded."""
    for id in ids():
        try:
            yield kind(id)
        except BadGame:
            continue  # `problems` says why


def problems() -> list[Problem]:
    """Why some folders are not among the games; loads all games."""
    found = all_folders()
    known = {kind.id for kind in kinds()}
    broken = [Problem(found.games[id], str(_failed[id])) for id in ids() if id not in known]
    return [*found.problems, *(Problem(folder, text.removeprefix(f"{folder}: ")) for folder, text in broken)]


def without_places(text: str) -> str:
    """A sentence about a folder without the place where it is, which is no business of a server's users."""
    for place in __path__:
        text = text.replace(f"{place}{os.sep}", "")
    return text


def has_program(id: str) -> bool:
    """Whether a game has a command program of its own; quicker than `kind(id).program`, which imports the game."""
    return any((Path(place) / id.replace("-", "_") / "program.py").is_file() for place in __path__)


def uai_of(found: Kind) -> Uai:
    """What UAI engines need to know of a game, or BadOption if they do not play it."""
    if found.uai is None:
        played = ", ".join(kind.id for kind in kinds() if kind.uai)
        raise BadOption(f"UAI engines play {played}, not {found.id}")
    return found.uai


class _Games(ModuleType):
    """A package that answers when it is called: `ludarium.games` is the package, `ludarium.games()` the list."""

    def __call__(self) -> tuple[str, ...]:
        return ids()


for _place in os.environ.get("LUDARIUM_GAMES", "").split(os.pathsep):
    if _place:
        add_place(_place)
sys.modules[__name__].__class__ = _Games
