"""How people find each other on the page: names, invitations, the lobby, accounts."""

import re

from playwright.sync_api import expect

from ...support.accessibility import findings, needs_axe, with_axe
from ...support.browser import Open, needs_browser
from ...support.page_opponents import REFUSED, Meet, begin, host, play
from ...support.page_table import Guest, Other, game_id, press

pytestmark = needs_browser


def test_a_name_is_asked_for_and_shown_as_it_is_written(meet: Meet) -> None:
    ada, bo = meet("Ada"), meet(expected=REFUSED)
    id, twin = host(ada, "gamma", seats=("human", "open"))
    waiting, coming = Other(ada, id, twin), Other(bo, id, twin)
    expect(waiting.opponents.get_by_label("Link")).to_have_value(re.compile(f"#/game/{id}$"))
    press(bo, "Sit down")
    dialog = coming.window("What shall others call you?")
    for wrong in "", "a\u202eb":
        dialog.get_by_label("Your name").fill(wrong)
        press(dialog, "Go on")
        expect(dialog.locator(".problem")).to_have_text(re.compile(r"^[A-Z'\"].*\.$"))
    dialog.get_by_label("Your name").fill("<b>Bo</b>")
    press(dialog, "Go on")
    expect(waiting.page.locator(".players")).to_contain_text("<b>Bo</b>")
    expect(bo.locator("#me")).to_have_text("<b>Bo</b>")
    assert not ada.locator("main b:has-text('Bo')").count()


def test_a_game_in_the_lobby_is_found_and_taken(meet: Meet) -> None:
    ada, bo = meet("Ada", "#/new/battle-of-the-beetles"), meet("Bo", "/")
    ada.locator(".chairs select").nth(1).select_option("open")
    ada.get_by_label("Who may come").select_option("lobby")
    ada.get_by_label("Clock").select_option("10+5")
    press(ada, "Begin")
    expect(ada.locator(".opponents")).to_contain_text("Waiting for a player")
    bo.locator(".lobby select").select_option("battle-of-the-beetles")
    row = bo.locator(".lobby .listed", has_text="Ada")
    expect(row).to_contain_text("10 min + 5 s")
    bo.locator(".lobby select").select_option("gamma")
    expect(row).to_have_count(0)
    bo.locator(".lobby select").select_option("")
    row.get_by_role("button").click()
    expect(ada.locator(".opponents")).to_be_hidden()
    cy = meet(path="/")
    cy.locator(".lobby .listed", has_text="Ada against Bo").get_by_role("button").click()
    expect(cy.locator(".opponents")).to_have_text("You are watching.")


def test_ataxx_is_hosted_joined_and_cancelled(meet: Meet, open_page: Open) -> None:
    ada = Guest(open_page(), "ataxx", ("human", "human"), begun=False)
    ada.page.request.put("/api/me", data={"name": "Ada"})
    ada.page.reload()
    ada.wait()
    bo = meet("Bo", "/", expected=REFUSED)

    def hosts(name: str) -> None:
        press(ada.page.locator(".ataxx-buttons"), "Host")
        ada.dialog.get_by_label("A name for the game").fill(name)
        press(ada.dialog, "Host")
        expect(ada.dialog).to_contain_text(f"Waiting for a player to join {name}@")
        expect(ada.dialog).to_contain_text("This address works on this machine only")

    def joins(name: str) -> None:
        bo.get_by_label("Join by name").fill(name)
        press(bo.locator(".joining"), "Join")

    ada.click("a7", "b6")  # a move in set-up, which is hosted too
    ada.wait(1)
    hosts("den")
    press(ada.dialog, "Cancel")
    expect(ada.dialog).to_have_count(0)
    joins("den")
    expect(bo.locator(".lobby .problem")).to_contain_text("There is no game called 'den'")
    joins("a b")
    expect(bo.locator(".lobby .problem")).to_contain_text("as in ID@HOST")
    hosts("nest")
    joins(f"nest@{bo.url.split('/')[2]}")
    expect(ada.page.locator(".opponents")).to_have_text("All players are here: Start begins the game.")
    expect(bo.locator(".opponents")).to_have_text("The host sets the game up.")
    # The host alone sets up, and the guest has no buttons for it
    expect(bo.locator(".ataxx-buttons button:visible")).to_have_text(["Pass", "Help", "Load", "Reset", "Quit"])
    buttons = ada.page.locator(".ataxx-buttons")
    ada.id = game_id(ada.page)
    # After the join, the host goes on with the set-up: moves, blocks and colours
    ada.button("undo").click()
    ada.wait(0)
    press(buttons, "P1 = Red")
    expect(bo.locator('.player:has([data-player="0"]) .who')).to_contain_text("you")
    press(buttons, "Set blocks")
    ada.click("c4")
    expect(bo.locator(".square.on-block")).to_have_count(2)
    press(buttons, "Set moves")
    ada.click("a7", "b6")
    ada.wait(1)
    ada.button("undo").click()
    ada.wait(0)
    # A guest who leaves is seen, and nothing begins without them
    press(bo.locator(".ataxx-buttons"), "Quit")
    press(bo.locator("dialog[open]"), "Leave the seat")
    expect(ada.page.locator(".opponents")).to_contain_text("Waiting for a player to take the seat of red.")
    press(buttons, "Start")
    expect(ada.said).to_contain_text("A seat is free; the game can begin when it is taken.")
    joins("nest")
    expect(ada.page.locator(".opponents")).to_have_text("All players are here: Start begins the game.")
    press(buttons, "Set blocks")
    expect(ada.said).to_contain_text("choose squares to block")
    press(buttons, "Start")
    expect(bo.locator(".opponents")).to_be_hidden()
    expect(bo.locator(".turn")).to_have_text("Red to move: you")
    # The board has left the block mode with the start
    expect(ada.page.locator(".square.open")).to_have_count(0)
    expect(buttons.get_by_role("button", name="Set blocks")).to_be_hidden()
    ada.click("d6")
    expect(ada.page.locator(".square.on-block")).to_have_count(2)


def test_a_game_that_is_cancelled_is_gone(meet: Meet) -> None:
    ada, bo = meet("Ada"), meet("Bo", expected=REFUSED)
    id, twin = host(ada, "gamma", alias="short-lived")
    waiting = Other(ada, id, twin)
    expect(waiting.opponents).to_contain_text("short-lived@")
    press(ada, "Cancel the game")
    expect(ada.get_by_role("heading", name="Ludarium")).to_be_visible()
    bo.goto("/#/join/short-lived")
    expect(bo.locator("main")).to_contain_text("There is no game called 'short-lived' to join on this server.")


def test_an_account_is_made_and_left(meet: Meet) -> None:
    page = meet("Dee", "/", expected=REFUSED)
    expect(page.locator("#me")).to_contain_text("Dee")
    page.locator("#me").click()
    making = page.get_by_role("region", name="Make an account")
    for name, password, told in ("Dee Dee", "short", "password"), ("Dee Dee", "long enough", ""):
        making.get_by_label("Name").fill(name)
        making.get_by_label("Password").fill(password)
        press(making, "Make an account")
        if told:
            expect(making.locator(".problem")).to_contain_text(told)
    expect(page.locator("#me")).to_have_text("Dee Dee")
    page.get_by_text("Tokens for your programs").click()
    page.get_by_label("What for").fill("a bot")
    press(page, "Make a token")
    assert len(page.locator(".token").inner_text()) > 20
    page.get_by_text("Where you are logged in").click()
    expect(page.locator("dialog .rows").first).to_contain_text("here")
    press(page, "Log out")
    entering = page.get_by_role("region", name="Log in")
    entering.get_by_label("Name").fill("Dee Dee")
    entering.get_by_label("Password").fill("not this one")
    press(entering, "Log in")
    expect(entering.locator(".problem")).to_have_text(re.compile(r"^[A-Z].*\.$"))
    entering.get_by_label("Password").fill("long enough")
    entering.get_by_label("Password").press("Enter")
    expect(page.locator("#me")).to_have_text("Dee Dee")


def test_a_rated_game_is_on_the_pages_of_both(meet: Meet) -> None:
    ada, bo = begin(meet("Ann"), meet("Bob"), "gamma", rated=True, listed=True)
    play((ada, bo), 2)
    press(bo.page.locator(".bar"), "Resign")
    press(bo.dialog, "Resign")
    ada.ended(re.compile("winner"))
    page = ada.page
    page.goto("/#/best/gamma")
    page.get_by_role("link", name="Ann").click()
    expect(page.get_by_role("heading", name="Ann")).to_be_visible()
    expect(page.locator("main table")).to_contain_text("Gamma")
    expect(page.locator("main .rows")).to_contain_text("Ann against Bob")


@needs_axe
def test_what_is_new_can_be_used_by_everybody(meet: Meet) -> None:
    ada, bo = meet("Ada"), meet("Bo")
    id, twin = host(ada, "gamma", alias="for-everybody", listed=True, clock={"days": 3})
    waiting = Other(ada, id, twin)
    page = with_axe(ada)
    assert not findings(page)
    coming = Other(bo, id, twin)
    other = with_axe(bo)
    assert not findings(other)
    press(bo, "Sit down")
    press(ada.locator(".bar"), "Offer a draw")
    expect(coming.opponents).to_contain_text("offers a draw")
    assert not findings(other) + findings(page)
    page.locator("#me").click()
    expect(waiting.dialog).to_be_visible()
    assert not findings(page)
    page.keyboard.press("Escape")
    for room in "", "best/gamma", f"person/{page.request.get('/api/me').json()['id']}", "new/ataxx":
        page.goto(f"/#/{room}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        if room == "new/ataxx":
            page.locator(".chairs select").nth(1).select_option("open")
        assert not findings(page), room
