"""Games that come and go on the page: files, links, addresses, and those that wait in the house."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

import ludarium
from ludarium.terminal.commands.open_page import place_of

from ...support.browser import Open, needs_browser
from ...support.page_table import PLAYED, SAMPLE, SENTENCE, Guest, choose, game_id, prefer, press, text

pytestmark = needs_browser


def record_of(page: Page) -> str:
    return page.request.get(f"/api/games/{game_id(page)}/record").text()


def test_a_game_is_saved_as_the_library_writes_it_and_loaded_again(open_page: Open, tmp_path: Path) -> None:
    page = open_page()
    table = Guest(page, "gamma", width=3, height=3, players=2, areas=2)
    for name in "0,0", "2,2":
        table.move(name)
    for entry in False, True:
        with page.expect_download() as download:
            table.do("s", "save", entry)
        assert text(download.value) == table.twin.record()
        assert download.value.suggested_filename.startswith("gamma 2")
        assert download.value.suggested_filename.endswith(".csv")
    file = tmp_path / "game.csv"
    file.write_text(table.twin.record())
    for entry in False, True:
        before = page.url
        with page.expect_file_chooser() as chooser:
            table.do("j", "load", entry)
        chooser.value.set_files(file)
        expect(page).not_to_have_url(before)
        dialog = table.window("Who plays?")
        expect(dialog.get_by_label("Player 2")).to_have_value("human")  # a record does not say who played
        press(dialog, "Go on" if entry else "Look at it first")
        table.id = game_id(page)
        table.wait()
        if entry:
            expect(table.said).not_to_have_text("Paused. P goes on.")
        table.agree()
        told = table.told()
        assert (told["seats"], told["view"]["paused"]) == (["human", "human"], not entry)
        assert table.marked("open") == {path[0] for path in table.twin.paths()} & set(table.places)


def test_nobody_moves_in_a_loaded_game_before_the_answer(open_page: Open, tmp_path: Path) -> None:
    page, file = open_page(), tmp_path / "game.csv"
    game = ludarium.new("ataxx")
    game.push("a7-a6")  # it is the turn of the side for which a computer will play
    file.write_text(game.record())
    table = load_at_a_table(page, file)
    dialog = table.window("Who plays?")
    assert table.said.inner_text() == "Paused. P goes on."
    dialog.get_by_label("Blue").select_option("level 1")
    press(dialog, "Go on")
    table.id = game_id(page)
    table.wait(2)


def test_who_played_in_a_game_that_was_saved_or_shared_here_is_offered(open_page: Open, tmp_path: Path) -> None:
    page, file = open_page(), tmp_path / "game.csv"
    for kind, options in ("ataxx", {}), ("beetle-battle", {"size": 3}):  # records of ours, and of another format
        table = Guest(page, kind, ("level 2", "human"), begun=False, **options)
        with page.expect_download() as download:
            choose(page, "save")
        file.write_text(text(download.value))
        choose(page, "share")
        link = table.window("Share a link").get_by_role("textbox").input_value()
        page.keyboard.press("Escape")
        with page.expect_file_chooser() as chooser:
            page.keyboard.press("j")
        chooser.value.set_files(file)
        expect(table.window("Who plays?").get_by_label("Red")).to_have_value("level 2")
        expect(table.dialog.get_by_label("Blue")).to_have_value("human")
        page.goto(link)
        expect(table.window("Who plays?").get_by_label("Red")).to_have_value("level 2")
        press(table.dialog, "Go on")
        table.id = game_id(page)
        table.wait(1)  # the computer's move
        assert table.told()["seats"] == ["level 2", "human"]


def test_a_file_that_loads_another_asks_for_it(open_page: Open, tmp_path: Path) -> None:
    page, file, other = open_page(expected="400"), tmp_path / "commands", tmp_path / "more"
    file.write_text("load more\ng7-g6\n")
    other.write_text("blocks 3gh\na7-a6\n")
    table = load_at_a_table(page, file)
    dialog = table.window("Another file")
    expect(dialog).to_contain_text("The file loads more. Choose that one too.")
    dialog.locator("input[type=file]").set_input_files(other)
    press(dialog, "OK")
    expect(page.locator(".moves [data-ply]")).to_have_count(2)


def test_the_name_and_place_of_a_file_are_chosen_where_the_browser_can(open_page: Open) -> None:
    page = open_page()
    table = Guest(page, "gamma", width=3, height=3, players=2, areas=2)
    table.move("0,0")
    page.evaluate(
        """() => {
        window.showSaveFilePicker = async ({ suggestedName }) => {
            window.suggested = suggestedName;
            const write = async (blob) => { window.written = await blob.text(); };
            return { createWritable: async () => ({ write, close: async () => { document.title = "closed"; } }) };
        }; }"""
    )
    page.keyboard.press("s")
    expect(page).to_have_title("closed")
    assert page.evaluate("window.written") == table.twin.record()
    assert page.evaluate("window.suggested").startswith("gamma 2")
    # Who chooses no place saves nothing, and is not blamed
    page.evaluate("() => { window.showSaveFilePicker = () => Promise.reject(new DOMException('no', 'AbortError')); }")
    page.keyboard.press("s")
    expect(table.said).not_to_have_attribute("data-tone", "wrong")


def test_files_of_every_sort_are_loaded_in_the_house(open_page: Open, tmp_path: Path) -> None:
    page = open_page(expected="400", viewport={"width": 800, "height": 400})
    game = ludarium.new("ataxx", blocks="3gh")
    game.push("a7-a6")
    game.push("g7-g6")
    file = tmp_path / "file"
    for content, written in (SAMPLE.encode(), SAMPLE), (game.record().encode(), game.record()):
        page.goto("/#/")
        file.write_bytes(content)
        with page.expect_file_chooser() as chooser:
            press(page, "A game from a file")
        chooser.value.set_files(file)
        page.wait_for_url("**/#/game/*")
        assert record_of(page) == written
    page.goto("/#/")
    problem = page.locator(".page .problem:not(:empty)")
    for content, says in (
        (b"\xff\xfe\x00junk", "The file file is not a text file"),
        (b"hello, world\n", ""),
        (b"", ""),
        (SAMPLE.replace("14,blue,0,1", "14,blue,0,0").encode(), "Line 18"),
        (b"game: chess\n\nmove\n", "chess"),
    ):
        file.write_bytes(content)
        with page.expect_file_chooser() as chooser:
            press(page, "A game from a file")
        chooser.value.set_files(file)
        expect(problem).to_contain_text(says)
        expect(problem).to_have_text(SENTENCE)
        expect(problem).to_be_in_viewport()
        problem.evaluate("problem => problem.textContent = ''")
    # Dropped files are taken too
    data = page.evaluate_handle(
        "text => { const data = new DataTransfer(); data.items.add(new File([text], 'a.csv')); return data; }", SAMPLE
    )
    page.dispatch_event(".page", "drop", {"dataTransfer": data})
    page.wait_for_url("**/#/game/*")
    assert record_of(page) == SAMPLE


def test_a_question_does_not_follow_to_another_page(open_page: Open, tmp_path: Path) -> None:
    """The server answers slowly, and meanwhile the user has gone back to the house."""
    page, file = open_page("/#/"), tmp_path / "file"
    game = ludarium.new("ataxx")
    game.push("a7-a6")
    file.write_text(game.record())
    held: list[Route] = []
    page.route(re.compile("/(record|statistics)$"), lambda route: held.append(route))
    with page.expect_file_chooser() as chooser, page.expect_request(re.compile("/record$")):
        press(page, "A game from a file")
        chooser.value.set_files(file)
    expect(page.locator(".moves [data-ply]").first).to_be_visible()
    with page.expect_request(re.compile("/statistics$")):
        choose(page, "statistics")
    page.goto("/#/")
    button = page.get_by_role("button", name="A game from a file", exact=True)
    expect(button).to_be_visible()
    for route in held:
        with page.expect_response(route.request.url):
            route.continue_()
    # What the page does with the answers comes before what it does with a question that is asked after them
    page.evaluate("fetch('api/games').then(answer => answer.json())")
    expect(page.get_by_role("dialog")).to_have_count(0)
    button.click(trial=True)


def load_at_a_table(page: Page, file: Path) -> Guest:
    table = Guest(page, "ataxx", begun=False)
    with page.expect_file_chooser() as chooser:
        page.keyboard.press("j")
    chooser.value.set_files(file)
    return table


@pytest.mark.parametrize(
    ("text", "said"), [("blocks 3gh\na7-a6\ng7-g6\nfly away\n", "Line 4"), (SAMPLE, "beetle-battle")]
)
def test_what_is_no_file_of_a_table_changes_nothing(open_page: Open, tmp_path: Path, text: str, said: str) -> None:
    page, file = open_page(expected="400"), tmp_path / "commands"
    file.write_text(text)
    table = load_at_a_table(page, file)
    expect(table.said).to_contain_text(said)
    assert game_id(page) == table.id and not table.told()["moves"]


def test_commands_are_loaded_at_a_table_of_their_game(open_page: Open, tmp_path: Path) -> None:
    page, file = open_page(), tmp_path / "commands"
    file.write_text("blocks 3gh\na7-a6\ng7-g6\n")
    load_at_a_table(page, file)
    expect(page.locator(".moves [data-ply]")).to_have_count(2)
    expected = ludarium.new("ataxx", blocks="3gh")
    for move in "a7-a6", "g7-g6":
        expected.push(move)
    assert record_of(page) == expected.record()


def test_a_link_carries_the_whole_game(open_page: Open) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    table = Guest(page, "abatis", seed=1)
    for name in "N4", "N3", "S3":
        table.move(name)
    table.choose("share")
    dialog = table.window("Share a link")
    link = dialog.get_by_label("Link").input_value()
    press(dialog, "Copy")
    expect(dialog.get_by_role("status")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == link
    press(dialog, "Close")
    page.keyboard.press("k")
    expect(table.window("Share a link").get_by_label("Link")).to_have_value(link)
    # Another window, where no one knows the game
    other = open_page(link[link.index("/#/") :])
    expect(other.locator(".moves [data-ply]")).to_have_count(3)
    assert game_id(other) != table.id
    assert record_of(other) == table.twin.record()


def test_nobody_moves_in_a_shared_game_before_the_answer(open_page: Open) -> None:
    table = Guest(open_page(), "ataxx", ("human", "human"))
    table.move("a7", "a6")
    table.page.keyboard.press("k")
    link = table.window("Share a link").get_by_label("Link").input_value()
    other = open_page(link[link.index("/#/") :])
    dialog = other.get_by_role("dialog", name="Who plays?")
    expect(dialog.get_by_label("Blue")).to_be_visible()
    expect(other.locator(".moves [data-ply]")).to_have_count(1)
    assert other.request.get(f"/api/games/{game_id(other)}").json()["view"]["paused"]
    dialog.get_by_label("Blue").select_option("level 1")
    press(dialog, "Go on")
    expect(other.locator(".moves [data-ply]")).to_have_count(2)


def test_a_broken_link_gets_a_sentence(open_page: Open) -> None:
    page = open_page(expected="400")
    for data in "x", "%E0%A4%A", "AAAA", "":
        page.goto(f"/#/share/{data}")
        page.reload()
        expect(page.get_by_role("heading", name="Sorry")).to_be_visible()
        expect(page.locator("#main p").first).to_have_text(SENTENCE)


def test_games_wait_in_the_house_until_they_are_forgotten(open_page: Open) -> None:
    page = open_page()
    for game in page.request.get("/api/games").json():
        page.request.delete(f"/api/games/{game['id']}")
    table = Guest(page, "beetle-battle", size=3)
    choose(page, "leave")
    kept = page.get_by_role("region", name="Continue a game")
    # One that no one has touched is not listed
    expect(kept).to_contain_text("A game that you leave before it is over is listed here.")
    table.go()
    table.move("0,0")
    table.move("2,2")
    page.keyboard.press("q")
    expect(kept.locator("li")).to_have_count(1)
    expect(kept.locator("li")).to_contain_text("Beetle Battleyou against a friend, 2 moves, just now")
    page.get_by_role("link", name="Continue Beetle Battle").click()
    table.wait()
    table.move("0,1")
    page.get_by_role("link", name="Ludarium").click()
    kept.get_by_role("link").click()
    table.wait()
    table.agree()
    for name in PLAYED[3:]:
        table.move(name)
    press(table.result, "Save game")
    page.keyboard.press("Escape")
    page.keyboard.press("q")
    over = kept.locator("details")
    expect(over.locator("summary")).to_have_text("Games that are over (1)")
    over.locator("summary").click()
    over.get_by_role("link").click()
    table.wait()
    assert record_of(page) == SAMPLE
    page.keyboard.press("q")
    over.locator("summary").click()
    press(over, "Forget Beetle Battle, you against a friend, 14 moves")
    press(page.locator("dialog[open]"), "Cancel")
    expect(over.locator("li")).to_have_count(1)
    press(over, "Forget Beetle Battle, you against a friend, 14 moves")
    press(page.locator("dialog[open]"), "Forget it")
    expect(over).to_have_count(0)
    assert page.request.get(f"/api/games/{table.id}").status == 404
    assert not page.request.get("/api/games").json()


def test_a_game_is_begun_by_an_address(open_page: Open) -> None:
    page = open_page(f"/{place_of('gamma', {'width': 4, 'height': 3, 'players': 3}, ['2=human', '3=1'])}")
    expect(page.locator(".square")).to_have_count(12)
    told = page.request.get(f"/api/games/{game_id(page)}").json()
    assert (told["options"]["width"], told["options"]["players"]) == ("4", "3")
    assert told["seats"] == ["human", "human", "level 1"]
    # As usual, where nothing is said
    page.goto(f"/{place_of('ataxx', {}, [])}")
    expect(page.locator('.table[data-kind="ataxx"]')).to_be_visible()
    assert page.request.get(f"/api/games/{game_id(page)}").json()["seats"] == ["human", "level 3"]


def test_an_address_with_a_bad_value_gets_a_sentence(open_page: Open) -> None:
    page = open_page("/#/play/gamma?width=0&seat=human", expected="400")
    expect(page.get_by_role("heading", name="Sorry")).to_be_visible()
    expect(page.locator("#main p").first).to_have_text(SENTENCE)
    page.goto("/#/play/chess")
    expect(page.locator("#main p").first).to_have_text("There is no game called chess on this server.")
    page.get_by_role("link", name="To the house").click()
    expect(page.get_by_role("link", name="Play Ataxx", exact=True)).to_be_visible()


def test_a_game_that_is_not_there_gets_a_sentence(open_page: Open) -> None:
    page = open_page("/#/game/nothing", expected="404")
    expect(page.get_by_role("heading", name="Sorry")).to_be_visible()
    expect(page.locator("#main p").first).to_have_text(SENTENCE)
    page.goto("/#/cellar")
    expect(page.locator("#main p").first).to_have_text("There is no such page.")


def test_who_goes_on_quickly_is_not_called_back(open_page: Open) -> None:
    page = open_page(expected="closed before the connection is established")
    table = Guest(page, "beetle-battle", size=3)
    # These have to ask the server first; the preferences have not
    for slow in "", f"game/{table.id}", "rules/gamma", "scores/abatis":
        page.evaluate(f"location.hash = '#/{slow}'")
        page.evaluate("location.hash = '#/preferences'")
        for speed in "fast", "slow":
            prefer(page, page.get_by_label("Moves unfold"), speed)
        expect(page.get_by_role("heading", level=1)).to_have_text("Preferences")
