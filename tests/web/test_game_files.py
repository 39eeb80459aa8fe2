"""What a game folder brings for the page: checked drawings, colours, and pictures of boards of any form."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludarium
from ludarium.games import kind
from ludarium.web.http import static
from ludarium.web.http.board_svg import draw
from ludarium.web.http.game_files import LARGEST_DRAWINGS, needs_rim, player_colours, problem_of_drawings

from ..support.example_games import furnished
from ..support.pocket import DRAWINGS, write_pocket


@pytest.fixture(scope="module", autouse=True)
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = write_pocket(tmp_path_factory.mktemp("games"))
    with furnished(folder), furnished():
        yield folder


SYMBOL = '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="a" viewBox="0 0 1 1">{}</symbol></svg>'
WRONG = {
    "<script>alert(1)</script>": "it has <script",
    '<path onclick="steal()"/>': "it has the handler onclick=",
    '<use href="https://example.org/x.svg#a"/>': "it refers to something outside the file: href=",
    "<use xlink:href='//example.org/x'/>": "it refers to something outside the file",
    '<rect fill="url(https://example.org/x)"/>': "it refers to something outside the file: url(",
    '<image href="#a"/>': "it has <image",
    "<foreignObject/>": "it has <foreignObject",
    '<animate attributeName="href" to="x"/>': "it has <animate",
    "<style>@import 'x'</style>": "it has <style",
}


@pytest.mark.parametrize("drawing", WRONG)
def test_drawings_that_could_do_harm_are_refused(drawing: str) -> None:
    assert problem_of_drawings(SYMBOL.format(drawing).encode()).startswith(WRONG[drawing])


def test_drawings_that_are_none_or_too_many_are_refused() -> None:
    assert "bytes" in problem_of_drawings(b" " * (LARGEST_DRAWINGS + 1))
    assert problem_of_drawings(b"\xff") == "it is not text in UTF-8"
    assert problem_of_drawings(b"<!DOCTYPE svg>").startswith("it has <!DOCTYPE")
    assert problem_of_drawings(b"<svg/>").startswith("it has no <symbol id=")


def test_good_drawings_are_served() -> None:
    good = '<use href="#b"/><rect fill="url(#c)" style="fill: var(--piece)"/>'
    assert problem_of_drawings(SYMBOL.format(good).encode()) == ""
    assert all(
        not problem_of_drawings(path.read_bytes()) for path in static.game_sources().values() if path.suffix == ".svg"
    )
    assert static.game_symbols(static.client().files, "pocket").keys() == {"king", "rook", "logo"}


def test_a_refused_file_leaves_the_game_to_the_tokens_of_the_page() -> None:
    file = kind("pocket").folder / "pieces.svg"
    file.write_text(SYMBOL.format("<script/>"), encoding="utf-8")
    try:
        assert not static.game_symbols(static.client().files, "pocket")
        assert [text.partition(": ")[2] for text in static.page_problems()] == [
            "pieces.svg is left out: it has <script"
        ]
        assert 'href="#token-0"' in draw(ludarium.new("pocket")).decode()
    finally:
        file.write_text(DRAWINGS, encoding="utf-8")


def test_players_have_the_colours_that_the_game_says() -> None:
    colours = player_colours(kind("pocket"))
    assert (colours["player-dark"], colours["player-light"]) == ("var(--player-black)", "#f3e3c3")
    # Each has a rim with which it is seen on a board of any theme
    assert (colours["rim-dark"], colours["rim-light"]) == ("#d8d3c8", "#3a3d42")
    assert needs_rim(kind("pocket")) and not needs_rim(kind("hex"))
    picture = draw(ludarium.new("othello")).decode()
    assert "--player-black:#1d1f23;" in picture and "--player-white:#fbfaf5;" in picture
    assert "--rim:var(--rim-black)" in picture and "--rim-black:#d8d3c8;" in picture


def test_pieces_of_a_kind_have_one_drawing_in_the_colours_of_their_owners() -> None:
    picture = draw(ludarium.new("pocket")).decode()
    assert picture.count('href="#king"') == picture.count('href="#rook"') == 2
    assert "--piece:var(--player-dark, var(--owner-0))" in picture and "--player-dark:var(--player-black);" in picture
    assert "--player-black:#1d1f23;" in picture


def test_a_picture_of_hexagons() -> None:
    game = ludarium.new("hex", size=3)
    game.push("b2")
    picture = draw(game).decode()
    polygons = re.findall(r'<polygon points="([^"]*)" fill="var\(--ground-field', picture)
    assert len(polygons) == 9 and all(len(points.split()) == 6 for points in polygons)
    assert re.findall(r"<text[^>]*>(\w)</text>", picture) == ["1", "2", "3", "a", "b", "c"]
    assert picture.count("<polyline") == 4 and "var(--player-red, var(--owner-0))" in picture


@pytest.mark.parametrize("id", ludarium.games())
def test_boards_of_squares_have_no_geometry(id: str) -> None:
    found = kind(id)
    assert found.geometry(found.make(found.choose({}))) is None
