"""The full screen as a whole: Gamma's own mode, terminals of all sizes, and what is painted."""

from typing import Any

import pytest

import ludarium
from ludarium.games import kind
from ludarium.play.match.seats import default_seats
from ludarium.terminal.screen.app import Ludarium
from ludarium.terminal.screen.dialogs.dialogs import FactsDialog
from ludarium.terminal.screen.dialogs.key_help import KeysDialog
from ludarium.terminal.screen.game.program import ProgramScreen, report
from ludarium.terminal.screen.game.saved_match import SavedMatch
from ludarium.terminal.screen.themes import OFFERED
from ludarium.terminal.screen.widgets.footer import ALL, Footer, Key, place

from ...support.cases import CASES, played
from ...support.screens import footer, moves, open_game, shown, text, touch, until

# Gamma's own mode


async def test_gammas_own_mode_ends_at_once() -> None:
    saved = SavedMatch.new(ludarium.new("gamma", width=3, height=3), (), saves=False)
    app = Ludarium(lambda: ProgramScreen(saved), database="sqlite://")
    async with app.run_test() as pilot:
        await until(pilot, app.store._opened.is_set)
        await pilot.press("space", "n", "o", "left", "space", "ctrl+d")
        await until(pilot, lambda: app._exit)
        assert await app.store.unfinished() == []
    assert report(saved.match) == "...\n21.\n...\n\nPlayer 1: 1  ★ winner\nPlayer 2: 1  ★ winner"


async def test_gammas_own_mode_shows_the_winners() -> None:
    saved = SavedMatch.new(ludarium.new("gamma", width=3, height=1, players=2, areas=1), (), saves=False)
    app = Ludarium(lambda: ProgramScreen(saved), database="sqlite://")
    async with app.run_test() as pilot:
        await until(pilot, app.store._opened.is_set)
        await app.store.prefer("speed", "off")
        for key in "home", "space", "end", "space", "left", "space", "g", "g":
            await pilot.press(key)
            await pilot.pause()
        await until(pilot, lambda: isinstance(app.screen, FactsDialog))
        assert "The winner is player 1!" in shown(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: app._exit)
    assert report(saved.match) == "112\n\nPlayer 1: 2  ★ winner\nPlayer 2: 1"


# The footer


def test_keys_are_left_out_where_there_is_no_room() -> None:
    keys = [Key("u", "U", "Undo"), Key(ALL, "?", "Keys"), Key("h", "H", "Hint"), Key("r", "R", "Rules")]

    def line(width: int) -> str:
        row = [" "] * width
        for column, key in place(keys, width):
            row[column : column + key.wide] = f"{key.shown} {key.meaning}"
        assert len(row) == width
        return "".join(row)

    assert line(40) == " U Undo  H Hint  R Rules         ? Keys "
    assert line(30) == " U Undo H Hint R Rules ? Keys "
    assert line(29) == " U Undo H Hint        ? Keys "
    assert line(14) == "       ? Keys "


@pytest.mark.parametrize(("wide", "kept"), [(46, "N New"), (80, "^D End"), (120, "^D End")])
async def test_the_footer_shows_the_keys_that_can_be_used(wide: int, kept: str) -> None:
    async with open_game(ludarium.new("ataxx"), size=(wide, 24)) as (pilot, _):
        line = footer(pilot)
        assert line.startswith("U Undo") and kept in line and line.endswith("? Keys")
        assert "Special" not in line and "Type" not in line and len(line) <= wide - 2


async def test_the_footer_can_be_clicked() -> None:
    async with open_game(ludarium.new("ataxx")) as (pilot, play):
        at = {key: column for column, key in place(play.query_one(Footer).keys, 80)}
        found = {key.shown: column for key, column in at.items()}
        await pilot.hover(Footer, offset=(found["B"] + 1, 0))
        assert play.query_one(Footer).pointed == "b"
        await pilot.click(Footer, offset=(found["B"] + 1, 0))
        await until(pilot, lambda: play._setup.laying)
        await pilot.hover("#name")
        assert not play.query_one(Footer).pointed
        await pilot.click(Footer, offset=(0, 0))
        await pilot.click(Footer, offset=(found["?"], 0))
        await until(pilot, lambda: isinstance(pilot.app.screen, KeysDialog))


# The terminal


async def test_a_terminal_too_small_says_so_and_the_game_goes_on() -> None:
    async with open_game(ludarium.new("ataxx")) as (pilot, play):
        await touch(pilot, play, "a7")
        await pilot.resize_terminal(30, 10)
        await pilot.pause()
        assert "30 x 10" in text(play, "#too-small") and play.query_one("#too-small").display
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert not play.query_one("#too-small").display and play.board.cell_size == (10, 5)
        await touch(pilot, play, "b7")
        assert moves(play) == ["a7-b7"]


@pytest.mark.parametrize(("id", "options"), CASES)
async def test_every_variant_fits_80_by_24(id: str, options: dict[str, Any]) -> None:
    async with open_game(played(id, options, 3, 6), default_seats(9)[:1] * 9) as (pilot, play):
        board = play.board
        if board.columns <= 12:
            assert not board.show_vertical_scrollbar and not board.show_horizontal_scrollbar
        if play.match.outcome() is None:
            assert pilot.app.screen is play
        for theme in OFFERED:
            pilot.app.theme = theme
            await pilot.pause()
            assert kind(id).title.split()[0] in pilot.app.export_screenshot()


async def test_large_boards_are_painted_where_they_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludarium.new("gamma", width=200, height=200, players=4)
    looked = 0
    cell = game.kind.board.cell

    def counting(*where: Any) -> Any:
        nonlocal looked
        looked += 1
        return cell(*where)

    async with open_game(game, ("human",) * 4) as (pilot, play):
        seen = play.board._seen
        visible = (seen.width // play.board.cell_size[0] + 2) * (seen.height + 1)
        monkeypatch.setattr(game.kind.board, "cell", counting)
        await pilot.press("right")
        assert looked < 20
        looked = 0
        await pilot.press("space")
        await pilot.pause()
        assert moves(play) == ["101,99"] and visible // 2 < looked < 3 * visible
        looked = 0
        await pilot.press(*["down"] * 30)
        await pilot.pause()
        assert looked < 31 * (seen.width // play.board.cell_size[0] + 3) and play.board.scroll_offset.y > 80
        before = play.board.scroll_offset
        await pilot.press("end", "home", "pagedown")
        assert play.board.scroll_offset != before and play.board.cursor[0] == 0


async def test_marks_are_on_the_right_cells() -> None:
    async with open_game(ludarium.new("beetle-battle", size=3)) as (pilot, play):
        await touch(pilot, play, "1,1")
        marks = {name: play.board._look(*where)[1] for name, where in (("1,1", (1, 1)), ("0,0", (0, 0)))}
        assert marks["1,1"].last and not marks["1,1"].open
        assert marks["0,0"].open and not marks["0,0"].last


async def test_what_was_painted_before_is_what_would_be_painted_now() -> None:
    game = ludarium.new("gamma", width=60, height=60, players=2, areas=2)
    async with open_game(game) as (pilot, play):
        board = play.board
        for key in (
            "space",
            "down",
            "left",
            "space",
            "pagedown",
            "space",
            "pageup",
            "home",
            "space",
            "right",
            "space",
            "u",
        ):
            await pilot.press(key)
            await until(pilot, lambda: not board._unchecked)
            before = [list(board.render_line(y)) for y in range(board.size.height)]
            board._view, board._known = None, {}
            assert before == [list(board.render_line(y)) for y in range(board.size.height)], key


async def test_long_names_of_columns_do_not_run_into_each_other() -> None:
    async with open_game(ludarium.new("gamma", width=200, height=200)) as (_, play):
        names = "".join(segment.text for segment in play.board.render_line(play.board._seen.height)).split()
        assert names[:3] == ["92", "94", "96"] and "100" in names and "99" not in names


async def test_the_cursor_begins_near_the_middle_on_a_square_that_can_be_chosen() -> None:
    async with open_game(ludarium.new("battle-of-the-beetles")) as (_, play):
        assert play.board.name_here == "d3"
    async with open_game(ludarium.new("gamma", width=200, height=200)) as (_, play):
        board = play.board
        middle = (board.cursor[1] - board.scroll_offset.y) / board._seen.height
        assert board.name_here == "100,99" and 0.4 < middle < 0.6
