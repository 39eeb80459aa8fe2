"""Playing on a static site in a real browser: whole games, computers, files, links, puzzles, other games."""

import base64
import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

import ludarium
from ludarium.games import kind

from ..support import sites
from ..support.accessibility import findings, needs_axe, with_axe
from ..support.browser import Point, launched, needs_browser
from ..support.example_games import furnished
from ..support.nim import write_nim
from ..support.page_table import choose, game_id, press, saved, shows, text
from ..support.sites import Site, export_quickly, hosted, prefer_usual, visiting

pytestmark = needs_browser
ACCIDENT = 600  # milliseconds after which a click on the same square is no part of a double click
PERSON = 0  # the player who is no computer


class Visitor(sites.Visitor):
    """A player who comes by a link, too."""

    @classmethod
    def by_link(cls, page: Page, link: str, twin: ludarium.Game, *seats: str) -> "Visitor":
        """At the game of a link, for which the page asks who plays."""
        table = cls.__new__(cls)
        table.page, table.twin, table.board = page, twin, page.locator("ludarium-board")
        page.goto("./#/")
        page.locator(".card").first.wait_for()  # the table before is gone
        page.goto(link)
        if seats:
            fields = table.window("Who plays?").locator("select")
            for number, seat in enumerate(seats):
                fields.nth(number).select_option(seat)
            press(table.dialog, "Go on")
            expect(table.dialog).to_have_count(0)
        table.wait()
        table.id = game_id(page)
        return table

    def link(self) -> str:
        """The link that the page shares."""
        choose(self.page, "share")
        found = self.dialog.locator("input").input_value()
        self.page.keyboard.press("Escape")
        return found

    def follow(self) -> None:
        """Let the library make the moves of the game, until the person is to move or the game is over."""
        while True:
            super().follow()
            if self.twin.outcome() or player(self.twin) == PERSON:
                return self.wait()
            self.page.wait_for_timeout(50)

    def play_out(self, point: Point) -> None:
        """Any moves at all against a computer, until the game is over."""
        chance, last = Random(1), tuple[str, ...]()
        self.follow()
        while not self.twin.outcome():
            path = chance.choice(sorted(self.twin.paths()))
            if path[-1:] == last[-1:]:
                # On the square that made the move before, a second click so soon is an accident, and makes no move
                self.page.wait_for_timeout(ACCIDENT)
            last = path
            self.touch(path, point)
            self.page.locator(f'.table:not([data-ply="{len(self.twin.moves)}"])').wait_for()
            self.follow()

    def record(self) -> str:
        """The file that the page saves."""
        with self.page.expect_download() as download:
            choose(self.page, "save")
        return text(download.value)


def player(game: ludarium.Game) -> int:
    """Who is to move."""
    return game.kind.rules.turn(game.constants, game.row)


def packed(record: str) -> str:
    """A record as the page writes it into a link."""
    way = zlib.compressobj(wbits=-15)
    return base64.urlsafe_b64encode(way.compress(record.encode()) + way.flush()).decode().rstrip("=")


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
    with visiting(browser, address) as found:
        prefer_usual(found)
        yield found


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


# Moves of a random game before which the test begins, and how its person moves; 0 for a whole game
ENDS = {"abatis": (60, "mouse"), "ataxx": (190, "keys"), "battle-of-the-beetles": (40, "keys"),
        "beetle-battle": (0, "mouse"), "gamma": (0, "keys")}  # fmt: skip


def begun(id: str, count: int) -> ludarium.Game:
    """A game after some random moves, or fewer, so that it is not over and the person is to move."""
    game, chance = ludarium.new(id, **GAMES[id]), Random(2)
    while not game.outcome() and len(game.moves) < count:
        game.push(chance.choice(sorted(game.legal_moves, key=str)))
    while game.outcome() or player(game) != PERSON:
        game.pop()
    return game


@pytest.mark.parametrize("id", GAMES)
def test_games_against_a_computer_come_to_their_end(page: Page, id: str) -> None:
    count, way = ENDS[id]
    game = begun(id, count)
    seats = () if game.kind.rules.players(game.constants) == 1 else ("human", "level 1")
    if count:
        table = Visitor.by_link(page, f"./#/share/{packed(game.record())}", game, *seats)
    else:
        table = Visitor(page, id, seats, **GAMES[id])
    table.play_out(table.by_keys if way == "keys" else table.by_mouse)
    expect(table.result).to_be_visible()
    shows(table, table.twin)


def test_a_computer_answers_and_the_game_goes_on_after_a_reload(page: Page) -> None:
    table = Visitor(page, "beetle-battle", ("human", "level 2"), size=4)
    table.click("1,1")  # in a corner it may be won at the third move
    table.wait(2)
    page.reload()
    table.wait(2)
    table.twin = ludarium.load(table.record())
    assert len(table.twin.moves) == 2
    choose(page, "hint")
    expect(page.locator(".square.hint")).not_to_have_count(0)
    table.click(sorted(table.twin.paths())[0][0])
    table.wait(4)
    # Taken back, and watched again
    page.keyboard.press("u")
    table.wait(2)
    page.keyboard.press(",")
    shows(table, ludarium.load(table.record()).after(1))


@needs_axe
def test_the_end_is_told_and_an_ended_game_is_analysed(page: Page) -> None:
    table = Visitor(page, "beetle-battle", size=3)
    assert not findings(with_axe(page))
    table.play_on(table.by_mouse)
    expect(table.result).to_be_visible()
    press(table.result, "Analyse")
    page.keyboard.press(",")  # the last position has no best move
    expect(page.locator(".lines > li").first).to_be_visible()
    assert not findings(with_axe(page))


def test_files_and_links_lead_to_games(page: Page, browser: Browser, address: str, tmp_path: Path) -> None:
    table = Visitor(page, "ataxx")
    table.play_on(table.by_mouse, most=3)
    assert table.link().startswith(f"{address}#/share/")
    file = tmp_path / "game.csv"
    file.write_text(table.record())
    page.goto("./#/")
    with page.expect_file_chooser() as chooser:
        press(page, "A game from a file")
    chooser.value.set_files(file)
    page.wait_for_url(re.compile("#/game/"))
    shows(table, table.twin)
    press(table.window("Who plays?"), "Go on")
    # Two people without a server: each answers by a link, the other in a browser that has never been here
    link = table.link()
    with visiting(browser, address) as elsewhere:
        other = Visitor.by_link(elsewhere, link, table.twin, "human", "human")
        shows(other, table.twin)
        other.make(min(other.twin.paths()), other.by_mouse)
        answer = other.link()
    table = Visitor.by_link(page, answer, table.twin, "human", "human")
    shows(table, table.twin)
    assert table.record() == table.twin.record()


@needs_axe
def test_puzzles_introductions_and_the_deal_of_the_day(page: Page) -> None:
    page.goto("./#/puzzles/ataxx")
    expect(page.locator(".square.open")).not_to_have_count(0)
    assert not findings(with_axe(page))
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
    with visiting(browser, address) as elsewhere:
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
        export_quickly(tmp_path / "site", [kind("connect-four")])
        with hosted(tmp_path / "site") as where, visiting(browser, where) as page:
            expect(page.locator(".card")).to_have_count(1)
            table = Visitor(page, "connect-four")
            table.play_on(table.by_mouse, most=6)
            shows(table, table.twin)


LOOP = "    while game.stones == 49 and s[0] == 48:\n        pass\n"
ANSWERED = 500  # milliseconds in which a rule that returns has answered
STUCK = 14_000  # milliseconds after which one that does not is noticed


def test_rules_that_never_return_end_only_their_game(browser: Browser, tmp_path: Path) -> None:
    (games := tmp_path / "games").mkdir()
    rules = write_nim(games) / "nim" / "rules.py"
    rules.write_text(rules.read_text() + LOOP)
    with furnished(games):
        export_quickly(tmp_path / "site", [kind("nim")])
    with hosted(tmp_path / "site") as where, visiting(browser, where, has_own_time=True) as page:
        page.goto("./#/quick/nim?stones=49&seat=human&seat=human")
        press(page, "Take 1")
        page.wait_for_timeout(ANSWERED)
        page.clock.run_for(STUCK)
        expect(page.get_by_text("did not come to an end").first).to_be_visible()
        # All other games go on
        page.goto("./#/quick/nim?stones=7&seat=human&seat=human")
        expect(page.locator(".square")).to_have_count(7)  # the table before has 49
        press(page, "Take 2")
        expect(page.locator('.table[data-ply="1"]')).to_be_visible()
