"""Stepping through the moves of a game: of the one on the screen, of kept ones, and of records."""

from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Input, Static

import ludarium
from ludarium.play.high_scores import table_of
from ludarium.store.models import SavedGame, Score
from ludarium.terminal.screen.app import Ludarium
from ludarium.terminal.screen.dialogs.dialogs import InputDialog
from ludarium.terminal.screen.dialogs.high_scores import AllScoresDialog
from ludarium.terminal.screen.dialogs.pickers import PickDialog
from ludarium.terminal.screen.dialogs.results import EndPanel
from ludarium.terminal.screen.game.replay import ReplayScreen
from ludarium.terminal.screen.home import HomeScreen

from ...support.cases import played
from ...support.screens import footer, moves, open_game, open_home, shown, text, touch, until


async def opened_replay(pilot: "Pilot[None]") -> ReplayScreen:
    await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
    assert isinstance(pilot.app.screen, ReplayScreen)
    return pilot.app.screen


async def test_a_player_steps_through_the_game_on_the_screen() -> None:
    async with open_game(ludarium.new("ataxx")) as (pilot, play):
        await pilot.press("v")
        assert text(play, "#say") == "No move has been made yet."
        for path in ("a7", "b6"), ("g7", "g6"), ("b6", "c5"):
            await touch(pilot, play, *path)
        made, row = moves(play), play.game.row[:]
        await pilot.press("comma")
        past = await opened_replay(pilot)
        assert "After move 2 of 3" in shown(pilot) and "Blue: g7-g6" in shown(pilot)
        assert past.board.position == play.game.row_after(2)
        # The arrows step, so a board that is seen as a whole has no cursor
        assert not past.board.has_cursor and "cursor" not in str(past.query_one("#here", Static).content)
        assert footer(pilot).startswith(", Back  . Forth  Esc Return  < First  > Last")
        await pilot.press("less_than_sign", "comma")
        assert "Before move 1 of 3" in shown(pilot) and past.board.position == play.game.row_after(0)
        await pilot.press("space")
        assert "No moves can be made in this view. Esc returns." in shown(pilot)
        await pilot.press("full_stop")
        assert "After move 1 of 3" in shown(pilot) and past.board.position == play.game.row_after(1)
        await pilot.press("greater_than_sign", "full_stop")
        assert "After move 3 of 3" in shown(pilot) and past.board.position == row
        for key, told in (
            ("left", "After move 2"),
            ("home", "Before move 1"),
            ("right", "After move 1"),
            ("end", "move 3 of"),
        ):
            await pilot.press(key)
            assert told in shown(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is play)
        assert moves(play) == made and play.board.position == row and play.board.has_focus
        await touch(pilot, play, "g6", "g5")
        assert len(moves(play)) == 4


async def test_a_game_that_ends_meanwhile_announces_it_afterwards() -> None:
    async with open_game(played("ataxx", {}, 1, 4)) as (pilot, play):
        await pilot.press("less_than_sign")
        past = await opened_replay(pilot)
        play.match.end("red", "blue has given up")
        play._run_turns()
        await pilot.pause()
        assert pilot.app.screen is past and past.ply == 0
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen.query(EndPanel))
        await pilot.press("escape", "v")
        await opened_replay(pilot)
        assert "After move 4 of 4" in shown(pilot) and "The winner is red!\nBlue has given up." in shown(pilot)


async def test_any_key_shows_the_end_of_a_step_that_unfolds() -> None:
    game = played("beetle-battle", {"size": 5}, 3, 40)
    async with open_game(game, speed="slow") as (pilot, play):
        await pilot.press("less_than_sign")
        past = await opened_replay(pilot)
        await pilot.press(*["full_stop"] * len(game.moves), "comma")
        await until(pilot, lambda: past.ply == len(game.moves) - 1)
        await until(pilot, lambda: past.board.position == play.game.row_after(past.ply))


async def test_kept_games_and_records_are_watched_from_the_home_screen(tmp_path: Path) -> None:
    over = played("beetle-battle", {"size": 3}, 1, 1000)
    assert over.outcome()
    async with open_home() as pilot:
        app = pilot.app
        assert isinstance(app, Ludarium)
        kept = SavedGame.begin(over.kind.id, over.record(), ("human", "level 2"), "you against Moss")
        await app.store.save(kept.after(over.record(), finished=True))
        await pilot.press("w")
        await until(pilot, lambda: isinstance(app.screen, PickDialog) and "you against Moss" in shown(pilot))
        await pilot.press("down", "enter")
        await opened_replay(pilot)
        await pilot.press("greater_than_sign")
        assert f"After move {len(over.moves)} of" in shown(pilot) and "The winner is" in shown(pilot)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        (tmp_path / "good.csv").write_text(over.record())
        (tmp_path / "bad.csv").write_text(over.record().replace("\n1,", "\n9,"))
        await pilot.press("w", "enter")
        await until(pilot, lambda: isinstance(app.screen, InputDialog))
        for name, sentence in {
            "": "a file needs a name",
            str(tmp_path): "no record",
            "/nowhere": "cannot read",
        }.items():
            app.screen.query_one(Input).value = name
            await pilot.press("enter")
            assert sentence in shown(pilot)
        app.screen.query_one(Input).value = str(tmp_path / "bad.csv")
        await pilot.press("enter")
        await until(pilot, lambda: any("bad.csv, line" in told.message for told in app._notifications))
        await pilot.press("w", "enter", *str(tmp_path / "good.csv"), "enter")
        await opened_replay(pilot)
        assert f"Before move 1 of {len(over.moves)}" in shown(pilot)


async def test_the_best_games_are_watched() -> None:
    game = played("abatis", {"seed": 5}, 1, 12)
    async with open_home() as pilot:
        app = pilot.app
        assert isinstance(app, Ludarium)
        for name, points, record in ("Ann", 12, game.record()), ("Bob", 11, None), ("Eve", 10, "no record\n"):
            await app.store.enter(table_of(game), Score(name, points, record=record))
        await pilot.press("o")
        await until(pilot, lambda: isinstance(app.screen, AllScoresDialog) and "1  Ann" in shown(pilot))
        app.screen.query_one("#rows").focus()
        await pilot.press("down", "enter")
        await opened_replay(pilot)
        await pilot.press("full_stop", "full_stop")
        assert "After move 2 of 12" in shown(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, AllScoresDialog))
        await pilot.press("down", "enter", "down", "enter")
        await until(pilot, lambda: len(app._notifications) == 2)
        kept, read = (told.message for told in app._notifications)
        assert kept == "The moves of this game were not kept." and read.startswith("This game cannot be read: ")
