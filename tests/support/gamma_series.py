"""Games of Gamma's interactive mode, one after the other on one screen of one process: keys in, reports out.

`python -m tests.support.gamma_series REPORTS OPTIONS ...` writes the report of each game to a named pipe.
"""

import sys
from pathlib import Path
from typing import Any, TextIO

from ludarium.games import kind
from ludarium.play.game import Game
from ludarium.terminal.screen.app import Ludarium
from ludarium.terminal.screen.game.program import ProgramScreen, report
from ludarium.terminal.screen.game.saved_match import SavedMatch
from ludarium.terminal.screen.launch import run

NAMES = "width", "height", "players", "areas"
END = "\f"  # after each report


def match(text: str) -> SavedMatch:
    options: dict[str, Any] = dict(zip(NAMES, map(int, text.split(",")), strict=True))
    return SavedMatch.new(Game(kind("gamma"), **options), (), saves=False)


class SeriesScreen(ProgramScreen):
    """Goes on with the next game where the program would end."""

    def __init__(self, games: list[str], reports: TextIO) -> None:
        super().__init__(match(games[0]))
        self._games, self._reports = games[1:], reports

    async def leave(self) -> None:
        told, last = report(self.match), not self._games
        if last:
            await super().leave()
        else:
            self.start(match(self._games.pop(0)))
        print(told, file=self._reports, end=END, flush=True)


if __name__ == "__main__":
    with Path(sys.argv[1]).open("w") as reports:
        run(Ludarium(lambda: SeriesScreen(sys.argv[2:], reports)))
