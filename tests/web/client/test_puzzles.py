"""Puzzles on the page: tried right and wrong, given up, and the one of the day."""

import re
from datetime import UTC, datetime

from playwright.sync_api import Page, expect

from ludarium.games import kind
from ludarium.play.puzzles import Puzzle, puzzle_of_the_day, puzzles_of

from ...support.accessibility import findings, with_axe
from ...support.browser import Open, needs_browser

pytestmark = needs_browser


def point(page: Page, puzzle: Puzzle, move: str) -> None:
    """Point at a move, cell by cell."""
    game = puzzle.game()
    number = game.parse(move).number
    for name in game.kind.paths(game.constants, game.row, number)[0]:
        word = page.locator(".puzzle-side").get_by_role("button", name=re.compile(f"^{re.escape(name)}", re.I))
        cell = page.locator(f'.square[data-name="{name}"]')
        (cell if cell.count() else word).click()


def test_a_puzzle_is_tried_wrong_and_right(open_page: Open) -> None:
    page = open_page("/")
    page.get_by_role("link", name="Puzzles of Ataxx").click()
    expect(page.locator(".puzzle .task")).to_contain_text("Find the only move that wins for")
    puzzle = next(each for each in puzzles_of(kind("ataxx")).values() if len(each.line) > 2)
    page.goto(f"/#/puzzles/ataxx?id={puzzle.id}")
    verdict, answer = page.locator(".verdict"), page.locator(".puzzle[data-answer]")
    expect(page.locator(".puzzle .task")).to_contain_text(puzzle.task)
    expect(page.locator(".puzzle-side")).to_contain_text(
        re.compile(r"This puzzle is rated \d+\. Your first try at a puzzle is rated\.")
    )
    page.get_by_role("button", name="Hint").click()
    expect(verdict).to_have_text(puzzle.hint)
    wrong = next(str(move) for move in puzzle.game().legal_moves if str(move) != puzzle.solution)
    score = page.get_by_text(re.compile(r"^Red: \d+ · Blue: \d+"))
    expect(score).to_be_visible()
    point(page, puzzle, wrong)
    expect(answer).to_have_attribute("data-answer", "wrong")
    expect(score).to_be_hidden()  # it was that of the position before
    expect(verdict).to_have_text(puzzle.answer(wrong).text)
    facts = page.locator(".puzzle-side .soft").last
    kept = "With an account you keep it on all your devices."
    expect(facts).to_have_text(re.compile(rf"^Your rating is \d+ now\. {kept}$"))
    page.get_by_role("button", name="Show the solution").click()
    expect(answer).to_have_attribute("data-answer", "solution")
    expect(verdict).to_have_text(puzzle.given_up().text)
    page.get_by_role("button", name="Try again").click()
    expect(answer).to_have_count(0)
    expect(score).to_be_visible()
    point(page, puzzle, puzzle.solution)
    expect(answer).to_have_attribute("data-answer", "right")
    expect(verdict).to_have_text(f"Right: {puzzle.answer(puzzle.solution).text.removeprefix('Right: ')}")
    expect(facts).to_have_text(re.compile(r"^Only your first try at a puzzle counts: your rating stays \d+\.$"))
    assert not findings(with_axe(page))
    page.get_by_role("button", name="Next puzzle").click()
    expect(answer).to_have_count(0)
    expect(verdict).to_have_text("")


def test_every_game_has_a_puzzle_of_the_day_with_a_solution(open_page: Open) -> None:
    page = open_page("/#/puzzles")
    for id in "abatis", "battle-of-the-beetles", "gamma":
        page.goto("/#/puzzles")
        page.get_by_role("link", name=f"Puzzle of the day of {kind(id).title}").click()
        today = puzzle_of_the_day(kind(id), datetime.now(UTC).date())
        expect(page.locator(".puzzle .task")).to_contain_text(today.task)
        expect(page.get_by_text("The puzzle of the day", exact=True)).to_be_visible()
        page.get_by_role("button", name="Solution").click()
        expect(page.locator(".verdict")).to_have_text(f"The solution is {today.solution}.")


def test_a_puzzle_fits_a_phone(open_page: Open) -> None:
    for width, height in (1280, 720), (390, 844), (844, 390), (320, 568):
        page = open_page("/#/puzzles/gamma", viewport={"width": width, "height": height})
        expect(page.locator(".puzzle .task")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        board = page.locator("ludarium-board .plan").bounding_box()
        assert board and board["height"] > 0.6 * min(width, height)
