"""A new game on the page: its form from the home page, and its window at a table."""

from playwright.sync_api import expect

from ...support.browser import Open, needs_browser
from ...support.page_table import SENTENCE, Guest, game_id, press

pytestmark = needs_browser


def test_games_options_and_seats_are_chosen_in_the_form(open_page: Open) -> None:
    page = open_page("/")
    page.get_by_role("link", name="More ways to play Gamma").click()
    form, seats = page.locator("form"), page.locator(".chairs > li:visible")
    expect(seats).to_have_count(2)
    for label, value in ("Width", "3"), ("Height", "4"), ("Players", "3"), ("Areas", "2"):
        form.get_by_label(label).fill(value)
    expect(seats).to_have_count(3)
    for number, who in enumerate(("A friend on this device", "Moth, level 2", "Me")):
        seats.nth(number).get_by_role("combobox").select_option(who)
    press(form, "Begin")
    expect(page.locator(".square")).to_have_count(12)
    told = page.request.get(f"/api/games/{game_id(page)}").json()
    assert told["options"] == {"width": "3", "height": "4", "players": "3", "areas": "2"}
    assert told["seats"] == ["human", "level 2", "human"]
    expect(page.locator(".players .player-name")).to_have_text(["Player 1you", "Player 2Moth", "Player 3a friend"])


def test_every_game_begins_from_its_form_as_usual(open_page: Open) -> None:
    page = open_page()
    for kind in page.request.get("/api/house").json()["kinds"]:
        page.goto("/#/")
        page.get_by_role("link", name=f"More ways to play {kind['title']}").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(f"A game of {kind['title']}")
        press(page, "Begin")
        expect(page.locator(f'.table[data-kind="{kind["id"]}"] ludarium-board')).to_be_visible()
        state = page.request.get(f"/api/games/{game_id(page)}").json()
        assert state["view"]["begun"] is not kind["can_lay"]
        assert state["seats"] == ["human", "level 3"][: kind["players"]]


def test_a_bad_value_in_the_form_gets_a_sentence(open_page: Open) -> None:
    page = open_page("/", expected="400")
    problem = page.get_by_role("alert").and_(page.locator(".problem"))
    for kind, label, value, says in (
        ("gamma", "Width", "0", "width"),
        ("gamma", "Players", "", "players"),
        ("gamma", "Height", "99999999999", "height"),
        ("abatis", "Colours: the fewest", "9", "colors"),
        ("abatis", "Seed", "many", "seed"),
        ("ataxx", "Blocks", "zz", "block"),
    ):
        page.goto("/#/")
        expect(page.locator(".house")).to_be_visible()  # the last form is gone
        page.goto(f"/#/new/{kind}")
        if label == "Seed":
            page.get_by_text("Rarely needed").click()
        page.get_by_label(label).fill(value)
        press(page, "Begin")
        expect(problem).to_have_text(SENTENCE)
        expect(problem).to_contain_text(says, ignore_case=True)
        expect(page.get_by_label(label)).to_have_value(value)
        assert page.url.endswith(f"#/new/{kind}")


def test_a_new_game_from_the_table_keeps_what_was_chosen(open_page: Open) -> None:
    page = open_page(expected="400")
    table = Guest(page, "gamma", width=3, height=4, players=2, areas=2)
    page.keyboard.press("n")
    dialog = table.window("Gamma: a new game")
    expect(dialog.get_by_label("Height")).to_have_value("4")
    press(dialog, "Cancel")
    table.choose("new")
    dialog.get_by_label("Width").fill("-1")
    with page.expect_response("**/api/games"):
        press(dialog, "Begin")
    expect(dialog.locator(".problem").last).to_have_text(SENTENCE)
    dialog.get_by_label("Width").fill("5")
    press(dialog, "Begin")
    expect(page.locator(".square")).to_have_count(20)
    assert table.id not in page.url
