"""People from different places at one table, each at a real browser of their own."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import ludarium

from ...support.accessibility import findings, needs_axe, with_axe
from ...support.browser import Open, needs_browser
from ...support.cases import turn
from ...support.page_table import Guest, Other, game_id, press

pytestmark = needs_browser

SMALL: dict[str, dict[str, Any]] = {
    "ataxx": {},
    "beetle-battle": {"size": 3},
    "battle-of-the-beetles": {},
    "gamma": {"width": 4, "height": 3, "players": 2},
}
PLIES = 24  # of a game that does not end by itself soon; then somebody resigns
REFUSED = "the server responded with a status of 40"  # what a browser says of its own when something is refused
Meet = Callable[..., Page]


@pytest.fixture
def meet(open_page: Open) -> Meet:
    """Opens a page for somebody who is not at home, by a name if one is given."""
    met = 0

    def met_by(name: str = "", path: str = "", **more: Any) -> Page:
        nonlocal met
        met += 1
        page = open_page(None, extra_http_headers={"X-Forwarded-For": f"203.0.113.{met}"}, **more)
        if name:
            assert page.request.put("/api/me", data={"name": name}).ok
        page.goto(path)
        return page

    return met_by


def host(page: Page, kind: str, seats: tuple[str, ...] = ("human", "open"), **more: Any) -> tuple[str, ludarium.Game]:
    """A game that somebody sets up, and the library's."""
    options = SMALL.get(kind, {})
    told = {name: str(value) for name, value in options.items()}
    answer = page.request.post("/api/games", data={"kind": kind, "options": told, "seats": seats} | more)
    assert answer.ok, answer.text()
    return answer.json()["id"], ludarium.new(kind, **options)


def begin(ada: Page, bo: Page, kind: str = "ataxx", **more: Any) -> tuple[Other, Other]:
    """A game between two, who both look at it."""
    id, twin = host(ada, kind, **more)
    host_, guest = Other(ada, id, twin), Other(bo, id, twin)
    press(bo, "Sit down")
    expect(host_.opponents).to_be_hidden()
    expect(guest.opponents).to_be_hidden()
    return host_, guest


def play(players: tuple[Other, Other], most: int, *onlookers: Other, seed: int = 1) -> None:
    """Any moves at all, each by the player to move; all others see them."""
    chance, twin = Random(seed), players[0].twin
    while not twin.outcome() and len(twin.moves) < most:
        mover = players[turn(twin)]
        mover.make(chance.choice(sorted(twin.paths())), mover.by_mouse)
        for each in (*players, *onlookers):
            each.wait()


@pytest.mark.parametrize("kind", SMALL)
def test_two_browsers_play_a_game_and_a_third_looks_on(meet: Meet, open_page: Open, kind: str) -> None:
    ada, bo = begin(open_page(), meet("Bo"), kind)
    cy = Other(meet(), ada.id, ada.twin)
    expect(cy.opponents).to_have_text("You are watching.")
    assert not cy.marked("open") and not bo.marked("open") and ada.marked("open")
    expect(ada.turn).to_contain_text("to move: you")
    for each in bo, cy:
        expect(each.turn).to_contain_text("to move: Guest")
    play((ada, bo), PLIES, cy)
    if not ada.twin.outcome():
        press(bo.page.locator(".bar"), "Resign")
        press(bo.dialog, "Resign")
    for each in ada, bo, cy:
        expect(each.dialog.get_by_role("heading", level=2)).to_contain_text(re.compile("winner|No player"))
        each.page.keyboard.press("Escape")
        each.agree()


def test_nobody_is_helped_against_others(meet: Meet) -> None:
    ada, bo = begin(meet("Ada"), meet("Bo"))
    for each in ada, bo:
        for id in "undo", "redo", "hint":
            expect(each.button(id)).to_be_hidden()
        expect(each.page.locator(".analysis")).to_be_hidden()
    bo.cell("a7").click(force=True)
    expect(bo.said).to_contain_text("Ada has to move.")


def test_at_home_nothing_looks_different(open_page: Open) -> None:
    table = Guest(open_page(), "ataxx", ("human", "human"))
    for id in "undo", "redo", "hint":
        expect(table.button(id)).to_be_visible()
    for id in "draw", "takeback", "rematch", "resign":
        expect(table.button(id)).to_be_hidden()
    expect(table.page.locator(".opponents")).to_be_hidden()
    expect(table.page.locator(".turn")).to_have_text("Red to move")


def test_a_computer_beside_two_people(meet: Meet) -> None:
    ada_page, bo_page = meet("Ada"), meet("Bo")
    asked = {"width": "4", "height": "4", "players": "3"}
    data = {"kind": "gamma", "options": asked, "seats": ["human", "open", "random"]}
    id = ada_page.request.post("/api/games", data=data).json()["id"]
    twin = ludarium.new("gamma", width=4, height=4, players=3)
    ada, bo = Other(ada_page, id, twin), Other(bo_page, id, twin)
    press(bo_page, "Sit down")
    expect(ada.opponents).to_be_hidden()
    for _ in range(3):
        ada.make(min(twin.paths()), ada.by_mouse)
        bo.wait()
        bo.by_mouse(path := min(twin.paths()))
        twin.push(twin.paths()[path])
        # The computer answers at once
        ada.wait(len(twin.moves) + 1)
        ada.follow()
    bo.wait()
    bo.agree()


def test_a_draw_is_offered_declined_and_agreed_on(meet: Meet) -> None:
    ada, bo = begin(meet("Ada"), meet("Bo"))
    press(ada.page.locator(".bar"), "Offer a draw")
    expect(ada.opponents).to_contain_text("You have offered a draw.")
    expect(bo.opponents).to_contain_text("Ada offers a draw.")
    press(bo.opponents, "Decline")
    expect(ada.said).to_have_text("The draw was declined.")
    expect(ada.opponents).to_be_hidden()
    press(bo.page.locator(".bar"), "Offer a draw")
    press(ada.opponents, "Agree")
    for each in ada, bo:
        expect(each.dialog).to_contain_text("It is a draw.")


def test_a_move_is_taken_back_when_the_other_agrees(meet: Meet) -> None:
    ada, bo = begin(meet("Ada"), meet("Bo"))
    play((ada, bo), 2)
    first, second = map(str, ada.twin.moves)
    press(ada.page.locator(".bar"), "Ask for a takeback")
    expect(ada.opponents).to_contain_text(f"You have asked to take back {first} and the answer {second}.")
    expect(bo.opponents).to_contain_text(f"Ada asks to take back {first} and the answer {second}.")
    press(bo.opponents, "Agree")
    for each in ada, bo:
        each.wait(0)
        expect(each.opponents).to_be_hidden()


def test_who_leaves_for_good_is_asked_and_resigns(meet: Meet) -> None:
    ada, bo = begin(meet("Ada"), meet("Bo"))
    play((ada, bo), 1)
    press(bo.page.locator(".ataxx-buttons"), "Quit")
    press(bo.window("Leave the game?"), "Stay")
    assert not bo.told()["view"]["ending"]
    press(bo.page.locator(".ataxx-buttons"), "Reset")
    press(bo.window("Leave the game?"), "Resign and leave")
    expect(ada.dialog).to_contain_text("blue has given up", ignore_case=True)
    # The new game is for who has left alone: nobody is expected there
    bo.page.wait_for_url(lambda url: ada.id not in url)
    expect(bo.page.locator(".ataxx-side.red .who")).to_be_visible()
    assert "open" not in bo.page.request.get(f"/api/games/{game_id(bo.page)}").json()["seats"]


def test_a_game_of_others_is_left_for_a_while_or_for_good(meet: Meet) -> None:
    ada, bo = begin(meet("Ada"), meet("Bo"), "gamma")
    bo.page.keyboard.press("q")
    press(bo.window("Leave the game?"), "Come back later")
    expect(bo.page.get_by_role("heading", name="Ludarium")).to_be_visible()
    bo.go()
    assert not bo.told()["view"]["ending"]
    bo.page.keyboard.press("q")
    press(bo.window("Leave the game?"), "Resign and leave")
    ada.window(re.compile("winner"))


def test_another_game_with_the_same_people(meet: Meet) -> None:
    ada, bo = begin(meet("Ada"), meet("Bo"))
    press(bo.page.locator(".bar"), "Resign")
    press(bo.dialog, "Resign")
    press(ada.dialog, "Rematch")
    bo.window(re.compile("winner"))
    bo.page.keyboard.press("Escape")
    expect(bo.opponents).to_contain_text("Ada asks for another game.")
    press(bo.opponents, "Agree")
    for each in ada, bo:
        each.page.wait_for_url(lambda url: ada.id not in url)
    # The other way round
    expect(bo.turn).to_have_text("Red to move: you")
    expect(ada.turn).to_have_text("Red to move: Bo")


def test_a_player_who_reloads_is_the_same_player(meet: Meet) -> None:
    ada, bo = begin(meet("Ada"), meet("Bo"))
    play((ada, bo), 3)
    bo.page.reload()
    bo.wait()
    play((ada, bo), 6)
    bo.agree()
    ada.agree()


def test_time_runs_out(meet: Meet) -> None:
    ada, bo = begin(meet("Ada"), meet("Bo"), clock={"seconds": 10})
    expect(ada.page.locator('[data-clock="0"]').first).to_have_text(re.compile(r"0:\d\d"))
    expect(bo.page.locator('[data-clock="1"]').first).to_have_text("0:10")
    expect(ada.page.locator("#alert")).to_contain_text("seconds left")
    for each in ada, bo:
        expect(each.dialog).to_contain_text("red has run out of time", ignore_case=True)


def test_who_goes_away_is_missed(meet: Meet) -> None:
    ada, bo = begin(meet("Ada"), meet("Bo"), "gamma")
    bo.page.goto("/#/")
    expect(ada.page.locator(".player.away")).to_contain_text("Bo, away")
    bo.go()
    expect(ada.page.locator(".player.away")).to_have_count(0)


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
    ada, bo = meet("Ada", "#/new/battle-of-the-beetles"), meet("Bo")
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
    cy = meet()
    cy.locator(".lobby .listed", has_text="Ada against Bo").get_by_role("button").click()
    expect(cy.locator(".opponents")).to_have_text("You are watching.")


def test_ataxx_is_hosted_joined_and_cancelled(meet: Meet, open_page: Open) -> None:
    ada = Guest(open_page(), "ataxx", ("human", "human"), begun=False)
    ada.page.request.put("/api/me", data={"name": "Ada"})
    ada.page.reload()
    ada.wait()
    bo = meet("Bo", expected=REFUSED)

    def hosts(name: str) -> None:
        press(ada.page.locator(".ataxx-buttons"), "Host")
        ada.dialog.get_by_label("A name for the game").fill(name)
        press(ada.dialog, "Host")
        expect(ada.dialog).to_contain_text(f"Waiting for a player to join {name}@")

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
    buttons = ada.page.locator(".ataxx-buttons")
    ada.id = game_id(ada.page)
    # After the join, the host goes on with the set-up: moves, blocks and colours
    ada.button("undo").click()
    ada.wait(0)
    press(buttons, "P1 = Red")
    expect(bo.locator(".ataxx-side.red .who")).to_contain_text("you")
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
    assert not ada.marked("open")
    expect(buttons.get_by_role("button", name="Set blocks")).to_be_visible()
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
    page = meet("Dee", expected=REFUSED)
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
    ada.window(re.compile("winner"))
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
