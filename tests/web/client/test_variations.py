"""Moves that were not made, tried on the page from the past of a game, and kept as a tree."""

import json
import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

import ludarium

from ...support.browser import Open, needs_browser
from ...support.page_table import Guest, press, shows

pytestmark = needs_browser
BARRED = "You are looking at the past. Go back to now to play."


def played(page: Page, id: str, moves: int) -> Guest:
    """A game of two people with so many moves."""
    table, chance = Guest(page, id), Random(3)
    for _ in range(moves):
        table.twin.push(chance.choice(list(table.twin.legal_moves)))
    table.bring()
    return table


def sent(page: Page) -> list[str]:
    """What the page will have asked the server for."""
    asked: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: asked.append(json.loads(frame)["do"])))
    return asked


def row(table: Guest, ply: int) -> None:
    table.page.locator(f'.moves [data-ply="{ply}"] > button').click()
    shows(table, table.twin.after(ply))


def other_path(game: ludarium.Game, *moves: str, seed: int = 0) -> tuple[str, ...]:
    """A path of cells to a move that is none of these, and that is not the beginning of another path."""
    cells = {cell.name for cell in game.scene().cells}
    paths = [path for path, move in game.paths().items() if str(move) not in moves and cells.issuperset(path)]
    whole = [path for path in paths if not any(each[: len(path)] == path != each for each in paths)]
    return Random(seed).choice(sorted(whole))


def attempt(table: Guest, game: ludarium.Game, path: tuple[str, ...]) -> None:
    """Try a move on the board, here and there."""
    table.click(*path)
    game.push(game.paths()[path])
    shows(table, game)


@pytest.mark.parametrize("id", ludarium.games())
def test_a_variation_of_each_game(open_page: Open, id: str) -> None:
    page = open_page()
    asked = sent(page)
    table = played(page, id, 6)
    made = [str(move) for move in table.twin.moves]
    row(table, 3)
    tried = table.twin.after(3)
    for seed in range(3):
        attempt(table, tried, other_path(tried, *made, seed=seed))
    line = [str(move) for move in tried.moves][3:]
    rows, past = page.locator(".moves .tried"), page.locator(".past")
    assert [each.locator("span").last.inner_text() for each in rows.all()] == line
    expect(past).to_contain_text("A variation, only for you.")
    # Steps go along the variation, and back into the game
    for key, ply in (",", 5), (",", 4), (".", 5), (".", 6), (",", 5), (",", 4), (",", 3):
        page.keyboard.press(key)
        shows(table, tried.after(ply))
    page.keyboard.press(".")
    shows(table, table.twin.after(4))
    # The game knows nothing of it, and after a reload it is still there
    assert [move[1] for move in table.told()["moves"]] == made and "play" not in asked
    page.reload()
    table.wait()
    expect(rows).to_have_count(3)
    rows.nth(2).click()
    shows(table, tried)
    press(past, "Back to now")
    shows(table, table.twin)
    assert "play" not in asked


def test_variations_are_a_tree(open_page: Open) -> None:
    table = played(open_page(), "ataxx", 4)
    page, tree = table.page, table.page.locator(".variations")
    row(table, 1)
    first = table.twin.after(1)
    attempt(table, first, other_path(first, str(table.twin.moves[1])))
    attempt(table, first, other_path(first))
    page.keyboard.press(",")
    second = first.after(2)
    attempt(table, second, other_path(second, str(first.moves[2])))
    # A move of the game itself is no variation
    row(table, 1)
    expect(page.locator(".square.open")).not_to_have_count(0)
    table.click(*table.told()["moves"][1][2])
    shows(table, table.twin.after(2))
    expect(page.locator('.moves [data-ply="2"] > button')).to_have_attribute("aria-current", "step")
    texts = [str(first.moves[1]), str(first.moves[2]), str(second.moves[2])]
    expect(tree.locator(".tried")).to_have_count(3)
    assert [each.locator("span").last.inner_text() for each in tree.locator(".tried").all()] == texts
    # The second one is indented below the move that it replaces
    expect(tree.locator("ol ol .tried")).to_have_text([re.compile(re.escape(texts[2]))])
    expect(page.locator('.moves [data-ply="2"] + .variations')).to_have_count(1)
    # By keys, and by its name
    tree.locator(".tried").nth(1).click()
    page.keyboard.press("ArrowUp")
    shows(table, first.after(2))
    expect(tree.locator(".tried").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    shows(table, first)
    press(page, f"Delete the variation 3 {texts[2]}")
    expect(tree.locator(".tried")).to_have_count(2)
    tree.locator(".tried").first.click()
    page.keyboard.press("Delete")
    expect(tree).to_have_count(0)
    shows(table, table.twin.after(1))
    page.reload()
    table.wait()
    expect(page.locator(".moves [data-ply]")).to_have_count(4)
    expect(tree).to_have_count(0)


def test_the_game_goes_on_beside_a_variation(open_page: Open) -> None:
    table = played(open_page(), "ataxx", 2)
    page, past = table.page, table.page.locator(".past")
    row(table, 1)
    tried = table.twin.after(1)
    attempt(table, tried, other_path(tried, str(table.twin.moves[1])))
    expect(past.locator(".gone-on")).to_be_empty()
    other = Guest.__new__(Guest)
    other.page, other.id, other.twin = open_page(), table.id, table.twin
    other.board = other.page.locator("ludarium-board")
    other.go()
    other.move(*other_path(other.twin))
    expect(past.locator(".gone-on")).to_have_text("The game has gone on.")
    shows(table, tried)
    press(past, "Back to now")
    shows(table, table.twin)
    # A move is tried that the game makes then: the rest of the variation leaves the game after it
    row(table, 2)
    ahead = table.twin.after(2)
    attempt(table, ahead, other_path(ahead, str(table.twin.moves[2]), seed=5))
    attempt(table, ahead, other_path(ahead))
    other.button("undo").click()
    table.wait(2)
    table.twin.pop()
    shows(table, ahead)
    other.move(*next(path for path, move in other.twin.paths().items() if move == ahead.moves[2]))
    expect(page.locator('.variations[data-after="3"] .tried')).to_have_count(1)
    shows(table, ahead)
    page.keyboard.press(",")
    shows(table, table.twin)


# Until the lines are those of a position. The page's policy forbids what playwright does to wait for a condition
LEGAL_LINES = """(legal) => new Promise((done) => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const look = () => {
    const areThere = all(".lines:not([inert]) > li button:first-child").length;
    const areLegal = all(".line-moves button:first-child").every((move) => legal.includes(move.textContent));
    if (areThere && areLegal) done();
    else setTimeout(look, 20);
  };
  look();
})"""


def test_variations_are_analysed(open_page: Open) -> None:
    table = played(open_page(), "beetle-battle", 4)
    page = table.page
    page.get_by_role("tab", name="Analysis").click()
    chances, lines = page.get_by_role("meter", name="Chances"), page.locator(".lines > li")
    expect(lines).to_have_count(3)
    page.get_by_role("tab", name="Moves").click()
    row(table, 2)
    tried = table.twin.after(2)
    attempt(table, tried, other_path(tried, str(table.twin.moves[2])))
    # The bar, the arrows and the lines are those of the variation
    page.get_by_role("tab", name="Analysis").click()
    legal = {str(move) for move in tried.legal_moves}
    best = lines.first.locator(".line-moves button")
    page.evaluate(LEGAL_LINES, sorted(legal))
    expect(chances).to_have_attribute("aria-valuetext", re.compile(r"^Red \d+ %, blue \d+ %$"))
    assert table.pointed <= legal
    # A line is played by a click on one of its moves, whichever it has when it is clicked
    best.nth(1).click()
    page.get_by_role("tab", name="Moves").click()
    listed = page.locator(".moves .tried")
    expect(listed).to_have_count(3)
    for each in listed.all()[1:]:
        tried.push(each.locator("span").last.inner_text())
    shows(table, tried)
    expect(page.locator(".moves .tried .worth").first).to_have_text(re.compile(r"^\d+ %$"))
    page.keyboard.press("z")


def test_trying_moves_counts_as_help(open_page: Open) -> None:
    page = open_page()
    table = Guest(page, "abatis", ("human",), seed=1)
    for seed in range(2):
        table.move(*other_path(table.twin, seed=seed))
    page.keyboard.press(",")
    shows(table, table.twin.after(1))
    path = other_path(table.twin.after(1), str(table.twin.moves[1]))
    table.click(path[0])
    press(table.window("Be helped?"), "Cancel")
    expect(page.locator(".tried")).to_have_count(0)
    assert table.told()["view"]["for_points"]
    table.click(path[0])
    press(table.window("Be helped?"), "Go on")
    tried = table.twin.after(1)
    expect(page.locator(".tried")).to_have_count(1)
    tried.push(tried.paths()[path])
    shows(table, tried)
    assert not table.told()["view"]["for_points"]


def test_people_who_play_each_other_try_no_moves(open_page: Open) -> None:
    page, friend = open_page(), open_page()
    for each, name in (page, "Ada"), (friend, "Bo"):
        each.request.put("/api/me", data={"name": name})
    asked = {"kind": "ataxx", "seats": ("human", "open"), "begun": True}
    id = page.request.post("/api/games", data=asked).json()["id"]
    tables = [Guest.__new__(Guest) for _ in range(2)]
    for table, where in zip(tables, (page, friend), strict=True):
        table.page, table.id, table.twin = where, id, ludarium.new("ataxx")
        table.board = where.locator("ludarium-board")
        table.go()
    friend.get_by_role("button", name="Sit down").click()
    expect(page.locator(".square.open")).not_to_have_count(0)
    tables[0].move("a7", "b6")
    page.keyboard.press(",")
    shows(tables[0], ludarium.new("ataxx"))
    tables[0].click("a7")
    expect(tables[0].said).to_have_text(BARRED)
    expect(page.locator(".tried")).to_have_count(0)


def test_pieces_are_dragged_in_the_past_too(open_page: Open) -> None:
    table = played(open_page(), "ataxx", 6)
    page = table.page
    row(table, 2)
    game = table.twin.after(2)
    start, end = other_path(game, str(table.twin.moves[2]))
    expect(page.locator(".square.open")).not_to_have_count(0)
    # A wrong release puts the piece back
    table.cell(start).drag_to(table.cell(next(cell.name for cell in game.scene().cells if cell.piece)), force=True)
    expect(page.locator(".in-hand")).to_have_count(0)
    table.cell(start).drag_to(table.cell(end), force=True)
    game.push(game.paths()[start, end])
    shows(table, game)
    expect(page.locator(".moves .tried")).to_have_count(1)
    assert len(table.told()["moves"]) == 6
