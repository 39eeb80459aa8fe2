"""Boards of hexagons, hands to drop from, and a device that is passed on, as people use them on the page."""

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from ...support.browser import Open, needs_browser, served
from ...support.example_games import FOLDER
from ...support.page_table import press
from ...support.pocket import write_pocket
from ...support.wrong_games import Wrong, write_wrong

pytestmark = needs_browser


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a house with these games is."""
    games = write_pocket(tmp_path_factory.mktemp("games")), FOLDER, write_fence(tmp_path_factory.mktemp("fence"))
    with served(tmp_path_factory.mktemp("house"), LUDARIUM_GAMES=os.pathsep.join(map(str, games))) as where:
        yield where


MARK = "cell => (({ width, height }) => [width, height])(getComputedStyle(cell, '::after'))"
FENCE = """
from ludarium.contract.shapes import polygon

CELL_WORD = "plank"
THIN = (-0.5, -0.1), (0.5, -0.1), (0.5, 0.1), (-0.5, 0.1)


def outline(game, x, y): return polygon(x, 0, *THIN) if x % 2 else polygon(x, 0, *((v, u) for u, v in THIN))
def paths(game, s, move): return [(str(s[0] - move),)]
"""


def write_fence(place: Path) -> Path:
    """Nim with planks for stones: cells that are long and thin, in two directions."""
    write_wrong(place, Wrong("fence", "", FENCE, "", "board.py"))
    shutil.rmtree(place / "nim")
    return place


def begin(open_page: Open, kind: str, **options: str) -> Page:
    """A game of two people at this device."""
    page = open_page()
    body = {"kind": kind, "seats": ["human", "human"], "options": options}
    id = page.request.post("/api/games", data=body).json()["id"]
    page.goto(f"/#/game/{id}")
    expect(page.locator(".table")).to_have_attribute("data-ply", "0")
    return page


def square(page: Page, name: str) -> Locator:
    return page.locator(f'.square[data-name="{name}"]')


def test_hexagons_are_hit_where_they_are_drawn(open_page: Open) -> None:
    page = begin(open_page, "hex", size="5")
    box = square(page, "c3").bounding_box()
    assert box
    # The corner of the box around a hexagon belongs to the hexagon above it
    page.mouse.click(box["x"] + 0.12 * box["width"], box["y"] + 0.05 * box["height"])
    expect(page.locator(".table")).to_have_attribute("data-ply", "1")
    expect(square(page, "c2")).to_have_class("square on-field closed last held")
    expect(page.locator("ludarium-board polygon")).to_have_count(25)
    expect(page.locator("ludarium-board .line-name")).to_have_text([*"12345", *"abcde"])


def test_marks_do_not_cover_thin_cells(open_page: Open) -> None:
    """A mark is a round one in the middle; the page and its words call a cell what the game calls it."""
    page = begin(open_page, "fence")
    expect(page.locator(".say")).to_contain_text("Choose a marked plank.")
    for name, state in ("4", "open"), ("5", "open"), ("4", "hover"), ("5", "hover"):
        if state == "hover":
            square(page, name).hover()
        box = square(page, name).bounding_box()
        wide, high = (float(each.removesuffix("px")) for each in square(page, name).evaluate(MARK))
        assert box and 0 < wide <= min(box["width"], box["height"]) and abs(wide - high) < 1, (name, state)


def test_the_cursor_goes_to_the_nearest_cell(open_page: Open) -> None:
    page = begin(open_page, "hex", size="5")
    square(page, "c3").focus()
    names = []
    for key in "ArrowRight", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowDown", "ArrowLeft", "Home", "End":
        page.keyboard.press(key)
        names.append(page.evaluate("document.activeElement.dataset.name"))
    assert names == ["d3", "d2", "d1", "d1", "d2", "c2", "a2", "e2"]
    page.keyboard.press("Enter")
    expect(square(page, "e2")).to_have_attribute("aria-label", "e2: red stone, last move")


def test_a_turned_board_of_hexagons_is_played_as_before(open_page: Open) -> None:
    page = begin(open_page, "hex", size="5")
    first, last = square(page, "a1").bounding_box(), square(page, "e5").bounding_box()
    page.keyboard.press("f")
    expect(page.locator("ludarium-board")).to_have_class(re.compile("flipped"))
    turned = square(page, "e5").bounding_box()
    assert first and last and turned and abs(turned["y"] - first["y"]) < abs(turned["y"] - last["y"])
    square(page, "b2").click()
    expect(square(page, "b2")).to_have_attribute("aria-label", "b2: red stone, last move")


def test_a_piece_is_dragged_from_the_hand(open_page: Open) -> None:
    page = begin(open_page, "pocket")
    hand = square(page, "dark-rook")
    expect(hand).to_have_attribute("aria-label", "dark-rook: 2 dark rooks, on reserve, may be chosen")
    hand.drag_to(square(page, "b2"))
    expect(page.locator(".table")).to_have_attribute("data-ply", "1")
    expect(square(page, "b2")).to_have_attribute("aria-label", "b2: dark rook, last move")
    # What is left in the hand, and the points of both
    expect(hand).to_have_attribute("aria-label", "dark-rook: dark rook, on reserve, last move")
    expect(page.locator(".player .value")).to_have_text(["1", "0"])
    square(page, "light-king").click()
    square(page, "c3").click()
    expect(page.locator(".table")).to_have_attribute("data-ply", "2")


def test_the_device_is_passed_on_behind_a_curtain(open_page: Open) -> None:
    page = begin(open_page, "liars-dice", seed="5")
    board, curtain = page.locator("ludarium-board"), page.locator(".curtain")
    expect(curtain).to_contain_text("Pass the device to North.")
    expect(board).to_be_hidden()
    press(page, "I am North: show the board")
    expect(curtain).to_be_hidden()
    expect(square(page, "south1")).to_have_attribute("aria-label", "south1: south hidden, on cup")
    square(page, "1*3").click()
    expect(curtain).to_contain_text("Pass the device to South.")
    expect(board).to_be_hidden()
    press(page, "I am South: show the board")
    expect(square(page, "north1")).to_have_attribute("aria-label", "north1: north hidden, on cup")
    # What would tell what is hidden is not offered
    for name in "Save", "Share", "Analysis":
        expect(page.get_by_role("button", name=name, exact=True)).to_have_count(0)
    expect(page.get_by_role("tab", name="Analysis")).to_be_hidden()
    page.keyboard.press("x")
    press(page.locator("dialog"), "Resign")
    page.keyboard.press("Escape")
    expect(page.locator('.square[aria-label*="hidden"]')).to_have_count(0)
