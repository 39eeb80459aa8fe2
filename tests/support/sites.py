"""Static sites: exported, served as any host of files would, and visited."""

import fcntl
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page

from ludarium.contract.kind import Kind
from ludarium.site import export as exporter
from ludarium.site.page import SERVICE_WORKER, service_worker
from ludarium.site.runtime import INSTALLED

from .browser import MODULES, USUAL
from .page_table import Guest
from .patience import PATIENCE

ROOT = Path(__file__).parents[2]
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


# What the house in the Worker answers to a request of the page
ASK = """([method, path, data]) => MODULES.then(async ({ $server_transport }) => {
  const { isJson, text } = await $server_transport.send(method, path, data ?? undefined);
  return isJson && text ? JSON.parse(text) : text;
})""".replace("MODULES", MODULES)
PREFER = """(values) => MODULES.then(({ $core_preferences }) =>
  Promise.all(Object.entries(values).map(([name, value]) => $core_preferences.prefer(name, value))),
)""".replace("MODULES", MODULES)


class Site(NamedTuple):
    """An exported folder, and its files by path."""

    folder: Path
    files: dict[str, bytes]


def make_site(shared: Path) -> Path:
    """The folder that `make site` writes: once for all processes of a test run, which share a folder."""
    folder = shared / "site"
    with (shared / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.is_dir():
            # What the set-up has made is there, since these tests run; it is not made again if a file of it is newer
            command = ["make", "--no-print-directory", "--old-file=.venv/.play", "site", f"SITE={folder}"]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
            assert done.returncode == 0 and "is a website with" in done.stdout, done.stderr
    return folder


def copy_site(made: Path, folder: Path) -> Site:
    """A copy of a site, with a Worker for tests."""
    shutil.copytree(made, folder)
    (main,) = folder.glob("files/*/main.js")
    main.with_name("probe.js").write_text(PROBE)
    paths = (path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*")) if path.is_file())
    files = {path: (folder / path).read_bytes() for path in paths if path not in (exporter.MARKER, SERVICE_WORKER)}
    files[SERVICE_WORKER] = service_worker(files)
    (folder / SERVICE_WORKER).write_bytes(files[SERVICE_WORKER])
    mark = json.loads((folder / exporter.MARKER).read_text("utf-8"))
    (folder / exporter.MARKER).write_text(json.dumps(mark | {"files": sorted(files)}))
    return Site(folder, files)


def export_quickly(folder: Path, kinds: Sequence[Kind]) -> None:
    """A site as it is written on a machine without node: its modules are not compiled, which takes many seconds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exporter, "compiled", lambda archives, runtime: archives)
        steps = [*exporter.export(folder, kinds)]
    assert [step.done for step in steps] == [*range(steps[-1].of + 1)]


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


@contextmanager
def visiting(browser: Browser, address: str, has_own_time: bool = False) -> Iterator[Page]:
    """A site in a window of its own, and in a time of its own if the test lets it pass. Any error fails the test."""
    context = browser.new_context(base_url=address, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE * 1000)
    context.add_init_script("window.showSaveFilePicker = undefined")
    wrong: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    if has_own_time:
        page.clock.install()
    page.goto("./")
    yield page
    context.close()
    assert not wrong, wrong


def prefer_usual(page: Page) -> None:
    """The preferences with which tests of the page begin."""
    page.evaluate(PREFER, USUAL)


class Visitor(Guest):
    """A player at a table of a static site, beside whom the library plays the same game."""

    def ask(self, method: str, path: str, data: object = None) -> Any:
        return self.page.evaluate(ASK, [method, path, data])
