"""Boards that are no grid of squares: where cells lie, what they are called, and how they look as text."""

from collections.abc import Callable, Iterator
from math import isclose, sqrt
from types import SimpleNamespace
from typing import Any

import pytest

import ludarium
from ludarium.contract.drawing.geometry import geometry
from ludarium.contract.drawing.letters import draw_letters, text_places
from ludarium.contract.scene import Cell, Outline, Stroke
from ludarium.contract.shapes import ROW, circle, flat_hexagon, hexagon, polygon, square, triangle
from ludarium.contract.squares import square as name

from ...support.example_games import furnished


@pytest.fixture(autouse=True)
def examples() -> Iterator[None]:
    with furnished():
        yield


def test_hexagons_share_their_sides() -> None:
    """The corners of a hexagon are corners of its neighbours, two of each."""
    game = ludarium.new("hex", size=3)
    found = game.kind.geometry(game.constants)
    assert found and len(found.cells) == 9 and len(found.forms) == 1
    form = found.forms[0]

    def corners(column: int, row: int) -> set[tuple[float, float]]:
        cell = next(each for each in found.cells if (each.column, each.row) == (column, row))
        return {(round(cell.x + x, 2), round(cell.y + y, 2)) for x, y in zip(form[::2], form[1::2], strict=True)}

    middle = corners(1, 1)
    for right, down in (1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1):
        assert len(middle & corners(1 + right, 1 + down)) == 2
    assert not middle & corners(0, 0) and not middle & corners(2, 2)
    # Everything fits: cells, sides and names
    assert all(0 <= cell.x <= found.width and 0 <= cell.y <= found.height for cell in found.cells)
    assert all(0 <= x <= found.width and 0 <= y <= found.height for line in found.strokes for x, y in line.points)


def test_names_stand_in_the_direction_of_their_lines() -> None:
    game = ludarium.new("hex", size=3)
    found = game.kind.geometry(game.constants)
    assert found
    cells = {(each.column, each.row): each for each in found.cells}
    labels = {label.text: label for label in found.labels}
    assert [*labels] == ["1", "2", "3", "a", "b", "c"]
    # Row 2 is named to the left of its first cell, column b one step below its last, where d4 would be
    assert labels["2"].x == pytest.approx(cells[0, 1].x - 1) and labels["2"].y == cells[0, 1].y
    assert labels["b"].x == pytest.approx(cells[1, 2].x + 0.5, abs=1e-3)
    assert labels["b"].y == pytest.approx(cells[1, 2].y + ROW, abs=1e-3)


def test_a_leaning_board_is_leaning_text() -> None:
    game = ludarium.new("hex", size=3, swap=False)
    for move in "b2", "c1":
        game.push(move)
    assert str(game) == "1 . . B\n 2 . R .\n  3 . . .\n     a b c"


def board(outline: Callable[[Any, int, int], Outline], columns: int, rows: int) -> tuple[Any, Callable[..., Outline]]:
    plain = SimpleNamespace(
        shape=lambda game: (columns, rows),
        cell=lambda game, s, x, y: Cell(name(x, y), x, y),
        player=lambda game, number: "",
    )
    return plain, outline


FORMS = {
    "triangles": lambda game, x, y: triangle(x / 2, y * ROW, down=(x + y) % 2 == 1),
    "flat hexagons": lambda game, x, y: flat_hexagon(x * ROW, y + x / 2),
    "circles": lambda game, x, y: circle(2 * x, 2 * y, 0.5),
    "squares": lambda game, x, y: square(x, y),
    "polygons": lambda game, x, y: polygon(x, y, (-0.5, 0), (0, -0.5), (0.5, 0), (0, 0.5)),
}


@pytest.mark.parametrize("form", FORMS)
def test_any_form(form: str) -> None:
    plain, outline = board(FORMS[form], 4, 3)
    found = geometry(plain, None, [], outline, [Stroke(((0, 0), (1, 1)))])
    assert found and len(found.cells) == 12
    sizes = {"triangles": 2, "flat hexagons": 1, "circles": 1, "squares": 1, "polygons": 1}
    assert len(found.forms) == sizes[form]
    # As text no cell runs into another one, however near they are
    lines = draw_letters(plain, None, [], {}, outline).splitlines()[:3]
    assert all(line.count(".") == 4 and ".." not in line for line in lines)


def test_forms_have_a_width_of_one() -> None:
    for outline in hexagon(0, 0), triangle(0, 0), triangle(0, 0, down=True), square(0, 0):
        across = [x for x, _ in outline.corners]
        assert isclose(max(across) - min(across), 1)
    assert isclose(max(y for _, y in hexagon(0, 0).corners), 1 / sqrt(3))
    assert circle(1, 2).radius == 0.5 and not circle(1, 2).corners


def test_text_places_keep_rows_apart() -> None:
    assert text_places({(0, 0): 0.0, (1, 0): 0.5, (0, 1): 0.25}) == {(0, 0): 0.0, (1, 0): 1.0, (0, 1): 0.5}


def test_a_large_board_is_a_grid() -> None:
    plain, outline = board(FORMS["squares"], 40, 40)
    assert geometry(plain, None, [], outline, []) is None
