"""What does not compile is one sentence with the author's line and what to write instead."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ludarium
from ludarium.engine.compilable import flaws_of_compiling
from ludarium.games import kind

from ..support.example_games import furnished
from ..support.wrong_games import LISTING, UNCOMPILABLE, Wrong, write_wrong


@pytest.mark.parametrize("id", ludarium.games())
def test_nothing_is_found_in_the_games_of_the_house(id: str) -> None:
    assert [*flaws_of_compiling(kind(id))] == []


@pytest.mark.parametrize("wrong", UNCOMPILABLE, ids=lambda wrong: wrong.name)
def test_what_python_has_and_compiled_rules_have_not(tmp_path: Path, wrong: Wrong) -> None:
    folder = write_wrong(tmp_path, wrong)
    if wrong.name == "recursive":
        rules = folder / "rules.py"
        rules.write_text(rules.read_text().replace("    s[0] -= move\n", "    s[0] -= move + depth(game, s)\n"))
    with furnished(tmp_path):
        assert [str(flaw) for flaw in flaws_of_compiling(kind(wrong.name))] == [wrong.said]


def test_what_only_the_compiler_finds_names_the_line_too(tmp_path: Path) -> None:
    """Two programs, each with one error that only types show."""
    changed = f"    x = 1\n    if n > 5:\n        x = (1, 2)\n    n = n if x else n + 1\n{LISTING}"
    changing = Wrong("changing", LISTING, changed, "")
    calling = Wrong("calling", LISTING, f"    n += divmod(s, 1)\n{LISTING}", "")
    for wrong in changing, calling:
        write_wrong(tmp_path, wrong)
    environment = {**os.environ, "LUDARIUM_GAMES": str(tmp_path), "LUDARIUM_CACHE": str(tmp_path / "cache")}
    code = """
from ludarium.engine import rule_functions
from ludarium.engine.code import game_code
from ludarium.games import kind
for id in "changing", "calling":
    try:
        game_code(kind(id)).native(rule_functions.list_moves)
    except ValueError as error:
        print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    first, second = done.stdout.splitlines()
    assert first.startswith("changing cannot be compiled: rules.py, line 29: x is a whole number and later a tuple")
    assert second.startswith("calling cannot be compiled: rules.py, line 26: compiled code cannot call divmod")


MANY = """
from ludarium import new
from ludarium.engine import playouts, rule_functions
from ludarium.engine.code import game_code
from ludarium.engine.memory import as_array, numbers
from ludarium.games import kind
found = kind("few")
game = found.make(found.choose({}))
row = found.start(game, {})
for work in (
    lambda: game_code(found).native(rule_functions.list_moves)(game, as_array(row), numbers(8)),
    lambda: playouts.playouts(found, game, row, 4),
):
    try:
        print(work())
    except ValueError as error:
        print(error)
"""


def test_more_moves_than_most_moves_says_are_an_error_in_compiled_code(tmp_path: Path) -> None:
    """Where there is room for them as well as where there is none; without a check memory was overwritten."""
    folder = write_wrong(tmp_path, Wrong("few", "return MOST", "return 1", ""))
    environment = {**os.environ, "LUDARIUM_GAMES": str(tmp_path), "LUDARIUM_CACHE": str(tmp_path / "cache")}
    done = subprocess.run([sys.executable, "-c", MANY], env=environment, capture_output=True, text=True, check=True)
    said = f"{folder}: compiled rules listed more moves than most_moves says, or read or wrote beside a row; "
    assert done.stdout.splitlines() == [f"{said}`ludarium check few` finds where"] * 2
