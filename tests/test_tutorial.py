"""The tutorial is followed: its files are written, its commands are run, its session is a doctest, in its order."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from .support.tutorial import FILE, PAGE

COMMANDS = re.compile(r"^```console\n(?P<commands>.*?)^```$", re.MULTILINE | re.DOTALL)
SESSION = re.compile(r"^```python\n(?P<session>>>> .*?)^```$", re.MULTILINE | re.DOTALL)


def steps() -> Iterator[re.Match[str]]:
    text = PAGE.read_text(encoding="utf-8")
    found = [match for pattern in (FILE, COMMANDS, SESSION) for match in pattern.finditer(text)]
    yield from sorted(found, key=re.Match.start)


def run(commands: str, home: Path) -> None:
    """Run what stands behind each $, and compare what it prints with the lines below; ... stands for any."""
    shell = f'ludarium() {{ "{sys.executable}" -m ludarium "$@"; }}\nset -e\n'
    for part in re.split(r"^\$ ", commands, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        done = subprocess.run(["bash", "-c", shell + command], cwd=home, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, ""), command
        pattern = r"(.*\n)?".join(map(re.escape, re.split(r"^\.\.\.\n", expected, flags=re.MULTILINE)))
        pattern = pattern.replace(re.escape("..."), ".*")
        assert re.fullmatch(pattern, done.stdout, re.DOTALL), (command, done.stdout)


def test_the_tutorial_leads_to_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDARIUM_GAMES", str(tmp_path / "games"))
    for step in steps():
        found = step.groupdict()
        if "text" in found:
            (tmp_path / found["name"]).write_text(found["text"], encoding="utf-8")
        elif "commands" in found:
            run(found["commands"], tmp_path)
        else:
            # In a process of its own: this one has found its games already
            (tmp_path / "session.txt").write_text(found["session"], encoding="utf-8")
            session = [sys.executable, "-m", "doctest", "session.txt"]
            done = subprocess.run(session, cwd=tmp_path, capture_output=True, text=True, check=False)
            assert (done.stdout, done.returncode) == ("", 0)
