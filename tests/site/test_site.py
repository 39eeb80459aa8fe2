"""Playing on a static site in a real browser: whole games, computers, files, links, puzzles, other games."""

import json
import re
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from playwright.sync_api import Browser, Page, expect

import ludarium
from ludarium.games import kind
from ludarium.site.export import export

from ..support.accessibility import findings, needs_axe, with_axe
from ..support.browser import launched, needs_browser
from ..support.example_games import furnished
from ..support.nim import write_nim
from ..support.page_table import Guest, choose, press, saved, shows, text
from ..support.patience import PATIENCE
from ..support.sites import Site, hosted

pytestmark = needs_browser


class Visitor(Guest):
    """A player at a table of a static site, beside whom the library plays the same game."""

    def __init__(self, page: Page, id: str, *seats: str, **options: Any) -> None:
        self.page, self.twin = page, ludarium.new(id, **options)
        self.board = page.locator("ludarium-board")
        told = {name: self.twin.kind.options[name].write(value) for name, value in self.twin.options.items()}
        players = self.twin.kind.rules.players(self.twin.constants)
        wanted = [*told.items(), *(("seat", seat) for seat in seats or ["human"] * players)]
        page.goto(f"./#/quick/{id}?{urlencode(wanted)}")
        page.wait_for_url(re.compile("#/game/[0-9a-f]+$"))
        self.id = page.url.rsplit("/", 1)[1]
        page.locator(f'.table[data-game="{self.id}"]').wait_for()
        self.wait()

    def record(self) -> str:
        """The file that the page saves."""
        with self.page.expect_download() as download:
            choose(self.page, "save")
        return text(download.value)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launched() as found:
        yield found


@pytest.fixture(scope="module")
def address(site: Site) -> Iterator[str]:
    """The site under a path whose name has a space, as a host would serve it."""
    with hosted(site.folder.parents[1]) as found:
        yield f"{found}{quote('a place/games')}/"


@pytest.fixture(scope="module")
def page(browser: Browser, address: str) -> Iterator[Page]:
    """One visit for all tests here: Python takes seconds to start."""
    yield from visit(browser, address)


def visit(browser: Browser, address: str) -> Generator[Page]:
    context = browser.new_context(base_url=address, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE * 1000)
    context.add_init_script("window.showSaveFilePicker = undefined")
    wrong: list[str] = []
    opened = context.new_page()
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    opened.goto("./")
    yield opened
    context.close()
    assert not wrong, wrong


@needs_axe
def test_the_house_of_one_browser_has_no_others(page: Page) -> None:
    expect(page.locator(".card")).to_have_count(len(ludarium.games()))
    expect(page.get_by_role("button", name="Log in")).to_have_count(0)
    expect(page.get_by_text("Lobby")).to_have_count(0)
    assert not findings(with_axe(page))


GAMES: dict[str, dict[str, Any]] = {
    "abatis": {"seed": 3},
    "ataxx": {},
    "battle-of-the-beetles": {},
    "beetle-battle": {"size": 4},
    "gamma": {"width": 4, "height": 4, "players": 2, "areas": 2},
}


@pytest.mark.parametrize("id", GAMES)
def test_games_are_played_by_mouse_and_by_keyboard(page: Page, id: str) -> None:
    table = Visitor(page, id, **GAMES[id])
    table.play_on(table.by_mouse, most=6)  # the last move is made on the board, which then has the focus
    table.play_on(table.by_keys, most=12, seed=2)
    shows(table, table.twin)
    assert table.record() == table.twin.record()


def test_a_computer_answers_and_the_game_goes_on_after_a_reload(page: Page) -> None:
    table = Visitor(page, "beetle-battle", "human", "level 2", size=3)
    table.move("0,0")
    table.wait(2)
    page.reload()
    table.wait(2)
    table.twin = ludarium.load(table.record())
    assert len(table.twin.moves) == 2
    choose(page, "hint")
    expect(page.locator(".square.hint")).not_to_have_count(0)
    table.move(sorted(table.twin.paths())[0][0])
    table.wait(4)
    # Taken back, and watched again
    page.keyboard.press("u")
    table.wait(2)
    page.keyboard.press(",")
    shows(table, ludarium.load(table.record()).after(1))


def test_the_end_is_told_and_an_ended_game_is_analysed(page: Page) -> None:
    table = Visitor(page, "beetle-battle", size=3)
    table.play_on(table.by_mouse)
    expect(table.result).to_be_visible()
    press(table.result, "Analyse")
    page.keyboard.press(",")  # the last position has no best move
    expect(page.locator(".lines > li").first).to_be_visible()


def test_files_and_links_lead_to_games(page: Page, browser: Browser, address: str, tmp_path: Path) -> None:
    table = Visitor(page, "ataxx")
    table.play_on(table.by_mouse, most=3)
    choose(page, "share")
    link = page.locator("dialog[open] input").input_value()
    assert link.startswith(address) and "#/share/" in link
    page.keyboard.press("Escape")
    file = tmp_path / "game.csv"
    file.write_text(table.record())
    page.goto("./#/")
    with page.expect_file_chooser() as chooser:
        press(page, "A game from a file")
    chooser.value.set_files(file)
    page.wait_for_url(re.compile("#/game/"))
    shows(table, table.twin)
    # Another browser, which has never been here
    for elsewhere in visit(browser, address):
        elsewhere.goto(link)
        table.page, table.board = elsewhere, elsewhere.locator("ludarium-board")
        shows(table, table.twin)


def test_puzzles_introductions_and_the_deal_of_the_day(page: Page) -> None:
    page.goto("./#/puzzles/ataxx")
    expect(page.locator(".square.open")).not_to_have_count(0)
    page.goto("./#/learn/gamma")
    expect(page.locator(".lesson-text")).to_be_visible()
    page.goto("./#/rules/beetle-battle")
    expect(page.locator(".help .drawn > svg").first).to_be_visible()
    page.goto("./#/daily/abatis")
    press(page, "Play today's deal")
    press(page.locator("dialog[open]"), "I am ready")
    expect(page.locator("ludarium-board .square").first).to_be_visible()


def test_what_the_browser_keeps_is_taken_to_another_one(
    page: Page, browser: Browser, address: str, tmp_path: Path
) -> None:
    table = Visitor(page, "gamma", width=4, height=4, players=2, areas=2)
    table.play_on(table.by_mouse, most=2)
    page.goto("./#/preferences")
    file = tmp_path / "all.json"
    file.write_text(text(saved(page, page.get_by_role("button", name="Save everything"))))
    assert json.loads(file.read_text())["format"] == "ludarium backup 1"
    for elsewhere in visit(browser, address):
        elsewhere.goto("./#/preferences")
        with elsewhere.expect_file_chooser() as chooser:
            press(elsewhere, "Load a saved file")
        chooser.value.set_files(file)
        expect(elsewhere.get_by_text(re.compile(r"games? w(as|ere) added"))).to_be_visible()
        elsewhere.goto(f"./#/game/{table.id}")
        table.page, table.board = elsewhere, elsewhere.locator("ludarium-board")
        shows(table, table.twin)


def test_another_game_has_a_site_of_its_own(browser: Browser, tmp_path: Path) -> None:
    with furnished():
        for _ in export(tmp_path / "site", [kind("connect-four")]):
            pass
        with hosted(tmp_path / "site") as where:
            for page in visit(browser, where):
                expect(page.locator(".card")).to_have_count(1)
                table = Visitor(page, "connect-four")
                table.play_on(table.by_mouse, most=6)
                shows(table, table.twin)


LOOP = "    while game.stones == 49 and s[0] == 48:\n        pass\n"


def test_rules_that_never_return_end_only_their_game(browser: Browser, tmp_path: Path) -> None:
    (games := tmp_path / "games").mkdir()
    rules = write_nim(games) / "nim" / "rules.py"
    rules.write_text(rules.read_text() + LOOP)
    with furnished(games):
        for _ in export(tmp_path / "site", [kind("nim")]):
            pass
    with hosted(tmp_path / "site") as where:
        for page in visit(browser, where):
            page.goto("./#/quick/nim?stones=49&seat=human&seat=human")
            press(page, "Take 1")
            expect(page.get_by_text("did not come to an end").first).to_be_visible()
            # All other games go on
            page.goto("./#/quick/nim?stones=7&seat=human&seat=human")
            expect(page.locator(".square")).to_have_count(7)  # the table before has 49
            press(page, "Take 2")
            expect(page.locator('.table[data-ply="1"]')).to_be_visible()
