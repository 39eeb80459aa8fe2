"""Where things stand around the board, how large it is, and how it looks in terminals with few colours."""

from itertools import product
from typing import Any

import pytest
from rich.color import Color
from rich.style import Style

import ludarium
from ludarium.contract.scene import Piece
from ludarium.terminal.screen.board.painter import SIZES, Marks, owner_style, paint
from ludarium.terminal.screen.game.text_places import Layout
from ludarium.terminal.screen.palette import FIRST, PALETTE, fitted
from ludarium.terminal.screen.themes import LOOKS, OFFERED, shown_theme

from ...support.screens import footer, open_game, text, touch


@pytest.mark.parametrize(
    ("id", "options", "screen", "layout", "cells"),
    [
        ("ataxx", {}, (80, 24), Layout.BESIDE, (6, 3)),
        ("ataxx", {}, (60, 20), Layout.STACKED, (4, 2)),
        ("ataxx", {}, (46, 16), Layout.NARROW, (4, 1)),
        ("ataxx", {}, (60, 40), Layout.NARROW, (8, 4)),
        ("ataxx", {}, (120, 40), Layout.STACKED, (10, 5)),
        ("ataxx", {}, (200, 60), Layout.BESIDE, (16, 8)),
        ("gamma", {"players": 4}, (120, 40), Layout.BESIDE, (6, 3)),
        ("abatis", {"seed": 1}, (80, 24), Layout.BESIDE, (4, 1)),
        ("gamma", {"width": 200, "height": 200}, (80, 24), Layout.BESIDE, (3, 1)),
    ],
)
async def test_the_board_is_as_large_as_it_fits_and_in_the_middle(
    id: str, options: dict[str, Any], screen: tuple[int, int], layout: Layout, cells: tuple[int, int]
) -> None:
    game = ludarium.new(id, **options)
    seats = ("human",) * game.kind.rules.players(game.constants)
    async with open_game(game, seats, size=screen) as (_, play):
        board = play.board
        assert (play._texts.layout, board.cell_size) == (layout, cells)
        if board.is_whole:
            right = board.size.width - board._pad[0] - board.virtual_size.width
            below = board.size.height - board._pad[1] - board.virtual_size.height
            assert 0 <= right - board._pad[0] <= 1 and 0 <= below - board._pad[1] <= 1
        # What is told has its place, whatever the layout
        place = "line" if layout is Layout.NARROW else "say"
        assert play._texts.widgets[place].display and text(play, f"#{place}")


async def test_the_column_beside_a_board_stands_apart_from_its_labels() -> None:
    """At 80 x 24 Abatis' last label and the name of the cell at the cursor read as one: E8 at S3."""
    async with open_game(ludarium.new("abatis", seed=1), ("human",)) as (_, play):
        board, here = play.board, play.query_one("#here")
        assert board.region.x + board._pad[0] + board.virtual_size.width + 2 <= here.content_region.x
        assert text(play, "#here").startswith("cursor at ")


async def test_you_are_below_and_the_opponent_above() -> None:
    async with open_game(ludarium.new("ataxx"), ("random", "human"), size=(120, 40), speed="off") as (pilot, play):
        above, board, below = (play.query_one(place).region for place in ("#above", "#board", "#below"))
        assert above.bottom == board.y and board.bottom == below.y
        assert "random" in text(play, "#above") and "▸  ■B  you" in text(play, "#below")
        # Smaller, both stand beside the board in the same order; smaller still, around it again
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        first, second = text(play, "#players").split("\n")
        assert "random" in first and "you" in second and play.query_one("#players").display
        assert not play.query_one("#above").display
        await pilot.resize_terminal(46, 16)
        await pilot.pause()
        assert not play.query_one("#side").display and play.query_one("#below").display


async def test_all_that_is_told_of_a_player_stands_in_one_line() -> None:
    async with open_game(ludarium.new("battle-of-the-beetles"), size=(120, 40)) as (_, play):
        assert play._texts.layout is Layout.STACKED and "eggs 14" in text(play, "#players")
        for place in "#above", "#below":
            assert "eggs 14" in text(play, place) and "\n" not in text(play, place)


async def test_nothing_jumps_when_something_is_told() -> None:
    async with open_game(ludarium.new("ataxx")) as (pilot, play):
        before = {place: play.query_one(place).region for place in ("#board", "#here", "#say", "#moves", "#players")}
        await touch(pilot, play, "a7", "b6", "d4")
        for place, region in before.items():
            assert play.query_one(place).region == region
        assert "1  R  a7-b6" in play._texts.moves.render_line(0).text
        assert "Leave, kept" in footer(pilot) and "Blocks" not in footer(pilot)


# Colours


def segments(theme: str, size: tuple[int, int], ground: str, marks: Marks, piece: Piece | None) -> str:
    """A cell without its colours."""
    game = ludarium.new("ataxx")
    style = owner_style(theme, game.kind, game.constants, 0)
    lines = (paint(theme, size, line, ground, False, piece, style, marks) for line in range(size[1]))
    return "\n".join("".join(segment.text for segment in line) for line in lines)


MARKS = {name: Marks(**{name: True}) for name in ("cursor", "open", "taken", "hint", "last")} | {"": Marks()}


@pytest.mark.parametrize("size", SIZES)
def test_marks_and_blocks_can_be_told_apart_without_colours(size: tuple[int, int]) -> None:
    for piece in Piece(0), None:
        drawn = {name: segments("ludarium-dark", size, "field", marks, piece) for name, marks in MARKS.items()}
        if size[1] > 1:
            del drawn["taken"]  # it is drawn like the cursor, which is there
        assert len(set(drawn.values())) == len(drawn), drawn
    assert "▒" in segments("ludarium-dark", size, "block", Marks(), None)


@pytest.mark.parametrize("size", SIZES)
def test_a_cell_warns_that_one_piece_more_fills_it(size: tuple[int, int]) -> None:
    warned = {
        (amount, room): "!" in segments("ludarium-dark", size, "field", Marks(), Piece(0, "beetle", amount, room=room))
        for room in (0, 2, 3, 4)
        for amount in (1, 2, 3)
    }
    assert [pair for pair, is_warned in warned.items() if is_warned] == [(1, 2), (2, 2), (3, 2), (2, 3), (3, 3), (3, 4)]


@pytest.mark.parametrize("theme", LOOKS)
def test_fields_and_blocks_differ_in_every_theme(theme: str) -> None:
    look = LOOKS[theme]
    light, dark = look.grounds["field"]
    assert light != dark and look.block != look.grounds["block"][0]
    shades = [_eight_bit(colour) for colour in (light, dark)]
    assert shades[0] != shades[1]
    for name, ground in product(look.named, (light, dark)):
        assert look.named[name] != ground


def _eight_bit(colour: str) -> int | None:
    """The number among 256 colours that a terminal gets."""
    found = fitted(Style(bgcolor=colour)).bgcolor
    assert found
    return found.number


@pytest.mark.parametrize("theme", LOOKS)
def test_blue_cells_are_blue_and_yellow_ones_yellow_in_every_theme(theme: str) -> None:
    for name in "blue", "yellow":
        for colour in LOOKS[theme].grounds[name]:
            number = _eight_bit(colour)
            assert number is not None
            red, green, blue = PALETTE[number - FIRST]
            assert blue > red if name == "blue" else min(red, green) > blue, colour


def test_dark_greys_stay_grey_with_256_colours() -> None:
    greys = range(232, 256)
    for colour in (*LOOKS["ludarium-dark"].grounds["field"], LOOKS["ludarium-dark"].theme.panel or ""):
        assert _eight_bit(colour) in greys
    assert fitted(Style(color=Color.default())).color == Color.default()


def test_a_terminal_with_16_colours_has_themes_of_its_own() -> None:
    assert [shown_theme(name, "truecolor") for name in OFFERED] == list(OFFERED)
    assert shown_theme("ludarium-dark", "256", is_grey=True) == "ludarium-contrast"
    few = [shown_theme(name, "standard") for name in OFFERED]
    assert not set(few) & set(OFFERED) and all(LOOKS[name].has_few_colours for name in few)
