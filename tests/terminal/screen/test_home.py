"""The home screen and its forms: games, saved games, preferences."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from textual.widgets import Input, OptionList, Select, Static

import ludarium
from ludarium.games import kind
from ludarium.play.match.seats import SHOWN, default_seats
from ludarium.store.models import SavedGame
from ludarium.terminal.screen import local_store
from ludarium.terminal.screen.board.board_view import BoardView
from ludarium.terminal.screen.dialogs.dialogs import MarkdownDialog, MessageDialog
from ludarium.terminal.screen.dialogs.high_scores import AllScoresDialog
from ludarium.terminal.screen.dialogs.pickers import SavedGamesDialog, saved_rows
from ludarium.terminal.screen.dialogs.preferences import PreferencesDialog
from ludarium.terminal.screen.home import HomeScreen
from ludarium.terminal.screen.new_game import NewGameScreen

from ...support.example_games import furnished
from ...support.screens import TWO, form, moves, open_game, open_home, opened_game, touch, until
from ...support.server import serving
from ...support.wrong_games import UNLOADABLE, Wrong, write_wrong

# The home screen


async def test_the_home_screen_shows_all_games() -> None:
    async with open_home() as pilot:
        doors = pilot.app.screen.query_one(OptionList)
        for id in ludarium.games():
            assert doors.get_option(id).prompt == kind(id).title
        await pilot.press("down")
        assert str(pilot.app.screen.query_one("#about", Static).content) == kind("ataxx").about
        await pilot.press("r")
        assert isinstance(pilot.app.screen, MarkdownDialog)
        await pilot.press("escape", "end")
        await pilot.pause()
        assert not pilot.app.screen.query_one(BoardView).display
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app._exit)


async def test_the_home_screen_in_a_small_terminal_has_the_list_and_what_each_choice_is() -> None:
    async with open_home(size=(46, 16)) as pilot:
        for keys, words in ((), "Shoot chips"), (("end",), "Games that are not over"):
            await pilot.press(*keys)
            await pilot.pause()
            about, choices = pilot.app.screen.query_one("#about", Static), pilot.app.screen.query_one(OptionList)
            assert str(about.content).startswith(words)
            assert about.region.width >= 40 and choices.region.width >= 40 and choices.region.height >= 10
        await pilot.resize_terminal(80, 24)
        await pilot.press("home")
        await pilot.pause()
        assert pilot.app.screen.query_one(BoardView).region.width > 30


async def test_the_home_screen_says_why_a_game_cannot_be_played(tmp_path: Path) -> None:
    """A folder with a syntax error, a game without a first position, and one that cannot be drawn; others go on."""
    broken = write_wrong(tmp_path, UNLOADABLE[0])
    crash = write_wrong(tmp_path, Wrong("crash", "return [game.stones, 0]", "return [game.stones, 0][9]", ""))
    undrawn = write_wrong(tmp_path, Wrong("undrawn", "if x < s[0] else None)", "if [][x] else None)", "", "board.py"))
    with furnished(tmp_path):
        async with open_home() as pilot:
            choices, about = pilot.app.screen.query_one(OptionList), pilot.app.screen.query_one("#about", Static)
            said = {
                f"{broken}: {UNLOADABLE[0].said}.",
                f"{crash}: rules.py, line 16: IndexError: list index out of",
                f"{undrawn}: board.py, line 19: IndexError: list index out of",
            }
            for id in "wrong:0", "crash", "undrawn", "nim":
                choices.highlighted = choices.get_option_index(id)
                await pilot.pause()
                if id == "nim":
                    assert str(about.content) == "Take the last stone."
                else:
                    assert any(each in str(about.content) for each in said)
                assert pilot.app.screen.query_one(BoardView).display == (id == "nim")
            assert choices.get_option("wrong:0").prompt == "syntax (cannot be played)"


async def test_from_the_home_screen_to_a_game_and_back(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/games.db"
    async with open_home(database) as pilot:
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewGameScreen))
        pilot.app.screen.query_one("#seat1 Select", Select).value = "human"
        await pilot.pause()
        await pilot.press("ctrl+s")
        play = await opened_game(pilot)
        await touch(pilot, play, "a7", "b6")
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
    async with open_home(database) as pilot:
        await pilot.press("c")
        await until(pilot, lambda: isinstance(pilot.app.screen, SavedGamesDialog))
        await pilot.press("enter")
        play = await opened_game(pilot)
        assert moves(play) == ["a7-b6"] and play.match.seats.texts == TWO
        await touch(pilot, play, "g7", "g6")
        await pilot.press("ctrl+q")
        await until(pilot, lambda: pilot.app._exit)
    async with open_home(database) as pilot:
        saved = await pilot.app.store.unfinished()  # type: ignore[attr-defined]
        assert [len(ludarium.load(game.record).moves) for game in saved] == [2]
        await pilot.press("c")
        await until(pilot, lambda: isinstance(pilot.app.screen, SavedGamesDialog))
        await pilot.press("d")
        await pilot.pause()
        assert await pilot.app.store.unfinished() == []  # type: ignore[attr-defined]
        await pilot.press("enter", "escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))


def test_rows_of_saved_games_have_columns_and_fit_a_small_terminal() -> None:
    then = datetime.now(UTC) - timedelta(minutes=59)
    titles = "You against Cricket", "A very long name against another very long name, 102 moves"
    saved = [
        SavedGame.begin(id, "", title=title)._replace(changed=then)
        for id in ("ataxx", "battle-of-the-beetles")
        for title in titles
    ]
    rows = saved_rows(saved)
    assert {row.index("59 minutes ago") for row in rows} == {len(rows[0]) - len("59 minutes ago")}
    assert all(len(row) == 60 and row[45] == " " for row in rows) and "…" in rows[1]


async def test_a_game_of_the_page_goes_on_in_the_terminal_and_back(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/games.db"
    async with serving(tmp_path) as server:
        id = await server.new("ataxx")
        async with server.page(id) as page:
            for at, move in enumerate(("a7-a6", "g7-g6", "a6-a5")):
                await page.ask("play", at=at, move=move)
    async with open_home(database) as pilot:
        await pilot.press("c")
        await until(pilot, lambda: isinstance(pilot.app.screen, SavedGamesDialog))
        await pilot.press("enter")
        play = await opened_game(pilot)
        assert moves(play) == ["a7-a6", "g7-g6", "a6-a5"]
        await touch(pilot, play, "g6", "g5")
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
    async with serving(tmp_path) as server:
        assert [made[1] for made in (await server.get(f"games/{id}"))["moves"]] == ["a7-a6", "g7-g6", "a6-a5", "g6-g5"]


async def test_preferences_are_remembered(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/games.db"
    async with open_home(database) as pilot:
        await pilot.press("p")
        await until(pilot, lambda: isinstance(pilot.app.screen, PreferencesDialog))
        for name, value in ("theme", "ludarium-light"), ("speed", "fast"), ("level", "5"):
            pilot.app.screen.query_one(f"#{name}", Select).value = value
        pilot.app.screen.query_one("#name", Input).value = "Ann"
        await pilot.pause()
        await pilot.press("escape")
    async with open_home(database) as pilot:
        # A terminal with few colours shows a variant
        await until(pilot, lambda: pilot.app.theme.startswith("ludarium-light"))
        assert pilot.app.speed == "fast"  # type: ignore[attr-defined]
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewGameScreen))
        assert pilot.app.screen.query_one("#seat1 Select", Select).value == "level 5"


async def test_a_store_that_cannot_be_opened_keeps_nobody_from_playing(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_text("this is no database, and long enough not to be taken for an empty one" * 20)
    async with open_home(f"sqlite:///{tmp_path}/games.db") as pilot:
        assert await pilot.app.store.unfinished() == []  # type: ignore[attr-defined]
        await pilot.press("o")
        await until(pilot, lambda: isinstance(pilot.app.screen, AllScoresDialog))


# Forms


@pytest.mark.parametrize("id", ludarium.games())
async def test_a_form_has_a_field_for_every_option(id: str) -> None:
    async with form(id) as (_, found):
        given = found._given()
        usual_options = next(iter(kind(id).variants()))
        assert {**given, "seed": 0} == {**usual_options, "seed": 0}


async def test_a_form_says_what_is_wrong() -> None:
    async with form("gamma") as (pilot, found):
        found.query_one("#option-width", Input).value = "nine"
        await pilot.pause()
        assert "Width takes a whole number" in str(found.query_one("#problem", Static).content)
        await pilot.press("ctrl+s")
        assert pilot.app.screen is found
        found.query_one("#option-width", Input).value = "9"
        found.query_one("#option-players", Input).value = "12"
        await pilot.pause()
        assert found.query_one(f"#seat{SHOWN}").display
        assert str(found.query_one(f"#seat{SHOWN} .label", Static).content) == "everybody else"
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is not found)


async def test_somebody_elsewhere_can_be_chosen() -> None:
    async with form("ataxx") as (pilot, found):
        chair = found.query_one("#seat1 Select", Select)
        shown = chair.query_one(OptionList)
        far = shown.options[-1]
        assert str(far.prompt) == "A player elsewhere"
        chair.focus()
        await pilot.press("enter", "end", "enter")
        await pilot.pause()
        assert chair.value == "open"


def test_usual_seats_are_a_person_against_computers() -> None:
    assert default_seats(1) == ("human",) and default_seats(2) == ("human", "level 3")
    assert default_seats(4294967295, 5) == ("human", *["level 5"] * SHOWN)


async def test_leaving_while_the_store_opens_completes_the_opening(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    begun, go_on = asyncio.Event(), asyncio.Event()

    class Slow:
        @staticmethod
        @asynccontextmanager
        async def open(url: str | None) -> AsyncIterator["Slow"]:
            begun.set()
            try:
                await go_on.wait()
            except asyncio.CancelledError:
                told.append("cut off")
                raise
            yield Slow()
            told.append("closed")

        async def preferences(self, names: tuple[str, ...]) -> dict[str, object]:
            return {}

    monkeypatch.setattr(local_store, "_import_store", lambda: SimpleNamespace(Store=Slow))
    keeping = local_store.LocalStore()
    opening = asyncio.create_task(keeping.open())
    await begun.wait()
    opening.cancel()
    closing = asyncio.create_task(keeping.close())
    await asyncio.sleep(0)
    go_on.set()
    await closing
    assert told == ["closed"]


@pytest.mark.parametrize(
    ("old", "new", "file", "line"),
    [
        ("    s[0] -= move\n", "    s[99] -= move\n", "rules.py", "line 33"),
        (
            "if x < s[0] else None)",
            "if x < s[0] else [][1])",
            "board.py",
            "line 19",
        ),
    ],
)
async def test_a_game_that_fails_is_left_for_the_home_screen(
    tmp_path: Path, old: str, new: str, file: str, line: str
) -> None:
    """While a move is made, and while a position is drawn; other games go on."""
    folder = write_wrong(tmp_path, Wrong("crash", old, new, "", file))
    with furnished(tmp_path):
        async with open_game(ludarium.new("crash")) as (pilot, play):
            play._run_turns(play.game.parse("take 1"))
            await until(pilot, lambda: isinstance(pilot.app.screen, MessageDialog))
            said = [str(each.content) for each in pilot.app.screen.query(Static)]
            assert said == [
                "The game has ended by an error in it",
                f"{folder}: {file}, {line}: IndexError: list index out of range.",
            ]
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
            await pilot.press("down", "enter")
            await until(pilot, lambda: isinstance(pilot.app.screen, NewGameScreen))
            pilot.app.screen.query_one("#seat1 Select", Select).value = "human"
            await pilot.pause()
            await pilot.press("ctrl+s")
            await touch(pilot, await opened_game(pilot), "a7", "b6")
