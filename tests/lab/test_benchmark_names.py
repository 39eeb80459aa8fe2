"""What the benchmarks of search take: names, copies of the package, openings."""

from argparse import ArgumentTypeError
from pathlib import Path
from random import Random

import pytest

from benchmarks import speed
from benchmarks._arguments import one_of, package_copy
from benchmarks.strength import CONTESTS
from ludarium.play.opponents.engine_player import RandomPlayer


def test_a_name_is_one_of_those_known() -> None:
    check = one_of(("ataxx", "gamma"))
    assert check("gamma") == "gamma"
    with pytest.raises(ArgumentTypeError, match="'chess' is none of ataxx, gamma"):
        check("chess")


def test_a_copy_of_the_package_is_a_folder_with_it(tmp_path: Path) -> None:
    with pytest.raises(ArgumentTypeError, match="no package ludarium lies in "):
        package_copy(str(tmp_path))
    assert not list(tmp_path.iterdir())
    (tmp_path / "ludarium").mkdir()
    assert package_copy(str(tmp_path)) == tmp_path


def test_no_opening_ends_the_game() -> None:
    """On 4x4 one of many does."""
    contest, sides = CONTESTS["beetle-battle-4"], (RandomPlayer(), RandomPlayer())
    games = [speed.begin(contest, Random(seed), sides) for seed in range(100)]
    assert {len(game.moves) for game in games} == {contest.openings} and not any(game.outcome() for game in games)
