"""A page and a terminal at one table."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from ludarium.terminal.screen.dialogs import preferences

from ...support.browser import Open, needs_browser
from ...support.cases import turn
from ...support.page_table import Other, game_id
from ...support.terminal_players import SHORT, Person, at_a_terminal, see_the_end, see_whose_turn
from ...support.tmux import needs_tmux

pytestmark = [needs_browser, needs_tmux]


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Person]:
    with at_a_terminal(tmp_path, "Ann") as person:
        person.switch_off(preferences.PASS, preferences.SPEED)  # here every turn is seen
        yield person


@pytest.fixture
def address(ann: Person) -> str:
    """Where the page is: in the terminal that hosts a game."""
    return f"http://{ann.host(SHORT[0].kind, SHORT[0].options).partition('@')[2]}"


def test_a_terminal_and_a_page_play_a_game(ann: Person, open_page: Open) -> None:
    page, game, chance = open_page(), SHORT[0].begin(), Random(SHORT[0].seed)
    assert page.request.put("/api/me", data={"name": "Bo"}).ok
    page.goto("/#/join/me")
    ann.see("to move")
    guest = Other(page, game_id(page), game)
    while not game.outcome():
        see_whose_turn(game, ("Ann", "Bo"), ann)
        paths = game.paths()
        path = chance.choice(sorted(paths))
        if turn(game):
            guest.make(path, guest.by_mouse)
        else:
            ann.make(game, path)
            game.push(paths[path])
            guest.wait()
    outcome = game.outcome()
    assert outcome
    see_the_end(game, outcome.winner, outcome.reason, ann)
    expect(guest.result.get_by_role("heading", level=2)).to_contain_text(re.compile("winner|No player"))
    guest.page.keyboard.press("Escape")
    guest.agree()
