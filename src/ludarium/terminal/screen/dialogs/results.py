"""How a game stands or ended, player by player, winners marked."""

from ....contract.scene import Panel
from ....play.match.table import Table
from ..game.side_panel import capital, ending, player_title
from .dialogs import Facts

LISTED = 1000  # players that are listed at most, beyond those who have points
WINNER = "★"

AGAIN, SAVE, OPTIONS, LEAVE = "again", "save", "options", "leave"  # what can come next


def results(table: Table) -> list[Panel]:
    """Every player's points; of a finished game with the winners marked. Nobodies of a crowd are counted together."""
    kind, constants, row = table.game.kind, table.game.constants, table.game.row
    count = kind.rules.players(constants)
    # There may be four billion players, but those who had a turn came first and have numbers in the row
    known = range(min(count, len(row)))
    lines = []
    for number in known:
        points = kind.rules.score(constants, row, number)
        if number >= LISTED and not points:
            continue
        name = capital(player_title(table, number)) if count > 1 else "Score"
        mark = f"  {WINNER} winner" if count > 1 and _won(table, number) else ""
        lines.append(Panel(name, f"{points}{mark}"))
    if len(lines) < count:
        lines.append(Panel(f"{count - len(lines)} others", "0"))
    return lines


def _won(table: Table, number: int) -> bool:
    """Whether a player has won, alone or with others."""
    outcome = table.outcome()
    if outcome is None:
        return False
    kind, constants = table.game.kind, table.game.constants
    if table.game.outcome() is None:
        return kind.board.player(constants, number) == outcome.winner
    return kind.rules.share(constants, table.game.row, number) > 0


def end_dialog(table: Table) -> Facts:
    """How the game ended or stands, and what can come next."""
    outcome = table.outcome()
    others = [(SAVE, "Save game"), (OPTIONS, "Options"), (LEAVE, "Leave")]
    lines = results(table)
    if outcome:
        heading = ending(table, outcome)
        lines = [*lines, Panel("", ""), Panel(capital(outcome.reason), "")]
        return Facts(heading, lines, [(AGAIN, "OK, a new game"), *others, ("close", "Close")])
    made = len(table.game.moves)
    heading = f"After {made} {'move' if made == 1 else 'moves'}"
    return Facts(heading, lines, [("close", "Go on"), (AGAIN, "A new game"), *others])
