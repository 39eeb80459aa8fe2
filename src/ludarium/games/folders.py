"""The folders of games: which there are, and what keeps a folder from being one."""

import keyword
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).parent
NEEDED = "rules.py", "board.py", "help.md"


class Problem(NamedTuple):
    """Why a folder is not among the games, in a sentence."""

    folder: Path
    text: str

    @property
    def id(self) -> str:
        """What the game would be called."""
        return id_of(self.folder)

    def __str__(self) -> str:
        return f"{self.folder}: {self.text}"


class Folders(NamedTuple):
    """The folders of all games by their ids, and those that are none as they are."""

    games: dict[str, Path]
    problems: list[Problem]


def id_of(folder: Path) -> str:
    """The id of the game in a folder."""
    return folder.name.replace("_", "-")


def look(places: Iterable[str]) -> Folders:
    """What there is in some places, by names of files alone: no game is loaded."""
    found = Folders({}, [])
    for place in map(Path, places):
        if (place / NEEDED[0]).is_file():
            found.problems.append(Problem(place, f"LUDARIUM_GAMES names a folder with games in it: {place.parent}"))
            continue
        try:
            folders = sorted(folder for folder in place.iterdir() if folder.is_dir())
        except OSError as error:
            found.problems.append(Problem(place, f"LUDARIUM_GAMES names it, and it cannot be read: {error.strerror}"))
            continue
        for folder in folders:
            if any((folder / file).is_file() for file in NEEDED[:2]):
                _add(folder, found)
    return found


def _add(folder: Path, found: Folders) -> None:
    missing = [file for file in NEEDED if not (folder / file).is_file()]
    there = found.games.get(id_of(folder))
    if problem := name_problem(folder.name):
        text = problem
    elif missing:
        text = f"it has no {' and no '.join(missing)}; a game needs {', '.join(NEEDED[:-1])} and {NEEDED[-1]}"
    elif there:
        where = "in the package" if there.parent == PACKAGE else f"in {there}"
        text = f"there is a game {id_of(folder)} already, {where}; give this folder another name"
    else:
        found.games[id_of(folder)] = folder
        return
    found.problems.append(Problem(folder, text))


def name_problem(name: str) -> str:
    """Why a folder with this name cannot hold a game, or an empty text."""
    if (PACKAGE / f"{name}.py").is_file():
        return f"the house has a module {name} of its own; call it {name}_game"
    if re.fullmatch("[a-z][a-z0-9_]*", name) and not keyword.iskeyword(name):
        return ""
    better = re.sub("[^a-z0-9]+", "_", name.lower()).strip("_")
    better = better if better[:1].isalpha() and not keyword.iskeyword(better) else f"game_{better}".strip("_")
    return f"a game's folder is named by small letters, digits and _, a letter first; call it {better}"
