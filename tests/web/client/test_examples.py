"""The examples on the page, in a real browser before a real server."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from ...support.browser import Open, Seated, needs_browser, served
from ...support.example_games import furnished
from ...support.page_table import Guest, press
from ...support.tutorial import write_clobber

pytestmark = needs_browser


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    clobber = write_clobber(tmp_path_factory.mktemp("tutorial"))
    with furnished(), furnished(clobber), served(tmp_path_factory.mktemp("house")) as where:
        yield where


def test_the_house_shows_them(open_page: Open) -> None:
    page = open_page("/")
    for title in "Breakthrough", "Connect Four", "Hex", "Othello":
        card = page.locator(".card").filter(has=page.get_by_role("heading", name=title, exact=True))
        card.scroll_into_view_if_needed()
        expect(card.locator(".board-picture .piece")).not_to_have_count(0)
        expect(card.get_by_role("link", name="Learn")).to_have_count(1)
    page.goto("/#/rules/othello")
    expect(page.locator(".help .drawn .piece")).to_have_count(4)


def test_a_column_is_chosen_by_any_free_place_and_the_end_is_told(open_page: Open) -> None:
    seated = Seated(open_page(), "connect-four", columns=4, rows=4)
    for path in ("a4",), ("b4",), ("a4",), ("b3",), ("a3",), ("b4",), ("a4",):
        seated.make(path, seated.by_mouse)
    assert seated.twin.outcome()
    expect(seated.result.get_by_role("heading", level=2)).to_have_text("The winner is red!")


def test_a_click_is_refused_with_the_reason_that_a_game_gives(open_page: Open) -> None:
    """Also where a game reads its moves only as it writes them: a1-a2, and not the cells one after the other."""
    table = Guest(open_page(), "clobber")
    table.move("a1", "a2")
    for to, why in (
        ("a1", "b1 to a1: a stone goes only where one of the other colour stands."),
        ("d4", "'b1-d4' does not lead to a neighbouring square."),
    ):
        table.click("b1", to)
        expect(table.said).to_have_text(why)
        expect(table.page.locator(".refusal")).to_have_text(why)
        table.click("b1")
        expect(table.said).to_have_text("Choose a marked square.")


def test_a_swap_is_a_button(open_page: Open) -> None:
    seated = Seated(open_page(), "hex", size=5)
    seated.make(("b3",), seated.by_mouse)
    seated.make(("swap",), seated.by_mouse)
    expect(seated.cell("c2")).to_have_attribute("aria-label", "c2: blue stone")
    seated.make(("d4",), seated.by_mouse)


def test_an_analysis_tells_chances(open_page: Open) -> None:
    """Not points, which a game without a strategy does not know."""
    seated = Seated(open_page(), "connect-four")
    page = seated.page
    page.get_by_role("tab", name="Analysis").click()
    expect(page.locator(".analysis .worth").first).to_have_text(re.compile(r"^Red \d+ %$"))
    expect(page.locator(".analysis .now")).to_contain_text("All percentages are the chances of red to win.")


def test_a_hint_is_given_by_what_the_player_sees(open_page: Open) -> None:
    """In a game that hides dice, the house says a move that is legal, and the dice of the other stay hidden."""
    table = Guest(open_page(), "liars-dice", ("human", "level 1"), seed=5)
    hidden = table.page.locator('.square[data-name^="south"][aria-label*="hidden"]')
    expect(hidden).to_have_count(table.twin.options["dice"])
    table.do("h", "hint", entry=False)
    expect(table.said).to_have_text(re.compile(r"^A good move: \d\*\d$"))
    (hint,) = table.marked("hint")
    expect(table.said).to_have_text(f"A good move: {hint}")
    assert (hint,) in table.twin.paths()
    expect(hidden).to_have_count(table.twin.options["dice"])
    table.click(hint)
    expect(table.page.locator(".square.hint")).to_have_count(0)
    # An analysis would show what the other has
    expect(table.page.get_by_role("tab", name="Analysis")).to_be_hidden()


def test_no_hint_is_given_behind_the_curtain(open_page: Open) -> None:
    """Two people at one device: the dice of the one who takes it are not there yet, and neither is a hint."""
    table = Guest(open_page(), "liars-dice", seed=5)
    curtain = table.page.locator(".curtain")
    expect(curtain).to_contain_text("Pass the device to North.")
    table.page.keyboard.press("h")
    press(table.page, "I am North: show the board")
    expect(curtain).to_be_hidden()
    expect(table.page.locator(".square.hint")).to_have_count(0)
    table.page.keyboard.press("h")
    expect(table.page.locator(".square.hint")).to_have_count(1)
