"""The introduction on the full screen: tried moves, answers, steps, and the way out."""

import math

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

import ludarium
from ludarium.games import kind
from ludarium.terminal.screen import key_queue
from ludarium.terminal.screen.board import film
from ludarium.terminal.screen.exercises.learn import LearnScreen
from ludarium.terminal.screen.home import HomeScreen
from ludarium.terminal.screen.new_game import NewGameScreen

from ...support.screens import footer, open_home, point, until


async def opened(pilot: "Pilot[None]", id: str) -> LearnScreen:
    """The introduction to a game, opened from the home screen."""
    await pilot.press(*["down"] * list(ludarium.games()).index(id), "l")
    await until(pilot, lambda: isinstance(pilot.app.screen, LearnScreen))
    assert isinstance(pilot.app.screen, LearnScreen)
    return pilot.app.screen


def read(screen: LearnScreen, place: str) -> str:
    return str(screen.query_one(place, Static).content)


async def answered(pilot: "Pilot[None]", screen: LearnScreen, text: str) -> None:
    await until(pilot, lambda: read(screen, "#answer").startswith(text))


async def attempt(pilot: "Pilot[None]", screen: LearnScreen, move: str) -> None:
    """Try a move by arrows, the space key, and the key of a word."""
    game = screen.game
    word, *cells = kind(screen.kind.id).paths(game.constants, game.row, game.parse(move).number)[0]
    for name in cells if word in screen._input.words else (word, *cells):
        await point(pilot, screen, name)
        await pilot.press("g" if word in screen._input.words else "space")
        await pilot.pause()


@pytest.mark.parametrize("id", ludarium.games())
async def test_an_introduction_is_played_through(id: str) -> None:
    async with open_home() as pilot:
        pilot.app.store._preferred["speed"] = "off"  # type: ignore[attr-defined]
        screen = await opened(pilot, id)
        steps = screen._steps
        for number, step in enumerate(steps, 1):
            assert read(screen, "#turn") == f"Step {number} of {len(steps)}"
            assert read(screen, "#lesson") == step.text
            wrong = step.example(screen.game)
            if not step.counts(screen.game, screen.game.parse(wrong)):
                before = screen.game.row[:]
                await attempt(pilot, screen, wrong)
                await answered(pilot, screen, step.otherwise)
                assert screen.game.row == before and not screen._input.touched
            await pilot.press("h")
            move = step.shown(screen.game)
            assert read(screen, "#answer") == f"Try {move}."
            await pilot.resize_terminal(100, 30)
            assert screen.board._hint
            await attempt(pilot, screen, move)
            await answered(pilot, screen, step.after)
            assert [str(each) for each in screen.game.moves] == [str(step.game(screen.kind).parse(move))]
            await pilot.press("space")
        assert read(screen, "#answer").startswith("That was all. P begins a game")
        await pilot.press("p")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewGameScreen))
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is screen)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))


async def test_steps_are_gone_back_to_and_half_a_move_is_let_go() -> None:
    async with open_home() as pilot:
        screen = await opened(pilot, "ataxx")
        assert ". Next" in footer(pilot) and ", Back" not in footer(pilot)
        await pilot.press("comma", "full_stop", "full_stop", "full_stop")
        assert read(screen, "#turn") == "Step 3 of 3"
        await until(pilot, lambda: ", Back" in footer(pilot) and ". Next" not in footer(pilot))
        await pilot.press("b")
        assert read(screen, "#turn") == "Step 2 of 3"
        await point(pilot, screen, "c4")
        await pilot.press("space")
        assert screen._input.touched == ("c4",)
        await point(pilot, screen, "a1")
        await pilot.press("space")
        assert read(screen, "#answer") == "a1 cannot be chosen after c4; Esc lets go."
        await pilot.press("escape")
        assert not screen._input.touched and pilot.app.screen is screen
        await pilot.press("t", *"c4-d4", "enter")
        await until(pilot, lambda: "Three at once." in read(screen, "#answer"))


async def test_a_key_during_a_film_ends_it_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """It went on to the next step, over which the film of the last one was still shown."""
    monkeypatch.setitem(film.SPEEDS, "slow", math.inf)  # the film lasts until it is ended
    monkeypatch.setattr(key_queue, "REACTION", -math.inf)  # every key is that of a person who has seen the film
    async with open_home() as pilot:
        pilot.app.store._preferred["speed"] = "slow"  # type: ignore[attr-defined]
        screen = await opened(pilot, "beetle-battle")
        await pilot.press("full_stop")
        await attempt(pilot, screen, screen.step.shown(screen.game))
        await until(pilot, lambda: screen._film)
        await pilot.press("space")
        await answered(pilot, screen, screen.step.after)
        assert screen.number == 1 and screen.board.position == screen.game.row
        await pilot.press("space")
        assert screen.number == 2


async def test_the_home_screen_says_how_to_begin_and_other_choices_have_no_introduction() -> None:
    async with open_home() as pilot:
        begin = pilot.app.screen.query_one("#begin", Static)
        assert str(begin.content) == "Enter begins. L: learn it.\nR: its rules. Z: its puzzles."
        assert max(map(len, str(begin.content).splitlines())) <= begin.content_size.width
        assert begin.region.bottom <= pilot.app.size.height - 1
        await pilot.press("end", "l")
        await until(pilot, lambda: not str(begin.content))
        assert isinstance(pilot.app.screen, HomeScreen)
