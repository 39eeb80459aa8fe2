"""Setting a game up with those who are going to play it: whoever hosts it does, until it begins."""

import asyncio

from ...contract.errors import BadOption, IllegalMove
from ...play.match import events as what
from .room import Sitting


async def arrange(sitting: Sitting, text: str, player: int) -> None:
    """Put the game of a record on the table, with the host in the seat of a player; who sat there changes places."""
    match, old = sitting.match, sitting.game
    if match.notes.begun or match.party.is_away:
        raise IllegalMove("a game is set up before it begins, and not any more")
    # Rooms, where games are brought to, are built on this
    from .import_game import read

    game = await asyncio.to_thread(lambda: read(old.kind.id, text))
    if game.kind.rules.players(game.constants) != old.kind.rules.players(old.constants):
        raise BadOption("this game is set up for other players than those who sit here")
    await sitting.happen(*_swapped(sitting, player), what.Arranged(text))


def _swapped(sitting: Sitting, player: int) -> list[what.Seated]:
    """The host in the seat of a player, and in the host's whoever sat there; nothing where that is so already."""
    match = sitting.match
    now = next((number for number, who in match.people.items() if who.id == sitting.saved.owner), player)
    return [] if now == player else [_moved(sitting, now, player), _moved(sitting, player, now)]


def _moved(sitting: Sitting, here: int, there: int) -> what.Seated:
    """Whoever sits here goes there."""
    sitter = sitting.match.people.get(here)
    text = sitting.match.party.texts[here]
    return what.Seated(there, text, sitter.id, sitter.name) if sitter else what.Seated(there, text)
