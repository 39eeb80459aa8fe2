"""The house: one click to a board, introductions, rules with drawn boards, and pages that fit everywhere."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

import ludarium
from ludarium.games import kind
from ludarium.play.introduction import introduction_of

from ...support.accessibility import findings, needs_axe, with_axe
from ...support.browser import Open, Seated, needs_browser, opener, served
from ...support.nim import write_nim
from ...support.page_table import prefer, press
from ...support.windows import Windows

pytestmark = needs_browser

every_kind = pytest.mark.parametrize("id", ludarium.games())
NARROW = {"viewport": {"width": 320, "height": 568}}
STEP = """
[[steps]]
position = "5,0"
text = "Take the stones."
moves = ["take 2"]
after = "Two are gone."
"""


def enter(page: Page, place: str) -> None:
    page.evaluate("place => { location.hash = `#/${place}`; }", place)
    expect(page.locator(f'main[data-page="{place}"] h1')).to_be_visible()


# From the house to a game


@every_kind
def test_one_click_leads_from_the_house_to_a_board(open_page: Open, id: str) -> None:
    page = open_page("/")
    card = page.locator(f'.card[data-game="{id}"]')
    # The board on the card is drawn by the page, in the game's own pieces
    expect(card.locator(".board-picture .piece")).not_to_have_count(0)
    card.get_by_role("link", name=re.compile("^Play ")).first.click()
    expect(page.locator(f'.table[data-kind="{id}"][data-ply]')).to_be_visible()
    told = page.request.get(f"/api/games/{page.url.rpartition('/')[2]}").json()
    assert told["view"]["begun"] and told["seats"][:1] == ["human"][: len(told["seats"])]
    assert not page.locator("dialog[open]").count()


def test_play_form_and_preferences_agree_on_the_usual_opponent(open_page: Open) -> None:
    page = open_page()
    page.request.put("/api/preferences/level", data={"value": "last"})
    page.goto("/")
    seated = Seated(page, "ataxx", seats=("human", "level 5"))
    seated.by_mouse(("a7", "a6"))
    page.locator('.table:not([data-ply="0"])').wait_for()
    for chosen, level, name in ("last", 5, "Weevil"), ("2", 2, "Moth"):
        enter(page, "preferences")
        prefer(page, page.get_by_label("Usual opponent"), chosen)
        enter(page, "new/ataxx")
        expect(page.get_by_label("Blue")).to_have_value(f"level {level}")
        enter(page, "")
        card = page.locator('.card[data-game="ataxx"]')
        expect(card.locator(".against")).to_have_text(f"against {name}, level {level}")
        expect(page.get_by_role("link", name="Continue Ataxx")).to_have_attribute("href", f"#/game/{seated.id}")
        card.get_by_role("link", name="Play Ataxx", exact=True).click()
        expect(page.locator(f'.table[data-kind="ataxx"][data-ply]:not([data-game="{seated.id}"])')).to_be_visible()
        told = page.request.get(f"/api/games/{page.url.rpartition('/')[2]}").json()
        assert told["seats"] == ["human", f"level {level}"]


def test_what_a_person_waits_for_comes_first_and_is_not_cut(open_page: Open) -> None:
    page, friend = (open_page(viewport={"width": 370, "height": 700}) for _ in range(2))
    waiting, other, mine = (with_a_friend(page, friend) for _ in range(3))
    Seated(page, "ataxx", seats=("human", "level 1")).by_mouse(("a7", "a6"))
    page.locator('.table:not([data-ply="0"])').wait_for()
    page.goto(f"/#/game/{waiting}")
    page.locator(f'.table[data-game="{waiting}"]').wait_for()
    for name in "a7", "a6":
        page.locator(f'.square[data-name="{name}"]').click(force=True)
    page.locator('.table[data-ply="1"]').wait_for()
    page.goto("/#/")
    expect(page.get_by_role("link", name="Continue Ataxx")).to_have_attribute("href", f"#/game/{mine}")
    expect(page.locator(".latest")).to_contain_text("Your turn against Bo the Builder of Boards.")
    news = page.locator(".news a")
    expect(news).to_have_text(["Ataxx: Your turn against Bo the Builder of Boards."])
    expect(news).to_have_attribute("href", f"#/game/{other}")
    listed = page.locator(".kept .rows a")
    expect(listed.nth(2)).to_have_attribute("href", re.compile(rf"^(?!.*({waiting}|{other}|{mine}))"))
    # A house on one's own machine lists the games of all who play there
    page.get_by_role("button", name=re.compile(r"Show \d+ more")).click()
    expect(listed.filter(has_text="Waiting for Bo the Builder of Boards.")).to_have_count(1)
    enter(friend, "")
    expect(friend.get_by_role("link", name="Continue Ataxx")).to_have_attribute("href", f"#/game/{waiting}")
    assert news.evaluate("it => getComputedStyle(it).whiteSpace") == "normal"
    for each in page, friend:
        assert each.evaluate("document.querySelector('main').scrollWidth") <= 370


def with_a_friend(page: Page, friend: Page) -> str:
    """The id of a game of Ataxx between two pages."""
    for each, name in (page, "Ada"), (friend, "Bo the Builder of Boards"):
        each.request.put("/api/me", data={"name": name})
    asked = {"kind": "ataxx", "seats": ["human", "open"]}
    id = str(page.request.post("/api/games", data=asked).json()["id"])
    friend.goto("/")
    friend.goto(f"/#/game/{id}")
    press(friend, "Sit down")
    expect(friend.get_by_role("button", name="Sit down")).to_have_count(0)
    return id


def test_one_click_gives_a_link_for_a_friend(open_page: Open) -> None:
    page = open_page("/")
    page.get_by_role("link", name="Play with a friend in a game of Gamma").click()
    expect(page.get_by_label("Link")).to_have_value(re.compile(r"#/game/\w+$"))
    # The name that the friend will see, and another one
    expect(page.locator(".own-name")).to_contain_text(re.compile(r"Others see you as Guest \w+\."))
    press(page, "Change your name")
    page.get_by_role("dialog").get_by_label("Your name").fill("Ada")
    press(page, "Go on")
    expect(page.locator(".own-name")).to_contain_text("Others see you as Ada.")
    told = page.request.get(f"/api/games/{page.url.rpartition('/')[2]}").json()
    assert told["view"]["players"][0]["title"] == "Ada"
    enter(page, "new/gamma")
    page.get_by_label("Player 2").select_option("A player elsewhere")
    expect(page.locator(".own-name")).to_contain_text("Others see you as Ada.")


# Introductions


@every_kind
def test_an_introduction_is_played_through(open_page: Open, id: str) -> None:
    page = open_page("/", reduced_motion="reduce")
    page.get_by_role("link", name=f"Learn {kind(id).title}").click()
    lesson = page.locator(".lesson")
    steps = introduction_of(kind(id)).steps
    assert len(steps) == 3
    for number, step in enumerate(steps, 1):
        expect(lesson).to_have_attribute("data-step", str(number))
        expect(lesson.locator(".lesson-text")).to_have_text(step.text)
        game = step.game(kind(id))
        words = game.scene().words
        paths = {path: move for path, move in game.paths().items() if step.moves or path[0] not in words}
        wrong = next(
            (path for path, move in paths.items() if path[0] not in words and not step.counts(game, move)), None
        )
        if wrong:
            point(page, wrong)
            expect(lesson).to_have_attribute("data-tried", "no")
            expect(lesson.locator(".lesson-answer")).to_have_text(step.otherwise)
            press(page, "Try again")
        point(page, next(path for path, move in paths.items() if step.counts(game, move)))
        expect(lesson).to_have_attribute("data-tried", "yes")
        expect(lesson.locator(".lesson-answer")).to_have_text(step.after)
        if number < len(steps):
            press(page, "Next")
    page.get_by_role("link", name="Play a first game").click()
    expect(page.locator(f'.table[data-kind="{id}"][data-ply]')).to_be_visible()


def point(page: Page, path: tuple[str, ...]) -> None:
    for name in path:
        square = page.locator(f'.lesson .square[data-name="{name}"]')
        (square if square.count() else page.locator(f'.lesson [data-word="{name}"]')).click(force=True)


def test_an_introduction_needs_no_mouse(open_page: Open) -> None:
    page = open_page("/#/learn/ataxx")
    board = page.locator(".lesson ludarium-board")
    expect(board.locator(".square")).to_have_count(49)
    board.evaluate("board => board.focusBoard()")
    for key in "Enter", "ArrowUp", "Enter":
        page.keyboard.press(key)
    expect(page.locator(".lesson")).to_have_attribute("data-tried", "yes")
    expect(page.locator("#status")).to_have_text(introduction_of(kind("ataxx")).steps[0].after)
    page.keyboard.press("Enter")  # Next has the focus
    expect(page.locator(".lesson")).to_have_attribute("data-step", "2")


def test_a_game_from_a_folder_brings_an_introduction(
    windows: Windows, tmp_path_factory: pytest.TempPathFactory
) -> None:
    games = write_nim(tmp_path_factory.mktemp("games"))
    (games / "nim" / "introduction.toml").write_text(STEP)
    home = tmp_path_factory.mktemp("house")
    with served(home, LUDARIUM_GAMES=str(games)) as where, opener(windows, where) as open_page:
        page = open_page("/#/learn/nim")
        expect(page.locator(".lesson-text")).to_have_text("Take the stones.")
        answer = page.request.post("/api/kinds/nim/introduction/0", data={"path": ["take 2"]}).json()
        assert answer["counts"] and answer["text"] == "Two are gone." and answer["frames"]


# Rules


@every_kind
def test_rules_show_drawn_boards(open_page: Open, id: str) -> None:
    page = open_page(f"/#/rules/{id}")
    board = page.locator(".help .drawn > svg")
    expect(board).to_have_attribute("role", "img")
    expect(board).to_have_attribute("aria-label", re.compile(r"^Board, \d+ by \d+: .+ on "))
    expect(board.locator(".piece")).not_to_have_count(0)
    expect(board.locator(".ground").first).to_have_css("fill", re.compile(r"^rgb"))
    expect(page.locator("pre[data-board]")).to_have_count(0)


# Every page


def places() -> list[str]:
    own = [f"{page}/{id}" for id in ludarium.games() for page in ("new", "rules", "learn")]
    return ["", "preferences", "nowhere", "scores/abatis", "best/gamma", *own]


def test_no_page_is_wider_than_a_narrow_phone(open_page: Open) -> None:
    page = open_page("/", **NARROW)
    for place in places():
        enter(page, place)
        wide = page.evaluate(
            """() => [...document.querySelectorAll("body *")].filter((it) => it.scrollWidth > it.clientWidth + 1
              && !["visible", "clip"].includes(getComputedStyle(it).overflowX) && it.closest("main, header")
              && !it.closest("pre, .unseen, .skip, ludarium-board")).map((it) => it.outerHTML.slice(0, 90))"""
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, place
        assert not wide, (place, wide)


@needs_axe
def test_introductions_can_be_used_by_everybody(open_page: Open) -> None:
    page = with_axe(open_page("/#/learn/gamma"))
    expect(page.locator(".lesson[data-step]")).to_be_visible()
    assert not findings(page)
    point(page, ("2,2",))
    expect(page.locator(".lesson")).to_have_attribute("data-tried", "yes")
    assert not findings(page)


def test_an_unknown_address_is_answered_in_words(open_page: Open) -> None:
    page = open_page("/nothing", expected="404")
    expect(page.get_by_role("heading")).to_have_text("There is nothing at this address")
    page.get_by_role("link", name="To the house").click()
    expect(page.locator(".card").first).to_be_visible()
    # Programs get JSON as before
    assert page.request.get("/nothing").json()["message"] == "There is nothing at this address."


# The form of a new game


def test_pictures_of_options_follow_the_theme(open_page: Open) -> None:
    seen = set()
    for theme in {}, {"color_scheme": "dark"}, {"contrast": "more"}:
        page = open_page("/#/new/battle-of-the-beetles", **theme)
        expect(page.locator(".picture > svg")).to_have_count(2)
        ground = page.locator(".picture .ground").first
        seen.add(ground.evaluate("it => getComputedStyle(it).fill"))
    assert len(seen) == 3


def test_a_range_is_the_one_that_holds(open_page: Open) -> None:
    page = open_page("/#/new/gamma", expected="400")
    field = page.get_by_label("Width")
    most = int(str(field.get_attribute("max")))
    for width, accepted in (most, True), (most + 1, False):
        asked = {"kind": "gamma", "options": {"width": str(width), "height": "1"}}
        assert page.request.post("/api/games", data=asked).ok is accepted


def test_long_names_are_refused_and_not_cut(open_page: Open) -> None:
    page = open_page("/#/new/ataxx", expected="400")
    name = "Maximilian Bartholomew the Third of Elsewhere"
    page.get_by_label("Blue").select_option("A player elsewhere")
    press(page, "Begin")
    page.get_by_label("Your name").fill(name)
    press(page, "Go on")
    expect(page.locator("dialog .problem")).to_have_text(f"24 characters at most; this has {len(name)}.")
    expect(page.get_by_label("Your name")).to_have_value(name)


def test_a_page_that_is_late_shows_that_it_is_on_its_way(open_page: Open) -> None:
    page = open_page("/")
    held: list[Route] = []
    page.route(
        "**/api/games", lambda route: held.append(route) if route.request.method == "POST" else route.continue_()
    )
    with page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/api/games")):
        page.locator('.card[data-game="ataxx"] a.play').click()
    expect(page.locator('main[aria-busy="true"]')).to_be_attached()
    held[0].continue_()
    expect(page.locator("ludarium-board")).to_be_visible()
    expect(page.locator("main[aria-busy]")).to_have_count(0)
