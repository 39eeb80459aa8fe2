"""Pieces in the hand: drags, wrong releases, premoves, the flipped board, arrows, previews, and what is never faded."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, WebSocketRoute, expect

import ludarium

from ...support.browser import Open, needs_browser
from ...support.page_table import STAND_STILL, Guest

pytestmark = needs_browser

LOOKED = 100  # milliseconds after which the page asks what the move below the pointer does
PIECES = ".drawing:not(.air) g:not(.lifted, .overlay *) > .piece"


def middle(cell: Locator) -> tuple[float, float]:
    box = cell.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def press(table: Guest, start: str, *ways: str, button: Any = "left") -> None:
    """Press on a cell and move over others, without letting go."""
    mouse = table.page.mouse
    mouse.move(*middle(table.cell(start)))
    mouse.down(button=button)
    for name in ways:
        mouse.move(*middle(table.cell(name)), steps=4)


def drag(table: Guest, start: str, end: str, button: Any = "left") -> None:
    press(table, start, end, button=button)
    table.page.mouse.up(button=button)


def sent(page: Page) -> list[str]:
    """What the page will have sent."""
    frames: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: frames.append(str(frame))))
    return frames


def test_a_piece_is_dragged_by_mouse(open_page: Open) -> None:
    table = Guest(open_page(), "ataxx")
    page, board, held = table.page, table.board, table.page.locator(".in-hand")
    press(table, "a7", "b6")
    expect(held).to_have_count(1)
    expect(table.cell("b6")).to_have_class(re.compile("below"))
    assert table.marked("taken") == {"a7"} and "b6" in table.marked("open")
    assert board.locator(PIECES).count() == 3  # and the one in the hand
    page.mouse.up()
    table.twin.push("a7-b6")
    table.wait()
    expect(held).to_have_count(0)
    table.agree()
    # Wrong releases put it back, and say why: too far, on another piece, and beside the board nothing
    for name, why in ("d4", "g7 to d4: too far; a piece goes one or two squares."), ("g1", "g1 has a red piece."):
        drag(table, "g7", name)
        expect(table.said).to_contain_text(why)
        expect(held).to_have_count(0)
        expect(page.locator(".square.taken")).to_have_count(0)
    press(table, "g7", "g6")
    page.mouse.move(5, 5, steps=4)
    page.mouse.up()
    expect(held).to_have_count(0)
    expect(page.locator(".square.taken")).to_have_count(0)
    # A drag that comes back to its cell leaves the piece chosen; Esc during a drag ends it
    press(table, "g7", "g6", "g7")
    page.mouse.up()
    assert table.marked("taken") == {"g7"}
    press(table, "g7", "g6")
    page.keyboard.press("Escape")
    expect(held).to_have_count(0)
    page.mouse.up()
    # A press on one cell that ends on another is no click
    drag(table, "d4", "g7")
    assert table.marked("taken") == set()
    table.agree()


# A press is a long one when the test says so: 450 milliseconds may pass between two touches of a test
HOLD = """() => {
  const wait = window.setTimeout;
  window.setTimeout = (run, time, ...rest) => (time === 450 ? void (window.hold = run) : wait(run, time, ...rest));
}"""


def test_a_piece_is_dragged_by_touch(open_page: Open) -> None:
    page = open_page(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    table = Guest(page, "ataxx")
    page.evaluate(HOLD)
    table.cell("d4").scroll_into_view_if_needed()
    touches = page.context.new_cdp_session(page)

    def touch(kind: str, *name: str) -> None:
        points = [dict(zip("xy", middle(table.cell(each)), strict=True)) for each in name]
        touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", "a7")
    for name in "b7", "b6", "c5":
        touch("touchMove", name)
    held = page.locator(".in-hand")
    box, below = held.bounding_box(), table.cell("c5").bounding_box()
    assert box and below and box["y"] + box["height"] <= below["y"] + below["height"] / 2 + 1  # above the finger
    touch("touchEnd")
    table.twin.push("a7-c5")
    table.wait()
    table.agree()
    # A long press draws a circle, and a drag after it an arrow; a tap clears them
    touch("touchStart", "d4")
    page.evaluate("hold()")
    touch("touchEnd")
    expect(page.locator(".arrows circle")).to_have_count(1)
    table.cell("g7").tap()
    expect(page.locator(".arrows circle")).to_have_count(0)
    assert table.marked("taken") == {"g7"}


def test_nothing_is_dragged_while_a_move_unfolds(open_page: Open) -> None:
    page = open_page(reduced_motion="no-preference")
    frames = sent(page)
    table = Guest(page, "ataxx")
    page.evaluate(STAND_STILL)
    table.click("a7", "b6")
    expect(page.locator(".turn")).to_have_text("Red: a7-b6")
    press(table, "g7", "f6")
    expect(page.locator(".in-hand")).to_have_count(0)
    page.mouse.up()
    table.click("d4")  # ends the film, and does nothing else
    table.twin.push("a7-b6")
    table.wait()
    table.agree()
    assert sum('"do":"play"' in frame for frame in frames) == 1


def test_one_touch_is_enough_where_it_has_one_meaning(open_page: Open) -> None:
    table = Guest(open_page(), "ataxx")
    assert "b6" not in table.marked("open") | table.marked("closed")
    # Only a7 can go there, and the board shows so below the pointer
    table.cell("b6").hover(force=True)
    expect(table.page.locator(".preview .coming")).to_have_count(1)
    table.click("b6")
    table.twin.push("a7-b6")
    table.wait()
    table.agree()


def test_who_touches_where_a_move_ends_is_told_to_begin_it(open_page: Open) -> None:
    table = Guest(open_page(), "ataxx")
    for path in ("a7", "a6"), ("g7", "g6"):
        table.move(*path)
    table.click("a5")
    expect(table.page.locator(".refusal")).to_have_text("First choose where the move to a5 begins.")
    table.click("d4")  # of which the game knows more
    expect(table.page.locator(".refusal")).to_contain_text("Red has no piece beside d4.")


def test_one_touch_makes_no_move_that_was_not_shown(open_page: Open) -> None:
    page = open_page(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    table, coming = Guest(page, "ataxx"), page.locator(".preview .coming")
    # The first tap shows the move, and a tap elsewhere lets it go
    for name in "b6", "d4", "a7", "a7", "b6":
        table.cell(name).tap(force=True)
        expect(coming).to_have_count(1 if name == "b6" else 0)
    expect(table.said).to_contain_text("a7 to b6: choose b6 again to make this move.")
    assert not table.told()["moves"]
    table.cell("b6").tap(force=True)
    table.twin.push("a7-b6")
    table.wait()
    table.agree()


# The board


def test_the_board_is_flipped(open_page: Open) -> None:
    table = Guest(open_page(), "battle-of-the-beetles")
    page = table.page
    names = page.locator(".row-names span")
    upright = names.all_inner_texts()
    top = middle(table.cell("d7"))
    page.keyboard.press("f")
    expect(names.first).to_have_text(upright[-1])
    assert middle(table.cell("d1")) == top
    # Keys, clicks, drags and films follow
    start = table.board.evaluate("board => board.cursor")
    page.keyboard.press("ArrowDown")
    end = table.board.evaluate("board => board.cursor")
    assert int(end[1]) > int(start[1])
    table.move("e3")
    table.move("c3")
    drag(table, "e3", "c3")
    table.twin.push(table.twin.paths()["e3", "c3"])
    table.wait()
    page.reload()
    table.wait()
    assert middle(table.cell("d1")) == top  # it stays flipped
    page.keyboard.press("f")
    expect(names.first).to_have_text(upright[0])
    table.agree()


def test_corners_and_arrows_turn_with_the_board(open_page: Open) -> None:
    table = Guest(open_page(), "abatis", seed=1)
    page, path = table.page, min(table.twin.paths())
    table.move(*path)
    corner = page.locator("ludarium-board .corner.nw")
    before = corner.bounding_box()
    page.keyboard.press("f")
    after = corner.bounding_box()
    assert before and after and after["x"] > before["x"] and after["y"] > before["y"]
    label = str(table.cell(path[0]).get_attribute("aria-label"))
    table.move(*min(table.twin.paths()))
    assert label
    page.keyboard.press("f")
    table.agree()


def test_the_own_side_is_below(open_page: Open) -> None:
    options = {"setup": "halves"}
    for seats in ("human", "level 1"), ("level 1", "human"):
        table = Guest(open_page(), "battle-of-the-beetles", seats, begun=False, **options)
        own = seats.index("human")
        cells = [cell for cell in table.twin.scene().cells if cell.piece]
        mine = next(cell.name for cell in cells if cell.piece and cell.piece.owner == own)
        others = next(cell.name for cell in cells if cell.piece and cell.piece.owner != own)
        assert middle(table.cell(mine))[1] > middle(table.cell(others))[1]


def test_arrows_and_circles_are_drawn_with_the_right_button(open_page: Open) -> None:
    table = Guest(open_page(), "ataxx")
    page, arrows = table.page, table.page.locator(".arrows > *")
    drag(table, "d4", "f6", button="right")
    drag(table, "c3", "c3", button="right")
    expect(arrows).to_have_count(2)
    expect(page.locator(".arrows polygon")).to_have_count(1)
    drag(table, "d4", "f6", button="right")  # the same again removes it
    expect(arrows).to_have_count(1)
    table.board.evaluate("board => (board.arrows = [['a7', 'b6', 'good']])")
    expect(arrows).to_have_count(2)
    table.click("a7")
    expect(arrows).to_have_count(1)  # those of others stay
    table.board.evaluate("board => (board.arrows = [])")
    expect(arrows).to_have_count(0)
    table.agree()


# Previews


def shows(table: Guest, path: tuple[str, ...]) -> None:
    """Looking at the last cell of a path shows what the library would do."""
    before = {cell.name: cell for cell in table.twin.scene().cells}
    twin = table.twin.copy()
    twin.push(twin.paths()[path])
    changed = {cell.name for cell in twin.scene().cells if cell != before[cell.name] and cell.ground != "margin"}
    drawn = [cell for cell in changed if twin_piece(twin, cell)]
    for name in path[:-1]:
        table.click(name)
    table.cell(path[-1]).hover()
    marks = table.page.locator(".preview > g[transform]")
    expect(table.page.locator(".preview :is(.coming, .turns)")).to_have_count(len(drawn))
    expect(marks).to_have_count(len(changed))
    for name in path[:1] if len(path) > 1 else ():
        table.click(name)
    table.page.mouse.move(2, 2)
    expect(marks).to_have_count(0)


def twin_piece(game: ludarium.Game, name: str) -> Any:
    return next(cell.piece for cell in game.scene().cells if cell.name == name)


def test_what_a_move_does_is_shown_before_it_is_made(open_page: Open) -> None:
    page = open_page()
    table = Guest(page, "ataxx")
    table.move("a7", "c6")
    table.move("g7", "e6")
    # An extension and a jump look different, and pieces that turn are shown
    table.click("c6")
    expect(page.locator(".square.leaving")).not_to_have_count(0)
    assert table.marked("leaving") == {path[1] for path in table.twin.paths() if path[0] == "c6" and far(path)}
    page.keyboard.press("Escape")
    shows(table, ("c6", "d6"))
    shows(table, ("c6", "d5"))
    table = Guest(page, "beetle-battle", size=3)
    for name in "0,0", "2,2":
        table.move(name)
    shows(table, ("0,0",))
    shows(table, ("1,1",))
    table = Guest(page, "abatis", seed=3)
    path = min(table.twin.paths())
    table.cell(path[0]).hover()
    expect(page.locator(".preview .coming")).to_have_count(1)
    expect(page.locator(".preview .way circle")).not_to_have_count(0)
    table = Guest(page, "gamma", width=5, height=5, players=2, areas=3)
    for name in "1,1", "3,3", "1,2", "3,2", "4,4", "3,1":
        table.move(name)
    table.cell("2,1").hover()
    expect(page.locator(".preview .area")).to_have_count(1)
    table.click("g")
    table.cell("3,2").hover()
    expect(page.locator(".preview .area")).to_have_count(2)  # it parts the others' area
    expect(page.locator(".preview .turns")).to_have_count(1)
    table.agree()


def test_what_a_move_does_is_shown_also_where_the_server_tells_it_late(open_page: Open) -> None:
    """Nothing was shown where the pointer came to a cell before the answer about all moves of a piece."""
    page, held, is_late = open_page(), list[tuple[WebSocketRoute, str | bytes]](), True

    def hold(socket: WebSocketRoute) -> None:
        def hear(text: str | bytes) -> None:
            if is_late and '"previews"' in str(text):
                held.append((socket, text))
            else:
                socket.send(text)

        socket.connect_to_server().on_message(hear)

    page.route_web_socket(re.compile("/socket"), hold)
    table = Guest(page, "ataxx")
    table.click("a7")
    table.cell("b6").hover()
    page.wait_for_timeout(LOOKED)
    expect(page.locator(".preview .coming")).to_have_count(0)
    is_late = False
    for socket, text in held:
        socket.send(text)
    expect(page.locator(".preview .coming")).to_have_count(1)


def far(path: tuple[str, ...]) -> bool:
    start, end = path
    return max(abs(ord(start[0]) - ord(end[0])), abs(int(start[1]) - int(end[1]))) > 1


# Nothing is faded


def test_pieces_keep_their_colours_and_the_cursor_waits_for_a_key(open_page: Open) -> None:
    page = open_page()
    table = Guest(page, "ataxx")
    faded = """board => [...board.querySelectorAll(".square, .drawing:not(.air), .drawing g:not(.overlay *), .piece")]
      .filter((each) => { const style = getComputedStyle(each);
        return style.opacity !== "1" || !["none", "rgba(0, 0, 0, 0)"].includes(style.backgroundColor); }).length"""
    assert table.board.evaluate(faded) == 0
    table.click("a7")
    assert table.board.evaluate(faded) == 0
    cursor = "square => getComputedStyle(square).boxShadow !== 'none'"
    assert not table.cell("a7").evaluate(cursor)
    page.keyboard.press("ArrowRight")
    assert table.cell("b7").evaluate(cursor)
    table.cell("d4").hover()
    table.click("a7")
    assert not table.cell("a7").evaluate(cursor)
    # Where nearly all can be chosen, only the cell below the pointer is marked
    table = Guest(page, "beetle-battle")
    mark = "square => getComputedStyle(square, '::after').visibility"
    page.mouse.move(2, 2)
    assert table.cell("2,2").evaluate(mark) == "hidden"
    table.cell("2,2").hover()
    assert table.cell("2,2").evaluate(mark) == "visible"
    assert "may be chosen" in str(table.cell("2,2").get_attribute("aria-label"))
