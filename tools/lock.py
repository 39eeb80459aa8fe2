"""Writes requirements.lock and build.lock: the versions of constraints.txt with the hashes of their files.

`python tools/lock.py` asks the package index that pip is configured for, once for each Python and processor that
Ludarium supports. requirements.lock holds what playing and serving need, build.lock what building a wheel needs;
`pip install --require-hashes --no-deps -r requirements.lock` then takes no other file than those that were tested.

It uses pip's reports instead of the index's own interface, so that proxies, mirrors and certificates are those of pip.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PYTHONS = "3.11", "3.12", "3.13"
MACHINES = "x86_64", "aarch64"
# Wheels for these and for older systems are taken by every Linux with glibc 2.28, such as Debian 10
GLIBC = "manylinux_2_28", "manylinux_2_27", "manylinux_2_26", "manylinux_2_24", "manylinux_2_17", "manylinux2014"
OLD_GLIBC = "manylinux_2_12", "manylinux2010", "manylinux_2_5", "manylinux1"  # x86_64 alone
BUILDING = "hatchling", "packaging", "pathspec", "pluggy", "tomlkit", "trove-classifiers"
HEAD = "# Made by tools/lock.py from constraints.txt: {}\n"


def pinned(heading: str) -> dict[str, str]:
    """The lines under a heading of constraints.txt, by the names of their packages."""
    section = (ROOT / "constraints.txt").read_text("utf-8").partition(f"# {heading}\n")[2].partition("\n\n")[0]
    return {canonicalize_name(Requirement(line).name): line for line in section.splitlines() if "==" in line}


def hashes(lines: list[str], python: str, machine: str) -> dict[str, str]:
    """The hash of the file that pip would install on such a machine, by package."""
    systems = [*GLIBC, *(OLD_GLIBC if machine == "x86_64" else ())]
    platforms = [word for system in systems for word in ("--platform", f"{system}_{machine}")]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed", "--no-deps"]
        command += ["--only-binary", ":all:", "--python-version", python, "--target", folder, *platforms]
        done = subprocess.run([*command, "--report", "-", *lines], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"pip finds no files for Python {python} on {machine}:\n{done.stderr[-1000:]}")
    return {canonicalize_name(each["metadata"]["name"]): _hash(each) for each in json.loads(done.stdout)["install"]}


def _hash(found: dict[str, Any]) -> str:
    return str(found["download_info"]["archive_info"]["hashes"]["sha256"])


def lock(lines: dict[str, str]) -> str:
    """The text of a lock file."""
    known: dict[str, set[str]] = {name: set() for name in lines}
    for python in PYTHONS:
        for machine in MACHINES:
            for name, value in hashes([*lines.values()], python, machine).items():
                known[name].add(value)
    return "".join(
        f"{lines[name]} \\\n" + " \\\n".join(f"    --hash=sha256:{value}" for value in sorted(known[name])) + "\n"
        for name in sorted(lines)
    )


def read(text: str) -> dict[str, tuple[str, set[str]]]:
    """The versions and hashes in the text of a lock file, by package."""
    found = re.findall(r"^(\S+)==(\S+) \\\n((?: +--hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", text, re.M)
    return {
        canonicalize_name(name): (version, {*re.findall(r"sha256:([0-9a-f]{64})", rest)})
        for name, version, rest in found
    }


def main() -> None:
    everything = pinned("playing") | pinned("testing")
    for file, lines, use in [
        ("requirements.lock", pinned("playing"), "what playing and serving need."),
        ("build.lock", {name: everything[name] for name in BUILDING}, "what building a wheel needs."),
    ]:
        (ROOT / file).write_text(HEAD.format(use) + lock(lines), "utf-8")
        print(f"{file}: {len(lines)} packages")


if __name__ == "__main__":
    main()
