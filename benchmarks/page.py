"""The page in a real browser: what it weighs, how soon there is a board, how soon a click shows its move, how many
frames its films drop, and how much processor time they take.

Needs chromium, and a machine that does little else: beside each figure stands the same for a bare page of one square,
whose script answers a click by itself, as the least that can be had here.
"""

import http.server
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "google-chrome", "chromium-headless-shell"))), None)
MOVES = {  # a game, and the squares of a first move
    "abatis": ("N4",),
    "ataxx": ("a7", "b6"),
    "battle-of-the-beetles": ("b7",),
    "beetle-battle": ("0,0",),
    "gamma": ("0,0",),
}
TURNS = 7
FRAME = 1000 / 60  # milliseconds

# Noted in the page itself: when the first square was there to be seen, and how long after a click its move was
WATCH = """
let clicked = 0;
window.shown = [];
addEventListener("pointerup", () => (clicked = performance.now()), true);
new MutationObserver((records) => {
  if (!window.first && document.querySelector("[data-name]")) {
    window.first = performance.now();
    requestAnimationFrame(() => (window.first = performance.now()));
  }
  const changed = records.some(({ attributeName }) => attributeName === "data-ply");
  if (!clicked || !changed) return;
  const since = clicked;
  clicked = 0;
  requestAnimationFrame(() => shown.push(performance.now() - since));
}).observe(document, { subtree: true, childList: true, attributes: true });
"""
# Notes the times of all frames from a click until the film of its move is over
FRAMES = """
window.frames_at = [];
window.film_over = false;
addEventListener("pointerup", () => {
  const note = (now) => {
    frames_at.push(now);
    if (!film_over) requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}, true);
new MutationObserver((records) => (film_over ||= records.some(({ attributeName }) => attributeName === "data-ply")))
  .observe(document, { subtree: true, attributes: true, attributeFilter: ["data-ply"] });
"""
# Waits for the end of a film without a look at the page in each of its frames
OVER = """new Promise((resolve) => {
  const look = () => document.querySelector('.table[data-ply="1"]') && resolve(true);
  new MutationObserver(look).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-ply"] });
  look();
})"""
BARE = b"""<!doctype html><title>Bare</title><body><button data-name="a">square</button>
<script>document.querySelector("button").onclick = ({ target }) => (target.dataset.ply = Math.random());</script>"""


class _Bare(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(BARE)

    def log_message(self, *told: Any) -> None:
        pass


def _open(browser: Browser, address: str, weighs: list[int]) -> Page:
    """A page that notes what happens, and weighs all that it is sent."""
    page = browser.new_context(base_url=address).new_page()
    page.add_init_script(WATCH)
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: weighs.append(event["encodedDataLength"]))
    return page


def _measure(
    browser: Browser, address: str, path: Callable[[Page], str], squares: tuple[str, ...]
) -> tuple[list[float], ...]:
    """Turn after turn: milliseconds to the first board and from a click to its move, and kilobytes."""
    boards, moves, weights = list[float](), list[float](), list[float]()
    for _ in range(TURNS):
        weighs: list[int] = []
        page = _open(browser, address, weighs)
        page.goto(path(page))
        page.locator("[data-name]").first.wait_for()
        page.wait_for_load_state("networkidle")
        boards.append(page.evaluate("window.first"))
        weights.append(sum(weighs) / 1000)
        for name in squares:
            page.locator(f'[data-name="{name}"]').click()
        page.wait_for_timeout(400)
        moves += page.evaluate("window.shown")[-1:]
        page.context.close()
    return boards, moves, weights


def _show(what: str, figures: tuple[list[float], ...], bare: tuple[list[float], ...]) -> None:
    board, move, weight = (median(numbers) for numbers in figures)
    print(
        f"  {what:<24}first board {board:>6.0f} ms (bare {median(bare[0]):.0f}), click to move {move:>5.1f} ms "
        f"(worst {max(figures[1]):.1f}, bare {median(bare[1]):.1f}), {weight:>4.0f} KB over the wire",
        flush=True,
    )


def _dense(size: int) -> str:
    """A board of squares that are one short of full, some of them blue, before a move of red."""
    room = [[(y > 0) + (y < size - 1) + (x > 0) + (x < size - 1) for x in range(size)] for y in range(size)]
    room[0][0] -= sum(map(sum, room)) - size * size & 1  # red moves after an even number of moves
    rows = [
        [f"{'rb'[(x * y) % 3 == 2]}{n - 1}" if n > 1 else "." for x, n in enumerate(row)] for y, row in enumerate(room)
    ]
    return f"{'/'.join(map(','.join, rows))} red {sum(map(sum, room)) - size * size}"


# A game at a position, and the squares of a move with a long film
FILMS: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "beetle-battle 5x5": ({"kind": "beetle-battle", "options": {"size": "5"}, "position": _dense(5)}, ("2,2",)),
    "beetle-battle 10x10": ({"kind": "beetle-battle", "options": {"size": "10"}, "position": _dense(10)}, ("5,5",)),
    "battle-of-the-beetles": (
        {"kind": "battle-of-the-beetles", "position": "x...rGx/.-----R/G-...-g/R-rxr-./G-rg.-R/.-----r/xgrR.Gx green"},
        ("f1", "d1"),
    ),
    "ataxx": ({"kind": "ataxx", "position": "x5o/1oo4/1oo4/7/7/7/o5x x 0 1"}, ("a7", "a5")),
    "abatis": ({"kind": "abatis", "options": {"seed": "1"}, "seats": ["human"]}, ("N4",)),
    "gamma": ({"kind": "gamma"}, ("0,0",)),
}


PARTS = {
    "tasks": "TaskDuration",
    "script": "ScriptDuration",
    "style": "RecalcStyleDuration",
    "layout": "LayoutDuration",
}


def _costs(browser: Browser, session: CDPSession) -> dict[str, float]:
    """Seconds of processor time so far: of the page's own thread in parts, and of all that draws."""
    metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    drawing = sum(each["cpuTime"] for each in processes if each["type"] in ("renderer", "GPU"))
    return {part: metrics[name] for part, name in PARTS.items()} | {"all threads": drawing}


def _films(browser: Browser, address: str) -> None:
    """How long films take, and how many of their frames come late."""
    for name, (asked, squares) in FILMS.items():
        page = browser.new_context(base_url=address, viewport={"width": 1280, "height": 800}).new_page()
        page.add_init_script(FRAMES)
        page.request.put("/api/preferences/speed", data={"value": "normal"})
        answer = page.request.post("/api/games", data={"seats": ["human", "human"], **asked}).json()
        page.goto(f"/#/game/{answer['id']}")
        page.locator("[data-name]").first.wait_for()
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(500)
        page.evaluate("film_over = false")
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        before = _costs(browser, session)
        for square in squares:
            page.evaluate("frames_at.length = 0")
            page.locator(f'[data-name="{square}"]').click()
        page.evaluate(OVER)
        taken = {name: time - before[name] for name, time in _costs(browser, session).items()}
        times = page.evaluate("frames_at")
        gaps = [after - before for before, after in pairwise(times)]
        lost = sum(round(gap / FRAME) - 1 for gap in gaps if gap > 1.5 * FRAME)
        print(
            f"  {name:<24}film of {times[-1] - times[0]:>6.0f} ms, {len(gaps):>4} frames, {lost:>3} dropped, "
            f"longest gap {max(gaps):.0f} ms; processor: "
            + ", ".join(f"{name} {1000 * time:.0f}" for name, time in taken.items())
            + " ms",
            flush=True,
        )
        page.context.close()


def _cpu() -> tuple[int, int]:
    """The ticks that other machines have taken from this one, and all ticks."""
    ticks = [int(number) for number in Path("/proc/stat").read_text().split("\n")[0].split()[1:9]]
    return ticks[7], sum(ticks)


def main() -> None:
    if CHROMIUM is None:
        print("  there is no chromium on this machine")
        return
    bare = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Bare)
    threading.Thread(target=bare.serve_forever, daemon=True).start()
    stolen, ticks = _cpu()
    with tempfile.TemporaryDirectory() as home, sync_playwright() as play:
        database = f"sqlite:///{Path(home) / 'house.db'}"
        words = ["serve", "--port", "0", "--no-browser", "--no-compile", "--database", database]
        command = [sys.executable, "-m", "ludarium", *words]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout
        address = server.stdout.readline().split()[3]
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            least = _measure(browser, f"http://127.0.0.1:{bare.server_port}", lambda page: "/", ("a",))
            for kind, squares in MOVES.items():
                alone = kind == "abatis"
                asked = {"kind": kind, "options": {"seed": "1"} if alone else {}, "seats": ["human"] * (2 - alone)}

                def begin(page: Page, asked: dict[str, Any] = asked) -> str:
                    page.request.put("/api/preferences/speed", data={"value": "off"})
                    return f"/#/game/{page.request.post('/api/games', data=asked).json()['id']}"

                _show(kind, _measure(browser, address, begin, squares), least)
            _films(browser, address)
            after, all_ticks = _cpu()
            share = (after - stolen) / max(1, all_ticks - ticks)
            print(f"  meanwhile: load {os.getloadavg()[0]:.1f}, {share:.0%} of the time stolen by other machines")
        finally:
            browser.close()
            server.terminate()
            server.wait()
            bare.shutdown()
