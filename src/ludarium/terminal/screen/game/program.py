"""A game on the full screen as its own program opens it: all players at one keyboard, and the results at the end."""

from typing import Any

from textual import work

from ....contract.kind import Kind
from ....play.game import Game
from ....play.match.match import Match
from ....play.match.presenter import results, verdict
from ..app import Ludarium
from ..dialogs.dialogs import FactsDialog
from ..launch import cannot_open, run
from .game_screen import GameScreen
from .saved_match import SavedMatch

NOT_HERE = "new", "scores", "pause"  # what the program of this game alone has no use for


class ProgramScreen(GameScreen):
    """The game with its own keys. Ctrl-D ends it at once, and nothing is kept."""

    def __init__(self, saved: SavedMatch) -> None:
        super().__init__(saved, alone=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action not in NOT_HERE and super().check_action(action, parameters)

    @work
    async def _show_ending(self) -> None:
        outcome = self.match.outcome()
        assert outcome
        heading = verdict(self.match, outcome)
        await self.app.push_screen_wait(FactsDialog(heading, results(self.match), [("close", "OK")]))
        await self.leave()

    @work
    async def action_end(self) -> None:
        await self.leave()


def play_program(kind: Kind, options: dict[str, Any]) -> str:
    """Play on the full screen; returns nothing, or why it cannot be shown here. BadOption if there is no such board.

    The final board and the results are printed when it is over.
    """
    kind.make(options)
    reason = cannot_open()
    if reason:
        assert kind.program
        return f"{reason[:1].upper()}{reason[1:]}; {kind.program.WITHOUT_SCREEN}."
    game = Game(kind, **options)
    saved = SavedMatch.new(game, (), saves=False)
    run(Ludarium(lambda: ProgramScreen(saved)))
    print(report(saved.match), flush=True)
    return ""


def report(match: Match) -> str:
    """The board, and what everybody has."""
    return "\n".join([str(match.game), "", *(f"{line.label}: {line.value}" for line in results(match, final=True))])
