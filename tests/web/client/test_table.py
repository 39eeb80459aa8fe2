"""What can be done at every table on the page: each button, each entry of the menu and each key is really used."""

import re
from base64 import b64encode
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

import ludarium

from ...support.browser import Open, needs_browser
from ...support.page_table import SENTENCE, Guest, Sit, press, press_once_shown, saved, text

pytestmark = needs_browser

# Moves


def test_squares_that_may_be_chosen_are_shown(sit: Sit) -> None:
    table = sit("ataxx")
    page = table.page
    paths = table.twin.paths()
    expect(page.locator(".square.open")).to_have_count(2)
    assert table.marked("open") == {path[0] for path in paths} == {"a7", "g1"}
    direct = {path[1] for path in paths}  # only one piece can go there, and one touch means its move
    assert table.marked("closed") == set(table.places) - {"a7", "g1"} - direct
    expect(page.locator('.square[aria-disabled="true"]')).to_have_count(47 - len(direct))
    table.click("a7")
    expect(page.locator(".square.taken")).to_have_count(1)
    assert table.marked("open") == {path[1] for path in paths if path[0] == "a7"}
    assert "may be chosen" in str(table.cell("b6").get_attribute("aria-label"))
    page.keyboard.press("Escape")
    expect(page.locator(".square.taken")).to_have_count(0)
    table.click("d4")
    expect(table.said).to_contain_text("Red has no piece beside d4.")
    table.move("a7", "b6")
    assert table.marked("open") == {path[0] for path in table.twin.paths()}
    expect(page.locator(".turn")).to_have_text("Blue to move")


def test_moves_are_taken_back_and_made_again(sit: Sit) -> None:
    table = sit("beetle-battle", size=3)
    page = table.page
    expect(table.button("undo")).to_have_attribute("aria-disabled", "true")
    table.button("undo").click(force=True)
    expect(table.said).to_have_text("There is no move to take back.")
    for name in "0,0", "2,2", "0,1":
        table.move(name)
    table.button("undo").click()
    table.wait(2)
    page.keyboard.press("u")
    table.wait(1)
    table.choose("undo")
    table.wait(0)
    table.button("redo").click()
    table.wait(1)
    page.keyboard.press("y")
    table.wait(2)
    table.choose("redo")
    table.wait()
    table.agree()
    expect(table.button("redo")).to_have_attribute("aria-disabled", "true")


def test_a_hint_points_at_a_move(sit: Sit) -> None:
    table = sit("beetle-battle", size=3)
    for entry in False, True:
        table.do("h", "hint", entry)
        expect(table.page.locator(".square.hint")).to_have_count(1)
        (hint,) = table.marked("hint")
        assert (hint,) in table.twin.paths()
        expect(table.said).to_have_text(f"A good move: {hint}")
        table.move(str(hint))
        expect(table.page.locator(".square.hint")).to_have_count(0)


def test_a_move_can_be_typed(sit: Sit) -> None:
    table = sit("ataxx")
    table.page.keyboard.press("t")
    dialog = table.window("Type a move")
    for wrong, says in (
        ("", "A move needs a word."),
        ("a7-a4", "a7-a4 is not a legal move for red: too far"),
        ("?", "'?'"),
    ):
        dialog.get_by_label("Move").fill(wrong)
        press(dialog, "Play")
        expect(dialog.locator(".problem")).to_contain_text(says)
        expect(dialog.locator(".problem")).to_have_text(SENTENCE)
    dialog.get_by_label("Move").fill("a7-b6")
    dialog.get_by_label("Move").press("Enter")
    table.twin.push("a7-b6")
    table.wait()
    table.choose("type")
    press(dialog, "Cancel")
    table.agree()


def test_resigning_and_what_comes_after(sit: Sit) -> None:
    table = sit("battle-of-the-beetles")
    page, dialog = table.page, table.dialog
    table.move("b1")
    page.keyboard.press("x")
    press(table.window("Give the game up?"), "Cancel")
    table.choose("resign")
    expect(dialog).to_contain_text("Green wins then.")
    press(dialog, "Resign")
    result = table.ended("The winner is green!")
    expect(result).to_contain_text("Red has given up.")
    file = saved(page, result.get_by_role("button", name="Save game"))
    table.twin.end("green", "red has given up")
    assert text(file) == table.twin.record() and "result: green\nreason: red has given up" in text(file)
    press(result, "Close the result")
    expect(result).to_be_hidden()
    expect(page.locator(".turn")).to_have_text("The winner is green!")
    # How it stands can be asked for again, and in a game too
    page.keyboard.press("Control+d")
    press(table.ended("The winner is green!"), "New game")
    expect(page.locator(".turn")).to_have_text("Green to move")
    assert table.id not in page.url
    page.keyboard.press("e")
    press(table.window("After 0 moves"), "Go on")
    table.choose("results")
    press(dialog, "To the house")
    expect(page.get_by_role("heading", name="Continue a game")).to_be_visible()


def test_giving_up_can_be_taken_back(sit: Sit) -> None:
    table = sit("battle-of-the-beetles")
    table.page.keyboard.press("x")
    press(table.dialog, "Resign")
    press(table.result, "Look at the board")
    table.button("undo").click()
    expect(table.page.locator(".turn")).to_have_text("Green to move")
    table.move("b1")
    table.agree()


# Who plays


def test_another_plays_for_a_player(sit: Sit) -> None:
    table = sit("beetle-battle", size=10)
    page, dialog = table.page, table.dialog
    page.keyboard.press("l")
    press(table.window("For whom?"), "Blue: a friend")
    press(table.window("Who plays for blue?"), "Pip, level 1")
    expect(page.locator(".players")).to_contain_text("Pip")
    table.click("0,0")
    table.wait(2)  # Pip has answered
    page.locator('.players [data-player="1"]').click()
    press(table.window("Who plays for blue?"), "You, or a friend beside you")
    expect(page.locator(".players")).to_contain_text("a friend")
    table.follow()
    table.play_on(table.by_mouse, most=4)
    table.agree()
    # For one who looks on, computers pause and go on
    press_once_shown(table.button("pause"))
    for number in 0, 1:
        page.locator(f'.players [data-player="{number}"]').click()
        press(dialog, "Pip, level 1")
        expect(page.locator(f'.players [data-player="{number}"]')).to_contain_text("Pip")
        if not number:
            page.keyboard.press("Escape")
    expect(table.said).to_have_text("Paused. P goes on.")
    made = page.locator(".moves li").count()  # and one more, by a computer that thinks already
    page.keyboard.press("p")
    expect(table.said).not_to_have_text("Paused. P goes on.")
    expect(page.locator(".moves li").nth(made + 1)).to_be_attached()


def test_the_list_of_levels_is_walked_by_keys(sit: Sit) -> None:
    page = sit("beetle-battle").page
    page.locator('.players [data-player="1"]').click()
    steps = {"End": "Scarab", "ArrowUp": "Goliath", "Home": "You", "ArrowRight": "Pip", "h": "Hornet"}
    for key, name in steps.items():
        page.keyboard.press(key)
        expect(page.locator("dialog :focus")).to_contain_text(name)
    page.keyboard.press("Enter")
    expect(page.locator('.players [data-player="1"]')).to_contain_text("Hornet")


def test_the_second_click_is_not_for_what_the_first_one_has_brought(open_page: Open) -> None:
    """On a small phone a row of the window lies over the seat, and a portrait below the last row."""
    table = Guest(open_page(viewport={"width": 320, "height": 568}), "beetle-battle")
    page, seat = table.page, table.page.locator('.players [data-player="1"]')
    seat.dblclick()
    expect(table.window("Who plays for blue?")).to_be_visible()
    assert page.evaluate("String(getSelection())") == ""
    page.get_by_role("button", name="Scarab, level 11").dblclick()
    expect(seat).to_contain_text("Scarab")
    expect(table.dialog).to_have_count(0)
    page.get_by_role("button", name="More", exact=True).dblclick()
    expect(page.get_by_role("menu", name="More")).to_be_visible()


def test_what_happens_beside_the_board_leaves_half_a_move_in_the_hand(open_page: Open) -> None:
    table = Guest(open_page(), "ataxx")
    table.click("a7")
    other = open_page(f"/#/game/{table.id}")
    expect(other.locator(".table[data-ply]")).to_be_visible()
    other.keyboard.press("l")
    press(other.locator("dialog[open]"), "Blue: a friend")
    press(other.locator("dialog[open]"), "Pip, level 1")
    expect(table.page.locator('.player:has([data-player="1"])')).to_contain_text("Pip")
    expect(table.page.locator(".square.taken")).to_have_count(1)
    table.click("a6")
    table.wait(2)


def test_a_thinking_computer_can_be_told_to_move(sit: Sit) -> None:
    table = sit("beetle-battle", ("human", "level 11"), size=5)
    press_once_shown(table.button("stop"))
    table.click("0,0")
    table.wait(2)
    expect(table.button("stop")).to_be_hidden()
    table.follow()
    table.agree()
    # What is taken back is the computer's move, and the person's before it
    table.button("undo").click()
    table.wait(0)


def test_moves_are_set_for_everybody(sit: Sit) -> None:
    table = sit("beetle-battle", ("human", "level 1"), size=3)
    table.choose("moves")
    expect(table.said).to_have_text("You set moves for all players; M lets the others play.")
    for name in "0,0", "2,2", "1,1":
        table.move(name)
    table.page.keyboard.press("m")
    table.wait(4)
    expect(table.page.locator(".players")).to_contain_text("Pip")


# What is told


def test_rules_are_shown_at_the_table_and_on_a_page(sit: Sit) -> None:
    table = sit("ataxx")
    page, dialog = table.page, table.dialog
    table.board.evaluate("board => board.focusBoard()")
    page.keyboard.press("r")
    expect(table.window("Ataxx").locator(".help")).to_contain_text("jump")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.locator(".square:focus")).to_have_count(1)
    table.choose("rules")
    press(dialog, "Close")
    page.goto("./#/")
    page.get_by_role("link", name="Rules of Ataxx").click()
    expect(page.locator("article")).to_contain_text("jump")
    page.get_by_role("link", name="Play").click()
    expect(page.locator('.table[data-kind="ataxx"]')).to_be_visible()


def test_statistics_about_and_keys(sit: Sit) -> None:
    table = sit("battle-of-the-beetles")
    page, dialog = table.page, table.dialog
    table.move("b1")
    statistics = dict(table.told("/statistics")["facts"])
    for key, id, title in ("i", "statistics", "The game so far"), ("a", "about", "Battle of the Beetles"):
        page.keyboard.press(key)
        table.window(title)
        if id == "statistics":
            labels, values = (dialog.locator(tag).all_inner_texts() for tag in ("dt", "dd"))
            assert dict(zip(labels, values, strict=True)) == statistics
        page.keyboard.press("Escape")
        if id != "about":  # which is on the name
            table.choose(id)
            press(table.window(title), "Close")
    press(page, "Battle of the Beetles")
    expect(dialog).to_contain_text(table.twin.kind.about)
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    keys = set(table.window("Keys").locator("kbd").all_inner_texts())
    assert {"Esc", "U", "Y", "H", "T", "X", "R", "N", "S", "F", "J", "K", "W", "V", "Z", "Ctrl-D"} <= keys
    assert not {"B", "O", "P"} & keys  # blocks, high scores and pauses are for other games
    page.keyboard.press("Escape")
    table.choose("keys")
    press(table.window("Keys"), "Close")
    table.choose("leave")
    expect(page.get_by_role("heading", name="Continue a game")).to_be_visible()


def test_a_picture_of_the_board(sit: Sit) -> None:
    table = sit("ataxx", blocks="3gh")
    for entry in False, True:
        with table.page.expect_download() as download:
            table.do("w", "picture", entry)
        assert download.value.suggested_filename == "ataxx.svg"
        picture = ElementTree.fromstring(text(download.value))
        assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    shown = table.page.context.new_page()
    data = b64encode(text(download.value).encode()).decode()
    shown.set_content(f'<img src="data:image/svg+xml;base64,{data}">')
    assert shown.locator("img").evaluate("img => img.decode().then(() => img.naturalWidth)") > 0


@pytest.mark.parametrize("id", ludarium.games())
def test_the_field_for_a_move_has_a_legal_one_as_example(sit: Sit, id: str) -> None:
    table = sit(id)
    table.page.keyboard.press("t")
    field = table.dialog.get_by_label("Move")
    expect(field).to_have_attribute("placeholder", re.compile("^such as "))  # it comes after the window
    assert str(field.get_attribute("placeholder")).removeprefix("such as ") in map(str, table.twin.legal_moves)


def test_the_name_of_a_cell_stands_at_the_headline_while_the_pointer_is_on_it(sit: Sit) -> None:
    table = sit("ataxx")
    here = table.page.locator(".here")
    table.click("c3")
    expect(here).to_have_text("c3")
    table.cell("d4").hover(force=True)
    expect(here).to_have_text("d4")
    table.page.mouse.move(2, 2)
    expect(here).to_have_text("")
