"""The page's modules: which may import which, what they may not name, and where their types come from."""

import posixpath
import re
from graphlib import CycleError, TopologicalSorter

import pytest

import ludarium
from ludarium.web.http.static import FOLDER, game_sources

from .support.tools import load_tool

LONGEST = 400  # lines of a module
# What the modules of each folder may import, besides their own
MAY_IMPORT = {
    "server": set[str](),
    "core": {"server"},
    "board": {"core", "server"},
    "pages": {"core", "server", "board"},
    "table": {"core", "server", "board", "pages"},
    "": {"core", "server", "board", "pages", "table"},
    "games": {""},
}
SERVERS = "board_svg.py", "bundle.py", "static.py"  # what draws and serves the page
# Words of single games, which the page draws and says without knowing them
TERMS = "golden", "gold", "yellow", "referee", "beetle", "egg", "chip", "eggshell", "shot"


def modules() -> dict[str, str]:
    """The text of all modules and type declarations, by the path under which they are served."""
    own = {path.relative_to(FOLDER).as_posix(): path for path in FOLDER.rglob("*") if path.suffix in (".js", ".ts")}
    found = own | {name: path for name, path in game_sources().items() if name.endswith(".js")}
    return {name: path.read_text(encoding="utf-8") for name, path in found.items()}


def imports() -> dict[str, set[str]]:
    """The modules that each module imports, those that it needs only for their types included."""
    found = modules()
    graph = {}
    for name, text in found.items():
        paths = re.findall(r'(?:from |import |import\()"(\.\.?/[\w./-]+)\.js"', text)
        stems = {posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) for path in paths}
        graph[name] = {f"{stem}.js" if f"{stem}.js" in found else f"{stem}.d.ts" for stem in stems}
        assert graph[name] <= set(found), f"{name} imports {graph[name] - set(found)}"
    return graph


def folder_of(name: str) -> str:
    return name.split("/")[0] if "/" in name else ""


def test_no_module_imports_itself_over_others() -> None:
    graph = imports()
    assert len(graph["table/table.js"]) > 10, "imports are found"
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"these modules import each other: {' -> '.join(error.args[1])}")


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_arrows_between_folders_go_one_way(folder: str) -> None:
    for name, imported in imports().items():
        if folder_of(name) == folder:
            wrong = {each for each in imported if folder_of(each) not in MAY_IMPORT[folder] | {folder}}
            assert not wrong, f"{name} imports {wrong}"


def test_page_modules_of_games_use_the_page_api_alone() -> None:
    games = {name: imported for name, imported in imports().items() if folder_of(name) == "games"}
    assert len(games) == len(ludarium.games()) and all(each == {"page_api.js"} for each in games.values())


def test_every_folder_is_known() -> None:
    assert {folder_of(name) for name in modules()} == set(MAY_IMPORT)


def test_modules_are_short() -> None:
    long = {name: count for name, text in modules().items() if (count := text.count("\n")) > LONGEST}
    assert {*long} <= {"server/protocol.d.ts"}, long


def test_the_page_names_no_game() -> None:
    words = [*TERMS, *(form for id in ludarium.games() for form in (id, id.replace("-", "_"), id.replace("-", " ")))]
    named = re.compile(rf"(?<![a-z])(?:{'|'.join(words)})s?(?![a-z])", re.IGNORECASE)
    files = [path for path in FOLDER.rglob("*") if path.is_file()] + [FOLDER.parent / "http" / name for name in SERVERS]
    assert len(files) > 50
    for path in files:
        found = named.search(path.read_text(encoding="utf-8"))
        assert not found, f"{path.name} names {found[0] if found else ''}"


def test_the_types_of_the_page_are_those_of_the_protocol() -> None:
    tool = load_tool("page_types")
    written = (FOLDER / "server" / "protocol.d.ts").read_text(encoding="utf-8")
    assert written == tool.type_script(), "python tools/page_types.py writes them again"
