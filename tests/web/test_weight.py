"""Large boards: what a server keeps of them in memory, and what it sends of them."""

import json
import random
from typing import Any

import msgspec
import pytest

import ludarium
from ludarium.contract.scene import Cell
from ludarium.play.match import grid as grids
from ludarium.protocol.messages import Grid
from ludarium.web.http import board_svg
from ludarium.web.http.board_svg import draw

from ..support.server import Server

LARGE: dict[str, Any] = {"width": "80", "height": "60"}


def played(kind: str, moves: int, **options: Any) -> ludarium.Game:
    game, chance = ludarium.new(kind, **options), random.Random(5)
    for _ in range(moves):
        game.push(chance.choice(list(game.legal_moves)))
    return game


def short(game: ludarium.Game) -> Grid | None:
    return grids.grid(game.kind, game.constants, game.options, game.row)


# What is sent of them


@pytest.mark.parametrize(
    ("kind", "options", "name"),
    [
        ("gamma", {"width": 40, "height": 30}, "{column},{row}"),
        ("gamma", {"width": 1, "height": 30}, "{column},{row}"),
        ("gamma", {"width": 30, "height": 1}, "{column},{row}"),
        ("beetle-battle", {"size": 10}, "{row},{column}"),
        ("battle-of-the-beetles", {}, "{column}{row}"),
        ("ataxx", {"blocks": "3gh"}, "{column}{row}"),
    ],
)
def test_a_grid_has_all_cells(kind: str, options: dict[str, Any], name: str) -> None:
    for moves in 0, 12:
        game = played(kind, moves, **options)
        found = short(game)
        assert found and found.name == name and tuple(grids.cells(found)) == game.scene().cells


def test_cells_with_other_names_have_no_grid() -> None:
    assert short(played("abatis", 3)) is None


async def test_a_large_board_is_sent_in_short(server: Server) -> None:
    id = await server.new("gamma", **LARGE)
    async with server.page(id) as page:
        state = await page.told()
        assert state["cells"] == [] and (await server.get(f"games/{id}"))["grid"] == state["grid"]
        for at, cell in enumerate(("3,4", "79,59", "4,4")):
            assert (await page.ask("play", at=at, path=[cell]))["say"] == "done"
        state, past = await server.get(f"games/{id}"), await server.get(f"games/{id}/plies/2")
    game = ludarium.new("gamma", **LARGE)
    for move in "3,4", "79,59":
        game.push(move)
    assert cells_of(past["grid"]) == [*game.scene().cells] and past["cells"] == []
    game.push("4,4")
    assert cells_of(state["grid"]) == [*game.scene().cells]
    assert len(json.dumps(state)) < 12_000


def cells_of(sent: Any) -> list[Cell]:
    return [*grids.cells(msgspec.convert(sent, Grid))]


async def test_a_small_board_is_sent_cell_by_cell(server: Server) -> None:
    state = await server.get(f"games/{await server.new('gamma', width='32', height='32')}")
    assert state["grid"] is None and len(state["cells"]) == 1024


def test_the_start_of_a_few_boards_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    described: list[int] = []
    describe = grids._describe

    def count(kind: Any, constants: Any, row: Any) -> Grid | None:
        described.append(constants.width)
        return describe(kind, constants, row)

    monkeypatch.setattr(grids, "_describe", count)
    grids._starts.clear()
    for width in (*range(40, 40 + grids.STARTS), 40, 40 + grids.STARTS, 41):
        short(played("gamma", 0, width=width, height=30))
    assert len(described) == grids.STARTS + 2 and len(grids._starts) == grids.STARTS


# Pictures


def test_the_picture_of_a_large_board_is_areas() -> None:
    game = played("gamma", 3, width=200, height=100)
    picture = draw(game).decode()
    assert picture.count("<path") == 3 and "M0 0h200v1h-200z" in picture and len(picture) < 6000
    assert 'viewBox="0 0 20000 10000"' in picture


def test_a_picture_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played("gamma", 200, width=200, height=100, areas=1000)
    whole = draw(game)
    monkeypatch.setattr(board_svg, "MOST_RUNS", 120)
    part = draw(game).decode()
    assert len(part) < len(whole) / 2 and "h200v4h-200z" in part and part.count("v4") <= 120
