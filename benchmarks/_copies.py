"""Other copies of the package, and their search as an opponent."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from ludarium.engine.search.cancel import CancelToken
from ludarium.play.game import Game
from ludarium.play.judging.analysis import Limit
from ludarium.play.move import Move
from ludarium.play.opponents.opponent import Opponent

ROOT = Path(__file__).parents[1]


def copy_package(folder: Path) -> Path:
    """A folder with a copy of this package."""
    left_out = shutil.ignore_patterns("__pycache__", "client", "site")
    shutil.copytree(ROOT / "src" / "ludarium", folder / "ludarium", ignore=left_out)
    return folder


class CopySearch(Opponent):
    """It runs in a process of its own; its compiled code is kept beside the copy."""

    name = "copy"

    def __init__(self, folder: Path, game: str, options: dict[str, str], limit: Limit) -> None:
        told = game, json.dumps(options), json.dumps(limit.given())
        environment = os.environ | {
            "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}",
            "LUDARIUM_CACHE": str(folder / "cache"),
        }
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks._searching", *told],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        self._told = 0

    def begin(self, game: Game) -> None:
        self._say("new")
        self._told = 0

    def choose(self, game: Game, cancel: CancelToken | None = None) -> Move:
        for move in game.moves[self._told :]:
            self._say(f"push {move}")
        self._told = len(game.moves)
        self._say("go")
        assert self._process.stdout
        return game.parse(self._process.stdout.readline().strip())

    def close(self) -> None:
        self._process.communicate()

    def _say(self, line: str) -> None:
        assert self._process.stdin
        print(line, file=self._process.stdin, flush=True)
