"""At a table on the page with the mouse: what the tests of buttons and menus share."""

import re
from typing import Any

from playwright.sync_api import Download, Locator, Page, expect

import ludarium

from .browser import Seated

SENTENCE = re.compile(r"^(['\"A-Z]|[a-z]\d).*[.!?]$")  # a move begins as it is written
PLAYED = ("0,0", "2,2", "0,1", "1,2", "1,1", "2,1", "1,0", "2,1", "1,0", "2,1", "0,2", "1,2", "0,2", "0,1")
# The example of Beetle Battle's manual
SAMPLE = "dimension: 3\nwinner: blue\n\nmove_number,color,row,column\n" + "".join(
    f"{number},{('blue', 'red')[number % 2]},{square}\n" for number, square in enumerate(PLAYED, 1)
)


class Guest(Seated):
    """Somebody who plays by clicking."""

    def click(self, *names: str) -> None:
        """Click cells, those too that may not be chosen, and words."""
        for name in names:
            if name in self.places:
                self.cell(name).click(force=True)
            else:
                self.button(f"word:{name}").click()

    def move(self, *path: str) -> None:
        """Make a move, here and there."""
        self.click(*path)
        self.twin.push(self.twin.paths()[path])
        self.wait()

    def bring(self) -> None:
        """Go to a game of two people that is as far as the library's."""
        asked = {"text": self.twin.record(), "seats": ("human", "human")}
        self.id = self.page.request.post("/api/games/import", data=asked).json()["id"]
        self.go()

    def choose(self, id: str) -> None:
        """An entry of the menu."""
        choose(self.page, id)

    def do(self, key: str, id: str, entry: bool) -> None:
        """Something by its key, or by its entry of the menu."""
        if entry:
            self.choose(id)
        else:
            self.page.keyboard.press(key)

    @property
    def said(self) -> Locator:
        """The line under the board."""
        return self.page.locator(".say")

    def marked(self, mark: str) -> set[str]:
        """The cells with such a mark."""
        cells: list[str] = self.board.evaluate(
            "(board, mark) => [...board.querySelectorAll(`.square.${mark}`)].map((cell) => cell.dataset.name)", mark
        )
        return set(cells)

    def window(self, title: str | re.Pattern[str]) -> Locator:
        """The window with such a title, once it is open."""
        expect(self.dialog.get_by_role("heading", name=title, level=2)).to_be_visible()
        return self.dialog


class Other(Guest):
    """Somebody at a table with others, beside whom the library plays the same game."""

    def __init__(self, page: Page, id: str, twin: ludarium.Game) -> None:
        self.page, self.id, self.twin = page, id, twin
        self.board = page.locator("ludarium-board")
        self.go()

    @property
    def opponents(self) -> Any:
        """What is told of the others."""
        return self.page.locator(".opponents")

    @property
    def turn(self) -> Any:
        return self.page.locator(".turn")


def choose(page: Page, id: str) -> None:
    """An entry of the menu with everything."""
    page.get_by_role("button", name="More", exact=True).click()
    page.locator(f'[role="menuitem"][data-id="{id}"]').click()


def press(within: Page | Locator, name: str) -> None:
    """A button, by what it says."""
    within.get_by_role("button", name=name, exact=True).click()


def saved(page: Page, run: Locator) -> Download:
    """The file that a button gives."""
    with page.expect_download() as download:
        run.click()
    return download.value


def text(download: Download) -> str:
    return download.path().read_text()


def game_id(page: Page) -> str:
    """The game that a page shows."""
    expect(page.locator("ludarium-board")).to_be_visible()
    return page.url.rsplit("/", 1)[1]
