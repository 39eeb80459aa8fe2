"""Python for browsers: the files of Pyodide, from its npm package. Each is the one that was tested, or is refused."""

import hashlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from ..contract.errors import LudariumError

PACKAGE, VERSION = "pyodide", "314.0.7"
HASHES = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
    "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
}
INSTALLED = Path(sys.prefix) / "node" / "node_modules" / PACKAGE  # where `make setup` puts it
HOW = f"put the npm package {PACKAGE} {VERSION} on this machine and name it by --runtime PATH"
PATIENCE = 300  # seconds for npm


def read(path: Path | None) -> dict[str, bytes]:
    """The files by name: from a package (.tgz) or its folder, from where the set-up puts it, or else from npm."""
    if path is None and INSTALLED.is_dir():
        path = INSTALLED
    files = _read(path) if path else _fetched()
    for name, expected in HASHES.items():
        if name not in files:
            raise LudariumError(f"{path or 'npm'} has no {name}; the runtime is the npm package {PACKAGE} {VERSION}")
        if hashlib.sha256(files[name]).hexdigest() != expected:
            raise LudariumError(f"{name} is not the file of {PACKAGE} {VERSION} that was tested; {HOW}")
    return files


def _read(path: Path) -> dict[str, bytes]:
    try:
        if path.is_dir():
            files = ((name, path / name) for name in HASHES)
            return {name: file.read_bytes() for name, file in files if file.is_file()}
        return _unpacked(path)
    except FileNotFoundError:
        raise LudariumError(f"there is no file and no folder {path}; {HOW}") from None
    except (OSError, EOFError, tarfile.TarError) as error:
        raise LudariumError(f"{path} cannot be read as an npm package ({error}); {HOW}") from None


def _unpacked(path: Path) -> dict[str, bytes]:
    with tarfile.open(path) as package:
        found = {
            name: package.extractfile(f"package/{name}") for name in HASHES if f"package/{name}" in package.getnames()
        }
        return {name: file.read() for name, file in found.items() if file}


def _fetched() -> dict[str, bytes]:
    npm = shutil.which("npm")
    if not npm:
        raise LudariumError(f"the runtime is not here, and neither is npm, which could get it; {HOW}")
    with tempfile.TemporaryDirectory() as folder:
        words = [npm, "pack", "--silent", f"{PACKAGE}@{VERSION}"]
        try:
            subprocess.run(words, cwd=folder, check=True, capture_output=True, timeout=PATIENCE)
        except (subprocess.SubprocessError, OSError):
            raise LudariumError(f"npm could not get the runtime; {HOW}") from None
        return _read(Path(folder) / f"{PACKAGE}-{VERSION}.tgz")
