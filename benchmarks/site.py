"""A static site in a real browser: how soon the house and a board are there, at a first visit and at a second one, how
soon a click shows its move, and how fast the rules and the searches of each game run in WebAssembly.

Needs chromium, node and the site's runtime. Speeds stand beside those of this Python on the same code.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

import ludarium
from ludarium.games import kinds
from ludarium.site.archive import Archive, packed
from ludarium.site.export import export
from ludarium.site.runtime import INSTALLED

from .page import CHROMIUM

TURNS = 7
PATIENCE = 60_000  # milliseconds
SECONDS = 2  # of each speed

WATCH = """() => {
  let clicked = 0;
  globalThis.taken = [];
  addEventListener("click", (event) => { clicked = event.timeStamp; }, true);
  new MutationObserver(() => taken.push(performance.now() - clicked))
    .observe(document.body, { subtree: true, attributes: true, attributeFilter: ["data-ply"] });
}"""

SPEEDS = f"""
import json, time
import ludarium
from ludarium.engine.search.cancel import CancelToken
from ludarium.engine.search.patience import Patience
from ludarium.engine.search.result import UNLIMITED
from ludarium.engine.search.searcher import Task
from ludarium.play.judging.analysis import make_searcher
from ludarium.play.opponents.engine_player import RandomPlayer

def moves(id):
    made, began, player = 0, time.perf_counter(), RandomPlayer(1)
    game = ludarium.new(id)
    while time.perf_counter() - began < {SECONDS}:
        if game.outcome():
            game = ludarium.new(id)
        game.push(player.choose(game))
        made += 1
    return made / (time.perf_counter() - began)

def nodes(id):
    game = ludarium.new(id)
    searcher = make_searcher(game)
    task = Task(game.row, {SECONDS}, 100, UNLIMITED, (), None, CancelToken(), Patience.QUICK)
    found = searcher._search(task, natively=False)
    return found.nodes / found.seconds

json.dumps({{id: (moves(id), nodes(id)) for id in ludarium.games()}})
"""

NODE = """
import {{ readFileSync }} from "node:fs";
const {{ loadPyodide }} = await import({runtime!r} + "/pyodide.mjs");
const python = await loadPyodide({{ indexURL: {runtime!r} + "/" }});
python.FS.writeFile("/house.zip", readFileSync({archive!r}));
python.runPython("import sys, zipfile; zipfile.ZipFile('/house.zip').extractall('/house')");
python.runPython("sys.path.insert(0, '/house')");
console.log(python.runPython(readFileSync({script!r}, "utf8")));
"""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout
        port = process.stdout.readline().split("port ")[1].split()[0]
        try:
            yield f"http://127.0.0.1:{port}/"
        finally:
            process.terminate()


def seen(page: Page, address: str, what: str) -> float:
    """Seconds from going to an address until something is seen."""
    began = time.perf_counter()
    page.goto(address)
    page.locator(what).first.wait_for(timeout=PATIENCE)
    return time.perf_counter() - began


def opened(browser: Browser) -> BrowserContext:
    return browser.new_context(reduced_motion="reduce")


def visits(browser: Browser, address: str) -> None:
    context = opened(browser)
    page = context.new_page()
    print(f"  first visit: the house after {seen(page, address, '.card'):.1f} s", end="")
    page.close()
    context.close()
    context = opened(browser)
    page = context.new_page()
    board = seen(page, f"{address}#/quick/ataxx?seat=human&seat=human", ".square.open")
    print(f", a board to play on after {board:.1f} s (another visitor)")
    page.wait_for_timeout(6000)  # until Python and all files are kept
    page.close()
    page = context.new_page()
    print(f"  second visit: a board after {seen(page, f'{address}#/quick/ataxx?seat=human', '.square.open'):.1f} s")
    context.close()
    for id in ludarium.games():
        context = opened(browser)
        clicks(context.new_page(), address, id)
        context.close()


def clicks(page: Page, address: str, id: str) -> None:
    """From the last click of a move until the page shows it, by the page's own clock, from a first visit on."""
    game = ludarium.new(id)
    seats = "&".join(["seat=human"] * game.kind.rules.players(game.constants))
    seen(page, f"{address}#/quick/{id}?{seats}", '.table[data-ply="0"] .square')
    page.evaluate(WATCH)
    for ply in range(1, TURNS + 1):
        path = Random(ply).choice(sorted(game.paths()))
        for name in path:
            page.locator(f'.square[data-name="{name}"]').click(force=True)
        page.locator(f'.table[data-ply="{ply}"]').wait_for()
        game.push(game.paths()[path])
    first, *rest = page.evaluate("taken")
    print(
        f"  {id:<24}a first click shows its move after {first:.0f} ms, later ones after {median(rest):.0f} ms", end=""
    )
    print(f" (median of {TURNS - 1}, worst {max(rest):.0f})")


def speeds(folder: Path) -> None:
    script, archive = folder / "speeds.py", folder / "ludarium.zip"
    script.write_text(SPEEDS, encoding="utf-8")
    archive.write_bytes(packed(Archive([*kinds()]).files()))
    code = NODE.format(runtime=str(INSTALLED), archive=str(archive), script=str(script))
    (folder / "speeds.mjs").write_text(code, encoding="utf-8")
    said = subprocess.run(["node", folder / "speeds.mjs"], capture_output=True, text=True, check=True).stdout
    lines = SPEEDS.strip().rpartition("\n")
    here = subprocess.run(
        [sys.executable, "-c", f"{lines[0]}\nprint({lines[2]})"], capture_output=True, text=True, check=True
    ).stdout
    there, native = json.loads(said.splitlines()[-1]), json.loads(here)
    for id, (moves, nodes) in there.items():
        print(
            f"  {id:<24}{moves:>8,.0f} moves/s ({moves / native[id][0]:.2f} of this Python's)"
            f"{nodes:>8,.0f} nodes/s ({nodes / native[id][1]:.2f})"
        )


def main() -> None:
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        for _ in export(folder / "site", [*kinds()]):
            pass
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        with served(folder / "site") as address:
            visits(browser, address)
        browser.close()
        speeds(folder)


if __name__ == "__main__":
    main()
