"""The process of a Python agent: `python -m ludarium.play.opponents.agent_process FILE GAME`.

It reads `begin {...}` and `choose {...}` with a game as JSON, and answers `answer MOVE`, or `failed` and a sentence.
"""

import importlib.util
import json
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from ...contract.errors import LudariumError
from ...games import kind as find
from ...games.blame import describe
from ..game import Game
from ..position import move_in


def load(file: Path) -> ModuleType:
    """The agent's module. It may import what lies beside it."""
    sys.path.insert(0, str(file.parent))
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None:
        raise LudariumError(f"{file.name} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    spec.loader.exec_module(module)
    if not callable(vars(module).get("choose")):
        raise LudariumError("it has no function choose(game)")
    return module


def game_of(kind: str, told: dict[str, Any]) -> Game:
    """The game that a request describes."""
    game = Game(find(kind), told["origin"], **told["options"])
    for number in told["moves"]:
        game.push(move_in(game, number))
    return game


def sentence(error: BaseException, file: Path) -> str:
    """What went wrong in the agent, with the line of its file."""
    if isinstance(error, LudariumError):
        return str(error)
    lines = [each.lineno for each in traceback.extract_tb(error.__traceback__) if each.filename == str(file)]
    return describe(error) + (f" in line {lines[-1]}" if lines else "")


def serve(file: Path, kind: str, say: Callable[[str], None]) -> None:
    """Answer requests until the end of the input."""
    agent: ModuleType | None = None
    for line in sys.stdin:
        what, _, rest = line.strip().partition(" ")
        if what == "quit":
            return
        try:
            agent = agent or load(file)
            game = game_of(kind, json.loads(rest))
            if what == "choose":
                chosen = agent.choose(game)
                if chosen is None:
                    raise LudariumError("choose(game) has returned nothing")
                say(f"answer {' '.join(str(chosen).split())}")
                continue
            if callable(begin := vars(agent).get("begin")):
                begin(game)
            say("answer")
        except (Exception, SystemExit) as error:
            say(f"failed {' '.join(sentence(error, file).split())}")


def main() -> None:
    # What the agent prints must not be taken for an answer
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)
    serve(Path(sys.argv[1]), sys.argv[2], lambda text: print(text, file=answers, flush=True))


if __name__ == "__main__":
    main()
