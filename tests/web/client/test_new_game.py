"""A game that no one has drawn or furnished a table for is created, played and finished on the page all the same."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from ...support.browser import Open, needs_browser, opener, served
from ...support.nim import write_nim
from ...support.page_table import game_id, press
from ...support.windows import Windows

pytestmark = needs_browser


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a house with a sixth game is."""
    games = write_nim(tmp_path_factory.mktemp("games"))
    with served(tmp_path_factory.mktemp("house"), LUDARIUM_GAMES=str(games)) as where:
        yield where


def test_a_sixth_game_is_created_played_and_finished(open_page: Open) -> None:
    page = open_page("/")
    card = page.locator(".card").filter(has_text="Take the last stone.")
    house = str(page.locator(".head .home use").get_attribute("href"))
    # A typical position by its rules, in the page's own tokens; nothing leads to an introduction that it lacks
    expect(card.locator(".board-picture .piece")).not_to_have_count(0)
    expect(card.get_by_role("link", name="Learn")).to_have_count(0)
    card.get_by_role("link", name="More ways to play Nim").click()
    expect(page.locator(".form-head use")).to_have_attribute("href", re.compile(re.escape(house.rpartition("/")[2])))
    page.get_by_label("Stones").fill("6")
    page.get_by_label("Right").select_option("A friend on this device")
    press(page, "Begin")
    table, say = page.locator(".table"), page.locator(".say")
    expect(page.locator(".square.held")).to_have_count(6)
    expect(say).to_have_text("Choose a move below, or type it.")
    bar = page.locator(".bar")
    press(bar, "Take 3")
    expect(table).to_have_attribute("data-ply", "1")
    expect(page.locator(".square.held")).to_have_count(3)
    # By keyboard alone
    page.keyboard.press("t")
    page.keyboard.type("take 9")
    page.keyboard.press("Enter")
    expect(page.locator("dialog .problem")).to_have_text("Take 9 is not a legal move for right.")
    page.get_by_role("textbox", name="Move").fill("take 1")
    page.keyboard.press("Enter")
    expect(table).to_have_attribute("data-ply", "2")
    # What cannot be taken any more is not offered
    expect(bar.get_by_role("button", name="Take 3")).to_be_hidden()
    press(bar, "Take 2")
    expect(page.locator(".result h2")).to_have_text("The winner is left!")
    expect(page.locator(".result")).to_contain_text("The last stone is taken")
    page.keyboard.press("Escape")
    told = page.request.get(f"/api/games/{game_id(page)}").json()
    assert [move[1] for move in told["moves"]] == ["take 3", "take 1", "take 2"]
    assert told["view"]["ending"]["winner"] == "left"


MODULE = """
import { button, h } from "../../page_api.js";

/** @param {import("../../page_api.js").Table} table */
export function extend(table) {
  const left = h("p", { class: "nim-left" });
  table.slots.title.append(left, button("How many?", () => table.say(`${left.textContent} are left.`)));
  return { refresh: (view, panels) => (left.textContent = `${table.cells.size - view.words.length} stones`) };
}
"""
STYLE = '[data-kind="nim"] {\n  --stone-1: rgb(1, 2, 3);\n}\n\n.nim-left {\n  color: rgb(4, 5, 6);\n}\n'
DRAWINGS = """<svg xmlns="http://www.w3.org/2000/svg">
  <symbol id="stone-1" viewBox="0 0 100 100"><circle cx="50" cy="50" r="40" fill="var(--piece)"/></symbol>
  <symbol id="logo" viewBox="0 0 100 100"><rect width="100" height="100" fill="var(--stone-1)"/></symbol>
</svg>
"""


@pytest.fixture
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with a sixth game whose folder holds a module, styles, drawings and a logo for the page."""
    games = write_nim(tmp_path_factory.mktemp("games"))
    for name, text in ("page.js", MODULE), ("page.css", STYLE), ("pieces.svg", DRAWINGS):
        (games / "nim" / name).write_text(text)
    with served(tmp_path_factory.mktemp("house"), LUDARIUM_GAMES=str(games)) as where:
        yield where


def test_a_game_folder_anywhere_brings_its_own_page(windows: Windows, furnished: str) -> None:
    with opener(windows, furnished) as open_page:
        see_own_page(open_page("/"))


def see_own_page(page: Page) -> None:
    card = page.locator(".card").filter(has_text="Take the last stone.")
    expect(card.locator(".board-picture use").first).to_have_attribute("href", re.compile(r"pieces\.svg#stone-1$"))
    page.goto("/#/new/nim")
    logo = page.locator(".form-head svg")
    expect(logo.locator("use")).to_have_attribute("href", re.compile(r"/games/nim/pieces\.svg#logo$"))
    assert logo.evaluate("logo => getComputedStyle(logo).getPropertyValue('--stone-1')").strip() == "rgb(1, 2, 3)"
    asked = {"kind": "nim", "options": {"stones": "6"}, "seats": ["human", "human"]}
    id = page.request.post("/api/games", data=asked).json()["id"]
    page.goto(f"/#/game/{id}")
    piece = page.locator("ludarium-board g > .piece").first
    expect(piece.locator("use")).to_have_attribute("href", re.compile(r"/games/nim/pieces\.svg#stone-1$"))
    assert piece.evaluate("piece => getComputedStyle(piece).getPropertyValue('--piece')").strip() == "rgb(1, 2, 3)"
    expect(page.locator(".nim-left")).to_have_css("color", "rgb(4, 5, 6)")
    press(page, "How many?")
    expect(page.locator(".say")).to_contain_text("stones are left.")
    picture = page.request.get(f"/api/games/{id}/board.svg").text()
    assert 'id="stone-1"' in picture and "--stone-1:rgb(1, 2, 3)" in picture
