"""Moves on the full screen: what may be touched, keys and clicks, words, hints, and how a move unfolds."""

import math
import sys
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input, Static

import ludarium
from ludarium.contract.drawing.labels import Labels
from ludarium.play.game import Game
from ludarium.terminal.screen import key_queue
from ludarium.terminal.screen.board import film
from ludarium.terminal.screen.board.board_view import BoardView
from ludarium.terminal.screen.dialogs.results import EndPanel
from ludarium.terminal.screen.game.replay import ReplayScreen

from ...support.abatis_boards import THREE, at
from ...support.screens import footer, moves, open_game, point, shown, text, touch, until


@pytest.mark.parametrize(
    ("id", "x", "y", "column", "row"),
    [
        ("ataxx", 0, 0, "a", "7"),
        ("beetle-battle", 2, 1, "2", "1"),
        ("gamma", 2, 1, "2", "8"),
        ("battle-of-the-beetles", 3, 3, "d", "4"),
        ("abatis", 2, 2, "S1", "W1"),
        ("abatis", 0, 0, "", ""),
    ],
)
def test_columns_and_rows_have_names(id: str, x: int, y: int, column: str, row: str) -> None:
    game = ludarium.new(id)
    labels = Labels(game.kind.board, game.constants, game.row)
    assert (labels.column(x), labels.row(y)) == (column, row)


async def test_lanes_are_named_as_shots_on_all_four_sides() -> None:
    lanes = range(1, 9)
    async with open_game(ludarium.new("abatis", seed=7), ("human",)) as (pilot, play):
        board = play.board
        lines = [board.render_line(y).text.split() for y in range(board.size.height)]
        top = lines.index([f"N{lane}" for lane in lanes])
        assert lines[top + 13] == [f"S{lane}" for lane in lanes]
        assert [(line[0], line[-1]) for line in lines[top + 3 : top + 11]] == [(f"W{n}", f"E{n}") for n in lanes]
        # A click on a chip of the margin, below the names
        wide, high = board.cell_size
        left = board._pad[0] + board._gutter
        await pilot.click(BoardView, offset=(left + wide * 4 + 1, top + 1 + high))
        await pilot.pause()
        assert moves(play) == ["N3"]


# Moves


async def test_keys_make_moves() -> None:
    async with open_game(ludarium.new("ataxx")) as (pilot, play):
        assert text(play, "#turn") == " ●R  Red to move" and play.board.name_here == "g1"
        await touch(pilot, play, "a7")
        assert "where to" in text(play, "#say")
        await pilot.press("escape")
        assert play._move_input and not play._move_input.touched
        await touch(pilot, play, "a7", "b6")
        assert moves(play) == ["a7-b6"] and text(play, "#turn") == " ■B  Blue to move"
        await point(pilot, play, "g7")
        await pilot.press("enter", "left", "enter")
        await pilot.pause()
        assert moves(play) == ["a7-b6", "g7-f7"]
        await touch(pilot, play, "d4")
        assert text(play, "#say") == "First choose where the move to d4 begins."
        await touch(pilot, play, "d2")
        assert text(play, "#say") == "d2 cannot be chosen now."
        await pilot.press("home", "pageup")
        assert play.board.name_here == "a7"
        await pilot.press("end", "pagedown")
        assert play.board.name_here == "g1" and text(play, "#here") == "cursor at g1"


async def test_the_mouse_makes_moves() -> None:
    async with open_game(ludarium.new("ataxx")) as (pilot, play):
        for x, y in (0, 0), (1, 1):
            wide, high = play.board.cell_size
            left, top = play.board._pad[0] + play.board._gutter, play.board._pad[1]
            await pilot.click(BoardView, offset=(left + wide * x + 1, top + high * y))
        await pilot.pause()
        assert moves(play) == ["a7-b6"]
        await pilot.click(BoardView, offset=(0, 0))
        assert moves(play) == ["a7-b6"]


async def test_golden_moves_and_skipping() -> None:
    async with open_game(ludarium.new("gamma", width=4, height=4)) as (pilot, play):
        await pilot.press("g")
        assert play._move_input and not play._move_input.touched
        await touch(pilot, play, "1,1")
        await pilot.press("G")
        await pilot.pause()
        assert moves(play) == ["1,1", "g 1,1"]
        await pilot.press("C")
        await pilot.pause()
        await touch(pilot, play, "3,3")
        await point(pilot, play, "0,0")
        await pilot.press("g")
        await pilot.pause()
        assert play._move_input and not play._move_input.touched
        assert text(play, "#say") == "No golden move can be made on 0,0."
        await point(pilot, play, "3,3")
        await pilot.press("g")
        await pilot.pause()
        assert moves(play) == ["1,1", "g 1,1", "skip", "3,3", "g 3,3"]
        await pilot.press("g")
        await pilot.pause()
        assert text(play, "#say") == "No golden move can be made now." and "Golden" not in footer(pilot)


NO_MOVE = "7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1"


async def test_a_side_without_moves_passes_by_itself() -> None:
    async with open_game(ludarium.new("ataxx", NO_MOVE)) as (pilot, play):
        await until(pilot, lambda: play._move_input)
        assert moves(play) == ["-"] and text(play, "#turn") == " ■B  Blue to move"
        assert text(play, "#say").startswith("Red cannot move and passes.\n\nChoose")
        # What was taken back stays so
        await pilot.press("u")
        await until(pilot, lambda: play._move_input and not moves(play))
        assert text(play, "#say") == "You can only pass: C."


async def test_a_new_level_is_announced() -> None:
    async with open_game(at(THREE.replace("D", ".")), ("human",)) as (pilot, play):
        await touch(pilot, play, "E5")
        assert text(play, "#say").startswith("The board is cleared: 32 points more. Level 2 begins.\n\nChoose")


async def test_a_pass_is_a_key() -> None:
    async with open_game(ludarium.new("ataxx", NO_MOVE), preferences={"pass": "off"}) as (pilot, play):
        assert text(play, "#say") == "You can only pass: C."
        await pilot.press("c")
        await pilot.pause()
        assert moves(play) == ["-"]


async def test_moves_can_be_typed() -> None:
    async with open_game(ludarium.new("ataxx")) as (pilot, play):
        await pilot.press("t", *"a7-g1", "enter")
        assert "not a legal move" in str(pilot.app.screen.query_one("#wrong", Static).content)
        pilot.app.screen.query_one(Input).value = "a7-c5"
        await pilot.press("enter")
        await pilot.pause()
        assert moves(play) == ["a7-c5"]


async def test_a_game_without_squares_to_touch_is_typed() -> None:
    nim = _nim()
    async with open_game(Game(nim)) as (pilot, play):
        assert text(play, "#say") == "T types a move."
        await pilot.press("t", *"take 3", "enter")
        await pilot.pause()
        assert moves(play) == ["take 3"]


def _nim() -> Any:
    """The sixth game of another test, made into a kind here."""
    from types import ModuleType

    from ludarium.contract.kind import Kind

    from ...support.nim import BOARD, HELP, RULES

    package = ModuleType("nimble")
    package.__path__ = []
    sys.modules["nimble"] = package
    for name, code in ("rules", RULES), ("board", BOARD):
        module = ModuleType(f"nimble.{name}")
        module.__package__ = "nimble"
        sys.modules[f"nimble.{name}"] = module
        exec(code, module.__dict__)
    nim = Kind("nim", sys.modules["nimble.rules"], sys.modules["nimble.board"], None, Path())
    nim.__dict__["help"] = HELP
    return nim


@pytest.mark.parametrize("shells", [True, False])
async def test_beetles_are_placed_by_hand(shells: bool) -> None:
    async with open_game(ludarium.new("battle-of-the-beetles", placement=True, shells=shells)) as (pilot, play):
        board = play.board
        assert "to place 14" in text(play, "#players")
        for x, y in [(x, y) for y in range(board.rows) for x in range(board.columns)]:
            cell = board._cell(x, y)
            if cell and play._move_input and play._move_input.may(cell.name):
                board.point_at(x, y)
                await pilot.press("space")
                await pilot.pause()
        assert len(moves(play)) == 28 and "to place" not in text(play, "#players")
        assert ("eggs 14" in text(play, "#players")) == shells and text(play, "#turn").endswith(" Green to move")
        first = next(iter(play.game.paths()))
        assert len(first) == (1 if shells else 2)
        await touch(pilot, play, *first)
        assert len(moves(play)) == 29 and text(play, "#turn").endswith(" Red to move")


async def test_undo() -> None:
    async with open_game(ludarium.new("beetle-battle", size=3)) as (pilot, play):
        await pilot.press("u")
        await pilot.pause()
        assert text(play, "#say") == "There is no move to take back."
        await touch(pilot, play, "0,0", "0,1")
        await pilot.press("U")
        await pilot.pause()
        assert moves(play) == ["0,0"] and play._move_input


async def test_a_hint_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_game(ludarium.new("ataxx")) as (pilot, play):
        monkeypatch.setattr(play.match, "hint", lambda cancel: play.game.parse("a7-c5"))
        await pilot.press("h")
        await until(pilot, lambda: play._hint)
        assert play._hint == ("a7", "c5") and text(play, "#say") == "A good move: a7-c5"
        await touch(pilot, play, "a7", "b7")
        assert not play._hint


# Films


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """A film stays at its frame until it is skipped, however slow the machine is."""
    monkeypatch.setitem(film.SPEEDS, "slow", math.inf)


@pytest.mark.usefixtures("endless")
async def test_films_unfold_and_can_be_skipped() -> None:
    async with open_game(ludarium.new("beetle-battle", size=3), speed="slow") as (pilot, play):
        for name in "0,0", "2,2", "0,0":
            await touch(pilot, play, name)
            if play._film:
                assert play._move_input is None and play.board.position is not play.game.row
                await pilot.press("z")
                await until(pilot, lambda: play._film is None)
        assert play.board.position == play.game.row and moves(play) == ["0,0", "2,2", "0,0"]


@pytest.mark.usefixtures("endless")
@pytest.mark.parametrize("reaction", [0.0, math.inf])  # of a person who has seen the film, and of one who has not
async def test_a_film_tells_its_move_and_not_yet_who_has_won(monkeypatch: pytest.MonkeyPatch, reaction: float) -> None:
    monkeypatch.setattr(key_queue, "REACTION", reaction)
    game = ludarium.new("beetle-battle", size=3)
    for move in "0,0", "0,1":
        game.push(move)
    async with open_game(game, speed="slow") as (pilot, play):
        await touch(pilot, play, "0,0")
        await until(pilot, lambda: play._film is not None)
        assert text(play, "#turn") == " ●R  Red: 0,0" and text(play, "#say") == ""
        await pilot.press("z")
        await until(pilot, lambda: text(play, "#turn") == "The winner is red!")
        await until(pilot, lambda: play.query(EndPanel))
        await pilot.press("escape", "comma", "full_stop")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen) and pilot.app.screen._film is not None)
        assert "After move 3 of 3" in shown(pilot) and "winner" not in shown(pilot)
        await pilot.press("z")
        await until(pilot, lambda: "The winner is red!" in shown(pilot))


@pytest.mark.usefixtures("endless")
async def test_pieces_that_change_owners_are_highlighted() -> None:
    async with open_game(ludarium.new("ataxx", "7/7/7/7/7/x1o4/7 x 0 1"), speed="slow") as (pilot, play):
        await touch(pilot, play, "a2", "b2")
        assert play._film and play._hint == ("c2",)
        await pilot.press("left")
        await until(pilot, lambda: play._film is None)
        assert play.board.name_here == "a2"
