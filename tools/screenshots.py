"""Takes pictures of the page amid games and of a static site, or of all games in many windows as contact sheets.

python tools/screenshots.py               # docs/page.png, docs/site.png
python tools/screenshots.py FOLDER        # a sheet of the five games for each window, in three themes for some
"""

import base64
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from picture import SHOWN, played
from playwright.sync_api import Browser, Page, sync_playwright

DOCS = Path(__file__).parents[1] / "docs"
BROWSERS = "chromium-headless-shell", "chromium", "google-chrome"
WINDOWS = [(1280, 800), (1366, 768), (1920, 1080), (390, 844), (844, 390), (320, 568)]
THEMED = [(1280, 800), (390, 844)]
PHONE = 450  # pixels: the window of a phone has one side that is shorter
SHEET = 1600  # pixels, the width of a contact sheet


@contextmanager
def served() -> Iterator[str]:
    """The address of a server of its own."""
    with tempfile.TemporaryDirectory() as home:
        words = ["serve", "--port", "0", "--no-browser", "--no-compile", "--database", f"sqlite:///{home}/house.db"]
        with subprocess.Popen([sys.executable, "-m", "ludarium", *words], stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout
            try:
                yield server.stdout.readline().split()[3]
            finally:
                server.terminate()


@contextmanager
def exported() -> Iterator[str]:
    """The address of a static site."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "ludarium", "export", folder], check=True, stdout=subprocess.DEVNULL)
        words = ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder]
        with subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout
            try:
                yield f"http://127.0.0.1:{server.stdout.readline().split('port ')[1].split()[0]}/"
            finally:
                server.terminate()


def show_site(browser: Browser) -> None:
    """The home page of a static site."""
    with exported() as address:
        page = opened(browser, address, (960, 420), "light")
        page.goto("./")
        page.locator(".card svg").nth(len(SHOWN) - 1).wait_for()
        page.wait_for_timeout(1000)
        page.screenshot(path=DOCS / "site.png")
        page.context.close()


def opened(browser: Browser, address: str, size: tuple[int, int], theme: str) -> Page:
    width, height = size
    touch = min(size) < PHONE
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
        has_touch=touch,
        is_mobile=touch,
        color_scheme="dark" if theme == "dark" else "light",
        contrast="more" if theme == "contrast" else "no-preference",
        reduced_motion="reduce",
    )
    return context.new_page()


def show(page: Page, id: str, moves: int, options: dict[str, Any]) -> None:
    """Go to a game amid play, with a person who moves next."""
    game = played(id, moves, options)
    players = game.kind.rules.players(game.constants)
    seats = ["level 3"] * players
    seats[game.kind.rules.turn(game.constants, game.row)] = "human"
    answer = page.request.post("/api/games/import", data={"text": game.record(), "seats": seats}).json()
    page.goto(f"/#/game/{answer['id']}")
    page.locator(".square, .chunk").first.wait_for()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(300)


def sheet(browser: Browser, pictures: list[bytes], size: tuple[int, int], file: Path) -> None:
    """Pictures beside each other in one file."""
    across = min(len(pictures), max(2, SHEET // min(size[0], SHEET // 2)))
    page = browser.new_context(viewport={"width": SHEET, "height": 100}).new_page()
    shown = "".join(f'<img src="data:image/png;base64,{base64.b64encode(each).decode()}">' for each in pictures)
    style = f"body{{margin:0;display:grid;grid-template-columns:repeat({across},1fr);gap:8px;background:#888}}"
    page.set_content(f"<style>{style} img{{width:100%}}</style>{shown}")
    page.screenshot(path=file, full_page=True)
    page.context.close()


def main() -> None:
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    with served() as address, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=program, args=["--no-sandbox"])
        if len(sys.argv) < 2:
            page = opened(browser, address, (1280, 720), "light")
            show(page, *SHOWN[2])
            page.screenshot(path=DOCS / "page.png")
            show_site(browser)
        for size in WINDOWS if len(sys.argv) > 1 else ():
            for theme in ("light", "dark", "contrast") if size in THEMED else ("light",):
                pictures = []
                for each in SHOWN:
                    page = opened(browser, address, size, theme)
                    show(page, *each)
                    pictures.append(page.screenshot())
                    page.context.close()
                sheet(browser, pictures, size, Path(sys.argv[1]) / f"{size[0]}x{size[1]} {theme}.png")
        browser.close()


if __name__ == "__main__":
    main()
