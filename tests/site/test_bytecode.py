"""Bytecode for the browser is made once for the same modules."""

import os
from pathlib import Path

import pytest

from ludarium.site.archive import packed
from ludarium.site.bytecode import Archives, compiled

# Stands for node, whose work has tests of its own: it leaves the archives as they are, and a mark that it was there
NODE = """#!/bin/sh
here=$(dirname "$1")
cp "$here"/before/* "$here"/after/
echo once >> "$(dirname "$0")/calls"
"""


def test_modules_are_compiled_again_only_when_they_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    node, calls = tmp_path / "node", tmp_path / "calls"
    node.write_text(NODE)
    node.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("LUDARIUM_CACHE", str(tmp_path / "cache"))
    archives = Archives(packed({"a.py": b"A = 1"}), packed({"b.py": b"B = 1"}))
    for _ in range(2):
        assert compiled(archives, {"python": b"1"}) == archives
    assert calls.read_text().count("once") == 1
    (kept,) = (tmp_path / "cache" / "site").iterdir()
    kept.write_bytes(kept.read_bytes()[:-1])
    assert compiled(archives, {"python": b"1"}) == archives and calls.read_text().count("once") == 2
    other = archives._replace(house=packed({"a.py": b"A = 2"}))
    assert compiled(other, {"python": b"1"}) == other and calls.read_text().count("once") == 3
    compiled(other, {"python": b"2"})
    assert calls.read_text().count("once") == 4
