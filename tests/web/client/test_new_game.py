"""A game that nobody has drawn or furnished a table for is created, played and finished on the page all the same."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from ...support.browser import Open, needs_browser, served
from ...support.nim import write_nim
from ...support.page_table import game_id, press

pytestmark = needs_browser


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a house with a sixth game is."""
    games = write_nim(tmp_path_factory.mktemp("games"))
    with served(tmp_path_factory.mktemp("house"), LUDARIUM_GAMES=str(games)) as where:
        yield where


def test_a_sixth_game_is_created_played_and_finished(open_page: Open) -> None:
    page = open_page()
    card = page.locator(".card").filter(has_text="Take the last stone.")
    house = str(page.locator(".sign use").get_attribute("href"))
    expect(card.locator("use")).to_have_attribute("href", house)
    card.get_by_role("link", name="Nim", exact=True).click()
    expect(page.locator(".form-head use")).to_have_attribute("href", house)
    page.get_by_label("Stones").fill("6")
    page.get_by_label("Right").select_option("A friend on this device")
    press(page, "Begin")
    table, say = page.locator(".table"), page.locator(".say")
    expect(page.locator(".square.held")).to_have_count(6)
    expect(say).to_have_text("Choose a move below, or T types it.")
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
    expect(page.locator("dialog[open] h2")).to_have_text("The winner is left!")
    expect(page.locator("dialog[open]")).to_contain_text("The last stone is taken")
    page.keyboard.press("Escape")
    told = page.request.get(f"/api/games/{game_id(page)}").json()
    assert [move[1] for move in told["moves"]] == ["take 3", "take 1", "take 2"]
    assert told["view"]["ending"]["winner"] == "left"
