"""What can be chosen and what is read while a move unfolds, just after it, and in the past."""

import json
import re
import shutil
import subprocess
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

import ludarium
from ludarium.play.match.film import film

from ...support.browser import CLIENT, Open, needs_browser
from ...support.page_table import GO_ON, SAMPLE, STAND_STILL, Guest

pytestmark = needs_browser

# One jump from the middle sets off others, which takes seconds
LOADED = "r1,.,.,.,b1/.,r3,r3,.,./.,r3,r3,r3,./.,.,r3,b3,b2/.,.,.,b2,b1 red 28"
# A moment lasts as long as the test wants
FROZEN, LATER = "performance.now = () => 10_000", "performance.now = () => 20_000"


def at(page: Page, id: str, position: str, seats: tuple[str, ...] = ("human", "human"), **options: Any) -> Guest:
    """A table with a game at a position."""
    table = Guest(page, id, seats, **options)
    table.twin = ludarium.new(id, position, **options)
    told = {name: table.twin.kind.options[name].write(value) for name, value in table.twin.options.items()}
    asked = {"kind": id, "options": told, "seats": seats, "position": position, "begun": True}
    table.id = page.request.post("/api/games", data=asked).json()["id"]
    table.go()
    return table


def played(table: Guest) -> list[str]:
    return [move for _, move, _ in table.told()["moves"]]


def test_a_click_or_key_that_ends_a_film_is_no_move(open_page: Open) -> None:
    page = open_page(reduced_motion="no-preference")
    page.request.put("/api/preferences/speed", data={"value": "slow"})
    table = at(page, "beetle-battle", LOADED, size=5)
    page.evaluate(FROZEN)
    page.evaluate(STAND_STILL)
    table.click("2,2")
    # The film is named by its move, and the list has it
    expect(page.locator(".turn")).to_have_text("Red: 2,2")
    expect(table.said).to_have_text("Click to skip the film.")
    expect(page.locator(".moves li")).to_have_count(1)
    expect(page.locator(".history > .soft")).to_be_hidden()
    table.click("0,4", "0,4", "0,3")  # the first ends the film, the others come within a moment of its end
    table.wait(1)
    assert played(table) == ["2,2"]
    table.twin.push("2,2")
    table.agree()  # all squares are as after the cascade
    expect(page.locator(".turn")).to_have_text("Blue to move")
    page.evaluate(LATER)
    table.click("0,4")
    expect(page.locator(".turn")).to_have_text("Blue: 0,4")
    for key in "Enter", "Enter", " ":
        page.keyboard.press(key)
    table.wait(2)
    assert played(table) == ["2,2", "0,4"]


def test_a_double_click_that_ends_a_film_is_not_refused_and_no_move(open_page: Open) -> None:
    """Its second half came after the film, and was answered with a refusal over the board or made a move."""
    page = open_page(reduced_motion="no-preference")
    page.request.put("/api/preferences/speed", data={"value": "slow"})
    table = at(page, "beetle-battle", LOADED, size=5)
    page.evaluate(STAND_STILL)
    table.click("2,2")
    expect(table.said).to_have_text("Click to skip the film.")
    page.evaluate(LATER)  # the first click ends the film now, and the second one comes long after its end
    box = page.locator('[data-name="0,4"]').bounding_box()
    assert box
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down(click_count=1)
    page.mouse.up(click_count=1)
    table.wait(1)
    page.evaluate("performance.now = () => 30_000")
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    page.wait_for_timeout(100)
    assert played(table) == ["2,2"]
    expect(page.locator(".turn")).to_have_text("Blue to move")


def test_a_film_is_not_accompanied_by_what_could_be_chosen_before(open_page: Open) -> None:
    page = open_page(reduced_motion="no-preference")
    page.request.put("/api/preferences/speed", data={"value": "slow"})
    table = Guest(page, "ataxx", ("human", "human"))
    table.click("a7")
    expect(table.said).to_contain_text("a7: where to?")
    page.evaluate(STAND_STILL)
    table.click("b6")
    expect(page.locator(".turn")).to_have_text("Red: a7-b6")
    expect(table.said).to_have_text("")
    page.evaluate(GO_ON)
    table.wait(1)
    expect(table.said).to_have_text("Choose a marked square.")


def test_a_slow_double_click_against_a_quick_computer_is_one_move(open_page: Open) -> None:
    table = Guest(open_page(), "beetle-battle", ("human", "random"), size=10)
    table.page.evaluate(FROZEN)
    square = "5,5"  # in a corner, two beetles burst, and may win
    table.click(square)
    table.wait(2)
    table.click(square)  # Playwright's clicks are single ones: the other side's move in between tells
    expect(table.page.locator(".turn")).to_have_text("Red to move")
    assert len(played(table)) == 2
    table.page.evaluate(LATER)
    table.click(square)
    table.wait(4)


def test_a_closed_cell_is_not_chosen_and_another_piece_is_not_closed(open_page: Open) -> None:
    position = "x...rGx/.-----R/G-...-g/R-rxr-./G-rg.-R/.-----r/xgrR.Gx green"
    table = at(open_page(), "battle-of-the-beetles", position)
    table.click("f1")
    assert "g5" in table.marked("closed")
    table.click("g5")
    expect(table.said).to_have_text(re.compile("^f1 to g5: out of reach; a beetle steps"))
    assert table.marked("taken") == {"f1"} and not played(table)
    table.click("f1")  # to let it go is no mistake
    expect(table.said).to_have_text("Choose a marked square.")
    expect(table.said).to_have_attribute("data-tone", "")
    table.move("g5")
    table.agree()
    table = Guest(table.page, "ataxx")
    table.click("a7")
    assert "g1" not in table.marked("closed") | table.marked("open") and "d4" in table.marked("closed")
    table.click("g1")
    assert table.marked("taken") == {"g1"}


def test_the_past_has_no_winner_yet(open_page: Open) -> None:
    table = Guest(open_page(reduced_motion="no-preference"), "beetle-battle", size=3)
    page, turn, star = table.page, table.page.locator(".turn"), table.page.locator(".player .won:not(:empty)")
    asked = {"text": SAMPLE, "seats": ("human", "human")}
    table.id = page.request.post("/api/games/import", data=asked).json()["id"]
    table.twin = ludarium.load(SAMPLE)
    table.go()
    expect(star).to_have_count(1)
    page.locator('.moves li[data-ply="12"] > button').click()
    expect(turn).to_have_text("Then red to move")
    expect(star).to_have_count(0)
    page.keyboard.press(".")
    expect(turn).to_have_text("Then blue to move")
    page.evaluate(STAND_STILL)
    page.keyboard.press(".")
    # While the last cascade runs, no one has won
    expect(turn).to_have_text("Blue: 0,1")
    expect(star).to_have_count(0)
    assert page.title().startswith("Blue: 0,1")
    page.evaluate(GO_ON)
    expect(turn).to_have_text("The winner is blue!")
    expect(star).to_have_count(1)


# In every frame of a film: how many canvases show something. Waits are noted with the time that they ask for, and last
# a moment of it.
WATCH = """() => {
  window.seen = [];
  window.asked = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (keys, how) {
    if (this.matches(".air")) asked.push(how.duration);
    return animate.call(this, keys, { ...how, duration: how.duration / 6 });
  };
  const shows = (canvas) =>
    canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some((part) => part > 0);
  const look = () => {
    seen.push([...document.querySelectorAll("canvas.air")].filter(shows).length);
    requestAnimationFrame(look);
  };
  look();
}"""


def room(size: int, x: int, y: int) -> int:
    """How many beetles fill a square."""
    return (x > 0) + (x < size - 1) + (y > 0) + (y < size - 1)


def loaded(size: int) -> str:
    """All squares but one lack one beetle; some of them are blue."""
    rows = [[f"{'rb'[x % 3 == 0]}{room(size, x, y) - 1}" for x in range(size)] for y in range(size)]
    rows[0][0] = "."
    beetles = sum(int(square[1:] or 0) for row in rows for square in row)
    if beetles % 2:
        rows[0][1], beetles = "r1", beetles - 1
    return f"{'/'.join(map(','.join, rows))} red {beetles}"


FOLD = """
import { readFileSync } from "node:fs";
const { foldWaves } = await import(process.argv[1]);
const [board, frames, path] = JSON.parse(readFileSync(0, "utf8"));
const waves = foldWaves(new Map(board.map((cell) => [cell[0], cell])), frames, path);
console.log(JSON.stringify(waves.filter(({ cascade }) => cascade)));
"""


@pytest.mark.parametrize("size", [5, 10])
def test_no_beetle_is_lost_in_a_cascade_and_squares_burst_when_they_are_full(size: int) -> None:
    node = shutil.which("node")
    assert node, "the page's scripts are tested with node"
    game = ludarium.new("beetle-battle", loaded(size), size=size)
    move = f"{size // 2},{size // 2}"
    cells = game.scene().cells
    game.push(move)
    frames = film(game.kind, game.constants, game.row_after(0), game.moves[0].number, game.row)
    told = msgspec.json.encode([cells, frames, [move]])
    module = str(CLIENT / "board" / "film" / "waves.js")
    command = [node, "--input-type=module", "-e", FOLD, module]
    waves = json.loads(subprocess.run(command, input=told, capture_output=True, check=True).stdout)
    numbers = {cell.name: cell.piece.amount if cell.piece else 0 for cell in cells}
    numbers[move] += 1
    beetles = sum(numbers.values())
    for wave in waves:
        full = {(cell[0], cell[1], cell[2]) for cell in wave["cascade"]["bursts"]}
        assert all(numbers[name] >= room(size, x, y) for name, x, y in full)
        numbers |= {cell[0]: cell[4][2] if cell[4] else 0 for cell in wave["cascade"]["parted"]}
        assert sum(numbers.values()) + len(wave["diff"]["trips"]) == beetles
        numbers |= {cell[0]: cell[4][2] if cell[4] else 0 for cell in wave["cells"]}
        assert sum(numbers.values()) == beetles
    assert max(len(wave["diff"]["trips"]) for wave in waves) > 4
    assert max(len(wave["cascade"]["bursts"]) for wave in waves) > 1
    assert numbers == {cell.name: cell.piece.amount if cell.piece else 0 for cell in game.scene().cells}


def test_a_cascade_is_painted_and_lasts_five_seconds_at_most(open_page: Open) -> None:
    size = 10
    page = open_page(reduced_motion="no-preference")
    page.request.put("/api/preferences/speed", data={"value": "slow"})
    table = at(page, "beetle-battle", loaded(size), size=size)
    cells, middle = table.twin.scene().cells, f"{size // 2},{size // 2}"
    # One drawing of the same size on each square, its number, and a mark where one more fills it
    assert (
        page.locator(".drawing .piece > use").evaluate_all(
            "all => new Set(all.map(one => one.href.length && one.getAttribute('width'))).size"
        )
        == 1
    )
    short = [cell.name for cell in cells if cell.piece and cell.piece.amount == room(size, cell.x, cell.y) - 1]
    expect(page.locator(".nearly-full")).to_have_count(len(short))
    told = page.locator(".square[aria-label*='full with one more']").evaluate_all(
        "all => all.map(one => one.dataset.name)"
    )
    assert sorted(told) == sorted(short)
    page.evaluate(FROZEN)  # a film that is late leaves steps out
    page.evaluate(WATCH)
    table.move(middle)
    table.agree()
    expect(page.locator("canvas.air")).to_have_count(0)
    page.evaluate("() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    seen, asked = page.evaluate("[seen, asked]")
    # Pieces that stand and pieces that fly are painted, and the board has its own pieces again in the end
    assert max(seen) == 2 and seen[-1] == 0
    assert page.evaluate("getComputedStyle(document.querySelector('.drawing > g:has(.piece)')).opacity") == "1"
    assert 1000 < sum(asked) <= 5000


NOTE = """() => {
  window.told = [];
  new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) {
      const found = node.querySelector?.(".gain") ?? (node.matches?.(".level-banner") ? node : null);
      if (found) told.push(found.textContent);
    }
  }).observe(document.querySelector("ludarium-board"), { subtree: true, childList: true });
}"""
SHOT = (
    "4AvD<2/3A>CvC^2/2C1A3/1C>BA4/1A>BC<4/1C>AB<B<3/3C^4/8 N=DDCEDACD/BCECDDAD S=DCACBDBC/EBBACACD W=DEDEADDD/EBBAEBDD "
    "E=DCEDDABE/DCBECCDE stack=- supply=19 seed=2 level=1 score=3 blocks={} chips=9 shots=19 total=9 cleared=0 "
    "sizes=3,0,0,0,0,0,0"
)


def test_points_rise_from_blocks_and_a_new_level_has_a_banner(open_page: Open) -> None:
    page = open_page(reduced_motion="no-preference")
    for blocks, told in (3, ["+1", "+1"]), (63, ["+1", "+1", "Level 2"]):  # two blocks of three at once
        table = at(page, "abatis", SHOT.format(blocks), ("human",), seed=2)
        expect(page.locator(".corner.ne .blocks b")).to_have_text(f"{blocks} of 64")
        page.evaluate(NOTE)
        table.move("E2")
        assert page.evaluate("told") == told
    expect(page.locator(".level-banner")).to_have_count(0)
    # Without motion there is neither
    still = open_page()
    table = at(still, "abatis", SHOT.format(63), ("human",), seed=2)
    still.evaluate(NOTE)
    table.move("E2")
    assert still.evaluate("told") == []
    expect(table.said).to_contain_text("Level 2 begins.")


def test_a_shot_that_is_clicked_during_a_film_is_shot_after_it(open_page: Open) -> None:
    """In a game for one player no other side's turn can come between; the click ended the film, and was lost."""
    page = open_page(reduced_motion="no-preference")
    page.request.put("/api/preferences/speed", data={"value": "slow"})
    table = at(page, "abatis", SHOT.format(3), ("human",), seed=2)
    page.evaluate(FROZEN)  # all clicks come within a moment
    page.evaluate(STAND_STILL)
    table.click("E2")
    expect(table.said).to_have_text("Click to skip the film, or choose your next move.")
    table.click("N2", "W4")  # the last of them counts
    expect(table.said).to_have_text("Planned: W4. It is made when the film has ended; Esc cancels it.")
    assert table.marked("planned") == {"W4"}
    page.keyboard.press("Escape")
    expect(table.said).to_have_text("The planned move is cancelled.")
    assert not table.marked("planned") and played(table) == ["E2"]
    table.click("W3")
    page.keyboard.press(".")  # any other key shows how the film ends
    expect(page.locator(".turn")).to_have_text("Move 2: W3")
    table.click("W3")  # the rest of a slow double click ends the next film, and nothing else
    table.wait(2)
    assert played(table) == ["E2", "W3"]
    table.click("d4")  # just after the film: nothing to shoot, and not refused
    expect(table.said).to_have_text("Choose a marked square.")
    table.click("N2")
    expect(page.locator(".turn")).to_have_text("Move 3: N2")
    table.click("d4")  # ends the film
    table.wait(3)
    assert played(table) == ["E2", "W3", "N2"]


def test_areas_are_drawn_as_one_and_a_golden_move_is_told(open_page: Open) -> None:
    table = at(open_page(), "gamma", "1,1,.,./1,2,2,./.,.,.,2/1,.,.,. 2 1", width=4, height=4)
    page = table.page
    areas = page.locator(".areas g")
    expect(areas).to_have_count(7)
    borders = areas.locator("path:not(.inside)").evaluate_all(
        "all => all.map(one => one.getAttribute('d').split('M').length - 1)"
    )
    # Of each area the outer sides and the inner corners alone: 3 joined fields, 2 joined ones, 2 single ones
    assert sorted(borders) == [3, 3, 3, 3, 3, 4, 4]
    stars = page.locator(".gold-star")
    assert stars.evaluate_all("all => all.map(one => one.title)") == ["golden move made", "golden move to come"]
    table.move("g", "0,2")
    expect(table.said).to_contain_text("Golden move: player 2 takes 0,2 from player 1.")
    assert stars.evaluate_all("all => all.map(one => one.title)") == ["golden move made"] * 2


def test_the_mark_of_a_hint_goes_with_the_move_taken_back(open_page: Open) -> None:
    table = Guest(open_page(), "beetle-battle", ("human", "human"), size=3)
    table.move("0,0")
    table.page.keyboard.press("h")
    expect(table.page.locator(".square.hint")).to_have_count(1)
    table.page.keyboard.press("u")
    table.wait(0)
    expect(table.page.locator(".square.hint")).to_have_count(0)
    expect(table.said).not_to_contain_text("A good move")
