"""What the documents show is run: Python sessions as doctests, shell commands as commands."""

import doctest
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

from .support.sites import HAS_RUNTIME

ROOT = Path(__file__).parents[1]
HOUSE = ROOT / "src" / "ludarium"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]

LONG = {"ludarium bench --quick"}  # looked at more closely in test_cli.py


def commands() -> list[str]:
    blocks = (block for page in PAGES for block in re.findall(r"```sh\n(.*?)```", page.read_text("utf-8"), re.S))
    lines = {line.partition(" #")[0].strip() for block in blocks for line in block.splitlines() if line.strip()}
    return sorted(lines - LONG)


# test_tutorial.py follows the tutorial, whose session needs its game
@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "tutorial.md"], ids=lambda page: page.name)
def test_sessions(page: Path) -> None:
    text = page.read_text(encoding="utf-8").replace("```", "")
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    failed, tried = doctest.DocTestRunner(optionflags=doctest.FAIL_FAST).run(test)
    assert not failed and (tried or page.name in ("CONTRIBUTING.md", "adding-a-game.md", "deployment.md", "page.md"))


def serve_and_end(command: list[str]) -> None:
    """A server tells where it is, and ends when it is asked to."""
    quiet = {**os.environ, "BROWSER": "true"}
    with subprocess.Popen(command, cwd=ROOT, env=quiet, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        assert server.stdout and server.stderr
        assert server.stdout.readline().startswith(b"Ludarium is at http://127.0.0.1:")
        server.send_signal(signal.SIGINT)
        assert (server.wait(), server.stderr.read()) == (0, b"")


@pytest.mark.parametrize("command", commands())
def test_commands(command: str) -> None:
    program, *words = shlex.split(command)
    assert program == "ludarium"
    if words[0] == "export" and not HAS_RUNTIME:
        pytest.skip("neither Pyodide nor npm is on this machine")
    whole = [sys.executable, "-m", "ludarium", *words]
    if "serve" in words or "--display" in words:
        serve_and_end(whole)
        return
    # What reads commands gets one, and then the end of its input
    done = subprocess.run(whole, cwd=ROOT, input="help\n", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "") and done.stdout


def test_links_lead_somewhere() -> None:
    links = [
        (page, link) for page in PAGES for link in re.findall(r"\]\((?!http)([^)#]+)", page.read_text(encoding="utf-8"))
    ]
    assert links and not [(page.name, link) for page, link in links if not (page.parent / link).exists()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_of_the_repository_name_what_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert {*re.findall(r"(?:^    |`)make (?:[A-Z]+=\S+ )?([a-z]+)", text, re.M)} <= {*targets}
    for place in re.findall(r"\btests/[\w./-]*\w", text):
        assert (ROOT / place).exists(), place


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "tutorial.md"], ids=lambda page: page.name)
def test_pages_name_files_that_are_there(page: Path) -> None:
    for name in re.findall(r"`((?:\w+/)+[\w.]+\.(?:py|js|ts|css|svg|md))`", page.read_text(encoding="utf-8")):
        assert any((folder / name).is_file() for folder in (ROOT, HOUSE, ROOT / "tests")), name


def test_the_architecture_lists_every_folder() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    sources = (file for ending in ("py", "js") for file in HOUSE.rglob(f"*.{ending}"))
    folders = {file.parent.relative_to(HOUSE).as_posix() for file in sources} - {"."}
    listed = set(re.findall(r"^\| `([\w/]+)/` \|", text, re.M))
    assert listed == {folder for folder in folders if not folder.startswith("games/")}


def test_every_make_target_is_explained() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"^([a-z]+):", makefile, re.M)
    assert "test" in targets and all(f"make {target} " in makefile for target in targets if target != "help")


def test_the_changelog_knows_this_version() -> None:
    import ludarium

    assert f"## {ludarium.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_citation_is_of_this_version() -> None:
    import ludarium

    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == ludarium.__version__ and citation["cff-version"] == "1.2.0"
    assert {"title", "authors", "message", "license"} <= citation.keys()
