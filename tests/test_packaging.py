"""The package says truly what it needs and what it is; a wheel of it is tried in test_wheel.py."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.metadata import distribution, packages_distributions
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from .support.sources import nodes

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PLAYING: list[str] = PROJECT["dependencies"]
TESTING: list[str] = PROJECT["optional-dependencies"]["dev"]
BENCHMARKS: list[str] = PROJECT["optional-dependencies"]["bench"]
LEARNING: list[str] = PROJECT["optional-dependencies"]["lab"] + PROJECT["optional-dependencies"]["ray"]
ENVIRONMENTS: list[str] = PROJECT["optional-dependencies"]["openspiel"]  # with those of `envs`
COLLECTING: list[str] = PROJECT["optional-dependencies"]["database"]

# Used through another package or as a command, and so imported nowhere
ONLY_BY_OTHERS = {"hatchling", "mypy", "pip", "pytest-asyncio", "pytest-xdist", "ruff", "uvloop"}
OUR_OWN = {"ludarium", "tests", "benchmarks", "tools"}
PICTURES = {".png"}
WEIGHTS = ".net", ".endings"


def names(requirements: list[str]) -> set[str]:
    return {canonicalize_name(Requirement(text).name) for text in requirements}


@cache
def packages() -> Mapping[str, list[str]]:
    """The packages, by their names in an index, that a module comes from."""
    return packages_distributions()


@cache
def imported(folder: str) -> set[str]:
    """The packages, by their names in an index, that the files of a folder import themselves."""
    modules: set[str] = set()
    for file in (ROOT / folder).rglob("*.py"):
        for node in nodes(file):
            if isinstance(node, ast.Import):
                modules |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                modules.add(node.module.partition(".")[0])
    # Scripts that import each other, and packages beside them
    beside = {file.stem for file in (*(ROOT / folder).glob("*.py"), *(ROOT / folder).glob("*/"))}
    foreign = modules - OUR_OWN - beside - sys.stdlib_module_names
    return {canonicalize_name(packages().get(module, [module])[0]) for module in foreign}


IN_BROWSERS = {"pyodide"}  # what Python has where it runs in a browser, and nowhere else
FOR_GPUS = {"cupy"}  # its package has another name for each version of CUDA


@pytest.mark.parametrize(
    "folder, declared",
    [
        ("src", PLAYING + LEARNING + ENVIRONMENTS + COLLECTING),
        ("tests", PLAYING + TESTING + LEARNING),
        ("tools", PLAYING + TESTING),
        ("benchmarks", PLAYING + TESTING + BENCHMARKS),
    ],
)
def test_direct_imports_are_declared(folder: str, declared: list[str]) -> None:
    assert imported(folder) - names(declared) <= IN_BROWSERS | FOR_GPUS


def test_nothing_is_declared_that_is_not_imported() -> None:
    assert names(PLAYING + LEARNING + ENVIRONMENTS + COLLECTING) - imported("src") == ONLY_BY_OTHERS & names(PLAYING)
    # Tests need what collects games, and leave its import to the package
    assert names(TESTING) - imported("tests") == ONLY_BY_OTHERS & names(TESTING) | names(COLLECTING)


def test_every_requirement_has_a_lowest_and_a_highest_version() -> None:
    for text in PLAYING + TESTING + BENCHMARKS + LEARNING + COLLECTING:
        assert {part.operator for part in Requirement(text).specifier} == {">=", "<"}, text


# constraints.txt: under each heading all packages that are needed, so that pip need not look for dependencies


def pinned(heading: str) -> dict[str, str]:
    section = (ROOT / "constraints.txt").read_text("utf-8").partition(f"# {heading}\n")[2].partition("\n\n")[0]
    return {canonicalize_name(name): version for name, version in re.findall(r"^(\S+)==(\S+)$", section, re.M)}


def needed(requirements: list[str], extra: str = "") -> set[str]:
    """The requirements that hold on this machine, and what they need in turn."""
    found: set[str] = set()
    waiting = [(Requirement(text), extra) for text in requirements]
    seen: set[tuple[str, str]] = set()
    while waiting:
        requirement, extra = waiting.pop()
        if requirement.marker and not requirement.marker.evaluate({"extra": extra}):
            continue
        name = canonicalize_name(requirement.name)
        found.add(name)
        for wanted in ["", *requirement.extras]:
            if (name, wanted) not in seen:
                seen.add((name, wanted))
                waiting += [(Requirement(text), wanted) for text in distribution(name).requires or []]
    return found


def test_what_playing_needs_is_pinned_without_anything_else() -> None:
    assert set(pinned("playing")) == needed(PLAYING)


def test_what_testing_needs_besides_is_pinned_without_anything_else() -> None:
    assert set(pinned("testing")) == needed(TESTING) - needed(PLAYING)


def test_what_benchmarks_need_besides_is_pinned() -> None:
    assert set(pinned("benchmarks")) == names(BENCHMARKS)


def test_what_learning_needs_besides_is_pinned() -> None:
    assert set(pinned("learning")) == names(LEARNING)


def test_pinned_versions_are_allowed() -> None:
    versions = pinned("playing") | pinned("testing") | pinned("benchmarks") | pinned("learning")
    for text in PLAYING + TESTING + BENCHMARKS + LEARNING + ENVIRONMENTS + COLLECTING:
        requirement = Requirement(text)
        assert requirement.specifier.contains(versions[canonicalize_name(requirement.name)]), text


# What is in the repository


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in listed.split("\0") if name]


def unwanted(file: Path) -> str:
    """Why a file should not be in the repository, if there is a reason."""
    content = file.read_bytes()
    if len(content) >= (500_000 if file.suffix in WEIGHTS else 400_000):
        return "large"
    return "binary" if b"\0" in content and file.suffix not in (*PICTURES, *WEIGHTS) else ""


def test_nothing_large_and_nothing_binary_is_kept() -> None:
    files = tracked()
    assert files and {file: why for file in files if (why := unwanted(file))} == {}


def test_what_is_unwanted_is_seen(tmp_path: Path) -> None:
    for name, content, why in [
        ("games.db", b"SQLite format 3\0", "binary"),
        ("page.png", b"\x89PNG\0", ""),
        ("page.svg", b"<svg/>", ""),
        ("record.csv", b"1,red,0,0\n" * 40_000, "large"),
    ]:
        (tmp_path / name).write_bytes(content)
        assert unwanted(tmp_path / name) == why


def test_what_is_made_is_ignored() -> None:
    made = ["games.db", "dist/a.whl", "build/a", "site/a", "src/a/__pycache__/a.pyc", ".mypy_cache/a", ".ruff_cache/a"]
    ignored = subprocess.run(["git", "check-ignore", *made], cwd=ROOT, capture_output=True, text=True).stdout
    assert ignored.split() == made


# Checks that others run


def test_hooks_before_a_commit_need_nothing_from_elsewhere() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    assert {repository["repo"] for repository in hooks["repos"]} == {"local"}
    lines = [hook["entry"] for repository in hooks["repos"] for hook in repository["hooks"]]
    for tool in ("ruff check", "ruff format", "mypy", "tsc"):
        assert any(tool in line for line in lines), tool
    assert all(line.startswith(".venv/") for line in lines)


def test_the_hosted_check_runs_make_test() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "test.yml").read_text("utf-8"))
    job = workflow["jobs"]["test"]
    assert "make test" in [step.get("run") for step in job["steps"]]
    versions = [f"Programming Language :: Python :: {version}" for version in job["strategy"]["matrix"]["python"]]
    assert versions == [line for line in PROJECT["classifiers"] if re.search(r"Python :: 3\.\d+$", line)]


def test_the_metadata_is_complete() -> None:
    import ludarium

    for field in ("description", "readme", "license", "license-files", "authors", "keywords", "classifiers"):
        assert PROJECT[field], field
    assert distribution("ludarium").version == ludarium.__version__
