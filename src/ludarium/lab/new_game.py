"""A new game: a folder with every file that a game may have, which plays at once."""

from pathlib import Path

from ..contract.errors import BadOption
from ..contract.quotation import quoted
from ..games import all_folders
from ..games.folders import id_of, name_problem

TEMPLATE = Path(__file__).parent / "template"
SUFFIX = ".txt"  # of the files here, so that no tool takes them for modules of this package


def write_game(name: str, place: Path) -> Path:
    """Write a game of this name into a folder of games, and return its own folder; BadOption if that cannot be."""
    plain = name.replace("-", "_")
    if problem := name_problem(plain):
        raise BadOption(f"{quoted(name)} cannot be the name: {problem}")
    folder = place / plain
    if id_of(folder) in all_folders().games:
        raise BadOption(f"there is a game {id_of(folder)} already; choose another name")
    if folder.exists():
        raise BadOption(f"{folder} is there already; choose another name, or move it away")
    words = folder.name.split("_")
    given = {
        "@ID@": id_of(folder),
        "@TITLE@": " ".join(words).capitalize(),
        "@CLASS@": "".join(word.capitalize() for word in words),
    }
    try:
        folder.mkdir(parents=True)
        for file in sorted(TEMPLATE.glob(f"*{SUFFIX}")):
            text = file.read_text(encoding="utf-8")
            for mark, value in given.items():
                text = text.replace(mark, value)
            (folder / file.name.removesuffix(SUFFIX)).write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadOption(f"{folder} cannot be written: {error.strerror}") from None
    return folder
