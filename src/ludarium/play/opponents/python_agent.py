"""A Python file as an opponent: `python:my_agent.py`, where the file has a function choose(game).

The file runs in a process of its own (`agent_process`), so that one that crashes, loops or prints does no harm here.
"""

import json
import sys
from pathlib import Path
from typing import Any

from ...contract.errors import BadOption, LudariumError
from ...contract.quotation import quoted
from ...engine.search.cancel import CancelToken
from ..game import Game
from ..judging.analysis import Limit
from ..move import Move
from .opponent import Forfeit, Opponent
from .talk import Gone, Hung, Talk

# Seconds to wait for an answer
GETTING_READY = 120.0  # to `begin`: a file may load a large net
OVER_TIME = 5.0  # to `choose`, beyond the time for the move
UNTIMED = 300.0  # to `choose` where nodes or depth are the limit

PROCESS = f"{__package__}.agent_process"


class PythonAgent(Opponent):
    """An agent's process, started with the first game and again if it has ended since."""

    def __init__(self, file: str, limit: Limit) -> None:
        self._file = Path(file).expanduser().absolute()
        if not self._file.is_file():
            raise BadOption(f"there is no file {quoted(file)} that could play")
        self.name = self._file.name
        self._limit = limit
        self._talk: Talk | None = None

    def begin(self, game: Game) -> None:
        if self._talk is None:
            self._talk = Talk([sys.executable, "-m", PROCESS, str(self._file), game.kind.id])
        try:
            self._ask("begin", game, GETTING_READY)
        except (Gone, Hung, LudariumError) as error:
            self.close()
            what = "it has ended" if isinstance(error, Gone) else "it does not answer"
            raise BadOption(f"{self.name} cannot play: {error if str(error) else what}") from None

    def choose(self, game: Game, cancel: CancelToken | None = None) -> Move:
        """The agent's move. It has no way to hear that a search is cancelled, and answers within its time."""
        if self._talk is None:
            self.begin(game)
        seconds = UNTIMED if self._limit.seconds is None else self._limit.seconds + OVER_TIME
        try:
            return game.parse(self._ask("choose", game, seconds))
        except (Gone, Hung, LudariumError) as error:
            self.close()
            raise Forfeit(f"{self.name} {self._reason(error)}") from None

    def _ask(self, what: str, game: Game, seconds: float) -> str:
        """Send a request about a game, and wait for the answer; _Failed if the agent has raised an error."""
        assert self._talk
        self._talk.send(f"{what} {json.dumps(_description(game))}")
        for line in self._talk.lines(seconds):
            word, _, rest = line.partition(" ")
            if word == "failed":
                raise _Failed(rest)
            if word == "answer":
                return rest
        raise Gone

    def _reason(self, error: Exception) -> str:
        if isinstance(error, Gone):
            return "has ended in the middle of the game"
        if isinstance(error, Hung):
            return "has not answered in time"
        return f"has failed: {error}" if isinstance(error, _Failed) else f"made a wrong move: {error}"

    def close(self) -> None:
        talk, self._talk = self._talk, None
        if talk:
            talk.close()


class _Failed(LudariumError):
    """The agent has raised an error; the message says which, and in which line."""


def _description(game: Game) -> dict[str, Any]:
    """A game for the agent's process: how it began and its moves, or what the player to move sees of the position."""
    kind, constants, row = game.kind, game.constants, game.row
    if kind.hides:
        seen = kind.seen(constants, row, kind.rules.turn(constants, row))
        return {"options": game.option_texts, "origin": kind.write_position(constants, seen), "moves": []}
    return {
        "options": game.option_texts,
        "origin": game.origin,
        "moves": [move.number for move in game.moves],
    }
