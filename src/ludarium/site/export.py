"""Writes the house as a static site: the page, the chosen games, Python for the browser, and a service worker."""

import gzip
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from .. import __version__
from ..contract.errors import LudariumError
from ..contract.kind import Kind
from . import runtime
from .archive import Archive, packed
from .bytecode import Archives, compiled
from .page import ICONS, MANIFEST, SERVICE_WORKER, STATIC, client_files, digest, manifest, page, service_worker
from .standard_library import smaller
from .told import ask, drawings_of, files_of

MARKER = "ludarium-site.json"  # in every exported folder: the version, and the files that an export may replace
INDEX = "index.html"
DRAWINGS = "ludarium/site/home/drawings.json"  # in the archive of Python files
STEPS = 6
LARGE = 50_000  # bytes of a file that is named when sizes are told


class Step(NamedTuple):
    """How far an export is; the files by their paths come with the last step."""

    done: int
    of: int
    files: dict[str, bytes]


def export(folder: Path, kinds: Sequence[Kind], runtime_path: Path | None = None) -> Iterator[Step]:
    """Write the site into a folder, step by step. Nothing is written before everything is known to be right."""
    before = _earlier(folder)
    yield Step(0, STEPS, {})
    python = runtime.read(runtime_path)
    yield Step(1, STEPS, {})
    client = client_files(kinds)
    archive = Archive(kinds)
    yield Step(2, STEPS, {})
    library = smaller(python["python_stdlib.zip"], archive.foreign())
    yield Step(3, STEPS, {})
    answers = ask(kinds)
    yield Step(4, STEPS, {})
    house = packed(archive.files() | {DRAWINGS: drawings_of(answers)})
    archives = compiled(Archives(house, library), python)
    yield Step(5, STEPS, {})
    files = _site(kinds, client | files_of(answers) | _python(python, archives))
    _write(folder, files, before)
    yield Step(6, STEPS, files)


def size_of(files: dict[str, bytes]) -> dict[str, int]:
    """The bytes that a visitor loads: the large files, the others together, and all."""
    large = {path.rpartition("/")[2]: len(data) for path, data in files.items() if len(data) > LARGE}
    others = sum(len(data) for data in files.values() if len(data) <= LARGE)
    return {
        **dict(sorted(large.items(), key=lambda each: -each[1])),
        "other files": others,
        "all": sum(map(len, files.values())),
    }


def _python(runtime: dict[str, bytes], archives: Archives) -> dict[str, bytes]:
    """Python for the browser and the house's modules; the large files compressed."""
    large = {name: runtime[name] for name in ("pyodide.asm.mjs", "pyodide.asm.wasm")}
    large |= {"python_stdlib.zip": archives.library, "ludarium.zip": archives.house}
    small = {name: gzip.compress(data, mtime=0) for name, data in large.items()}
    contents = {
        "info": json.loads(runtime["pyodide-lock.json"])["info"],
        "sizes": {name: len(data) for name, data in small.items()},
    }
    files = {f"{name}.gz": data for name, data in small.items()}
    files |= {"pyodide.mjs": runtime["pyodide.mjs"], "contents.json": json.dumps(contents, indent=2).encode()}
    return {f"python/{name}": data for name, data in files.items()}


def _site(kinds: Sequence[Kind], files: dict[str, bytes]) -> dict[str, bytes]:
    """All files of the site; those whose addresses may be kept for ever are in a folder named by their contents."""
    folder = f"files/{digest(files)}"
    site = {f"{folder}/{name}": data for name, data in files.items()}
    site |= {name: (STATIC / name).read_bytes() for name in ICONS}
    site |= {INDEX: page(folder), MANIFEST: manifest(kinds)}
    return site | {SERVICE_WORKER: service_worker(site)}


def _earlier(folder: Path) -> list[str]:
    """The files of an earlier export in this folder; refused if the folder holds anything else."""
    try:
        if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
            return []
        told = json.loads((folder / MARKER).read_text(encoding="utf-8"))
        return [path for path in told["files"] if _is_inside(folder, path)]
    except (OSError, ValueError, KeyError, TypeError):
        raise LudariumError(f"{folder} is not empty and holds no earlier export; name another folder") from None


def _is_inside(folder: Path, path: str) -> bool:
    return folder.resolve() in (folder / path).resolve().parents


def _write(folder: Path, files: dict[str, bytes], before: Sequence[str]) -> None:
    """Write an export in place of the one before. Files that people have added to the folder stay."""
    mark = {"version": __version__, "files": sorted({*files, *before})}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # First: an export that is interrupted can be done again
        (folder / MARKER).write_text(json.dumps(mark, indent=2) + "\n", encoding="utf-8")
        for path in (path for path in before if path not in files):
            _remove(folder, folder / path)
        for path, data in files.items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        mark["files"] = sorted(files)
        (folder / MARKER).write_text(json.dumps(mark, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise LudariumError(f"{folder} cannot be written: {error.strerror or error}") from None


def _remove(folder: Path, file: Path) -> None:
    """Remove a file, and the folders that it leaves empty."""
    file.unlink(missing_ok=True)
    for place in file.parents:
        if place == folder or any(place.iterdir()):
            return
        place.rmdir()
