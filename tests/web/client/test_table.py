"""What can be done at every table on the page: each button, each entry of the menu and each key is really used."""

from base64 import b64encode
from xml.etree import ElementTree

from playwright.sync_api import expect

import ludarium

from ...support.browser import Open, needs_browser
from ...support.page_table import SENTENCE, Guest, game_id, press, saved, text

pytestmark = needs_browser

# A new game


def test_games_options_and_seats_are_chosen_in_the_form(open_page: Open) -> None:
    page = open_page()
    page.get_by_role("link", name="Gamma", exact=True).click()
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
        page.get_by_role("link", name=kind["title"], exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(kind["title"])
        press(page, "Begin")
        expect(page.locator(f'.table[data-kind="{kind["id"]}"] ludarium-board')).to_be_visible()
        state = page.request.get(f"/api/games/{game_id(page)}").json()
        assert state["view"]["begun"] is not kind["can_lay"]
        assert state["seats"] == ["human", "level 3"][: kind["players"]]


def test_a_bad_value_in_the_form_gets_a_sentence(open_page: Open) -> None:
    page = open_page(expected="400")
    problem = page.get_by_role("alert").and_(page.locator(".problem"))
    for kind, label, value, says in (
        ("gamma", "Width", "0", "width"),
        ("gamma", "Players", "", "players"),
        ("gamma", "Height", "99999999999", "height"),
        ("abatis", "Colors: the fewest", "9", "colors"),
        ("abatis", "Seed", "many", "seed"),
        ("ataxx", "Blocks", "zz", "block"),
    ):
        page.goto("/#/")
        page.goto(f"/#/new/{kind}")
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


# Moves


def test_squares_that_may_be_chosen_are_shown(open_page: Open) -> None:
    table = Guest(open_page(), "ataxx")
    page = table.page
    paths = table.twin.paths()
    expect(page.locator(".square.open")).to_have_count(2)
    assert table.marked("open") == {path[0] for path in paths} == {"a7", "g1"}
    assert table.marked("dim") == set(table.places) - {"a7", "g1"}
    expect(page.locator('.square[aria-disabled="true"]')).to_have_count(47)
    table.click("a7")
    expect(page.locator(".square.taken")).to_have_count(1)
    assert table.marked("open") == {path[1] for path in paths if path[0] == "a7"}
    assert "may be chosen" in str(table.cell("b6").get_attribute("aria-label"))
    page.keyboard.press("Escape")
    expect(page.locator(".square.taken")).to_have_count(0)
    table.click("d4")
    expect(table.said).to_contain_text("d4 cannot be chosen now.")
    table.move("a7", "b6")
    assert table.marked("open") == {path[0] for path in table.twin.paths()}
    expect(page.locator(".turn")).to_have_text("Blue to move")


def test_moves_are_taken_back_and_made_again(open_page: Open) -> None:
    table = Guest(open_page(), "beetle-battle", size=3)
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


def test_a_hint_points_at_a_move(open_page: Open) -> None:
    table = Guest(open_page(), "beetle-battle", size=3)
    for entry in False, True:
        table.do("h", "hint", entry)
        expect(table.page.locator(".square.hint")).to_have_count(1)
        (hint,) = table.marked("hint")
        assert (hint,) in table.twin.paths()
        expect(table.said).to_have_text(f"A good move: {hint}")
        table.move(str(hint))
        expect(table.page.locator(".square.hint")).to_have_count(0)


def test_a_move_can_be_typed(open_page: Open) -> None:
    table = Guest(open_page(), "ataxx")
    table.page.keyboard.press("t")
    dialog = table.window("Type a move")
    for wrong, says in (
        ("", "A move needs a word."),
        ("a7-a4", "a7-a4 is not a legal move for red: a4"),
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


def test_resigning_and_what_comes_after(open_page: Open) -> None:
    table = Guest(open_page(), "battle-of-the-beetles")
    page, dialog = table.page, table.dialog
    table.move("b1")
    page.keyboard.press("x")
    press(table.window("Give the game up?"), "Cancel")
    table.choose("resign")
    expect(dialog).to_contain_text("Green wins then.")
    press(dialog, "Resign")
    table.window("The winner is green!")
    expect(dialog).to_contain_text("Red has given up.")
    file = saved(page, dialog.get_by_role("button", name="Save game"))
    table.twin.end("green", "red has given up")
    assert text(file) == table.twin.record() and "result: green\nreason: red has given up" in text(file)
    press(dialog, "Close")
    expect(page.locator(".turn")).to_have_text("The winner is green!")
    # How it stands can be asked for again, and in a game too
    page.keyboard.press("Control+d")
    press(table.window("The winner is green!"), "OK, a new game")
    expect(page.locator(".turn")).to_have_text("Green to move")
    assert table.id not in page.url
    page.keyboard.press("e")
    press(table.window("After 0 moves"), "Go on")
    table.choose("results")
    press(dialog, "To the house")
    expect(page.get_by_role("heading", name="Continue a game")).to_be_visible()


def test_giving_up_can_be_taken_back(open_page: Open) -> None:
    table = Guest(open_page(), "battle-of-the-beetles")
    table.page.keyboard.press("x")
    press(table.dialog, "Resign")
    press(table.dialog, "Close")
    table.button("undo").click()
    expect(table.page.locator(".turn")).to_have_text("Green to move")
    table.move("b1")
    table.agree()


# Who plays


def test_another_plays_for_a_player(open_page: Open) -> None:
    table = Guest(open_page(), "beetle-battle", size=10)
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
    for number in 0, 1:
        page.locator(f'.players [data-player="{number}"]').click()
        press(dialog, "Pip, level 1")
        expect(page.locator(f'.players [data-player="{number}"]')).to_contain_text("Pip")
        if not number:
            page.keyboard.press("Escape")
    table.button("pause").click()
    expect(table.said).to_have_text("Paused. P goes on.")
    page.keyboard.press("p")
    expect(table.said).not_to_have_text("Paused. P goes on.")
    made = page.locator(".moves li").count()
    expect(page.locator(".moves li").nth(made + 1)).to_be_attached()


def test_what_happens_beside_the_board_leaves_half_a_move_in_the_hand(open_page: Open) -> None:
    table = Guest(open_page(), "ataxx")
    table.click("a7")
    other = open_page(f"/#/game/{table.id}")
    expect(other.locator(".table[data-ply]")).to_be_visible()
    other.keyboard.press("l")
    press(other.locator("dialog[open]"), "Blue: a friend")
    press(other.locator("dialog[open]"), "Pip, level 1")
    expect(table.page.locator(".ataxx-side.blue")).to_contain_text("Pip")
    expect(table.page.locator(".square.taken")).to_have_count(1)
    table.click("a6")
    table.wait(2)


def test_a_thinking_computer_can_be_told_to_move(open_page: Open) -> None:
    table = Guest(open_page(), "beetle-battle", ("human", "level 8"), size=5)
    table.click("0,0")
    table.button("stop").click()
    table.wait(2)
    expect(table.button("stop")).to_be_hidden()
    table.follow()
    table.agree()
    # What is taken back is the computer's move, and the person's before it
    table.button("undo").click()
    table.wait(0)


def test_moves_are_set_for_everybody(open_page: Open) -> None:
    table = Guest(open_page(), "beetle-battle", ("human", "level 1"), size=3)
    table.choose("moves")
    expect(table.said).to_have_text("You set moves for all players; M lets the others play.")
    for name in "0,0", "2,2", "1,1":
        table.move(name)
    table.page.keyboard.press("m")
    table.wait(4)
    expect(table.page.locator(".players")).to_contain_text("Pip")


# What is told


def test_rules_are_shown_at_the_table_and_on_a_page(open_page: Open) -> None:
    table = Guest(open_page(), "ataxx")
    page, dialog = table.page, table.dialog
    table.board.evaluate("board => board.focusBoard()")
    page.keyboard.press("r")
    expect(table.window("Ataxx").locator(".help")).to_contain_text("jump")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.locator(".square:focus")).to_have_count(1)
    table.choose("rules")
    press(dialog, "Close")
    page.goto("/#/")
    page.get_by_role("link", name="Rules of Ataxx").click()
    expect(page.locator("article")).to_contain_text("jump")
    page.get_by_role("link", name="Play").click()
    expect(page.get_by_role("button", name="Begin")).to_be_visible()


def test_statistics_about_and_keys(open_page: Open) -> None:
    table = Guest(open_page(), "battle-of-the-beetles")
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
        table.choose(id)
        press(table.window(title), "Close")
    press(page, "Battle of the Beetles")
    expect(dialog).to_contain_text(table.twin.kind.about)
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    keys = set(table.window("Keys").locator("kbd").all_inner_texts())
    assert {"Esc", "U", "Y", "H", "T", "X", "R", "N", "S", "F", "K", "W", "V", "Z", "Ctrl-D"} <= keys
    assert not {"B", "O", "P"} & keys  # blocks, high scores and pauses are for other games
    page.keyboard.press("Escape")
    table.choose("keys")
    press(table.window("Keys"), "Close")
    table.choose("leave")
    expect(page.get_by_role("heading", name="Continue a game")).to_be_visible()


def test_a_picture_of_the_board(open_page: Open) -> None:
    table = Guest(open_page(), "ataxx", blocks="3gh")
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


# Preferences


def test_every_preference_does_what_it_says(open_page: Open) -> None:
    page = open_page()
    page.get_by_role("link", name="Preferences").click()
    html = page.locator("html")
    for label, theme in ("light", "light"), ("high contrast", "contrast"), ("as the system has it", "auto"):
        page.get_by_label("Theme").select_option(label)
        expect(html).to_have_attribute("data-theme", theme)
    for label, value in ("Theme", "dark"), ("Moves unfold", "fast"), ("Usual opponent", "5"), ("Without a move", "on"):
        page.get_by_label(label).select_option(value=value)
    page.get_by_label("Single keys").select_option("off")
    page.get_by_label("Sounds").and_(page.locator("select")).select_option("on")
    with page.expect_response("**/api/preferences/name"):
        page.get_by_label("Your name").fill("Ada")
        page.get_by_label("Your name").press("Tab")
    kept = {"page-theme": "dark", "speed": "fast", "level": "5", "keys": "off", "sounds": "on", "name": "Ada"}
    kept["pass"] = "on"
    assert kept.items() <= page.request.get("/api/preferences").json().items()
    page.reload()
    expect(page.get_by_label("Moves unfold")).to_have_value("fast")
    expect(page.get_by_label("Your name")).to_have_value("Ada")
    expect(html).to_have_attribute("data-theme", "dark")
    # The usual opponent is who sits there at first, and letters mean nothing in a game
    page.goto("/#/new/beetle-battle")
    expect(page.get_by_label("Blue")).to_have_value("level 5")
    table = Guest(page, "beetle-battle", size=3)
    table.move("0,0")
    page.keyboard.press("u")
    page.keyboard.press("n")
    page.keyboard.press(",")
    page.keyboard.press("?")
    table.window("Keys")
    page.keyboard.press("Escape")
    table.wait()
    table.choose("preferences")
    table.window("Preferences").get_by_label("Single keys").select_option("on")
    press(table.dialog, "Close")
    page.keyboard.press("u")
    table.wait(0)


STUCK = "7/7/7/7/xxxxxxx/xxxxxxx/ooooooo x 0 1"  # whatever red does, blue can only pass


def test_a_side_without_moves_passes_by_itself(open_page: Open) -> None:
    page = open_page()
    page.request.put("/api/preferences/pass", data={"value": "on"})
    page.clock.install()
    page.reload()
    table = Guest(page, "ataxx")
    table.twin = ludarium.new("ataxx", STUCK)
    table.bring()
    expect(page.locator('.square.open[data-name="a3"]')).to_be_visible()
    table.click("a3", "a4")
    table.wait(2)
    expect(table.said).to_contain_text("Blue cannot move and passes. Choose a marked square.")
    expect(page.locator(".turn")).to_have_text("Red to move")
    # What is taken back stays so, and nothing is played while the user looks at the past
    page.keyboard.press("u")
    table.wait(1)
    page.clock.fast_forward(10_000)
    page.keyboard.press("u")
    table.wait(0)


# Counts on the page what is heard, which is after what is seen
HEARD = """const sing = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) {
  const { dataset } = document.documentElement;
  dataset.heard = Number(dataset.heard ?? 0) + 1;
  return sing.apply(this, when);
};"""


def test_sounds_can_be_turned_on_and_off(open_page: Open) -> None:
    page = open_page()
    page.add_init_script(HEARD)
    page.reload()
    sounds = page.get_by_role("button", name="Sounds")
    expect(sounds).to_have_attribute("aria-pressed", "false")
    table = Guest(page, "beetle-battle", size=3)
    table.move("0,0")
    expect(page.locator("html[data-heard]")).to_have_count(0)
    sounds.click()
    expect(sounds).to_have_attribute("aria-pressed", "true")
    table.move("2,2")
    expect(page.locator("html[data-heard]")).to_have_count(1)
    heard = page.locator("html").get_attribute("data-heard")
    table.click("2,2")  # refused: that is heard too
    expect(table.said).to_contain_text("cannot be chosen")
    expect(page.locator("html")).not_to_have_attribute("data-heard", str(heard))
    with page.expect_response("**/api/preferences/sounds"):
        sounds.click()
    assert page.request.get("/api/preferences").json()["sounds"] == "off"
