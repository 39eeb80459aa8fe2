"""Draws the icons of the static site as PNG files beside their SVG, with chromium: `python tools/icons.py`."""

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

FOLDER = Path(__file__).parents[1] / "src" / "ludarium" / "site" / "static"
SIZES = 192, 512


def main() -> None:
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    drawing = (FOLDER / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{drawing}")
            page.screenshot(path=FOLDER / f"icon-{size}.png")
        browser.close()


if __name__ == "__main__":
    main()
