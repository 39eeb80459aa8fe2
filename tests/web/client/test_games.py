"""Games in a browser, by mouse and by keyboard alone, beside the library that plays the same."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import ludarium

from ...support.browser import Open, Seated, needs_browser
from ...support.page_table import Guest, Sit, press_once_shown

pytestmark = needs_browser

# Games that are short and have every sort of move: golden moves, skips, a pass, jumps, placement, shells
BOTH: list[tuple[str, int, dict[str, Any]]] = [
    ("abatis", 1, {"colors": (10, 10), "step": 3, "seed": 1}),
    ("ataxx", 41, {"blocks": "bcdefgh12"}),
    ("beetle-battle", 1, {"size": 3}),
    ("gamma", 32, {"width": 3, "height": 4, "players": 3, "areas": 1}),
]
MOUSE = [*BOTH, ("battle-of-the-beetles", 1, {"placement": True, "shells": False})]
KEYS = [*BOTH, ("battle-of-the-beetles", 1, {})]
NAMES = [id for id, _, _ in MOUSE]


@pytest.mark.parametrize(("id", "seed", "options"), MOUSE, ids=NAMES)
def test_a_whole_game_by_mouse(sit: Sit, id: str, seed: int, options: dict[str, Any]) -> None:
    seated = sit(id, **options)
    seated.play_ends(seated.by_mouse, seed)
    over(seated)


@pytest.mark.parametrize(("id", "seed", "options"), KEYS, ids=NAMES)
def test_a_whole_game_by_keyboard(open_page: Open, id: str, seed: int, options: dict[str, Any]) -> None:
    seated = Guest(open_page(), id, **options)
    come_to_the_board(seated.page)
    seated.play_ends(seated.by_keys, seed)
    over(seated)


def come_to_the_board(page: Page) -> None:
    """By Tab, from the top of the page."""
    page.locator("#skip").focus()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.locator("ludarium-board .squares :focus").count():
            return
    raise AssertionError("Tab does not come to the board")


def over(seated: Seated) -> None:
    """The end is told as the library knows it, and everything agrees."""
    outcome = seated.twin.outcome()
    assert outcome is not None
    sign(seated)
    result = seated.result
    names = [player["name"] for player in seated.told()["view"]["players"]]
    if seated.twin.kind.id == "abatis":
        expect(result.get_by_role("heading", level=2)).to_have_text("The game is over.")
        expect(result.locator("dl.facts")).to_contain_text(f"score{outcome.scores[0]}")
    else:
        expect(result.get_by_role("heading", level=2)).to_have_text(verdict(seated.twin))
    if seated.twin.kind.id == "beetle-battle":
        loser = next(name for name in names if name != outcome.winner)
        expect(result).to_contain_text(f"{loser.capitalize()} has no beetles left")
    elif len(names) > 1:
        expect(result.locator("tr, dl.facts").first).to_be_visible()
        rows = [" ".join(row.split()) for row in result.locator("tr, dl.facts").all_inner_texts()]
        facts = dict(seated.told()["view"]["panels"])
        for name, score in zip(names, outcome.scores, strict=True):
            who = f"Player {name}" if name.isdigit() else name.capitalize()
            won = " ★ winner" if name == outcome.winner else ""
            fact = facts.get(name, "")
            counted = f"{fact} pieces" if fact.isdigit() else fact
            assert any(f"{who}{won} {score}" in row or f"{who} {counted}{won}" in row for row in rows), rows
    seated.page.keyboard.press("Escape")
    expect(result).to_have_count(0)
    seated.agree()


def verdict(game: ludarium.Game) -> str:
    outcome, best = game.outcome(), game.player_title
    assert outcome
    leaders = [number for number, score in enumerate(outcome.scores) if score == max(outcome.scores)]
    if outcome.winner is None and len(leaders) < len(outcome.scores):
        return f"Players {' and '.join(best(number).removeprefix('player ') for number in leaders)} share the win."
    title = f"player {outcome.winner}" if str(outcome.winner).isdigit() else outcome.winner
    return f"The winner is {title}!" if outcome.winner else "It is a draw."


def sign(seated: Seated) -> None:
    """Where a game comes into a table, its player does."""
    if seated.told()["view"]["place"] is None:
        return
    dialog = seated.dialog
    expect(seated.result.locator(".score-question")).to_contain_text(re.compile("points?! Place"))
    seated.page.keyboard.type("Ada")
    seated.page.keyboard.press("Enter")
    expect(dialog.get_by_role("table")).to_contain_text("Ada")
    seated.page.keyboard.press("Enter")


def test_a_game_that_is_given_up(sit: Sit) -> None:
    seated = sit("abatis", seed=3)
    come_to_the_board(seated.page)
    seated.play_on(seated.by_keys, most=3)
    seated.page.keyboard.press("x")
    expect(seated.dialog.get_by_role("heading", level=2)).to_have_text("Give the game up?")
    seated.page.keyboard.press("Enter")
    expect(seated.result.get_by_role("heading", level=2)).to_have_text("The game is over.")
    sign(seated)
    assert seated.told()["view"]["ending"]
    seated.agree()


def test_the_golden_move_waits_for_the_field_that_is_clicked(sit: Sit) -> None:
    seated = sit("gamma", width=3, height=3, players=2, areas=3)
    for path in [("0,0",), ("2,2",), ("1,1",), ("2,1",)]:
        seated.make(path, seated.by_mouse)
    # The other's field was clicked last, and is not the one that is meant
    seated.make(("g", "2,2"), seated.by_mouse)
    seated.agree()


# Against computers

COMPUTERS: list[tuple[str, dict[str, Any]]] = [
    ("ataxx", {}),
    ("battle-of-the-beetles", {}),
    ("beetle-battle", {}),
    ("gamma", {"width": 4, "height": 4, "players": 3}),
]


def amid(seated: Seated) -> tuple[str, ...]:
    """A move in the middle of the board: in a corner Beetle Battle may be won at the third move."""
    paths = sorted(seated.twin.paths())
    # Not where a move was made: soon after it, a click there would be the second one of a double click
    made = {path[-1] for _, _, path in seated.told()["moves"] if path}
    whole = [path for path in paths if not any(other[: len(path)] == path != other for other in paths)]
    fresh = [path for path in whole if path[-1] not in made]
    return fresh[len(fresh) // 2]


@pytest.mark.parametrize(("id", "options"), COMPUTERS)
def test_a_computer_answers_and_its_answer_is_taken_back(sit: Sit, id: str, options: dict[str, Any]) -> None:
    players = options.get("players", 2)
    seated = sit(id, seats=("human", *["level 1"] * (players - 1)), **options)
    for _ in range(2):
        seated.by_mouse(amid(seated))
        seated.wait(len(seated.twin.moves) + players)
        seated.follow()
    seated.agree()
    seated.button("undo").click()
    seated.wait(players)
    seated.page.keyboard.press("u")
    seated.wait(0)
    for _ in range(2 * players):
        seated.twin.pop()
    seated.agree()
    expect(seated.button("undo")).to_have_attribute("aria-disabled", "true")


def test_a_computer_plays_alone_and_is_paused(sit: Sit) -> None:
    # One that thinks, or the game could be over before the page is there
    seated = sit("abatis", seats=("level 5",), begun=False, seed=5)
    seated.button("start").click()
    expect(seated.page.locator(".moves li").nth(1)).to_be_visible()
    seated.button("pause").click()
    expect(seated.button("pause")).to_have_text("Go on")
    # A computer that thinks already moves once more, but not when a move is taken back
    seated.button("undo").click()
    expect(seated.button("redo")).to_have_attribute("aria-disabled", "false")
    seated.follow()
    seated.wait()
    seated.agree()


def test_a_computer_that_thinks_long_is_told_to_move_now(open_page: Open) -> None:
    page = open_page()
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    seated = Seated(page, "ataxx", seats=("human", "level 11"))
    press_once_shown(seated.button("stop"))
    seated.by_mouse(("a7", "a6"))
    seated.wait(2)
    expect(seated.button("stop")).to_be_hidden()
    assert any('"do":"stop"' in frame for frame in sent)
    seated.follow()
    seated.agree()
