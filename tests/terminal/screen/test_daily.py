"""The deal of the day on the full screen: a try, its table, games to watch, and past days for practice."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from ludarium.games import kind
from ludarium.play.daily import deal
from ludarium.play.game import Game
from ludarium.play.match.presenter import counted
from ludarium.store.models import SavedGame
from ludarium.store.store import Store
from ludarium.terminal.screen.app import Ludarium
from ludarium.terminal.screen.daily import DailyScreen
from ludarium.terminal.screen.dialogs.dialogs import MessageDialog
from ludarium.terminal.screen.dialogs.results import EndPanel
from ludarium.terminal.screen.game.game_screen import GameScreen
from ludarium.terminal.screen.game.replay import ReplayScreen
from ludarium.terminal.screen.home import HomeScreen
from ludarium.terminal.screen.widgets.sized_screen import LEAST

from ...support.screens import footer, moves, open_home, opened_game, shown, text, until

At = tuple["Pilot[None]", DailyScreen]


def read(screen: DailyScreen, place: str) -> str:
    return str(screen.query_one(f"#{place}", Static).content)


def rows(screen: DailyScreen) -> list[str]:
    return [str(row.prompt) for row in screen.query_one(OptionList).options]


@asynccontextmanager
async def today(folder: Path) -> AsyncIterator[At]:
    """The deal of the day, opened from the home screen."""
    async with open_home(f"sqlite:///{folder}/games.db", size=(100, 30)) as pilot:
        pilot.app.store._preferred["speed"] = "off"  # type: ignore[attr-defined]
        await pilot.press("d")
        yield pilot, await day_shown(pilot)


async def day_shown(pilot: "Pilot[None]") -> DailyScreen:
    await until(pilot, lambda: isinstance(pilot.app.screen, DailyScreen) and pilot.app.screen.told)
    assert isinstance(pilot.app.screen, DailyScreen)
    return pilot.app.screen


async def begin(pilot: "Pilot[None]") -> GameScreen:
    """Begin the try of today: the user says to be ready."""
    await pilot.press("p")
    await until(pilot, lambda: isinstance(pilot.app.screen, MessageDialog))
    assert "it is your try of today" in shown(pilot)
    await pilot.press("enter")
    return await opened_game(pilot)


async def dealt(store: Store, day: date) -> Game:
    return deal(kind("abatis"), day, await store.daily.seed("abatis", day))


async def finish(pilot: "Pilot[None]", play: GameScreen) -> None:
    """Play the first legal move until the game is over."""
    while not play.match.is_over:
        play._run_turns(play.game.legal_moves[0])
        await until(pilot, lambda: play._move_input or play.match.is_over)


async def test_a_try_goes_on_is_entered_and_can_be_watched(tmp_path: Path) -> None:
    async with today(tmp_path) as (pilot, screen):
        assert "one try a day" in read(screen, "deal") and "The table closes at midnight UTC." in read(screen, "deal")
        assert rows(screen) == ["Play today's deal", "No game is in this table."]
        play = await begin(pilot)
        await pilot.press("t", *str(play.game.legal_moves[0]), "enter")
        await until(pilot, lambda: moves(play) and play._move_input)
        await pilot.press("u")
        await until(pilot, lambda: "no move is taken back" in text(play, "#say"))
        await pilot.press("q")
        await until(pilot, lambda: rows(screen)[:1] == ["Go on with your try"])
    async with today(tmp_path) as (pilot, screen):
        await pilot.press("enter")  # no question: the try has begun
        play = await opened_game(pilot)
        assert len(moves(play)) == 1
        await finish(pilot, play)
        await until(
            pilot, lambda: play.query(EndPanel) and "You are in place 1 of the table of the day." in shown(pilot)
        )
        made = moves(play)
        await pilot.press("enter")  # the table of the day
        await until(pilot, lambda: pilot.app.screen is screen and len(rows(screen)) == 3)
        assert rows(screen)[0] == "Play it again for practice" and "1 player" in rows(screen)[1]
        points = screen.told.entries[0].points if screen.told else -1
        assert rows(screen)[2].split()[:2] == ["1", str(points)] and rows(screen)[2].endswith("You")
        assert read(screen, "deal").endswith(f"You are in place 1 of 1, with {counted(points, 'point')}.")
        await pilot.press("end", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        watched = pilot.app.screen
        assert isinstance(watched, ReplayScreen) and [*map(str, watched._moves)] == made
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is screen)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))


async def test_the_smallest_terminal_shows_the_terms_whole(tmp_path: Path) -> None:
    """Their end was cut off where they need ten lines."""
    async with today(tmp_path) as (pilot, screen):
        await pilot.resize_terminal(*LEAST)
        await pilot.pause()
        deal, entries = screen.query_one("#deal", Static), screen.query_one(OptionList)
        lines = [deal.render_line(line).text.strip() for line in range(deal.size.height)]
        assert " ".join(" ".join(lines).split()).endswith("when your own try is over.")
        assert entries.size.height >= len(rows(screen)) + 1 and entries.region.bottom < LEAST[1]


async def test_a_game_for_practice_leaves_the_table_as_it_is(tmp_path: Path) -> None:
    async with today(tmp_path) as (pilot, screen):
        play = await begin(pilot)
        await finish(pilot, play)
        await until(pilot, lambda: play.query(EndPanel))
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is screen and len(rows(screen)) == 3)
        await pilot.press("p")
        again = await opened_game(pilot)
        assert again is not play and not again.match.terms.daily and again.game.options == play.game.options
        await pilot.press("q")
        await until(pilot, lambda: pilot.app.screen is screen and len(rows(screen)) == 3)


async def test_a_hint_is_asked_about_and_keeps_the_try_out_of_the_table(tmp_path: Path) -> None:
    async with today(tmp_path) as (pilot, screen):
        play = await begin(pilot)
        await pilot.press("h")
        await until(pilot, lambda: isinstance(pilot.app.screen, MessageDialog))
        assert "your try can then not be entered in the table of the day" in shown(pilot)
        await pilot.press("enter")  # without a hint
        await until(pilot, lambda: pilot.app.screen is play)
        assert not play.game.helped
        await pilot.press("h")
        await until(pilot, lambda: isinstance(pilot.app.screen, MessageDialog))
        await pilot.press("right", "enter")
        await until(pilot, lambda: play.game.helped and play._move_input and pilot.app.screen is play)
        await finish(pilot, play)
        await until(
            pilot, lambda: play.query(EndPanel) and "the computer has helped in this game" in shown(pilot).lower()
        )
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is screen)
        await until(pilot, lambda: "Your try is over and not in the table" in read(screen, "deal"))
        assert rows(screen)[1:] == ["No game is in this table."]


async def test_ending_a_try_early_does_not_give_it_up(tmp_path: Path) -> None:
    async with today(tmp_path) as (pilot, screen):
        play = await begin(pilot)
        play._run_turns(play.game.legal_moves[0])
        await until(pilot, lambda: moves(play) and play._move_input)
        await pilot.press("ctrl+d")
        await until(pilot, lambda: "After 1 move" in shown(pilot))
        await pilot.press("end", "enter")  # leave
        await until(pilot, lambda: pilot.app.screen is screen and rows(screen)[:1] == ["Go on with your try"])


async def test_the_day_before_is_practised_and_others_are_watched_after_the_own_try(tmp_path: Path) -> None:
    day = datetime.now(UTC).date()
    async with Store.open(f"sqlite:///{tmp_path}/games.db") as store:
        for number, when in enumerate([day - timedelta(days=1), day]):
            game = await dealt(store, when)
            saved = await store.save_game(SavedGame.begin("abatis", game.record(), ("human",)))
            await store.daily.begin("abatis", when, f"person {number}", f"Ann {number}", saved.id)
            await store.daily.finish(saved.id, 40 + number, {})
    async with today(tmp_path) as (pilot, screen):
        entries = screen.query_one(OptionList)
        assert rows(screen)[2].endswith("Ann 1") and entries.options[2].disabled
        assert "→ Day after" not in footer(pilot)
        await pilot.press("left")
        await until(pilot, lambda: rows(screen)[2].endswith("Ann 0"))
        assert read(screen, "turn") == f"Deal of {day - timedelta(days=1)}" and not entries.options[2].disabled
        await pilot.press("end", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is screen and rows(screen)[0] == "Play it for practice")
        await pilot.press("p")
        play = await opened_game(pilot)
        assert not play.match.terms.daily
        await pilot.press("q")
        await until(pilot, lambda: pilot.app.screen is screen)
        await pilot.press("right")
        await until(pilot, lambda: read(screen, "turn") == "Deal of the day")


async def test_the_day_says_that_nothing_can_be_kept() -> None:
    app = Ludarium(lambda: DailyScreen(kind("abatis"), alone=True), database="sqlite:////proc/no/such/folder/x.db")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(
            pilot, lambda: isinstance(app.screen, DailyScreen) and "cannot be opened" in read(app.screen, "deal")
        )
        await pilot.press("escape")
        await until(pilot, lambda: app._exit)
