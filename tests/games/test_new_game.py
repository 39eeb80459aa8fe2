"""A new game is a new folder and nothing else: this one is written here, in a temporary folder, and gets everything."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from ..support.nim import HELP

SESSION = """
import ludarium
from ludarium.games import kind
from ludarium.engine import batch, perft, playouts, uncompiled

assert "nim" in ludarium.games()
game = ludarium.new("nim", stones=5)
game.push("take 2")
game.push(game.legal_moves[0])
assert str(game.moves[-1]) == "take 1" and game.turn == "left" and str(game) == "o o "
for bad, error in (("take 9", ludarium.IllegalMove), ("give 1", ludarium.BadNotation)):
    try:
        game.push(bad)
    except error:
        continue
    raise AssertionError(bad)
again = ludarium.load(game.record())
assert again == game and again.moves == game.moves
assert ludarium.new("nim", position=game.position, stones=5) == game
assert len(list(game.film("take 2"))) == 1 and len(game.scene().cells) == 5
game.push("take 2")
assert game.outcome() == ludarium.Outcome("left", (1, 0), "the last stone is taken")
nim = kind("nim")
fresh = ludarium.new("nim")
count = perft.perft(nim, fresh.constants, fresh.row, 4)
assert count == uncompiled.perft(nim, fresh.constants, fresh.row, 4) == perft.perft(
    nim, fresh.constants, fresh.row, 4, counted=False)
found = playouts.playouts(nim, fresh.constants, fresh.row, 100)
assert found.games == 100 and abs(sum(found.shares) - 1) < 1e-9
assert batch.Batch(nim, fresh.constants, 10).play_on(20) > 0
print("count", count)
"""


def run(nim_folder: Path, *command: str) -> str:
    environment = {**os.environ, "LUDARIUM_GAMES": str(nim_folder)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


def test_a_folder_is_a_game(nim_folder: Path) -> None:
    assert run(nim_folder, sys.executable, "-c", SESSION) == "count 31\n"


def test_the_command_line_knows_it(nim_folder: Path) -> None:
    ludarium = sys.executable, "-m", "ludarium"
    assert "nim\n  Take the last stone.\n" in run(nim_folder, *ludarium, "games")
    assert run(nim_folder, *ludarium, "rules", "nim") == HELP
    assert run(nim_folder, *ludarium, "perft", "nim", "4", "--option", "stones=7").splitlines()[-1] == "31"


def test_a_seventh_with_the_same_names_is_told_apart(nim_folder: Path) -> None:
    """Compiled code belongs to a game, whatever its classes are called."""
    shutil.copytree(nim_folder / "nim", nim_folder / "nim_too")
    rules = nim_folder / "nim_too" / "rules.py"
    source = rules.read_text(encoding="utf-8")
    rules.write_text(source.replace("MOST = 3", "MOST = 1"), encoding="utf-8")
    code = "from ludarium import new; from ludarium.engine.perft import perft\nfor id in ('nim', 'nim-too'):\n"
    code += "    game = new(id, stones=7)\n    print(perft(game.kind, game.constants, game.row, 4))"
    assert run(nim_folder, sys.executable, "-c", code) == "31\n1\n"


def test_it_has_an_opponent(nim_folder: Path) -> None:
    best = "import ludarium; print(ludarium.new('nim', stones=7).analyse(nodes=1000)[0])"
    assert re.search(r"take 3, take \d, take \d>.*wins_in=3", run(nim_folder, sys.executable, "-c", best))
    played = run(nim_folder, sys.executable, "-m", "ludarium", "match", "nim", "search", "random", "--games", "4")
    assert "4 games of nim" in played and "drew 0" in played
