"""Bytecode for the browser, made by the browser's own Python in node, so that a first visit does not have to compile.

Bytecode is larger than its source, so only the modules of the start are compiled, as `python -OO` does it.
"""

import hashlib
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from ...contract.errors import LudariumError
from ...engine import cache
from ..archive import packed

HERE = Path(__file__).parent
PROGRAMS = "compiler.mjs", "compiler.py"
NAMES = "ludarium.zip", "python_stdlib.zip"
PATIENCE = 180  # seconds; it takes about ten
CHECK = hashlib.sha256().digest_size


class Archives(NamedTuple):
    """The two archives of Python files that a site has."""

    house: bytes
    library: bytes


def compiled(archives: Archives, runtime: Mapping[str, bytes]) -> Archives:
    """The archives with bytecode; as they are on a machine without node, whose sites start slower."""
    node = shutil.which("node")
    if not node:
        return archives
    programs = {program: (HERE / program).read_bytes() for program in PROGRAMS}
    made_of = (*archives, *runtime.values(), *programs.values())
    key = hashlib.sha256(b"".join(hashlib.sha256(each).digest() for each in made_of)).hexdigest()
    file = cache.folder() / "site" / f"{key}.bytecode"
    found = _decode(cache.read(file) or b"")
    if found is None:
        found = _compile(node, archives, {**runtime, **programs})
        cache.keep(file, _encode(found))
    return found


def _compile(node: str, archives: Archives, files: Mapping[str, bytes]) -> Archives:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _write(folder, files)
        _write(folder / "before", dict(zip(NAMES, archives, strict=True)))
        _write(folder / "after", {})
        try:
            done = subprocess.run([node, folder / PROGRAMS[0]], capture_output=True, text=True, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            raise LudariumError(f"node did not compile the modules of the site within {PATIENCE} seconds") from None
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["it says nothing"])[-1]
            raise LudariumError(f"node could not compile the modules of the site: {last}")
        return Archives(*(packed(_files(folder / "after" / name)) for name in NAMES))


def _encode(archives: Archives) -> bytes:
    """Archives as they are kept between exports, since to compile them takes ten seconds: a checksum, and both."""
    content = len(archives.house).to_bytes(8, "little") + archives.house + archives.library
    return hashlib.sha256(content).digest() + content


def _decode(kept: bytes) -> Archives | None:
    """Archives that were kept; None if they are not there or damaged."""
    check, content = kept[:CHECK], kept[CHECK:]
    if not content or hashlib.sha256(content).digest() != check:
        return None
    end = 8 + int.from_bytes(content[:8], "little")
    return Archives(content[8:end], content[end:])


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    folder.mkdir(exist_ok=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)


def _files(archive: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(archive) as opened:
        return {path: opened.read(path) for path in sorted(opened.namelist())}
