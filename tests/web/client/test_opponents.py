"""People from different places at one table, each at a real browser of their own."""

import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import expect

import ludarium

from ...support.browser import Open, needs_browser
from ...support.page_opponents import SMALL, Meet, begin, host, play
from ...support.page_table import Guest, Other, boxes, game_id, press

pytestmark = needs_browser

PLIES = 12  # of a game that does not end by itself soon; then a player resigns


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
        expect(each.result.get_by_role("heading", level=2)).to_contain_text(re.compile("winner|No player"))
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


def test_a_planned_move_is_made_when_the_turn_comes_or_dropped_with_its_reason(meet: Meet) -> None:
    ada, bo = begin(meet("Ada"), meet("Bo"))
    planned = bo.page.locator(".square.planned")
    # Cancelled in each way; a cell from which nothing can be planned is answered as before
    bo.by_mouse(("d4",))
    expect(bo.said).to_contain_text("Ada has to move.")
    ways: list[Callable[[], None]] = [
        lambda: bo.page.keyboard.press("Escape"),
        lambda: bo.cell("d4").click(button="right", force=True),
        lambda: bo.by_mouse(("a7",)),
    ]
    for cancel in ways:
        bo.by_mouse(("g7", "f6"))
        expect(planned).to_have_count(2)
        expect(bo.said).to_contain_text("Planned: g7 to f6.")
        cancel()
        expect(planned).to_have_count(0)
        expect(bo.said).to_contain_text("The planned move is cancelled.")
    expect(bo.page.locator(".arrows > *")).to_have_count(0)
    bo.cell("g7").drag_to(bo.cell("f6"), force=True)
    expect(planned).to_have_count(2)
    ada.touch(("a7", "b6"), ada.by_mouse)
    for move in "a7-b6", "g7-f6":  # the second one follows at once
        ada.twin.push(move)
    for each in ada, bo:
        each.wait()
    bo.by_mouse(("f6", "d6"))
    expect(planned).to_have_count(2)
    ada.make(("b6", "d6"), ada.by_mouse)
    bo.wait()
    expect(bo.said).to_contain_text("Your planned move cannot be made: d6 has a red piece.")
    expect(planned).to_have_count(0)
    # What was only begun is still in the hand when the turn comes
    bo.make(("f6", "e5"), bo.by_mouse)
    bo.by_mouse(("a1",))
    expect(bo.page.locator(".square.taken")).to_have_count(1)
    ada.wait()
    ada.make(("g1", "g2"), ada.by_mouse)
    bo.wait()
    expect(bo.turn).to_contain_text("to move: you")
    assert bo.marked("taken") == {"a1"}
    bo.agree()


# Clicks on cells, so quickly that the server can answer none of them before the last
AT_ONCE = "(board, names) => names.forEach((name) => board.querySelector(`[data-name='${name}']`).click())"


def test_a_move_is_planned_cell_by_cell_however_late_the_server_answers(meet: Meet) -> None:
    """The second click let go what the first had chosen, and only moves that their last cell tells were planned."""
    ada, bo = begin(meet("Ada"), meet("Bo"))
    for player, path in (ada, ("a7", "b6")), (bo, ("g7", "f6")):
        player.wait()
        player.make(path, player.by_mouse)
    ways: list[Callable[[], None]] = [
        lambda: bo.by_mouse(("g7", "f7")),  # where f6 could go too
        lambda: bo.board.evaluate(AT_ONCE, ["g7", "f7"]),
        lambda: bo.cell("g7").drag_to(bo.cell("f7"), force=True),
    ]
    for plan in ways:
        bo.page.reload()
        bo.wait()
        plan()
        expect(bo.said).to_contain_text("Planned: g7 to f7.")
        assert bo.marked("planned") == {"g7", "f7"}
    # What is half planned is let go by a second click, and by one that means nothing
    for name, told in ("g7", "Ada has to move."), ("d2", "The planned move is cancelled."):
        bo.page.keyboard.press("Escape")
        bo.by_mouse(("g7",))
        expect(bo.said).to_contain_text("g7: where to, when your turn comes?")
        bo.by_mouse((name,))
        expect(bo.said).to_have_text(told)
        assert not bo.marked("taken")


def test_at_home_nothing_looks_different(open_page: Open) -> None:
    table = Guest(open_page(), "ataxx", ("human", "human"))
    for id in "undo", "hint", "resign":
        expect(table.button(id)).to_be_visible()
    for id in "draw", "takeback", "rematch":
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
    places = [boxes(each.page) for each in (ada, bo)]
    press(ada.page.locator(".bar"), "Offer a draw")
    expect(ada.opponents).to_contain_text("You have offered a draw.")
    expect(bo.opponents).to_contain_text("Ada offers a draw.")
    assert [boxes(each.page) for each in (ada, bo)] == places
    press(bo.opponents, "Decline")
    expect(ada.said).to_have_text("The draw was declined.")
    expect(ada.opponents).to_be_hidden()
    press(bo.page.locator(".bar"), "Offer a draw")
    press(ada.opponents, "Agree")
    for each in ada, bo:
        expect(each.result).to_contain_text("It is a draw.")


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


def test_who_leaves_is_asked_the_same_whichever_way_and_may_resign(meet: Meet) -> None:
    ada, bo = begin(meet("Ada"), meet("Bo"))
    play((ada, bo), 1)
    manual = bo.page.locator(".ataxx-buttons")
    ways: list[Callable[[], None]] = [
        *(partial(press, manual, name) for name in ("Load", "Reset", "Quit")),
        lambda: bo.page.get_by_role("link", name="Ludarium").click(),
        lambda: bo.page.keyboard.press("q"),
        lambda: bo.choose("new"),
    ]
    for leave in ways:
        leave()
        asked = bo.window("Leave the game?")
        assert asked.get_by_role("button").all_inner_texts() == ["Come back later", "Resign and leave", "Stay"]
        press(asked, "Stay")
        expect(bo.dialog).to_have_count(0)
    assert bo.id in bo.page.url and not bo.told()["view"]["ending"]
    bo.page.get_by_role("link", name="Ludarium").click()
    press(bo.window("Leave the game?"), "Come back later")
    expect(bo.page.get_by_role("heading", name="Ludarium")).to_be_visible()
    bo.go()
    press(bo.page.locator(".ataxx-buttons"), "Reset")
    press(bo.window("Leave the game?"), "Resign and leave")
    expect(ada.result).to_contain_text("blue has given up", ignore_case=True)
    # The new game is for who has left alone: no one is expected there
    bo.page.wait_for_url(lambda url: ada.id not in url)
    expect(bo.page.locator('.player:has([data-player="0"]) .who')).to_be_visible()
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
    ada.ended(re.compile("winner"))


def test_another_game_with_the_same_people(meet: Meet) -> None:
    ada, bo = begin(meet("Ada"), meet("Bo"))
    press(bo.page.locator(".bar"), "Resign")
    press(bo.dialog, "Resign")
    press(ada.ended(re.compile("winner")), "Rematch")
    bo.ended(re.compile("winner"))
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


# Notes on the page all that is read aloud at once: the end of the game soon takes the place of a warning
ALERTED = """new MutationObserver(() => {
  const { dataset } = document.documentElement;
  dataset.alerted = `${dataset.alerted ?? ""} ${document.querySelector("#alert")?.textContent ?? ""}`;
}).observe(document, { subtree: true, childList: true });"""


def test_time_runs_out(meet: Meet) -> None:
    ada_page, bo_page = meet("Ada"), meet("Bo")
    ada_page.add_init_script(ALERTED)
    id, twin = host(ada_page, "ataxx", clock={"seconds": 10})
    ada, bo = Other(ada_page, id, twin), Other(bo_page, id, twin)
    press(bo_page, "Sit down")  # from then on the time runs, and a test that is late sees the end alone
    expect(ada.page.locator('[data-clock="0"]').first).to_have_text(re.compile(r"0:\d\d"))
    expect(bo.page.locator('[data-clock="1"]').first).to_have_text("0:10")
    for each in ada, bo:
        expect(each.result).to_contain_text("red has run out of time", ignore_case=True)
    expect(ada.page.locator("html")).to_have_attribute("data-alerted", re.compile(r"You have \d+ seconds left\."))


def test_who_goes_away_is_missed(meet: Meet) -> None:
    ada, bo = begin(meet("Ada"), meet("Bo"), "gamma")
    bo.page.goto("/#/")
    expect(ada.page.locator(".player.away")).to_contain_text("Bo, away")
    bo.go()
    expect(ada.page.locator(".player.away")).to_have_count(0)
