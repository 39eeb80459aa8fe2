"""At a table on the page with the mouse: what the tests of buttons and menus share."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Download, Locator, Page, expect

import ludarium

from .browser import Seated, words

SENTENCE = re.compile(r"^(['\"A-Z]|[a-z]\d).*[.!?]$")  # a move begins as it is written
PLAYED = ("0,0", "2,2", "0,1", "1,2", "1,1", "2,1", "1,0", "2,1", "1,0", "2,1", "0,2", "1,2", "0,2", "0,1")
# The example of Beetle Battle's manual
SAMPLE = "dimension: 3\nwinner: blue\n\nmove_number,color,row,column\n" + "".join(
    f"{number},{('blue', 'red')[number % 2]},{square}\n" for number, square in enumerate(PLAYED, 1)
)

# What stays where it is, whatever happens
FIXED = "ludarium-board", ".player", ".turn-line", ".message", ".tools", '.bar-row [data-id="undo"]', ".bar .more"

# Films last until they are ended, or until they may go on
STAND_STILL = """() => {
  const { animate } = Element.prototype;
  const [forever, films] = [1e7, new Set()];
  Element.prototype.animate = function (keys, how) {
    const film = animate.call(this, keys, { ...how, duration: forever });
    films.add(film);
    return film;
  };
  window.goOn = () => {
    Element.prototype.animate = animate;
    for (const film of films) film.finish();
  };
}"""
GO_ON = "goOn()"
# As soon as something is shown, notes what a script finds, and presses a button
ONCE_SHOWN = """([shown, button]) => {
  window.noted = new Promise((done) => {
    const watch = new MutationObserver(() => {
      if (shown.hidden) return;
      watch.disconnect();
      done(FIND);
      button.click();
    });
    watch.observe(shown, { attributes: true });
  });
}"""
# Where parts of the page are
BOXES = """(parts) => Object.fromEntries(parts.flatMap((part) => [...document.querySelectorAll(part)].map((it, i) => {
  const { x, y, width, height } = it.getBoundingClientRect();
  return [`${part} ${i}`, [x, y, width, height].map(Math.round)];
})))"""


class Guest(Seated):
    """A player who clicks."""

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
        players = self.twin.kind.rules.players(self.twin.constants)
        asked = {"text": self.twin.record(), "seats": ("human",) * min(players, 2)}
        self.id = self.ask("POST", "games/import", asked)["id"]
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

    @property
    def pointed(self) -> set[str]:
        """The cells of the arrows on the board."""
        cells: list[str] = self.board.evaluate("board => board.arrows.flatMap(([from, to]) => [from, to])")
        return set(cells)

    def window(self, title: str | re.Pattern[str]) -> Locator:
        """The window with such a title, once it is open."""
        expect(self.dialog.get_by_role("heading", name=title, level=2)).to_be_visible()
        return self.dialog

    def ended(self, title: str | re.Pattern[str]) -> Locator:
        """The panel of a game that is over, once it says this."""
        expect(self.result.get_by_role("heading", name=title, level=2)).to_be_visible()
        return self.result


Sit = Callable[..., Guest]  # at a new table, by the game, who plays, and options


class Other(Guest):
    """A player at a table with others, beside whom the library plays the same game."""

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


def shows(table: Guest, game: ludarium.Game) -> None:
    """The board shows the position of a game."""
    labels = (f'[aria-label^="{cell.name}: {words(game, cell)}"]' for cell in game.scene().cells)
    expect(table.board.locator(".squares" + "".join(f":has({label})" for label in labels))).to_be_visible()


def choose(page: Page, id: str) -> None:
    """Something to be done: by its button where it is used, or by its entry of the menu."""
    placed = page.locator(f'button[data-id="{id}"]:not([role="menuitem"]):visible')
    if placed.count():
        placed.click()
        return
    page.get_by_role("button", name="More", exact=True).click()
    page.locator(f'[role="menuitem"][data-id="{id}"]').click()


def press(within: Page | Locator, name: str) -> None:
    """A button, by what it says."""
    within.get_by_role("button", name=name, exact=True).click()


def prefer(page: Page, field: Locator, value: str) -> None:
    """Choose a preference, and wait until the house has it."""
    with page.expect_response("**/api/preferences/*"):
        field.select_option(value)


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


def boxes(page: Page) -> dict[str, list[float]]:
    """Where the fixed parts are that the window shows."""
    found: dict[str, list[float]] = page.evaluate(BOXES, FIXED)
    return found


def press_once_shown(button: Locator, shown: Locator | None = None, find: str = "null") -> None:
    """Let the page press a button as soon as it is shown, or something else is: a test may come too late for that.

    What a script finds then is to be had from `noted`.
    """
    handles = [each.element_handle() for each in (shown or button, button)]
    button.page.evaluate(ONCE_SHOWN.replace("FIND", find), handles)


def noted(page: Page) -> Any:
    """What was found when a button was shown."""
    return page.evaluate("noted")
