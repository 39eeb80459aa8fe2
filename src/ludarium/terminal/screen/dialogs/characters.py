"""The characters of the house, chosen for a seat while a game is being played."""

from typing import TYPE_CHECKING

from ....play.levels import LEVELS
from ....play.match.match import Match
from ....play.match.presenter import capital, title
from ....play.opponents.computer import Computer
from .pickers import Pick

if TYPE_CHECKING:
    from ..app import Ludarium

INDENT = " " * 6  # what the board tells about a player, below the line with the name


def player_at(shown: str, line: int) -> int:
    """The player whose lines these are, of the text that shows all of them."""
    return sum(not text.startswith(INDENT) for text in shown.split("\n")[: line + 1]) - 1


async def pick_player(app: "Ludarium", match: Match) -> int | None:
    """Ask for a player that a computer plays; a single one is not asked for."""
    others = match.seats.computer_players
    if len(others) == 1:
        return others[0]
    rows = [f"{capital(match.game.player_title(number))}: {title(match.seats[number])}" for number in others]
    picked = await app.push_screen_wait(Pick("Whose level?", rows))
    return None if picked is None else others[picked]


async def pick_character(app: "Ludarium", match: Match, number: int) -> str | None:
    """Ask who is to play for a player from now on; the text of the seat."""
    who = match.seats[number]
    now = who.level.number - 1 if isinstance(who, Computer) else None
    rows = [f"{level.number}  {level.name}" for level in LEVELS]
    picked = await app.push_screen_wait(Pick(f"Who plays {match.game.player_title(number)}?", rows, now))
    return None if picked is None else f"level {LEVELS[picked].number}"
