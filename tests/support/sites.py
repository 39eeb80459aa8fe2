"""Static sites: exported, and served as any host of files would."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from ludarium.contract.kind import Kind
from ludarium.site import export as exporter
from ludarium.site.runtime import INSTALLED

HAS_RUNTIME = INSTALLED.is_dir() or shutil.which("npm") is not None
needs_runtime = pytest.mark.skipif(not HAS_RUNTIME, reason="neither Pyodide nor npm is on this machine")

# A Worker of the tests: it starts Python and says what Python answers
PROBE = """
import { startPython } from "./runtime.js";
const progress = [];
onmessage = async ({ data }) => {
  try {
    const python = await startPython((...bytes) => progress.push(bytes), data.keeps);
    const answer = python.runPython(data.code);
    postMessage({ answer, progress });
  } catch (error) {
    postMessage({ answer: String(error), progress });
  }
};
"""


class Site(NamedTuple):
    """An exported folder, and its files by path."""

    folder: Path
    files: dict[str, bytes]


def export_quickly(folder: Path, kinds: Sequence[Kind]) -> None:
    """A site as it is written on a machine without node: its modules are not compiled, which takes many seconds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exporter, "compiled", lambda archives, runtime: archives)
        for _ in exporter.export(folder, kinds):
            pass


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """The address at which Python's own server has a folder."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout
        try:
            port = re.search(r"port (\d+)", process.stdout.readline())
            assert port
            yield f"http://127.0.0.1:{port[1]}/"
        finally:
            process.terminate()
