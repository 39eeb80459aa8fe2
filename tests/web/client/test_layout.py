"""The layout of a table: one grid for all games, in which nothing moves, nothing is cut off, and nothing is hidden."""

import json
import re
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import ludarium

from ...support.browser import Open, Seated, needs_browser
from ...support.page_table import BOXES, FIXED, Guest, boxes, noted, press, press_once_shown

pytestmark = needs_browser

PHONE = {"has_touch": True, "is_mobile": True}
SMALLEST = {"viewport": {"width": 320, "height": 568}, **PHONE}
UPRIGHT = {"viewport": {"width": 390, "height": 844}, **PHONE}
LYING = {"viewport": {"width": 844, "height": 390}, **PHONE}
LYING_LOW = {"viewport": {"width": 568, "height": 320}, **PHONE}
TABLET = {"viewport": {"width": 768, "height": 1024}, **PHONE}
LAPTOP = {"viewport": {"width": 1280, "height": 720}}
EDGE = 1  # pixels that boxes may differ by, where they are rounded
SEATS = {1: ("human",), 2: ("human", "level 1")}
every_kind = pytest.mark.parametrize("id", ludarium.games())


def outside(page: Page, *parts: str) -> list[str]:
    """The parts that are not wholly in the window."""
    hidden: list[str] = page.evaluate(
        """([parts, edge]) => parts.filter(part => [...document.querySelectorAll(part)].some(it => {
          const { left, top, right, bottom, width } = it.getBoundingClientRect();
          return width && (left < -edge || top < -edge || right > innerWidth + edge || bottom > innerHeight + edge);
        }))""",
        [parts, EDGE],
    )
    return hidden


def far(page: Page) -> tuple[int, int]:
    """How far the page can be scrolled to the right, and down."""
    right, down = page.evaluate(
        "() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
    )
    return right, down


@every_kind
def test_a_laptop_shows_everything_at_once(open_page: Open, id: str) -> None:
    seated = Seated(open_page(**LAPTOP), id)
    page = seated.page
    seated.play_on(seated.by_mouse, most=2)
    assert far(page) == (0, 0)
    assert not outside(
        page, "ludarium-board", ".player", ".turn", ".message", ".tabs", ".moves", ".tools", ".bar button"
    )
    board = page.locator("ludarium-board").bounding_box()
    assert board and board["height"] > 550  # of the 720 that the window has
    for button in page.locator(".bar button:visible, .tools button:visible, .slot-title button:visible").all():
        assert button.evaluate("it => it.scrollWidth <= it.clientWidth + 1"), button.inner_text()


@every_kind
@pytest.mark.parametrize("window", [SMALLEST, UPRIGHT, LYING], ids=["smallest", "upright", "lying"])
def test_a_phone_shows_board_and_actions_and_nothing_overflows(
    open_page: Open, id: str, window: dict[str, Any]
) -> None:
    seated = Seated(open_page(**window), id)
    page = seated.page
    assert far(page)[0] <= 0
    assert not outside(page, "ludarium-board", ".player", ".player .unit", ".turn", ".bar", ".bar .more")
    # The bar hides neither a player nor whose turn it is, nor what a game draws beside its messages
    bar = page.locator(".bar").bounding_box()
    assert bar
    for part in page.locator(".turn-line, .player, .message > .symbol").all():
        box = part.bounding_box()
        assert box and (box["x"] >= bar["x"] + bar["width"] or box["y"] + box["height"] <= bar["y"] + EDGE)
    # Every number on a card says what it counts
    cards = page.locator(".player:not(.crowd)").evaluate_all(
        "all => all.map(one => ['.value', '.unit'].map(part => one.querySelector(part).textContent))"
    )
    assert all(bool(unit) == value.isdigit() for value, unit in cards)
    board = page.locator("ludarium-board").bounding_box()
    assert board
    width, height = window["viewport"]["width"], window["viewport"]["height"]
    assert board["width"] >= width - EDGE if width < height else board["height"] > 0.85 * height
    # The moves stand in one line until all of them are asked for
    seated.play_on(seated.by_mouse, most=2)
    line = page.locator(".moves").bounding_box()
    assert line and line["height"] <= 48
    page.locator(".unfold").tap()
    expect(page.get_by_role("tab", name="Moves")).to_be_visible()
    press(page, "First position")
    expect(page.locator(".past")).to_be_visible()
    assert far(page)[0] <= 0


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("window", [SMALLEST, LYING_LOW, TABLET], ids=["smallest", "lying", "tablet"])
def test_small_windows_show_what_is_said_to_several_players(
    open_page: Open, window: dict[str, Any], players: int
) -> None:
    table = Guest(open_page(**window), "gamma", width=8, height=8, players=players)
    table.play_on(table.by_mouse, most=players)  # there is a word for the golden move then
    assert not outside(table.page, "ludarium-board", ".turn-line", ".say")
    bar = table.page.locator(".bar").bounding_box()
    assert bar and bar["height"] <= 100  # two rows
    for part in table.page.locator(".turn-line, .say").all():
        box = part.bounding_box()
        assert box and box["y"] + box["height"] <= bar["y"] + EDGE
    # A name and who has it, in a line each, also beside a number of two digits
    table.page.locator(".player .value").evaluate_all("all => all.forEach(one => (one.textContent = '88 ★'))")
    names = table.page.locator(".player-name").evaluate_all(
        "all => all.map(one => [one.offsetHeight, one.scrollWidth <= one.clientWidth])"
    )
    assert len(names) == players and all(height <= 38 and is_whole for height, is_whole in names), names


@pytest.mark.parametrize(
    "window", [SMALLEST, UPRIGHT, LYING_LOW, TABLET], ids=["smallest", "upright", "lying", "tablet"]
)
def test_the_winner_of_several_is_marked_in_small_windows(open_page: Open, window: dict[str, Any]) -> None:
    table = Guest(open_page(**window), "gamma", width=3, height=3, players=3)
    table.play_on(table.by_mouse)
    expect(table.result).to_be_visible()
    page, over = table.page, table.twin.outcome()
    assert over and over.winner is not None
    card = page.locator(".player", has_text="★ winner")
    expect(card).to_contain_text(f"Player {over.winner}")
    parts = ".owner", ".player-name", ".value", ".unit"
    boxes_of = [card.locator(part).first.bounding_box() for part in parts]
    for before, after in pairwise(box for box in boxes_of[:3] if box):
        assert before["x"] + before["width"] <= after["x"] + EDGE
    value, unit = boxes_of[2:]
    assert value and unit and value["y"] + value["height"] <= unit["y"] + EDGE


@pytest.mark.parametrize("id", ["abatis", "beetle-battle"])
def test_a_page_that_fits_a_phone_cannot_be_scrolled(open_page: Open, id: str) -> None:
    """The ring of the buttons' focus reached a pixel below the window."""
    page = Seated(open_page(**UPRIGHT), id).page
    assert far(page) == (0, 0)


@pytest.mark.parametrize("window", [LAPTOP, UPRIGHT, SMALLEST], ids=["laptop", "phone", "smallest"])
def test_nothing_moves_while_a_computer_thinks(open_page: Open, window: dict[str, Any]) -> None:
    cases: list[tuple[str, str, dict[str, Any]]] = [
        ("beetle-battle", "0,0", {"size": 5}),
        ("gamma", "0,0", {"width": 6, "height": 6}),
    ]
    for id, path, options in cases:
        table = Guest(open_page(**window), id, ("human", "level 11"), **options)
        page = table.page
        before = boxes(page)
        thinking = f"[({BOXES})({json.dumps(FIXED)}), button.scrollWidth <= button.clientWidth]"
        press_once_shown(table.button("stop"), find=thinking)
        table.click(path)
        assert noted(page) == [before, True]  # the label of the button is not cut off
        table.wait(2)
        expect(table.button("hint")).to_be_visible()
        assert boxes(page) == before
        # Nor when there is something to redo
        table.button("undo").click()
        table.wait(0)
        expect(table.button("redo")).to_have_attribute("aria-disabled", "false")
        assert boxes(page) == before


@pytest.mark.parametrize("window", [LAPTOP, UPRIGHT], ids=["laptop", "phone"])
@pytest.mark.parametrize("id", ["ataxx", "beetle-battle", "gamma", "abatis"])
def test_the_end_leaves_the_board_in_view(open_page: Open, id: str, window: dict[str, Any]) -> None:
    table = Guest(open_page(**window), id)
    page, touch = table.page, window is UPRIGHT
    parts = [part for part in boxes(page) if not part.startswith(".tools")]
    before = {part: box for part, box in boxes(page).items() if part in parts}
    page.keyboard.press("x")
    press(table.dialog, "Resign")
    expect(table.result.get_by_role("heading", level=2)).to_be_visible()
    expect(table.dialog).to_have_count(0)
    assert {part: box for part, box in boxes(page).items() if part in parts} == before
    assert not outside(page, "ludarium-board")
    closer = page.get_by_role("button", name="Close the result")
    closer.tap() if touch else page.keyboard.press("Escape")
    expect(table.result).to_have_count(0)
    assert boxes(page)["ludarium-board 0"] == before["ludarium-board 0"]
    expect(table.button("again")).to_be_visible()


@every_kind
def test_the_whole_board_is_seen_whatever_the_window_becomes(open_page: Open, id: str) -> None:
    """The last column was cut off: a rule for the panel of an analysis gave the board's own sheet a padding."""
    page = Seated(open_page(**LAPTOP), id).page
    cut_off = """() => {
      const [board, scroller] = ["ludarium-board", "ludarium-board .scroller"].map(it => document.querySelector(it));
      const room = board.getBoundingClientRect();
      const cells = [...board.querySelectorAll(".square")].map(it => it.getBoundingClientRect());
      return scroller.scrollWidth > scroller.clientWidth || scroller.scrollHeight > scroller.clientHeight ||
        cells.some(({ left, top, right, bottom }) =>
          left < room.left || top < room.top || right > room.right + 1 || bottom > room.bottom + 1);
    }"""
    for width, height in (390, 844), (844, 390), (500, 800), (800, 600), (1280, 720):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        assert not page.evaluate(cut_off), (width, height)


@pytest.mark.parametrize("window", [UPRIGHT, LYING], ids=["upright", "lying"])
def test_the_bar_of_a_phone_hides_nothing_of_gammas_state(open_page: Open, window: dict[str, Any]) -> None:
    page = Seated(open_page(**window), "gamma").page
    bar = page.locator(".bar").bounding_box()
    for line in page.locator(".gamma-state p").all():
        box = line.bounding_box()
        assert bar and box and box["y"] + box["height"] <= bar["y"]


@pytest.mark.parametrize("window", [UPRIGHT, LYING], ids=["upright", "lying"])
def test_a_refusal_covers_no_more_than_a_line_and_goes_with_the_next_touch(
    open_page: Open, window: dict[str, Any]
) -> None:
    table = Guest(open_page(**window), "abatis", seed=3)
    refusal = table.page.locator(".refusal")
    table.cell("N1").tap(force=True)
    expect(refusal).to_have_text("Nothing to hit.")
    expect(table.said).to_have_text("Nothing to hit; no chip stands in the lane of N1.")
    assert table.said.evaluate("it => it.parentElement.scrollHeight <= it.parentElement.clientHeight")
    box, cell = refusal.bounding_box(), table.cell("N1").bounding_box()
    assert box and cell and box["height"] < 1.5 * cell["height"]
    table.cell("N4").dispatch_event("pointerdown", {"bubbles": True})
    expect(refusal).to_be_hidden()


def test_more_is_short_and_lists_what_stands_nowhere_else(open_page: Open) -> None:
    for id in ludarium.games():
        table = Guest(open_page(**LAPTOP), id)
        page = table.page
        page.get_by_role("button", name="More", exact=True).click()
        rows = page.locator('[role="menuitem"]:visible').evaluate_all("all => all.map(row => row.dataset.id)")
        assert len(rows) <= 9, rows
        placed = page.locator('button[data-id]:visible:not([role="menuitem"])').evaluate_all(
            "all => all.map(button => button.dataset.id)"
        )
        assert {"undo", "hint", "save", "load", "share", "rules"} <= set(placed)
        assert not set(rows) & set(placed)
        page.keyboard.press("Escape")


@every_kind
def test_each_action_stands_once(open_page: Open, id: str) -> None:
    for window in LAPTOP, UPRIGHT:
        for begun in True, False:
            page = Seated(open_page(**window), id, begun=begun).page
            if window is UPRIGHT:
                page.locator(".unfold").tap()
            expect(page.locator(".tools")).to_be_visible()
            said = page.locator(":is(.table, .slot-title) button:visible").all_inner_texts()
            assert Counter(text for text in said if text).most_common(1)[0][1] == 1, said


# Whether the middle of something can be touched: it is in the window, and nothing lies over it
IN_VIEW = """it => { const { x, y, width, height } = it.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2); return !!top && it.contains(top); }"""


@pytest.mark.parametrize("window", [LAPTOP, SMALLEST, UPRIGHT, LYING], ids=["laptop", "smallest", "upright", "lying"])
def test_what_was_found_and_the_end_are_in_view(open_page: Open, window: dict[str, Any]) -> None:
    table = Guest(open_page(**window), "beetle-battle", size=3)
    page = table.page
    for name in "0,0", "2,2", "0,1", "1,2":
        table.move(name)
    before = boxes(page)["ludarium-board 0"]
    page.keyboard.press("z")
    chances = page.get_by_role("meter", name="Chances to win")
    expect(chances).to_be_visible()
    strip, board = chances.bounding_box(), page.locator("ludarium-board").bounding_box()
    assert strip and board and boxes(page)["ludarium-board 0"] == before
    assert strip["x"] + strip["width"] <= board["x"] or strip["y"] >= board["y"] + board["height"]
    press(page, "Judge the whole game")
    found = page.locator(".review [role=status]")
    expect(found).to_contain_text("accuracy")
    assert found.evaluate(IN_VIEW) and page.locator(".graph").evaluate(IN_VIEW)
    page.keyboard.press("x")
    press(table.dialog, "Resign")
    again = page.get_by_role("button", name="New game", exact=True)
    expect(again).to_have_count(1)
    for part in table.result.get_by_role("heading", level=2), page.locator("ludarium-board"), again:
        assert part.evaluate(IN_VIEW), part
    if window not in (SMALLEST, LAPTOP):
        assert all(button.evaluate(IN_VIEW) for button in table.result.get_by_role("button").all())


# Buttons whose ring of the focus some edge cuts off
CUT = """() => [...document.querySelectorAll(".table button")].filter(button => {
  if (!button.checkVisibility()) return false;
  button.focus();
  const style = getComputedStyle(button);
  const ring = parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset) - 1;
  const { left, top, right, bottom } = button.getBoundingClientRect();
  for (let box = button.parentElement; box; box = box.parentElement) {
    if (getComputedStyle(box).overflow === "visible") continue;
    const edge = box.getBoundingClientRect();
    if (left - ring < edge.left || top - ring < edge.top || right + ring > edge.right || bottom + ring > edge.bottom)
      return true;
  }
  return false;
}).map(button => button.innerText || button.ariaLabel)"""


def test_the_ring_of_the_focus_is_not_cut_off(open_page: Open) -> None:
    for id in ludarium.games():
        table = Seated(open_page(**LAPTOP), id)
        table.play_on(table.by_mouse, most=2)
        table.page.keyboard.press("ArrowUp")  # the ring shows after a key
        assert table.page.evaluate(CUT) == []


KEYS = re.compile(r"\bEsc\b|\b[A-Z]\b(?=:| (begins|goes|lets|types))")


def test_only_who_has_keys_is_told_of_them(open_page: Open) -> None:
    for window, told in (LAPTOP, True), (UPRIGHT, False):
        page = open_page(**window)
        table = Guest(page, "gamma", ("human", "level 11"), width=6, height=6)
        said = [table.said.inner_text()]
        press_once_shown(table.button("stop"), find="document.querySelector('.say').innerText")
        table.click("0,0")
        said.append(noted(page))
        expect(table.button("stop")).to_be_hidden()
        table = Guest(page, "ataxx")
        table.click("a7")
        said.append(table.said.inner_text())
        page.get_by_role("button", name="More", exact=True).click()
        expect(page.locator('[role="menuitem"][data-id="keys"]')).to_have_count(int(told))
        assert page.locator("[role=menuitem] kbd:visible").count() > 0 if told else True
        expect(page.locator("[role=menuitem] kbd:visible")).to_have_count(page.locator("kbd").count() if told else 0)
        page.keyboard.press("Escape")
        table = Guest(page, "battle-of-the-beetles")
        page.keyboard.press("x")
        press(table.dialog, "Resign")
        expect(table.said).to_contain_text("The game is over.")
        said.append(table.said.inner_text())
        assert [bool(KEYS.search(text)) for text in said] == [told] * len(said), said


FULL = "1,0 skip skip 0,2 2,1 g|2,1 0,1 2,2 0,0 skip 2,0 skip 1,2 1,1"  # of Gamma on 3x3, all fields are taken


def test_where_no_cell_can_be_chosen_the_words_are_named(open_page: Open) -> None:
    for window, told in (LAPTOP, "G: golden move; C: skip."), (UPRIGHT, "Choose below: golden move or skip."):
        table = Guest(open_page(**window), "gamma", width=3, height=3, players=2, areas=9)
        for move in FULL.split():
            table.twin.push(move.replace("|", " "))
        table.bring()
        expect(table.said).to_have_text(told)


@every_kind
def test_whose_turn_it_is_has_the_same_sign_everywhere(open_page: Open, id: str) -> None:
    seated = Seated(open_page(**LAPTOP), id)
    page = seated.page
    seen = set()
    for ply in range(1, 4):
        mover = seated.told()["view"]["turn"]
        before = page.locator(".player.to-move .owner").evaluate_all(SIGN)
        seated.play_on(seated.by_mouse, most=ply, seed=ply)
        turn = seated.told()["view"]["turn"]
        if seated.told()["view"]["count"] == 1:
            expect(page.locator(".sign-of-turn > *, .player.to-move")).to_have_count(0)
            continue
        card = page.locator(".player.to-move")
        expect(card.locator("button")).to_have_attribute("data-player", str(turn))
        expect(card).to_have_attribute("aria-current", "true")
        [sign] = card.locator(".owner").evaluate_all(SIGN)
        seen.add(tuple(sign))
        assert page.locator(".turn-line .owner").evaluate_all(SIGN) == [sign]
        # The move in the list has the sign that the card of its player had, and so has a piece on the board
        assert page.locator(f'.moves [data-ply="{ply}"] .owner').evaluate_all(SIGN) == before, mover
        assert page.locator("ludarium-board g.piece").evaluate_all(SIGN).count(before[0]) > 0
        edge = page.locator(".stage").evaluate("it => getComputedStyle(it).boxShadow")
        assert card.locator("button").evaluate(COLOUR) in edge
    assert len(seen) == (0 if id == "abatis" else 2)


# What is drawn, and in which colour
SIGN = """all => all.map(it => [it.querySelector("use").getAttribute("href").split("#")[1],
  getComputedStyle(it).getPropertyValue("--piece").trim()])"""
COLOUR = "it => getComputedStyle(it).boxShadow.match(/rgba?[(][^)]*[)]|color[(][^)]*[)]/)[0]"
