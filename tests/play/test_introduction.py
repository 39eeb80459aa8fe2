"""Introductions: what a game's folder prepares for new players, and what is said about a broken file."""

from pathlib import Path

import pytest

import ludarium
from ludarium.contract.errors import BadOption
from ludarium.contract.kind import BOARD, Kind
from ludarium.games import kind
from ludarium.play.introduction import FILE, Diagram, introduction_of, poster

every_kind = pytest.mark.parametrize("id", ludarium.games())


@every_kind
def test_three_steps_whose_moves_the_rules_allow(id: str) -> None:
    steps = introduction_of(kind(id)).steps
    assert len(steps) == 3
    for step in steps:
        game = step.game(kind(id))
        counted = [move for move in game.legal_moves if step.counts(game, move)]
        assert counted and step.text.endswith(".") and step.after.endswith(".")


@every_kind
def test_a_poster_shows_a_game_that_goes_on(id: str) -> None:
    shown = poster(kind(id))
    assert shown.outcome() is None
    assert sum(cell.piece is not None for cell in shown.scene().cells) > 8


@every_kind
def test_the_letters_of_a_drawn_board_are_its_picture(id: str) -> None:
    found = [*BOARD.finditer(kind(id).illustrated_help)]
    assert found and "```" not in kind(id).help
    for each in found:
        game = Diagram.read(each["position"]).game(kind(id))
        for line in game.kind.picture(game.constants, game.row).splitlines():
            assert line in each["letters"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("steps = 3", "Expected `array`"),
        ('[[steps]]\nposition = "7/7 x"\ntext = "Try."\nafter = "So."', "step 1"),
        ('[[steps]]\nposition = "x6/7/7/7/7/7/6o x"\ntext = "Try."\nafter = "So."\nmoves = ["a1-a2"]', "step 1"),
        ("[[steps", "abroken"),
    ],
)
def test_a_broken_file_is_named_in_a_sentence(tmp_path: Path, text: str, reason: str) -> None:
    real = kind("ataxx")
    (tmp_path / FILE).write_text(text)
    broken = Kind("abroken", real.rules, real.board, real.strategy, tmp_path)
    with pytest.raises(BadOption, match=f"{FILE} of abroken") as caught:
        introduction_of(broken)
    assert reason in str(caught.value)


def test_a_game_without_a_file_has_no_steps(tmp_path: Path) -> None:
    real = kind("ataxx")
    bare = Kind("abare", real.rules, real.board, real.strategy, tmp_path)
    assert introduction_of(bare).steps == () and poster(bare).moves
