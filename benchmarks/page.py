"""The page in a real browser: what it weighs, how soon there is a board, and how soon a click shows its move.

Needs chromium, and a machine that does little else: beside each figure stands the same for a bare page of one square,
whose script answers a click by itself, as the least that can be had here.
"""

import http.server
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
MOVES = {  # a game, and the squares of a first move
    "abatis": ("N4",),
    "ataxx": ("a7", "b6"),
    "battle-of-the-beetles": ("b7",),
    "beetle-battle": ("0,0",),
    "gamma": ("0,0",),
}
TURNS = 7

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


def main() -> None:
    if CHROMIUM is None:
        print("  there is no chromium on this machine")
        return
    bare = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Bare)
    threading.Thread(target=bare.serve_forever, daemon=True).start()
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
        finally:
            browser.close()
            server.terminate()
            server.wait()
            bare.shutdown()
