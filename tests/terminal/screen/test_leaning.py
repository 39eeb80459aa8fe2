"""Boards of hexagons on the full screen: leaning rows, a cursor that finds the nearest cell, cells that are clicked."""

from collections.abc import Iterator
from itertools import pairwise

import pytest

import ludarium
from ludarium.terminal.screen.board.painter import owner_style

from ...support.example_games import furnished
from ...support.screens import moves, open_game, until


@pytest.fixture(autouse=True)
def examples() -> Iterator[None]:
    with furnished():
        yield


async def test_rows_lean_and_are_named_where_they_begin() -> None:
    async with open_game(ludarium.new("hex", size=5)) as (pilot, screen):
        board = screen.board
        wide = board.cell_size[0]
        await until(pilot, lambda: board.size.width > 0)
        lines = [board.render_line(line).text for line in range(board.size.height)]
        starts = [next(line.index(name) for line in lines if line.strip().startswith(name)) for name in "12345"]
        assert [b - a for a, b in pairwise(starts)] == [wide // 2] * 4
        # The columns are named below their last cells, one step further
        foot = next(line for line in lines if line.split() == [*"abcde"])
        last = board._pad[0] + board._gutter + board._left(0, 4)
        assert abs(foot.index("a") - (last + wide // 2 + wide // 2)) <= 1


async def test_keys_and_clicks_find_cells() -> None:
    async with open_game(ludarium.new("hex", size=5, swap=False)) as (pilot, screen):
        board = screen.board
        await until(pilot, lambda: board.size.width > 0)
        board.point_at(2, 2)
        names = []
        for key in "right", "up", "up", "up", "down", "left", "home", "end":
            await pilot.press(key)
            names.append(board.name_here)
        assert names == ["d3", "d2", "d1", "d1", "d2", "c2", "a2", "e2"]
        wide, high = board.cell_size
        x = board._pad[0] + board._gutter + board._left(1, 3) + wide // 2
        await pilot.click(board, offset=(x, board._pad[1] + 3 * high + high // 2))
        await until(pilot, lambda: [*map(str, moves(screen))] == ["b4"])


@pytest.mark.parametrize("theme", ["ludarium-dark", "ludarium-light", "ludarium-contrast", "ludarium-dark-16"])
def test_black_is_black_and_white_is_white_with_letters_that_can_be_read(theme: str) -> None:
    game = ludarium.new("othello")
    black, white = (owner_style(theme, game.kind, game.constants, number) for number in range(2))
    assert (black.colour, black.ink, white.colour, white.ink) == ("#1d1f23", "#ffffff", "#fbfaf5", "#000000")
