"""What each game has of its own on the page, as its seed describes the screen. Ataxx has a file of its own."""

import re

from playwright.sync_api import expect

from ...support.abatis_boards import THREE, at
from ...support.browser import Open, needs_browser
from ...support.page_table import PLAYED, SAMPLE, Guest, game_id, prefer, press, saved, text

pytestmark = needs_browser

# Beetle Battle


def test_beetle_battle_has_the_menus_of_its_manual(open_page: Open) -> None:
    page = open_page()
    table = Guest(page, "beetle-battle", size=4)
    item = '[role="menuitem"][data-id="{}"]'
    for size in 3, 4, 5, 10:
        press(page, "Board")
        row = page.locator(item.format(f"board-{size}"))
        expect(row).to_contain_text(f"{size}x{size}")
        row.click()
        expect(page.locator(".square")).to_have_count(size * size)
    before = page.url
    board = page.locator(".square").first.element_handle()
    press(page, "Game")
    page.locator(item.format("new-game")).click()
    expect(page).not_to_have_url(before)
    board.wait_for_element_state("hidden")  # the new game has one of its own
    expect(page.locator(".square")).to_have_count(100)
    # By keyboard as well
    page.get_by_role("button", name="Board", exact=True).press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".square")).to_have_count(9)
    page.get_by_role("button", name="Game", exact=True).press("ArrowUp")
    expect(page.locator(item.format("exit"))).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Continue a game")).to_be_visible()
    assert page.request.get(f"/api/games/{table.id}").ok


def test_beetle_battle_says_whose_turn_it_is_and_announces_the_winner(open_page: Open) -> None:
    page = open_page()
    table = Guest(page, "beetle-battle", size=3)
    for number, name in enumerate(PLAYED):
        player = ("Red", "Blue")[number % 2]
        expect(page).to_have_title(f"{player} to move · Beetle Battle")
        expect(page.locator(".turn")).to_have_text(f"{player} to move")
        closed = set(table.places) - {path[0] for path in table.twin.paths()}
        assert table.marked("closed") == closed
        table.move(name)
    expect(page).to_have_title("The winner is blue! · Beetle Battle")
    dialog = table.ended("The winner is blue!")
    expect(dialog).to_contain_text("Red has no beetles left after 14 moves.")
    file = saved(page, dialog.get_by_role("button", name="Save game"))
    assert re.fullmatch(r"beetle-battle \d{4}(-\d\d){4}\.csv", file.suggested_filename)
    assert text(file) == SAMPLE == table.twin.record()
    expect(table.said).to_have_text("The game is saved among your downloads.")
    expect(table.said).not_to_have_attribute("data-tone", "wrong")
    press(dialog, "New game")
    expect(page).to_have_title("Red to move · Beetle Battle")
    expect(page.locator(".square")).to_have_count(9)
    assert game_id(page) != table.id


def test_beetle_battle_shows_jumps_in_waves(open_page: Open) -> None:
    page = open_page(reduced_motion="no-preference")
    page.request.put("/api/preferences/speed", data={"value": "fast"})
    page.reload()
    table = Guest(page, "beetle-battle", size=3)
    for name in PLAYED[:-1]:
        table.twin.push(name)
    table.bring()
    table.board.evaluate("board => board.addEventListener('frame', () => board.dataset.frames += '.')")
    table.click(PLAYED[-1])
    table.ended("The winner is blue!")
    jumps = len(table.told("/plies/14")["frames"])
    assert jumps > 4
    expect(table.board).to_have_attribute("data-frames", re.compile(rf"^undefined\.{{2,{jumps - 1}}}$"))


# Battle of the Beetles


def test_battle_of_the_beetles_hatches_and_captures_through_a_yellow_cell(open_page: Open) -> None:
    table = Guest(open_page(), "battle-of-the-beetles")
    page = table.page
    green, red = (page.get_by_role("region", name=name, exact=True) for name in ("Green", "Red"))
    expect(green.locator("p")).to_have_text(["eggs 14", "born 0", "captured 0"])
    expect(page.locator(".phase")).to_have_text("Take the shell off an egg of yours, or capture with a born beetle.")
    expect(table.cell("e3")).to_have_attribute("aria-label", re.compile("green egg"))
    table.move("e3")
    expect(table.cell("e3")).to_have_attribute("aria-label", re.compile("green beetle"))
    expect(green.locator("p")).to_have_text(["eggs 13", "born 1", "captured 0"])
    table.move("c3")
    # The way is shown while one chooses, and stays for the last move
    way = page.locator("ludarium-board .way circle")
    expect(way).to_have_count(0)
    table.click("e3")
    targets = [path for path in table.twin.paths() if path[0] == "e3"]
    expect(page.locator("ludarium-board .reach circle")).to_have_count(3 * len(targets))
    table.cell("c3").hover()
    expect(page.locator("ludarium-board .preview .way circle")).to_have_count(3)
    table.click("c3")
    table.twin.push(table.twin.paths()["e3", "c3"])
    table.wait()
    expect(way).to_have_count(3)
    middle = [cell for cell in table.twin.scene().cells if cell.ground == "yellow"]
    passed = [int(str(way.nth(1).get_attribute(name))) // 100 for name in ("cx", "cy")]
    assert passed in [[cell.x, cell.y] for cell in middle]
    expect(red.locator("p")).to_have_text(["eggs 13", "born 0", "captured 1"])
    table.agree()


def test_battle_of_the_beetles_in_both_variants(open_page: Open) -> None:
    page = open_page()
    table = Guest(page, "battle-of-the-beetles", placement=True)
    green = page.get_by_role("region", name="Green", exact=True)
    expect(page.locator(".phase")).to_have_text("Placement: green has 14 eggs left to place, on blue cells.")
    assert table.marked("open") == {cell.name for cell in table.twin.scene().cells if cell.ground == "blue"}
    table.move("d5")
    expect(page.locator(".phase")).to_have_text("Placement: red has 14 eggs left to place, on blue cells.")
    expect(green.locator("p")).to_have_text(["eggs 1", "born 0", "to place 13"])
    table = Guest(page, "battle-of-the-beetles", shells=False)
    expect(page.locator(".phase")).to_have_text("Capture with a beetle.")
    expect(green.locator("p")).to_have_text(["born 14", "captured 0"])
    table.move("b1", "a4")
    expect(page.get_by_role("region", name="Red", exact=True).locator("p")).to_have_text(["born 13", "captured 1"])


# Gamma


def test_gamma_tells_areas_free_fields_and_the_golden_move(open_page: Open) -> None:
    table = Guest(open_page(), "gamma", width=3, height=3, players=2, areas=2)
    page, state = table.page, table.page.locator(".gamma-state")
    expect(state).to_contain_text("Areas 0 of 2")
    expect(state).to_contain_text("Free fields 9")
    expect(state).to_contain_text("Golden move: not now")
    table.move("0,0")
    table.move("1,0")
    expect(state).to_contain_text("Areas 1 of 2")
    expect(state).to_contain_text("Free fields 7")
    expect(state).to_contain_text("Golden move: can be made")
    assert state.get_by_role("meter", name="Areas used").evaluate("meter => meter.value / meter.max") == 0.5
    # By button, and then a field is chosen
    table.button("word:g").click()
    assert table.marked("open") == {"1,0"}
    table.click("1,0")
    table.twin.push("g 1,0")
    table.wait()
    # By its key, on the field under the cursor
    table.walk("0,0")
    page.keyboard.press("g")
    table.twin.push("g 0,0")
    table.wait()
    expect(state).to_contain_text("Golden move: was made")
    expect(table.button("word:g")).to_have_attribute("aria-disabled", "true")
    table.move("skip")
    page.keyboard.press("c")
    table.twin.push("skip")
    table.wait()
    table.agree()


def test_gamma_tells_many_players_apart(open_page: Open) -> None:
    table = Guest(open_page(), "gamma", width=6, height=5, players=23, areas=3)
    page, players = table.page, table.page.locator(".players")
    order = page.locator(".bar-row > button:visible")
    expect(order).to_have_text(["Undo", "", "Hint", "Resign", "Skip"])
    for number in range(23):
        table.move(f"{number % 6},{number // 6}")
    looks = page.locator("ludarium-board .drawing:not(.air) .piece").evaluate_all(
        "all => all.map(piece => piece.querySelector('use').href.baseVal + piece.textContent)"
    )
    assert len(set(looks)) == 23 and sum(look.endswith(str(number)) for number in range(11, 24) for look in looks) >= 13
    expect(players.locator(".player")).to_have_count(23)
    for number in 12, 3:
        assert page.locator(f'.players [data-player="{number}"] .owner').inner_text() == ("13" if number > 9 else "")
    # The golden moves of all are shown, and the buttons stand as they do after a reload
    table.move("g", "1,0")
    expect(page.locator('.players [data-player="0"] .value')).to_have_text("2, golden move made")
    expect(players.get_by_label("golden move made")).to_have_count(1)
    shown = order.all_inner_texts()
    page.reload()
    table.wait()
    expect(order).to_have_text(shown)
    # Who is to move is seen in the list, which is scrolled
    for name in ("5,3", "0,4", "1,4", "2,4", "3,4", "4,4", "5,4"):
        table.move(name)
    for _ in range(12):
        table.move("skip")
    expect(page.locator(".player.to-move")).to_be_in_viewport()
    assert players.evaluate("list => list.scrollTop") > 0


def test_gamma_ends_with_a_ranking(open_page: Open) -> None:
    table = Guest(open_page(), "gamma", width=3, height=2, players=3, areas=1)
    page = table.page
    table.play_on(table.by_mouse, seed=4)
    outcome = table.twin.outcome()
    assert outcome
    title = f"The winner is player {outcome.winner}!"
    dialog = table.ended(title)
    expect(dialog.get_by_role("table")).to_be_visible()
    fields = [int(row.locator("td").last.inner_text()) for row in dialog.locator("tbody tr").all()]
    assert fields == sorted(outcome.scores, reverse=True)
    places = dialog.locator("tbody tr td:first-child").all_inner_texts()
    assert places == [str(fields.index(count) + 1) for count in fields]
    file = saved(page, dialog.get_by_role("button", name="Save game"))
    assert text(file) == table.twin.record()
    press(dialog, "Close the result")
    page.keyboard.press("q")
    expect(page.get_by_role("heading", name="Continue a game")).to_be_visible()
    table.go()
    page.keyboard.press("e")
    press(table.ended(title), "New game")
    expect(page.locator(".gamma-state")).to_contain_text("Free fields 6")


def test_gamma_zooms_boards_of_any_size(open_page: Open) -> None:
    page = open_page()
    table = Guest(page, "gamma", width=6, height=6)
    plan = page.locator("ludarium-board .plan")
    whole = plan.evaluate("plan => getComputedStyle(plan).width")
    for farther, nearer, fit in ("Farther", "Nearer", "Whole board"), ("-", "+", "0"):
        for turn in farther, fit, nearer, fit:
            if turn in "-+0":
                page.keyboard.press(turn)
            else:
                press(page, turn)
            if turn == fit:
                expect(plan).to_have_css("width", whole)
            else:
                expect(plan).not_to_have_css("width", whole)
                now = float(plan.evaluate("plan => plan.clientWidth"))
                assert (now > float(whole.removesuffix("px"))) == (turn == nearer)
    table.move("0,0")
    # A large board opens where one can play, and is seen whole from afar, without marks that no one could tell apart
    table = Guest(page, "gamma", width=200, height=200)
    dots = page.locator("ludarium-board path.open")
    expect(dots).to_have_attribute("d", re.compile("M"))
    place = table.board.evaluate("board => { const { x, y } = board.at('150,20'); return [x + 5, y + 5]; }")
    page.mouse.click(*place)
    table.twin.push("150,20")
    table.wait()
    press(page, "Whole board")
    expect(dots).to_be_hidden()
    for _ in range(5):
        press(page, "Nearer")
    # Nearly all fields can be chosen, and they are not marked; the one for a golden move is
    expect(dots).to_be_hidden()
    table.click("g")
    table.board.evaluate("board => void board.at('150,20')")  # scrolls there
    expect(dots).to_be_visible()


# Abatis


def test_abatis_has_its_four_corners(open_page: Open) -> None:
    table = Guest(open_page(), "abatis", seed=1)
    page, dialog = table.page, table.dialog
    corners = {name: page.locator(f"ludarium-board .corner.{name}") for name in ("nw", "ne", "se", "sw")}
    press(corners["nw"], "About Abatis")
    expect(table.window("Abatis")).to_contain_text("A logic game for one player.")
    press(dialog, "Close")
    field = corners["ne"].get_by_role("button")
    expect(field).to_have_text(re.compile(r"score 0\s*level 1\s*blocks 0"))
    chips = corners["se"].get_by_role("button")
    expect(chips).to_have_attribute("aria-label", next_chips(table))
    table.move("N4")
    expect(field).to_have_text(re.compile(r"score 1\s*level 1\s*blocks 1"))
    expect(chips).to_have_attribute("aria-label", next_chips(table))
    expect(chips.locator("svg")).to_have_count(3)
    field.click()
    expect(table.window("The game so far").locator("dl")).to_contain_text("score1")
    press(dialog, "Close")
    # A click on the next chips takes the last move back
    chips.click()
    table.wait(0)
    table.twin.pop()
    expect(field).to_have_text(re.compile(r"score 0\s*level 1\s*blocks 0"))
    expect(chips).to_have_attribute("aria-label", next_chips(table))
    table.agree()
    press(corners["sw"], "Preferences")
    prefer(page, table.window("Preferences").get_by_label("Moves unfold"), "fast")
    press(dialog, "Close")
    press(corners["sw"], "High scores")
    expect(table.window("Abatis: high scores").locator("tbody tr")).to_have_count(8)
    expect(dialog.locator("caption")).to_have_text("type classic, colors 5-8, step 5, shots endless")
    press(dialog, "Close")
    press(corners["sw"], "Rules")
    expect(table.window("Abatis").locator(".help")).to_contain_text("chip")
    press(dialog, "Close")
    press(corners["sw"], "Stop, or a new game")
    press(table.window("The game is stopped"), "Go on")
    assert page.request.get("/api/preferences").json()["speed"] == "fast"


def next_chips(table: Guest) -> str:
    chips = dict(table.twin.scene().panels)["next"].replace(" ", ", ")
    return f"Next chips {chips}: take the last move back"


def test_abatis_has_the_same_in_a_menu(open_page: Open) -> None:
    table = Guest(open_page(), "abatis", seed=1)
    table.move("N4")
    for id, title in (
        ("stop-game", "The game is stopped"),
        ("tell-statistics", "The game so far"),
        ("tell-scores", "Abatis: high scores"),
        ("set-preferences", "Preferences"),
        ("tell-rules", "Abatis"),
        ("tell-about", "Abatis"),
    ):
        press(table.page, "Game")
        table.page.locator(f'[role="menuitem"][data-id="{id}"]').click()
        table.window(title)
        table.page.keyboard.press("Escape")
        expect(table.dialog).to_have_count(0)
    press(table.page, "Game")
    table.page.locator('[role="menuitem"][data-id="undo-move"]').click()
    table.wait(0)


def test_abatis_is_stopped_for_another_game_and_its_score_is_entered(open_page: Open) -> None:
    page = open_page(expected="400")
    table = Guest(page, "abatis", type="knockout", colors=(4, 6), step=3, seed=1)
    dialog = table.dialog
    while dict(table.twin.scene().panels)["score"] == "0":
        table.move(*next(path for path in sorted(table.twin.paths()) if gains(table, path)))
    points = dict(table.twin.scene().panels)["score"]
    press(page, "Stop, or a new game")
    table.window("The game is stopped")
    expect(dialog.locator("dl.facts")).to_contain_text(f"score{points}")
    dialog.get_by_label("Colours: the fewest").fill("11")
    press(dialog, "New game")
    expect(dialog.locator(".problem").last).to_contain_text("Colors takes two whole numbers")
    dialog.get_by_label("Colours: the fewest").fill("5")
    dialog.get_by_label("mixed").check()
    press(dialog, "New game")
    # The game that was stopped counts: its player is asked for a name
    question = table.result.locator(".score-question")
    expect(question).to_contain_text(re.compile(rf"{points} points?! Place 1 in the table"))
    press(question, "Enter")
    expect(question.locator(".problem")).to_have_text("Enter a name for the table.")
    question.get_by_label("Your name").fill("Ada")
    press(question, "Enter")
    table.window("Abatis: high scores")
    expect(dialog.locator("caption")).to_have_text("type knockout, colors 4-6, step 3, shots endless")
    expect(dialog.locator("tbody tr").first).to_contain_text(f"1Ada{points}")
    expect(dialog.locator("tbody tr")).to_have_count(8)
    press(dialog, "Close")
    expect(page).not_to_have_url(re.compile(table.id))
    told = page.request.get(f"/api/games/{game_id(page)}").json()["options"]
    assert (told["type"], told["colors"], told["step"]) == ("mixed", "5-6", "3")
    # All tables can be seen from the house; the name is remembered
    page.goto("/#/")
    page.get_by_role("link", name="High scores of Abatis").click()
    for label, value in ("Type", "knockout"), ("Colors", "4-6"), ("Step", "3"):
        page.get_by_label(label).select_option(value)
    expect(page.locator("table.scores tbody tr").first).to_contain_text(f"1Ada{points}")
    assert page.request.get("/api/preferences").json()["name"] == "Ada"


def gains(table: Guest, path: tuple[str, ...]) -> bool:
    game = table.twin.copy()
    game.push(game.paths()[path])
    return dict(game.scene().panels)["score"] != "0" or len(table.twin.moves) > 3


def test_abatis_announces_a_new_level(open_page: Open) -> None:
    table = Guest(open_page(), "abatis")
    table.twin = at(THREE.replace("D", "."))
    told = {"text": table.twin.record(), "seats": ("human",)}
    table.id = table.page.request.post("/api/games/import", data=told).json()["id"]
    table.go()
    table.move("E5")
    text = "The board is cleared: 32 points more. Level 2 begins."
    expect(table.said).to_contain_text(f"{text} Choose a marked square.")
    expect(table.page.locator("[aria-live]", has_text=text).first).to_be_attached()
    table.move(*next(iter(table.twin.paths())))
    expect(table.said).not_to_contain_text("Level 2")


def test_abatis_without_points_asks_for_no_name(open_page: Open) -> None:
    table = Guest(open_page(), "abatis", seed=1)
    table.page.keyboard.press("x")
    press(table.window("Give the game up?"), "Resign")
    press(table.ended("The game is over."), "New game")
    expect(table.page).not_to_have_url(re.compile(table.id))
    assert table.page.request.get("/api/scores/abatis").json() == []


def test_abatis_with_advice_has_no_place_in_the_table(open_page: Open) -> None:
    table = Guest(open_page(), "abatis", seed=1)
    table.move("N4")
    # What help costs is said before, for hints and analyses alike
    for key, what in ("h", "A hint"), ("z", "An analysis"):
        table.page.keyboard.press(key)
        expect(table.window("Be helped?")).to_contain_text(f"{what} counts as help: the score of this game")
        press(table.dialog, "Cancel")
    assert table.told()["view"]["for_points"]
    table.page.keyboard.press("z")
    press(table.window("Be helped?"), "Go on")
    expect(table.page.locator(".lines li").first).to_be_visible()
    table.page.keyboard.press("x")
    press(table.window("Give the game up?"), "Resign")
    table.ended("The game is over.")
    refused = table.page.request.post(f"/api/games/{table.id}/score", data={"name": "Ada"})
    assert "helped" in refused.json()["message"]
