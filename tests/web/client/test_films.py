"""What can be chosen and what is read while a move unfolds, just after it, and in the past."""

from typing import Any

from playwright.sync_api import Page, expect

import ludarium

from ...support.browser import Open, needs_browser
from ...support.page_table import SAMPLE, Guest

pytestmark = needs_browser

# One jump from the middle sets off others, which takes seconds
LOADED = "r1,.,.,.,b1/.,r3,r3,.,./.,r3,r3,r3,./.,.,r3,b3,b2/.,.,.,b2,b1 red 28"
# A moment lasts as long as the test wants
FROZEN, LATER = "performance.now = () => 10_000", "performance.now = () => 20_000"


def at(page: Page, id: str, position: str, seats: tuple[str, ...] = ("human", "human"), **options: Any) -> Guest:
    """A table with a game at a position."""
    table = Guest(page, id, seats, **options)
    table.twin = ludarium.new(id, position, **options)
    told = {name: table.twin.kind.options[name].write(value) for name, value in table.twin.options.items()}
    asked = {"kind": id, "options": told, "seats": seats, "position": position, "begun": True}
    table.id = page.request.post("/api/games", data=asked).json()["id"]
    table.go()
    return table


def played(table: Guest) -> list[str]:
    return [move for _, move, _ in table.told()["moves"]]


def test_a_click_or_key_that_ends_a_film_is_no_move(open_page: Open) -> None:
    table = at(open_page(reduced_motion="no-preference"), "beetle-battle", LOADED, size=5)
    page = table.page
    page.evaluate(FROZEN)
    table.click("2,2")
    # The film is named by its move, and the list has it
    expect(page.locator(".turn")).to_have_text("Red: 2,2")
    expect(page.locator(".moves li")).to_have_count(1)
    expect(page.locator(".history > .soft")).to_be_hidden()
    table.click("0,4", "0,4", "0,3")  # the first ends the film, the others come within a moment of its end
    table.wait(1)
    assert played(table) == ["2,2"]
    expect(page.locator(".turn")).to_have_text("Blue to move")
    page.evaluate(LATER)
    table.click("0,4")
    expect(page.locator(".turn")).to_have_text("Blue: 0,4")
    for key in "Enter", "Enter", " ":
        page.keyboard.press(key)
    table.wait(2)
    assert played(table) == ["2,2", "0,4"]


def test_a_slow_double_click_against_a_quick_computer_is_one_move(open_page: Open) -> None:
    table = Guest(open_page(), "beetle-battle", ("human", "random"), size=10)
    table.page.evaluate(FROZEN)
    table.click("0,0")
    table.wait(2)
    table.click("0,0")  # Playwright's clicks are single ones: the other side's move in between tells
    expect(table.page.locator(".turn")).to_have_text("Red to move")
    assert len(played(table)) == 2
    table.page.evaluate(LATER)
    table.click("0,0")
    table.wait(4)


def test_a_greyed_cell_is_not_chosen_and_another_piece_is_not_greyed(open_page: Open) -> None:
    position = "x...rGx/.-----R/G-...-g/R-rxr-./G-rg.-R/.-----r/xgrR.Gx green"
    table = at(open_page(), "battle-of-the-beetles", position)
    table.click("f1")
    assert "g5" in table.marked("dim")
    table.click("g5")
    expect(table.said).to_have_text("g5 cannot be chosen after f1; Esc lets go.")
    assert table.marked("taken") == {"f1"} and not played(table)
    table.click("f1")  # to let it go is no mistake
    expect(table.said).to_have_text("Choose a marked square.")
    expect(table.said).to_have_attribute("data-tone", "")
    table.move("g5")
    table.agree()
    table = Guest(table.page, "ataxx")
    table.click("a7")
    assert "g1" not in table.marked("dim") | table.marked("open") and "d4" in table.marked("dim")
    table.click("g1")
    assert table.marked("taken") == {"g1"}


def test_the_past_has_no_winner_yet(open_page: Open) -> None:
    table = Guest(open_page(reduced_motion="no-preference"), "beetle-battle", size=3)
    page, turn, star = table.page, table.page.locator(".turn"), table.page.locator(".player .won:not(:empty)")
    asked = {"text": SAMPLE, "seats": ("human", "human")}
    table.id = page.request.post("/api/games/import", data=asked).json()["id"]
    table.twin = ludarium.load(SAMPLE)
    table.go()
    expect(star).to_have_count(1)
    page.locator('.moves li[data-ply="12"] > button').click()
    expect(turn).to_have_text("Then red to move")
    expect(star).to_have_count(0)
    page.keyboard.press(".")
    expect(turn).to_have_text("Then blue to move")
    page.keyboard.press(".")
    # While the last cascade runs, nobody has won
    expect(turn).to_have_text("Blue: 0,1")
    expect(star).to_have_count(0)
    assert page.title().startswith("Blue: 0,1")
    expect(turn).to_have_text("The winner is blue!")
    expect(star).to_have_count(1)
