"""The dialog at the end of a game: the results, and what can come next."""

from ....contract.scene import Panel
from ....play.match.match import Match
from ....play.match.presenter import capital, counted, results, verdict
from .dialogs import FactsDialog

AGAIN, SAVE, OPTIONS, LEAVE = "again", "save", "options", "leave"  # what can come next


def end_dialog(match: Match) -> FactsDialog:
    """How the game ended or stands, and what can come next."""
    outcome, lines = match.outcome(), results(match)
    others = [(SAVE, "Save game"), (OPTIONS, "Options"), (LEAVE, "Leave")]
    if outcome:
        lines = [*lines, Panel("", ""), Panel(capital(outcome.reason), "")]
        return FactsDialog(verdict(match, outcome), lines, [(AGAIN, "OK, a new game"), *others, ("close", "Close")])
    heading = f"After {counted(len(match.game.moves), 'move')}"
    return FactsDialog(heading, lines, [("close", "Go on"), (AGAIN, "A new game"), *others])
