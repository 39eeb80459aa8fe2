"""Why a game does not compile, in a sentence with the author's line: numba's own words take a hundred lines."""

import re
from pathlib import Path

from ...contract.kind import Kind
from ...contract.shape import Flaw

TYPES = {
    "none": "nothing",
    "NoneType": "nothing",
    "bool": "a truth value",
    "boolean": "a truth value",
    "unicode_type": "text",
}
_UNIFY = re.compile(r"Cannot unify (.+?) and (.+?) for '(\w+?)(?:\.\d+)?', defined at (.+?) \((\d+)\)", re.DOTALL)
_RETURN = re.compile(r"Can't unify return type from the following types: (.+)")
_ATTRIBUTE = re.compile(r"Unknown attribute '(\w+)' of type (\w+)")
_NO_CALL = re.compile(r"No implementation of function (?:Function\()?<(?:built-in function |function )(\w+)")
_FILE = re.compile(r'File "(.+?)", line (\d+)')
_BARE = re.compile(r"\x1b\[[0-9;]*m")


def explain(kind: Kind, error: Exception) -> str:
    """What is wrong, as `rules.py, line 12: ...`."""
    from ..compilable import flaws_of_compiling

    for flaw in flaws_of_compiling(kind):
        return str(flaw)
    text = _BARE.sub("", str(error))
    return str(_flaw(kind.folder, text)) if text else type(error).__name__


def _flaw(folder: Path, text: str) -> Flaw:
    file, line = _place(folder, text)
    if found := _UNIFY.search(text):
        first, then, name, path, number = found.groups()
        if Path(path).name == path or Path(path).is_relative_to(folder):
            file, line = Path(path).name, int(number)
        return Flaw(file, line, f"{name} is {_sort(first)} and later {_sort(then)}; a variable keeps one type")
    if found := _RETURN.search(text):
        sorts = " and ".join(dict.fromkeys(map(_sort, found[1].split(", "))))
        return Flaw(file, line, f"a function returns {sorts}; it returns one type on every way")
    if found := _ATTRIBUTE.search(text):
        return Flaw(file, line, f"compiled code knows no .{found[1]} of {_sort(found[2])}; use numbers and rows alone")
    if called := _NO_CALL.findall(text):  # the innermost comes last
        return Flaw(file, line, f"compiled code cannot call {called[-1]} with these values; write it out")
    words = [line.strip() for line in text.splitlines() if line.strip() and "Failed in" not in line]
    return Flaw(file, line, " ".join(words[0].split())[:200] if words else "it does not compile")


def _place(folder: Path, text: str) -> tuple[str, int]:
    """The innermost line of the game that the compiler names."""
    for path, line in reversed(_FILE.findall(text)):
        # numba shortens the paths of files below the working folder
        if (folder / Path(path).name).is_file() and (not Path(path).is_absolute() or Path(path).parent == folder):
            return Path(path).name, int(line)
    return "rules.py", 0


def _sort(numba_type: str) -> str:
    plain = re.sub(r"Literal\[(\w+)\].*", r"\1", numba_type.strip())
    if re.match(r"u?int\d*$", plain):
        return "a whole number"
    if re.match(r"float\d*$", plain):
        return "a real number"
    if plain.lower().startswith("array"):
        return "a row"
    if re.search(r"[Tt]uple", plain):
        return "a tuple"
    return TYPES.get(plain, plain)
