"""The Python of the site as one archive: the modules that the browser needs, and the chosen games with all their files.

The list is never written by hand: modules are found by following the imports of the house's home in the browser.
"""

import io
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

from ..contract.errors import LudariumError
from ..contract.kind import Kind
from .imports import Modules, imports

HOUSE = Path(__file__).parents[1]
NAME = HOUSE.name
GAMES = f"{NAME}.games"
HOME = HOUSE / "site" / "home"  # what answers requests in the browser
# Weights of nets and tables of endings, which plain Python is too slow for, and what the page loads itself
LEFT_OUT = ".net", ".endings", ".js", ".css", ".svg"
STAND_INS = {"msgspec": HOUSE / "site" / "msgspec_in_python"}  # packages in Python for those that are compiled
BROWSER = {"js", "pyodide", "pyodide_js"}  # what Python has in a browser alone
EARLIEST = (1980, 1, 1, 0, 0, 0)  # the date of all files, so that the same files give the same archive


class Archive:
    """The Python of a site with some games."""

    def __init__(self, kinds: Sequence[Kind]) -> None:
        self.folders = {kind.folder.name: kind.folder for kind in kinds}
        self.modules = Modules(self._source, self._is_package)
        start = [NAME, *self._start()]
        lacking = self.modules.lacking(start, self._is_there)
        if wrong := sorted(lacking.intersection(start)):
            raise LudariumError(f"{wrong[0]} imports what Python in a browser does not have")
        self.names = self.modules.needed(start, lacking)

    def _start(self) -> list[str]:
        home = [f"{NAME}.site.home.{file.stem}" for file in sorted(HOME.glob("*.py"))]
        games = [f"{GAMES}.{name}.{file.stem}" for name in self.folders for file in self._game_files(name, ".py")]
        return [*home, *games]

    def _game_files(self, name: str, ending: str = "") -> list[Path]:
        folder = self.folders[name]
        found = (file for file in sorted(folder.rglob("*")) if file.is_file() and file.name.endswith(ending))
        return [
            file
            for file in found
            if file.suffix not in LEFT_OUT
            and not any(part.startswith((".", "__pycache__")) for part in file.relative_to(folder).parts)
        ]

    def _file(self, name: str) -> Path | None:
        """The file of a module, if it is one of ours."""
        first, *rest = name.split(".")
        if first != NAME:
            return None
        place = HOUSE.joinpath(*rest)
        if rest[:1] == ["games"] and len(rest) > 1 and not (HOUSE / "games" / f"{rest[1]}.py").is_file():
            if rest[1] not in self.folders:
                return None
            place = self.folders[rest[1]].joinpath(*rest[2:])
        files = place.with_name(f"{place.name}.py"), place / "__init__.py"
        return next((file for file in files if file.is_file()), None)

    def _source(self, name: str) -> str | None:
        file = self._file(name)
        return file.read_text(encoding="utf-8") if file else None

    def _is_package(self, name: str) -> bool:
        file = self._file(name)
        return file is not None and file.name == "__init__.py"

    def _is_there(self, name: str) -> bool:
        first = name.partition(".")[0]
        return first in sys.stdlib_module_names or first in STAND_INS or first == NAME or first in BROWSER

    def foreign(self) -> set[str]:
        """The modules of others that are imported, such as those of the standard library."""
        names = {each.name for name in self.names for each in self.modules.imports(name)}
        for folder in STAND_INS.values():
            for file in folder.glob("*.py"):
                names |= {each.name for each in imports(file.read_text(encoding="utf-8"), "")}
        return {name for name in names if name.partition(".")[0] != NAME}

    def files(self) -> dict[str, bytes]:
        """All files by their paths in the archive."""
        found = dict[str, Path]()
        for name in self.names:
            file = self._file(name)
            assert file
            path = name.replace(".", "/")
            found[f"{path}/__init__.py" if file.name == "__init__.py" else f"{path}.py"] = file
        for name in self.folders:
            inside = f"{GAMES.replace('.', '/')}/{name}"
            for file in self._game_files(name):
                found[f"{inside}/{file.relative_to(self.folders[name]).as_posix()}"] = file
        for package, folder in STAND_INS.items():
            found |= {f"{package}/{file.name}": file for file in folder.glob("*.py")}
        return {path: found[path].read_bytes() for path in sorted(found)}


def packed(files: dict[str, bytes]) -> bytes:
    """Files as a zip archive, each as it is: the archive is compressed as a whole, which makes it smaller."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_STORED) as archive:
        for path, content in files.items():
            archive.writestr(zipfile.ZipInfo(path, EARLIEST), content)
    return data.getvalue()
