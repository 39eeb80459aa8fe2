"""What was played, seen again on the page: the list of moves, steps, replay, and what the computer thinks of it."""

import re
from functools import partial
from random import Random

from playwright.sync_api import expect

from ...support.browser import Open, needs_browser
from ...support.page_table import Guest, Sit, noted, press, press_once_shown, shows

pytestmark = needs_browser
STAYS = 700  # milliseconds that a position of a replay stays where nothing moves


def seen_again(sit: Sit, moves: int, size: int = 3) -> Guest:
    """A record of that many moves on a table."""
    table, chance = sit("beetle-battle", size=size), Random(3)
    for _ in range(moves):
        table.twin.push(chance.choice(list(table.twin.legal_moves)))
    table.bring()
    return table


def after(table: Guest, ply: int) -> None:
    """The board shows the game as it was after so many moves."""
    shows(table, table.twin.after(ply))


def test_steps_through_a_game(sit: Sit) -> None:
    table = seen_again(sit, 6)
    page, past = table.page, table.page.locator(".past")
    rows = page.locator(".moves [data-ply] button")
    expect(rows).to_have_count(6)
    assert [row.locator("span").last.inner_text() for row in rows.all()] == [str(move) for move in table.twin.moves]
    for step, ply in ("One move back", 5), ("One move back", 4), ("One move forth", 5), ("First position", 0):
        press(page, step)
        after(table, ply)
        expect(past).to_be_visible()
    expect(page.locator(".turn")).to_have_text("Then red to move")
    press(page, "One move forth")
    after(table, 1)
    press(page.locator(".steps"), "Back to now")
    expect(past).to_be_hidden()
    after(table, 6)
    for key, ply in (",", 5), (",", 4), (".", 5), ("<", 0), (".", 1), (">", 6), ("<", 0), ("Escape", 6):
        page.keyboard.press(key)
        after(table, ply)
    rows.nth(2).click()
    after(table, 3)
    expect(rows.nth(2)).to_have_attribute("aria-current", "step")
    for key, ply in ("ArrowDown", 4), ("ArrowUp", 3), ("Home", 1), ("End", 6):
        page.keyboard.press(key)
        after(table, ply)
    page.keyboard.press("ArrowUp")
    after(table, 5)
    press(past, "Back to now")
    expect(past).to_be_hidden()
    table.play_on(table.by_mouse, most=7)
    expect(rows).to_have_count(7)


# Keys, so quickly that the server can answer none of them before the last
AT_ONCE = "keys => keys.forEach((key) => document.dispatchEvent(new KeyboardEvent('keydown', {key})))"


def test_steps_add_up_however_late_positions_come(open_page: Open) -> None:
    """Two steps at once led one move back: both began at the position that was still shown."""
    table = seen_again(partial(Guest, open_page()), 6)
    page = table.page
    for keys, ply in (",,", 4), (",,,", 1), ("..", 3), (".,,,", 1), (",,,", 0):
        page.evaluate(AT_ONCE, [*keys])
        after(table, ply)
    page.evaluate(AT_ONCE, [*"........"])
    after(table, 6)
    expect(page.locator(".past")).to_be_hidden()


def test_a_record_is_replayed(open_page: Open) -> None:
    page = open_page(alone=True)
    page.clock.install()
    table, past = seen_again(partial(Guest, page), 4), page.locator(".past")
    # Time goes on when it is told to
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 60)
    press(page, "Replay the game")
    after(table, 0)
    page.clock.run_for(STAYS)
    after(table, 1)
    press(page, "Pause the replay")
    expect(past).to_be_visible()
    expect(page.get_by_role("button", name="Replay the game")).to_be_visible()
    page.clock.run_for(2 * STAYS)
    after(table, 1)
    page.keyboard.press("v")
    for ply in 2, 3, 4:
        page.clock.run_for(STAYS)
        after(table, ply)
    expect(past).to_be_hidden()
    expect(table.said).to_have_text("This is the game as it stands now.")
    press(page, "Replay the game")
    after(table, 0)
    page.clock.run_for(STAYS)
    after(table, 1)
    # A step ends the replay
    press(page, "First position")
    expect(page.get_by_role("button", name="Replay the game")).to_be_visible()
    after(table, 0)


def test_analysis_shows_chances_and_the_best_line(sit: Sit) -> None:
    table = seen_again(sit, 2)
    page = table.page
    page.get_by_role("tab", name="Analysis").click()
    chances, lines = page.get_by_role("meter", name="Chances to win"), page.locator(".lines > li")
    expect(lines).to_have_count(3)
    expect(chances).to_have_attribute("aria-valuenow", re.compile(r"^\d+$"))
    expect(chances).to_have_attribute("aria-valuetext", re.compile(r"^Red \d+ %, blue \d+ %$"))
    # The bar has the part of the side that is ahead, at its end
    assert int(chances.inner_text()) >= 50
    assert chances.locator("span").evaluate("it => it.scrollWidth <= it.clientWidth")
    expect(page.locator(".analysis .now")).to_contain_text("All percentages are the chances of red to win.")
    best = lines.first.locator(".line-moves button").first.inner_text()
    assert best in [str(move) for move in table.twin.legal_moves]
    # The best move is shown on the board by itself, others when they are asked for
    assert len(table.pointed) == 3 and table.pointed <= {str(move) for move in table.twin.legal_moves}
    expect(table.board.locator(".arrows .good")).to_have_count(1)
    lines.nth(1).get_by_role("button", name="Show on board").click()
    expect(table.said).to_have_text(re.compile(r"^Shown on the board: \d,\d\.$"))
    # It follows the game, and steps to past positions
    table.move(*next(iter(table.twin.paths())))
    expect(lines.first).to_contain_text(re.compile("."))
    press(page, "First position")
    page.keyboard.press("z")
    expect(page.locator(".analysis-body")).to_be_hidden()
    expect(chances).to_have_count(0)
    page.get_by_role("tab", name="Analysis").click()
    expect(lines).to_have_count(3)
    # Lines of another position are gone when the board shows the next one
    page.evaluate(WATCH_LINES)
    press(page, "One move forth")
    expect(page.locator(".past")).to_contain_text("past")
    assert page.evaluate(SEEN) == "hidden"
    expect(lines.first).to_be_visible()
    expect(chances.locator("span")).to_have_text(re.compile(r"^\d+$"))
    # After the end there is nothing to expect
    page.keyboard.press("Escape")
    page.keyboard.press("x")
    press(table.dialog, "Resign")
    expect(page.locator(".analysis .now")).to_contain_text("The game is over.")
    expect(chances).to_have_attribute("aria-valuetext", "not known yet")
    assert not table.pointed


# What was noted. The page's policy forbids what playwright does to wait for a condition
SEEN = """() => new Promise((done) => {
  const look = () => (window.seen === undefined ? setTimeout(look, 20) : done(window.seen));
  look();
})"""
# Notes whether the lines are to be seen when another position is
WATCH_LINES = """() => new MutationObserver(() => {
  window.seen ??= getComputedStyle(document.querySelector(".lines")).visibility;
}).observe(document.querySelector(".moves"), { attributes: true, subtree: true, attributeFilter: ["aria-current"] })"""


def test_the_whole_game_is_judged_and_drawn(open_page: Open) -> None:
    table = seen_again(partial(Guest, open_page()), 8)
    page = table.page
    page.keyboard.press("z")
    press(page, "Judge the whole game")
    graph = page.get_by_role("slider", name="The game as a graph")
    expect(page.locator(".review [role=status]")).to_contain_text("Red: 4 moves, ")
    expect(page.locator(".review [role=status]")).to_contain_text(re.compile(r"Blue: 4 moves, .*, accuracy \d+ %\."))
    expect(graph).to_have_attribute("aria-valuemax", "8")
    expect(graph.locator(".graph-line")).to_have_count(1)
    graph.focus()
    page.keyboard.press("ArrowLeft")
    expect(graph).to_have_attribute("aria-valuenow", "7")
    after(table, 7)
    page.keyboard.press("Home")
    after(table, 0)
    page.keyboard.press("End")
    expect(page.locator(".past")).to_be_hidden()
    graph.click()
    expect(graph).to_have_attribute("aria-valuenow", "4")
    after(table, 4)
    marked = page.locator(".worst li")
    assert marked.count() == page.locator(".moves .mark").count() == graph.locator(".graph-mark").count() > 0
    # What was better is shown where it could have been played, and played out as a variation
    ply = int(marked.first.get_by_role("button").first.inner_text().split()[0])
    better = marked.first.locator(".better")
    best = better.inner_text().removeprefix("better ")
    better.click()
    after(table, ply - 1)
    expect(table.said).to_have_text(f"Better than {table.twin.moves[ply - 1]}: {best}.")
    assert {best, str(table.twin.moves[ply - 1])} <= table.pointed
    press(marked.first, "Play it out")
    expect(page.locator(".past")).to_contain_text("A variation")
    expect(page.locator(".moves .tried").first).to_contain_text(best)
    # Another move is not among those that were judged
    page.keyboard.press("Escape")
    table.button("undo").click()
    table.button("undo").click()
    table.wait(6)
    expect(graph).to_be_hidden()


def test_judging_can_be_stopped(open_page: Open) -> None:
    table = seen_again(partial(Guest, open_page()), 80, size=10)
    page = table.page
    page.keyboard.press("z")
    judge = page.get_by_role("button", name="Judge the whole game")
    judging = "[button.innerText, !document.querySelector('[aria-label=\"Moves judged\"]').hidden]"
    press_once_shown(judge, shown=page.locator(".graph"), find=judging)
    judge.click()
    assert noted(page) == ["Stop", True]
    expect(page.get_by_role("button", name="Judge the whole game")).to_be_visible()
    expect(page.locator(".review [role=status]")).to_contain_text("Red: ")
    page.keyboard.press("z")
