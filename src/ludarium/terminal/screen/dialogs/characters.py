"""Choosing another computer opponent for a seat during a game."""

from ....play.levels import LEVELS
from ....play.match.match import Match
from ....play.match.presenter import capital, title
from ....play.opponents.computer import Computer
from ..base_app import LudariumApp
from .pickers import PickDialog

INDENT = " " * 6  # of the lines about a player below the line with the name


def player_at(shown: str, line: int) -> int:
    """The number of the player whom a line of the players' text is about."""
    return sum(not text.startswith(INDENT) for text in shown.split("\n")[: line + 1]) - 1


async def pick_player(app: LudariumApp, match: Match) -> int | None:
    """Ask for one of the players that computers play; does not ask if there is only one."""
    others = match.seats.computer_players
    if len(others) == 1:
        return others[0]
    rows = [f"{capital(match.game.player_title(number))}: {title(match.seats[number])}" for number in others]
    picked = await app.push_screen_wait(PickDialog("Whose level?", rows))
    return None if picked is None else others[picked]


async def pick_character(app: LudariumApp, match: Match, number: int) -> str | None:
    """Ask for the new opponent of a seat; returns the text of the seat."""
    who = match.seats[number]
    now = who.level.number - 1 if isinstance(who, Computer) else None
    rows = [f"{level.number:>2}  {level.name}" for level in LEVELS]
    picked = await app.push_screen_wait(PickDialog(f"Who plays {match.game.player_title(number)}?", rows, now))
    return None if picked is None else f"level {LEVELS[picked].number}"
