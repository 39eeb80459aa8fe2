"""Arrows between the rooms go one way, and heavy things are imported late."""

import ast
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from .support.imports import modules_after
from .support.sources import nodes, words

HOUSE = Path(__file__).parents[1] / "src" / "ludarium"

# What each room may import of the house, besides itself.
MAY_IMPORT = {
    "contract": set[str](),
    "store": {"contract"},
    "games": {"contract"},
    "engine": {"contract", "games"},
    "protocol": {"contract"},
    "play": {"contract", "games", "engine", "protocol"},
    "lab": {"contract", "games", "engine", "play", "remote"},
    "collection": {"contract", "games", "engine", "play"},
    "envs": {"contract", "games", "engine", "play", "web"},
    "remote": {"contract", "games", "engine", "play", "protocol"},
    "shell": {"contract", "games", "engine", "play", "store"},
    "house": {"contract", "games", "engine", "play", "protocol", "shell", "store"},
    "web": {"contract", "games", "engine", "play", "protocol", "shell", "store", "house", "collection", ""},
    "site": {"contract", "games", "engine", "play", "protocol", "store", "house", "web", ""},
    "terminal": {
        "contract",
        "protocol",
        "games",
        "engine",
        "play",
        "shell",
        "lab",
        "collection",
        "remote",
        "store",
        "house",
        "web",
        "",
    }
    | {"site"},
    "": {"contract", "games", "play", "terminal"},
}


def room_of(file: Path) -> str:
    parts = file.relative_to(HOUSE).parts
    return parts[0] if len(parts) > 1 else ""


@cache
def imported_names(file: Path) -> set[str]:
    """The full names of all that a file imports: at the top, in functions, and for type checkers."""
    package = ["ludarium", *file.relative_to(HOUSE).parts[:-1]]
    names: set[str] = set()
    for node in nodes(file):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            names |= {f"{module}.{alias.name}" for alias in node.names}
    return names


def imported_rooms(file: Path) -> set[str]:
    """The packages whose modules a file imports, however it spells them."""
    names = imported_names(file)
    rooms = {name.split(".")[1] for name in names if name.startswith("ludarium.")}
    return {room if (HOUSE / room).is_dir() else "" for room in rooms}


def test_every_room_is_known() -> None:
    assert {room_of(file) for file in HOUSE.rglob("*.py")} == set(MAY_IMPORT)


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_arrows_go_one_way(room: str) -> None:
    for file in HOUSE.rglob("*.py"):
        if room_of(file) == room:
            wrong = imported_rooms(file) - MAY_IMPORT[room] - {room}
            assert not wrong, f"{file.relative_to(HOUSE)} imports {wrong}"


def imported_files(file: Path) -> set[Path]:
    """The files of ours that a file imports."""
    found = set()
    for name in imported_names(file):
        parts = name.split(".")[1:] if name.startswith("ludarium.") else []
        # `from .cache import folder` imports cache.py, `from . import cache` too
        for place in (HOUSE.joinpath(*parts), HOUSE.joinpath(*parts[:-1])) if parts else ():
            module = place.with_suffix(".py") if place.with_suffix(".py").is_file() else place / "__init__.py"
            if module.is_file():
                found.add(module)
                break
    return found - {file}


def circles(files: Iterable[Path]) -> list[list[str]]:
    """The groups of files that import each other, directly or over others."""
    arrows = {file: imported_files(file) for file in files}
    reached: dict[Path, set[Path]] = {}
    for start in arrows:
        seen, waiting = set[Path](), [start]
        while waiting:
            new = arrows.get(waiting.pop(), set()) - seen
            seen |= new
            waiting += new
        reached[start] = seen
    groups = {frozenset(other for other in reached[file] if file in reached[other]) for file in arrows}
    return [sorted(file.relative_to(HOUSE).as_posix() for file in group) for group in groups if group]


def test_no_file_imports_itself_over_others() -> None:
    assert circles(HOUSE.rglob("*.py")) == []


def test_a_game_knows_no_other_game() -> None:
    files = sorted((HOUSE / "games").glob("*/*.py"))
    assert files
    for file in files:
        for node in nodes(file):
            near = isinstance(node, ast.ImportFrom) and node.level == 2
            assert not near, f"{file} imports from the package of all games"
            named = isinstance(node, ast.Import | ast.ImportFrom) and "ludarium" in ast.unparse(node)
            assert not named, f"{file} imports by an absolute name"


GAMES = {folder.parent.name for folder in (HOUSE / "games").glob("*/rules.py")}

# Words that only one game uses.
TERMS = {"golden", "referee", "eggshell", "beetle"}

# Files whose examples name a game.
WITH_EXAMPLES = {"web/http/openapi.py"}


@pytest.mark.parametrize("room", ["contract", "engine"])
def test_what_is_below_the_games_names_none(room: str) -> None:
    for file in (HOUSE / room).rglob("*.py"):
        text = file.read_text(encoding="utf-8").lower().replace("-", "_")
        assert not {name for name in GAMES if name in text}, f"{file.name} knows a game by name"


def test_no_game_is_named_outside_its_folder() -> None:
    for file in HOUSE.rglob("*.py"):
        where = file.relative_to(HOUSE).as_posix()
        if not where.startswith("games/") and where not in WITH_EXAMPLES:
            text = "\n".join(words(file)).lower().replace("-", "_")
            assert not {name for name in GAMES | TERMS if name in text}, f"{where} knows a game by name"


def test_only_the_contract_looks_what_a_game_has() -> None:
    """Elsewhere an attribute that may be missing is not one of a game's modules."""
    for file in HOUSE.rglob("*.py"):
        if room_of(file) == "contract":
            continue
        for node in nodes(file):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("hasattr", "getattr"):
                probed = ast.unparse(node.args[0])
                modules = "rules", "board", "strategy", "program", "uai", "kind", "option"
                assert probed.rsplit(".")[-1] not in modules, f"{file.relative_to(HOUSE)} probes {probed}"


@pytest.mark.parametrize("file", sorted((HOUSE / "games").glob("*/*.py")), ids=lambda file: "/".join(file.parts[-2:]))
def test_rules_are_plain_python(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert "numba" not in text and "numpy" not in text
    if file.name != "board.py":
        for node in nodes(file):
            assert not (isinstance(node, ast.FunctionDef) and node.decorator_list), f"{file} has a decorator"


def test_the_library_plays_without_numba_and_numpy() -> None:
    play = (
        "import ludarium\nfor id in ludarium.games():\n    g = ludarium.new(id)\n    g.push(g.legal_moves[0]); g.pop()"
    )
    assert not modules_after(play) & {"numba", "numpy", "typer", "textual", "litestar"}


def test_help_is_quick_because_it_imports_little() -> None:
    ask = "import sys\nsys.argv = ['', '--help']\nfrom ludarium.terminal.cli import app\napp(standalone_mode=False)"
    assert not modules_after(ask) & {"numba", "numpy", "textual", "litestar", "sqlalchemy", "rich"}


def test_a_worker_imports_what_it_needs_for_a_move() -> None:
    imported = modules_after("import ludarium.web.workers.worker")
    assert not imported & {"numba", "numpy", "litestar", "sqlalchemy", "asyncio", "ludarium.shell.shell"}


# The tests themselves

TESTS = Path(__file__).parent
TEST_FILES = sorted(TESTS.rglob("*.py"))


def test_tests_mirror_the_packages() -> None:
    """Tests of a package, of tools/ and of examples/ stand in the folder of its name, those of everything here."""
    folders = {file.parent.relative_to(TESTS) for file in TEST_FILES if file.name.startswith("test_")}
    assert len(folders) > 5
    wrong = {folder for folder in folders - {Path("tools"), Path("examples")} if not (HOUSE / folder).is_dir()}
    assert not wrong, f"no package of these names is tested: {wrong}"


def test_tests_import_no_tests() -> None:
    """What tests share is in tests/support, fixtures are in conftest files."""
    for file in TEST_FILES:
        for node in nodes(file):
            modules = []
            if isinstance(node, ast.ImportFrom):
                modules = [node.module or "", *(alias.name for alias in node.names)]
            elif isinstance(node, ast.Import):
                modules = [alias.name for alias in node.names]
            parts = {part for module in modules for part in module.split(".")}
            assert not {part for part in parts if part.startswith("test_") or part == "conftest"}, file


def test_helpers_of_tests_are_no_fixtures() -> None:
    """Imported into two modules, a fixture would be two fixtures."""
    for file in (TESTS / "support").rglob("*.py"):
        for node in nodes(file):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert not any("fixture" in ast.unparse(mark) for mark in node.decorator_list), (file, node.name)
