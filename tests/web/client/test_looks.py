"""How the page looks, weighs and mends itself: themes, screen readers, phones, reloads and lost connections."""

import json
import re
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Locator, Page, expect

import ludarium

from ...support.accessibility import findings, needs_axe, with_axe
from ...support.browser import CLIENT, Open, Seated, needs_browser
from ...support.page_table import prefer

pytestmark = needs_browser

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
HEAVIEST = 200_000  # bytes that come over the wire, all files together
SMALL: dict[str, dict[str, Any]] = {"beetle-battle": {"size": 3}, "gamma": {"width": 4, "height": 4}}
every_kind = pytest.mark.parametrize("id", ludarium.games())


# For people who see little, or nothing


@needs_axe
@every_kind
def test_a_table_can_be_used_by_everybody(open_page: Open, id: str) -> None:
    seated = Seated(open_page(), id, **SMALL.get(id, {}))
    page = with_axe(seated.page)
    first = min(path for path in seated.twin.paths() if path[0] in seated.places)
    seated.make(first, seated.by_mouse)
    assert not findings(page)
    page.locator(".bar .more > button, .bar > .menu-place > button").last.click()
    expect(page.get_by_role("menu")).to_be_visible()
    assert not findings(page)


@needs_axe
def test_the_windows_of_a_table_can_be_used_by_everybody(open_page: Open) -> None:
    seated = Seated(open_page(), "abatis", seed=1)
    page = with_axe(seated.page)
    for key in "niora?x":
        page.keyboard.press(key)
        expect(seated.dialog).to_be_visible()
        assert not findings(page), key
        page.keyboard.press("Escape")
        expect(seated.dialog).to_have_count(0)


@needs_axe
def test_the_windows_of_a_game_that_is_over_can_be_used_by_everybody(open_page: Open) -> None:
    for id, keys in ("ataxx", "lnx"), ("beetle-battle", "x"), ("gamma", "x"):
        seated = Seated(open_page(), id, **SMALL.get(id, {}))
        page = with_axe(seated.page)
        for key in keys:
            page.keyboard.press(key)
            expect(seated.dialog).to_be_visible()
            assert not findings(page), key
            page.keyboard.press("Enter" if key == "x" else "Escape")
        expect(seated.result.get_by_role("heading", level=2)).to_contain_text("winner")
        assert not findings(page)


@needs_axe
def test_the_rooms_can_be_used_by_everybody(open_page: Open) -> None:
    seated = Seated(open_page(), "ataxx")  # a game to go on with
    seated.make(("a7", "a6"), seated.by_mouse)
    page = with_axe(seated.page)
    rooms = ["", "preferences", "nowhere", "scores/abatis", "rules/gamma", *(f"new/{id}" for id in ludarium.games())]
    for room in rooms:
        enter(page, room)
        assert not findings(page), room


def enter(page: Page, room: str) -> None:
    """Go to a room without loading the page anew."""
    page.evaluate("room => { location.hash = `#/${room}`; }", room)
    expect(page.locator("main h1")).not_to_have_text("")
    titles = {"": "Ludarium", "preferences": "Preferences", "nowhere": "Sorry"}
    title = titles.get(room) or ludarium.new(room.partition("/")[2]).kind.title
    expect(page.locator("main h1")).to_contain_text(title)


@pytest.mark.parametrize("taste", [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"contrast": "more"}], ids=str)
def test_the_page_looks_as_the_system_does(open_page: Open, taste: dict[str, Any]) -> None:
    page = open_page("/", **taste)
    expect(page.locator(".card").first).to_be_visible()  # the preferences have come, which set the theme
    theme = "contrast" if "contrast" in taste else taste["color_scheme"]
    painted = colour(page)
    page.locator("html").evaluate("(root, theme) => { root.dataset.theme = theme; }", theme)
    assert colour(page) == painted
    others = {"light", "dark", "contrast"} - {theme}
    for other in others:
        page.locator("html").evaluate("(root, theme) => { root.dataset.theme = theme; }", other)
        assert colour(page) != painted


def colour(page: Page) -> str:
    return str(page.locator("html").evaluate("root => getComputedStyle(root).backgroundColor"))


def test_a_theme_that_is_preferred_stays(open_page: Open) -> None:
    page = open_page("/#/preferences", color_scheme="light")
    expect(page.get_by_label("Theme")).to_be_visible()
    before = colour(page)
    prefer(page, page.get_by_label("Theme"), "dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert colour(page) != before
    dark = colour(page)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert colour(page) == dark


# On a phone


def overflow(page: Page) -> list[str]:
    """What is wider than the page."""
    wide: list[str] = page.evaluate(
        """() => document.documentElement.scrollWidth <= innerWidth ? [] :
          [...document.querySelectorAll("body *")].filter(it => it.getBoundingClientRect().right > innerWidth + 1)
            .map(it => `${it.tagName}.${it.className.baseVal ?? it.className}`)"""
    )
    return wide


@every_kind
def test_a_game_is_played_on_a_phone(open_page: Open, id: str) -> None:
    seated = Seated(open_page(**PHONE), id)
    path = min(path for path in seated.twin.paths() if path[0] in seated.places)
    for name in path:
        seated.cell(name).scroll_into_view_if_needed()
        seated.cell(name).tap(force=True)
    if any(other[: len(path)] == path != other for other in seated.twin.paths()):
        seated.cell(path[-1]).tap(force=True)
    seated.twin.push(seated.twin.paths()[path])
    seated.wait()
    seated.agree()
    assert not overflow(seated.page)
    assert seated.page.evaluate("() => document.documentElement.scrollWidth") <= 360


def test_the_rooms_fit_on_a_phone(open_page: Open) -> None:
    page = open_page("/", **PHONE)
    rooms = ["", "preferences", "scores/abatis"]
    for room in [*rooms, *(f"{room}/{id}" for id in ludarium.games() for room in ("new", "rules"))]:
        enter(page, room)
        assert not overflow(page), room
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 360, room


# Films


@pytest.mark.parametrize(("motion", "unfolds"), [("no-preference", True), ("reduce", False)])
def test_moves_unfold_unless_less_motion_is_asked_for(open_page: Open, motion: str, unfolds: bool) -> None:
    seated = Seated(open_page(reduced_motion=motion), "ataxx")
    seated.cell("a7").click()
    # What goes on in the board while it shows the move
    animations = seated.board.evaluate_handle(WATCH)
    seated.cell("a5").click()
    seated.twin.push("a7a5")
    seated.wait()
    assert (animations.evaluate("told => told.most") > 0) is unfolds
    seated.agree()


# Counts what is animated, whenever something changes in the board
WATCH = """board => {
  const told = { most: 0 };
  const films = () => board.getAnimations({ subtree: true }).filter((it) => !(it instanceof CSSTransition));
  const look = () => (told.most = Math.max(told.most, films().length));
  new MutationObserver(look).observe(board, { subtree: true, childList: true, attributes: true });
  return told;
}"""


# Coming back


@every_kind
def test_after_a_reload_the_game_is_as_it_was(open_page: Open, id: str) -> None:
    seated = Seated(open_page(), id, **SMALL.get(id, {}))
    seated.play_on(seated.by_mouse, most=4)
    seated.page.reload()
    seated.wait()
    seated.agree()
    seated.page.goto("/#/")
    seated.page.get_by_role("link", name="Continue").click()
    seated.wait()
    assert seated.page.url.endswith(seated.id)
    seated.agree()


def test_a_refused_connection_says_why_in_words(open_page: Open) -> None:
    # The browser itself tells of what "Failed to load" and of which connection "failed"
    page = open_page(expected="ailed", alone=True)
    sockets: list[Any] = []
    page.route_web_socket(re.compile("/socket"), lambda socket: sockets.append((socket, socket.connect_to_server())))
    page.reload()
    seated = Seated(page, "ataxx")
    # A browser hides the status from the page, which asks again over HTTP
    often = {"message": "Too many requests; try again in 3 seconds."}
    page.route(re.compile("/record$"), lambda route: route.fulfill(status=429, json=often))
    page.context.set_offline(True)
    for near, far in sockets:
        near.close()
        far.close()
    expect(page.locator(".lost")).to_have_text(f"{often['message']} The page will try again by itself.")
    page.unroute(re.compile("/record$"))
    expect(page.locator(".lost")).to_have_text("The connection is lost; it is being mended ...")
    page.context.set_offline(False)
    expect(page.locator(".lost")).to_be_hidden()
    seated.make(("a7", "a6"), seated.by_mouse)


def test_a_lost_connection_mends_itself_and_nothing_is_missed(open_page: Open) -> None:
    # The browser itself tells of requests that could not be made
    page = open_page(expected="ERR_INTERNET_DISCONNECTED", alone=True)
    sockets: list[Any] = []
    page.route_web_socket(re.compile("/socket"), lambda socket: sockets.append((socket, socket.connect_to_server())))
    page.reload()
    seated = Seated(page, "ataxx")
    seated.make(("a7", "a6"), seated.by_mouse)
    other = Seated.__new__(Seated)  # another player at the same table
    other.page, other.twin, other.id, other.board = open_page(), seated.twin, seated.id, page.locator("")
    other.go()
    page.context.set_offline(True)
    for near, far in sockets:
        near.close()
        far.close()
    expect(page.locator(".lost")).to_be_visible()
    seated.by_mouse(("g7", "g6"))
    expect(page.locator(".say")).to_contain_text("cannot be reached")
    for path in [("g7", "g6"), ("a6", "b6"), ("g6", "f6")]:
        other.make(path, other.by_mouse)
    page.context.set_offline(False)
    expect(page.locator(".lost")).to_be_hidden()
    seated.wait()
    seated.agree()
    seated.make(("b6", "b5"), seated.by_mouse)
    other.wait()


# Files


def test_everything_weighs_little(open_page: Open, address: str) -> None:
    loaded: set[str] = set()
    page = open_page(alone=True)
    page.context.on("response", lambda answer: loaded.add(answer.url.partition("#")[0]))
    fresh = page.context.new_page()
    fresh.goto("")
    for id in ludarium.games():
        table = fresh.request.post("/api/games", data={"kind": id, "seats": []}).json()["id"]
        fresh.goto(f"/#/game/{table}")
        expect(fresh.locator(f'.table[data-kind="{id}"][data-ply]')).to_be_visible()
    own = {f"games/{id}/{name}" for id in ludarium.games() for name in ("page.js", "pieces.svg")}

    def came() -> set[str]:
        return {url.partition("/client/")[2].partition("/")[2] for url in loaded}

    # The files of pieces may come after the boards
    with fresh.expect_response(lambda answer: own <= came()):
        fresh.evaluate("() => void fetch('/api/house')")
    assert {"main.js", "modules.js", "page.css", *own} <= came()
    files = {url for url in loaded if "/client/" in url}
    assert sum(map(weight, [address, *files])) < HEAVIEST


def weight(url: str) -> int:
    """What a browser is sent: all but the page itself is compressed."""
    with urlopen(Request(url, headers={"Accept-Encoding": "gzip"})) as answer:
        assert answer.headers["Content-Encoding"] == ("gzip" if "/client/" in url else None)
        return len(answer.read())


def test_what_is_loaded_ahead_is_there(open_page: Open) -> None:
    text = (CLIENT / "index.html").read_text()
    links = re.findall(r'(?:href|src)="/client/HASH/([^"#]+)', text)
    assert sorted(links) == ["core/theme.js", "icon.svg", "main.js", "modules.js", "page.css", "symbols.svg"]
    page = open_page("/")
    for name in links:
        answer = page.request.get(re.sub("HASH", page_hash(page), f"/client/HASH/{name}"))
        assert answer.ok, name


def page_hash(page: Page) -> str:
    source = page.locator("script[type=module]").get_attribute("src") or ""
    return source.split("/")[2]


# Very large boards


def test_a_board_of_forty_thousand_fields(open_page: Open) -> None:
    seated = Seated(open_page(), "gamma", width=200, height=200, players=2, areas=5)
    board, page = seated.board, seated.page
    near = size(board)
    for _ in range(3):
        page.get_by_role("button", name="Nearer").click()
    assert size(board) > near
    page.get_by_role("button", name="Whole board").click()
    assert size(board) < near
    page.get_by_role("button", name="Nearer").click()
    tap(seated, "0,0")
    scroller = board.locator(".scroller")
    before = scroller.evaluate("it => it.scrollTop")
    scroller.hover()
    page.mouse.wheel(0, -400)
    tap(seated, "199,199")
    assert scroller.evaluate("it => it.scrollTop") != before
    # By keyboard: to the end of the row, and a row down
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    seated.twin.push("0,198")
    seated.wait()
    assert [move[1] for move in seated.told()["moves"]] == [str(move) for move in seated.twin.moves]
    assert "token of player 1" in board.evaluate("board => board.describe('0,198')")


def size(board: Locator) -> float:
    return float(board.evaluate("board => board.at('100,100').width"))


def tap(seated: Seated, name: str) -> None:
    """Click a field of a large board."""
    place = json.loads(seated.board.evaluate("(board, name) => JSON.stringify(board.at(name))", name))
    seated.page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    seated.twin.push(name)
    seated.wait()
