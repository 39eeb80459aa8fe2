"""The page about a tournament, in a real browser: tables, replays, and that everybody can use it."""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from ludarium import load
from ludarium.lab.tournament.journal import GameLine
from ludarium.lab.tournament.runner import Runner
from ludarium.lab.tournament.settings import Tournament
from ludarium.terminal.commands.study.report_page import report_page
from ludarium.web.http.board_svg import draw

from ....support.accessibility import JUDGE, needs_axe, with_axe
from ....support.browser import launched, needs_browser
from ....support.crews import Here
from ....support.tournaments import GAMMA_FOR_THREE, SHORT_ABATIS, make


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launched() as browser:
        yield browser


def play(folder: Path) -> tuple[str, list[GameLine]]:
    """The page about a small tournament, and its games."""
    head = 'title = "Cup & <saucer>"\nrounds = 2\nnodes = 2'
    return page_about(make(folder, head, ("1", "random", "uai:/no/engine"), "ataxx"), folder)


def page_about(tournament: Tournament, folder: Path) -> tuple[str, list[GameLine]]:
    with closing(Runner(tournament, folder / "cup.games", print)) as runner:
        list(runner.play(Here(1)))
        return report_page(runner), runner.games


def test_a_page_needs_nothing_else(tmp_path: Path) -> None:
    text, games = play(tmp_path)
    assert not re.search(r"""(?:src|href)=["'](?!#)""", text) and "@import" not in text and "url(" not in text
    assert "<h1>Cup &amp; &lt;saucer&gt;</h1>" in text and text.count("data-game=") == len(games) == 12
    # The engine that cannot be started has lost all its games, and the page says why
    assert "C loses: &#x27;/no/engine&#x27; cannot be started: No such file or directory" in text


def test_games_without_any_and_boards_that_differ(tmp_path: Path) -> None:
    with closing(Runner(make(tmp_path), tmp_path / "cup.games", print)) as runner:
        text = report_page(runner)
    assert "0 of 2 games" in text and "Replay" not in text


def test_the_page_about_games_for_three(tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text("def choose(game):\n    return 1 / 0\n")
    tournament = make(tmp_path, f"{GAMMA_FOR_THREE}\nnodes = 2", ("1", "random", "python:agent.py"), "gamma")
    text, games = page_about(tournament, tmp_path)
    assert '<th scope="col">seat 3</th><th scope="col">result</th>' in text and "score of seat 3" in text
    assert "<caption>Each against each: ahead, equal, behind</caption>" in text
    assert '"title":"Game 2: B (player 1), C (player 2), A (player 3)"' in text
    assert text.count("data-game=") == len(games) == 3
    assert "C loses: agent.py has failed: " in text and "; among the others the points decide" in text


def test_the_page_about_games_for_one(tmp_path: Path) -> None:
    tournament = make(tmp_path, f"{SHORT_ABATIS}\nrounds = 2", ("1", "random"), "abatis")
    text, games = page_about(tournament, tmp_path)
    seed, mean = load(games[0].record).options["seed"], (games[0].worths[0] + games[1].worths[0]) / 2
    assert f'<tr><td>1</td><td class="word">seed {seed}</td><td>2</td><td>{mean:.2f}</td></tr>' in text
    assert f'<td class="word">A</td><td>{games[0].worths[0]:g}</td><td class="word"></td>' in text
    assert "<caption>Deals</caption>" in text and '"title":"Game 1: A"' in text
    assert f'"moves":["{load(games[0].record).moves[0]}",' in text


@needs_browser
def test_a_game_is_replayed(tmp_path: Path, browser: Browser) -> None:
    text, games = play(tmp_path)
    (tmp_path / "cup.html").write_text(text, encoding="utf-8")
    page, errors = browser.new_page(), list[str]()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto((tmp_path / "cup.html").as_uri())
    page.get_by_role("button", name="Replay game 2", exact=True).click()
    expect(page.get_by_role("heading", name="Game 2: B against A")).to_be_visible()
    game = load(games[1].record)
    for count in (0, 1, 2):
        shown = page.locator("#board svg").evaluate("board => board.outerHTML")
        drawn = draw(game.after(count)).decode()
        assert sorted(re.findall(r'href="#token[^>]*', shown)) == sorted(re.findall(r'href="#token[^>]*[^/>]', drawn))
        page.get_by_role("button", name="On").click()
    expect(page.locator("#moves li[aria-current]")).to_have_text(f"red {game.moves[2]}")
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", f"move 2: blue {game.moves[1]}")
    page.close()
    assert not errors


@needs_axe
@needs_browser
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_everybody_can_use_it(tmp_path: Path, browser: Browser, colours: str) -> None:
    (tmp_path / "cup.html").write_text(play(tmp_path)[0], encoding="utf-8")
    page = browser.new_page(color_scheme=colours)  # type: ignore[arg-type]
    page.goto((tmp_path / "cup.html").as_uri())
    assert with_axe(page).evaluate(JUDGE, {})["violations"] == []
    page.close()
