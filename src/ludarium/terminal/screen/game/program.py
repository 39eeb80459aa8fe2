"""Gamma's own interactive mode: everybody at one keyboard, and the results when it is over."""

from textual import work

from ....games import kind as find
from ....games.gamma import board
from ....play.game import Game
from ....play.match.match import Match
from ....play.match.presenter import results, verdict
from ..app import Ludarium
from ..dialogs.dialogs import Facts
from ..launch import cannot_open, run
from .game_screen import Play
from .saved_match import SavedMatch

NOT_HERE = "new", "scores", "pause"  # what the program of this game alone has no use for


class GammaScreen(Play):
    """The game with its own keys. Ctrl-D ends it at once, and nothing is kept."""

    def __init__(self, saved: SavedMatch) -> None:
        super().__init__(saved, alone=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action not in NOT_HERE and super().check_action(action, parameters)

    @work
    async def _ended(self) -> None:
        outcome = self.match.outcome()
        assert outcome
        heading = verdict(outcome)
        await self.app.push_screen_wait(Facts(heading, results(self.match), [("close", "OK")]))
        await self.leave()

    @work
    async def action_end(self) -> None:
        await self.leave()


def play_gamma(width: int, height: int, players: int, areas: int) -> str:
    """Play on the full screen; returns nothing, or why it cannot be shown here. BadOption if there is no such board.

    The final board and the results are printed when it is over.
    """
    board.make(width, height, players, areas)
    reason = cannot_open()
    if reason:
        return f"{reason[:1].upper()}{reason[1:]}; B instead of I plays in batch mode."
    game = Game(find("gamma"), width=width, height=height, players=players, areas=areas)
    saved = SavedMatch.new(game, (), saves=False)
    run(Ludarium(lambda: GammaScreen(saved)))
    print(report(saved.match), flush=True)
    return ""


def report(match: Match) -> str:
    """The board, and what everybody has."""
    return "\n".join([str(match.game), "", *(f"{line.label}: {line.value}" for line in results(match))])
