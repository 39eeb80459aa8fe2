"""A site in a real browser: Python starts in a Worker, and again without a network; an update waits."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Page

from ludarium.site.page import service_worker

from ..support.browser import launched, needs_browser
from ..support.patience import PATIENCE
from ..support.sites import Site, hosted

# The same in this Python and in the browser's
ASK = """
import ludarium

def answers():
    texts = []
    for id in ludarium.games():
        game = ludarium.new(id, **({"seed": 4} if "seed" in ludarium.new(id).options else {}))
        texts.append(" ".join(map(str, game.legal_moves)))
    return "; ".join(texts)

answers()
"""
TRACED = """
import json, traceback

def traced():
    try:
        json.loads("x")
    except ValueError:
        return traceback.format_exc()

traced()
"""
CHANCE = "import random; str(random.random())"
RUN = """([address, task]) => new Promise((resolve, reject) => {
  const worker = new Worker(address, { type: "module" });
  worker.onmessage = ({ data }) => { worker.terminate(); resolve(data); };
  worker.onerror = (event) => reject(new Error(event.message));
  worker.postMessage(task);
})"""
# The page's policy forbids what playwright does to wait for a condition
UNTIL = (
    "() => new Promise(async (done) => {{ while (!({})) await new Promise((next) => setTimeout(next, 50)); done(); }})"
)
# The versions of the site that are kept; Python is kept beside them as it is after its start
VERSIONS = "async () => (await caches.keys()).filter((name) => !name.startsWith('ludarium memory')).length"
MEMORY = """(await Promise.all(
  (await caches.keys())
    .filter((name) => name.startsWith("ludarium memory"))
    .map(async (name) => (await (await caches.open(name)).keys()).length),
)).some(Boolean)"""
SPOIL = """async () => {
  for (const name of await caches.keys()) {
    if (!name.startsWith("ludarium memory")) continue;
    const cache = await caches.open(name);
    for (const key of await cache.keys()) await cache.put(key, new Response("something else"));
  }
}"""
KEPT = "navigator.serviceWorker.controller"


@pytest.fixture
def page(site: Site) -> Iterator[Page]:
    """The site under a path whose name has a space, as a host would serve it."""
    with hosted(site.folder.parents[1]) as address, launched() as browser:
        context = browser.new_context(base_url=f"{address}{quote('a place/games')}/")
        context.set_default_timeout(PATIENCE * 1000)
        opened = context.new_page()
        opened.goto("./")
        yield opened


def answer(page: Page, site: Site, code: str = ASK, keeps: bool = False) -> tuple[str, list[list[int]]]:
    """What Python in a Worker says, and the progress of its start."""
    (probe,) = (path for path in site.files if path.endswith("/probe.js"))
    told = page.evaluate(RUN, [probe, {"code": code, "keeps": keeps}])
    return told["answer"], told["progress"]


@needs_browser
def test_python_starts_and_starts_again_without_a_network(site: Site, page: Page) -> None:
    here: dict[str, Any] = {}
    exec(ASK, here)
    said, progress = answer(page, site, keeps=True)
    assert said == here["answers"]()
    sizes = [len(data) for path, data in site.files.items() if "/python/" in path and path.endswith(".gz")]
    assert progress[-1] == [sum(sizes), sum(sizes)] and progress == sorted(progress)
    page.evaluate(UNTIL.format(KEPT))
    page.evaluate(UNTIL.format(MEMORY))

    page.context.set_offline(True)
    page.reload()
    assert page.title() == "Ludarium" and page.evaluate(f"{KEPT} !== null")
    # Later starts begin as the first one was, with all games, and have random numbers of their own
    assert answer(page, site, "import sys; str('ludarium.games.ataxx.rules' in sys.modules)")[0] == "True"
    assert answer(page, site, CHANCE)[0] != answer(page, site, CHANCE)[0]
    # Tracebacks are told, though the line numbers of the standard library are left out
    assert answer(page, site, TRACED)[0].endswith("JSONDecodeError: Expecting value: line 1 column 1 (char 0)\n")
    page.evaluate(SPOIL)
    assert answer(page, site)[0] == said


def reopened(context: BrowserContext) -> Page:
    page = context.new_page()
    page.goto("./")
    return page


@needs_browser
def test_an_update_waits_until_every_tab_is_closed(site: Site, page: Page) -> None:
    page.evaluate(UNTIL.format(KEPT))  # which is so when every file is kept
    new = {**site.files, "index.html": site.files["index.html"].replace(b"<title>", b"<title>New ")}
    del new["service_worker.js"]
    try:
        (site.folder / "index.html").write_bytes(new["index.html"])
        (site.folder / "service_worker.js").write_bytes(service_worker(new))
        # What is the same in both versions is not loaded again, and the old version needs the host no more
        (site.folder / "files").rename(site.folder / "aside")
        page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update()).then(() => {})")
        page.evaluate(UNTIL.format("(await navigator.serviceWorker.getRegistration()).waiting"))
        page.reload()
        assert page.title() == "Ludarium" and page.evaluate(VERSIONS) == 2
        context = page.context
        page.close()
        again = reopened(context)
        while again.title() != "New Ludarium":  # the old version may not have ended yet
            again.close()
            again = reopened(context)
        again.evaluate(UNTIL.format(f"(await ({VERSIONS})()) === 1"))
    finally:
        (site.folder / "aside").rename(site.folder / "files")
        for name in ("index.html", "service_worker.js"):
            (site.folder / name).write_bytes(site.files[name])
