"""What is installed is known: versions with the hashes of their files, and a bill of materials."""

import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from ludarium.terminal.commands.bom import bill

from .support.tools import load_tool

ROOT = Path(__file__).parents[1]
lock = load_tool("lock")


@pytest.mark.parametrize("file", ["requirements.lock", "build.lock"])
def test_a_lock_names_the_versions_of_the_constraints(file: str) -> None:
    text = (ROOT / file).read_text("utf-8")
    wanted = lock.pinned("playing") | lock.pinned("testing")
    names = [*lock.pinned("playing")] if file == "requirements.lock" else [*lock.BUILDING]
    found = lock.read(text)
    assert {name: version for name, (version, _) in found.items()} == {
        name: wanted[name].partition("==")[2] for name in names
    }
    assert all(hashes for _, hashes in found.values())
    # Nothing else is in it, and no place that files come from
    lines = text.count("\n")
    assert lines == 1 + sum(1 + len(hashes) for _, hashes in found.values()) and "://" not in text


def test_what_building_needs_is_in_its_lock() -> None:
    """The build backend, and what it needs in turn."""
    (backend,) = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    needed, waiting = set[str](), [Requirement(backend)]
    while waiting:
        requirement = waiting.pop()
        if (name := canonicalize_name(requirement.name)) not in needed:
            needed.add(name)
            found = [Requirement(text) for text in distribution(name).requires or []]
            waiting += [each for each in found if not each.marker or each.marker.evaluate({"extra": ""})]
    assert needed == {*lock.BUILDING}


def test_pip_takes_a_lock_and_refuses_another_file(tmp_path: Path) -> None:
    """Installed without the index: the hash of a file that is none of those in the lock stops pip."""
    wheel = tmp_path / "idna-3.20-py3-none-any.whl"
    wheel.write_bytes(b"not what was tested")
    line = re.search(r"^idna==.*\\\n(?: +--hash.*\n)+", (ROOT / "requirements.lock").read_text("utf-8"), re.M)
    assert line
    (tmp_path / "one.lock").write_text(line[0])
    words = [sys.executable, "-m", "pip", "--isolated", "download", "--no-index", "--find-links", str(tmp_path)]
    words += ["--no-deps", "--require-hashes", "-r", str(tmp_path / "one.lock"), "-d", str(tmp_path / "out")]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode and "DO NOT MATCH THE HASHES" in done.stderr


# The bill


def test_the_bill_lists_every_package() -> None:
    done = subprocess.run([sys.executable, "-m", "ludarium", "admin", "bom"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert (found["bomFormat"], found["specVersion"], found["version"]) == ("CycloneDX", "1.5", 1)
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", found["serialNumber"])
    assert found["metadata"]["component"]["name"] == "ludarium" and found["metadata"]["timestamp"]
    components: list[dict[str, Any]] = found["components"]
    names = [each["name"] for each in components]
    assert names == sorted({*names}) and len({each["bom-ref"] for each in components}) == len(components)
    installed = {re.sub(r"[-_.]+", "-", each.metadata["Name"]).lower(): each.version for each in distributions()}
    del installed["ludarium"]
    assert {each["name"]: each["version"] for each in components} == installed
    for each in components:
        assert each["type"] == "library" and each["purl"] == f"pkg:pypi/{each['name']}@{each['version']}"
        for licence in each.get("licenses", []):
            assert [*licence] == ["expression"] or [*licence["license"]] == ["name"]
    # Nearly every package says what its licence is
    assert sum("licenses" in each for each in components) > 0.9 * len(components)


def made(folder: Path, metadata: str, direct_url: str = "") -> Distribution:
    folder.mkdir()
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\n{metadata}\n")
    if direct_url:
        (folder / "direct_url.json").write_text(direct_url)
    return Distribution.at(folder)


def test_licences_and_hashes_as_far_as_they_are_known(tmp_path: Path) -> None:
    hashes = json.dumps({"url": "file:///x", "archive_info": {"hashes": {"sha256": "ab", "md5": "cd"}}})
    packages = [
        made(tmp_path / "a-1.dist-info", "Name: A_a\nVersion: 1\nLicense-Expression: MIT OR Apache-2.0", hashes),
        made(tmp_path / "b-1.dist-info", "Name: b\nVersion: 1\nClassifier: License :: OSI Approved :: BSD License"),
        made(tmp_path / "c-1.dist-info", "Name: c\nVersion: 1\nLicense: as is"),
        made(tmp_path / "d-1.dist-info", "Name: d\nVersion: 1", "{}"),
    ]
    first, second, third, fourth = bill(packages)["components"]
    assert first["name"] == "a-a" and first["licenses"] == [{"expression": "MIT OR Apache-2.0"}]
    assert first["hashes"] == [{"alg": "SHA-256", "content": "ab"}]
    assert second["licenses"] == [{"license": {"name": "BSD License"}}]
    assert third["licenses"] == [{"license": {"name": "as is"}}]
    assert "licenses" not in fourth and "hashes" not in fourth
