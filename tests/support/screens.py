"""The full screen for tests: screens opened without a terminal, keys pressed and texts read."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import OptionList, Static

from ludarium.contract.scene import Cell
from ludarium.engine.search.cancel import CancelToken
from ludarium.games import kind
from ludarium.play.game import Game
from ludarium.play.move import Move
from ludarium.play.opponents.opponent import Forfeit, Opponent
from ludarium.terminal.screen import key_queue
from ludarium.terminal.screen.app import Ludarium
from ludarium.terminal.screen.base_app import LudariumApp
from ludarium.terminal.screen.exercises.exercise import ExerciseScreen
from ludarium.terminal.screen.game.game_screen import GameScreen
from ludarium.terminal.screen.game.replay import ReplayScreen
from ludarium.terminal.screen.game.saved_match import SavedMatch
from ludarium.terminal.screen.game.turn_loop import TurnLoop
from ludarium.terminal.screen.new_game import NewGameScreen
from ludarium.terminal.screen.widgets.footer import Footer

from .patience import PATIENCE

TWO = "human", "human"

At = tuple["Pilot[None]", GameScreen]

_parse = Stylesheet._parse_rules
_parsed = dict[Any, list[RuleSet]]()


def _parse_once(self: Stylesheet, css: str, *place: Any, **more: Any) -> list[RuleSet]:
    """The rules of a style sheet. Each application parses all of them, which takes a third of its start."""
    key = css, place, tuple(more.items()), frozenset(self._variables.items())
    if key not in _parsed:
        _parsed[key] = _parse(self, css, *place, **more)
    return _parsed[key]


Stylesheet._parse_rules = _parse_once  # type: ignore[method-assign]

_press, _pause = Pilot.press, Pilot.pause


async def _press_and_settle(self: "Pilot[None]", *keys: str) -> None:
    await _press(self, *keys)
    await _settle(self)


async def _pause_and_settle(self: "Pilot[None]", delay: float | None = None) -> None:
    await _pause(self, delay)
    await _settle(self)


Pilot.press, Pilot.pause = _press_and_settle, _pause_and_settle  # type: ignore[method-assign, assignment]


async def _settle(pilot: "Pilot[None]") -> None:
    """Wait until keys and clicks have had their effect. Textual waits until the process uses no processor time, which
    is also so where the machine has none for it."""
    end = time.monotonic() + PATIENCE
    while await pilot._wait_for_screen() and _is_busy(pilot.app) and time.monotonic() < end:
        await asyncio.sleep(key_queue.LOOK)
    await pilot._wait_for_screen()


def _is_busy(app: "App[None]") -> bool:
    """Whether a key or its effect is under way, but for what lasts until a player ends it."""
    if not isinstance(app, LudariumApp) or app._exit:
        return False
    queue, lasts = app._queue, _lasts(app.screen)
    if queue._runs:
        return not (lasts and queue._waiting and not queue._interrupts(queue._waiting[0]))
    return not lasts and not queue._is_settled()


def _lasts(screen: "Screen[Any]") -> bool:
    """Whether a film is shown, or another player is to move."""
    if isinstance(screen, TurnLoop) and screen.can_be_interrupted:
        return True
    return isinstance(screen, TurnLoop | ExerciseScreen | ReplayScreen) and screen._film is not None


async def until(pilot: "Pilot[None]", true: Callable[[], Any]) -> None:
    """Wait until a condition is true on a screen that is composed: a new one has no widgets for a moment."""
    async with asyncio.timeout(PATIENCE):
        while not (true() and pilot.app.screen.query("*")):
            await pilot.pause(0.01)
    await pilot.pause()


@asynccontextmanager
async def open_home(database: str = "sqlite://", size: tuple[int, int] = (80, 24)) -> AsyncIterator["Pilot[None]"]:
    app = Ludarium(database=database)
    async with app.run_test(size=size) as pilot:
        await until(pilot, app.store._opened.is_set)
        await pilot.pause()
        yield pilot


@asynccontextmanager
async def open_game(
    game: Game,
    seats: tuple[str, ...] = TWO,
    *,
    size: tuple[int, int] = (80, 24),
    speed: str = "off",
    preferences: dict[str, str] | None = None,
) -> AsyncIterator[At]:
    """A game on the screen, opened without the home screen."""
    screens: list[GameScreen] = []

    def enter() -> GameScreen:
        screens.append(GameScreen(SavedMatch.new(game, seats), alone=True))
        return screens[0]

    app = Ludarium(enter, database="sqlite://")
    app.store._preferred |= {"speed": speed, **(preferences or {})}
    app.store.open = _opened(app)  # type: ignore[method-assign]
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot, screens[0]


def _opened(app: Ludarium) -> Any:
    """Nothing is kept where a test is not about that."""

    async def open() -> str:
        app.store._opened.set()
        return ""

    return open


async def opened_game(pilot: "Pilot[None]") -> GameScreen:
    """The game that was opened from the home screen, as soon as the player can move."""
    await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen) and pilot.app.screen._move_input)
    assert isinstance(pilot.app.screen, GameScreen)
    return pilot.app.screen


def text(play: GameScreen, place: str) -> str:
    return str(play.query_one(place, Static).content)


def moves(play: GameScreen) -> list[str]:
    return [str(move) for move in play.game.moves]


async def point(pilot: "Pilot[None]", play: GameScreen | ExerciseScreen, name: str) -> None:
    """Move the cursor to a cell, by arrow keys."""
    board = play.board
    widgets = [(x, y) for y in range(board.rows) for x in range(board.columns)]
    wanted = next(place for place in widgets if (cell := board._cell(*place)) and cell.name == name)
    right, down = wanted[0] - board.cursor[0], wanted[1] - board.cursor[1]
    await pilot.press(*["right" if right > 0 else "left"] * abs(right), *["down" if down > 0 else "up"] * abs(down))
    assert board.name_here == name


async def touch(pilot: "Pilot[None]", play: GameScreen, *names: str) -> None:
    for name in names:
        await point(pilot, play, name)
        await pilot.press("space")
        await pilot.pause()


@asynccontextmanager
async def form(id: str) -> AsyncIterator["tuple[Pilot[None], NewGameScreen]"]:
    async with open_home() as pilot:
        app = pilot.app
        assert isinstance(app, Ludarium)
        found = NewGameScreen(kind(id), {}, (), 3)
        app.push_screen(found)
        await until(pilot, lambda: app.screen is found)
        await pilot.pause()
        yield pilot, found


def footer(pilot: "Pilot[None]") -> str:
    """The keys that the footer shows."""
    return pilot.app.screen.query_one(Footer).text


def look(play: GameScreen, name: str) -> Cell:
    """A cell as it is shown."""
    return next(
        cell for cell in play.game.kind.scene(play.game.constants, play.board.position).cells if cell.name == name
    )


def shown(pilot: "Pilot[None]") -> str:
    """All that stands in a window."""
    texts = [str(part.content) for part in pilot.app.screen.query(Static)]
    rows = [str(row.prompt) for part in pilot.app.screen.query(OptionList) for row in part.options]
    return "\n".join(texts + rows)


class AlphaBeta(Opponent):
    """Thinks until it is told to stop."""

    name = "thinker"

    def choose(self, game: Game, cancel: CancelToken | None = None) -> Move:
        import threading

        stopped = threading.Event()
        assert cancel
        with cancel.on_cancel(stopped.set):
            stopped.wait(PATIENCE)
        return game.legal_moves[0]


class Quitter(Opponent):
    name = "quitter"

    def choose(self, game: Game, cancel: CancelToken | None = None) -> Move:
        raise Forfeit("the engine has gone")
