"""Set-up: what the host of a match may change before it begins."""

from ...contract.errors import BadOption, IllegalMove
from ...contract.quotation import quoted
from ..game import Game
from . import events
from .match import Match
from .permissions import BEGUN, NO_SET_UP, check_player
from .sight import check_drawn


def begin(match: Match) -> events.Begun:
    """End the set-up. All players must be there: the game would begin without them."""
    if not match.is_set_up:
        raise IllegalMove(BEGUN)
    if match.seats.vacant:
        raise IllegalMove("a seat is free; the game can begin when it is taken")
    gone = [who.name for who in match.people.values() if not who.here]
    if gone and not match.is_slow:
        raise IllegalMove(f"{gone[0]} is away; the game can begin when all players are here")
    return events.Begun()


def lay(match: Match, name: str) -> events.Laid:
    """Change a cell by the game's own pattern: put a block there or take it away."""
    if not match.may_lay:
        raise IllegalMove("nothing can be laid on the board now")
    if name not in [cell.name for cell in match.game.scene().cells]:
        raise BadOption(f"there is no cell {quoted(name, 20)}")
    return events.Laid(name)


def set_moves(match: Match, on: bool) -> events.Setting:
    """Begin or end making the moves of all players."""
    if on == match.seats.is_suspended:
        raise IllegalMove("moves are being set already" if on else "moves are not being set")
    if on and match.seats.vacant:
        raise IllegalMove("a seat is free; moves can be set when it is taken")
    if on and match.game.moves and match.state.begun:
        raise IllegalMove(NO_SET_UP)
    return events.Setting(on)


def check_arrange(match: Match, host: int) -> None:
    """Refuse another game once the match has begun."""
    check_player(match, host)
    check_drawn(match.game.kind, is_drawn=False)
    if match.state.begun:
        raise IllegalMove(NO_SET_UP)


def arrange(match: Match, text: str, game: Game, host: int) -> list[events.MatchEvent]:
    """Play the game of a record instead, with the host as one of its players; who sat there changes seats."""
    check_arrange(match, host)
    if game.kind.rules.players(game.constants) != match.seats.players:
        raise BadOption("this game has another number of players than there are seats")
    return [*_swap(match, host), events.Arranged(text)]


def _swap(match: Match, host: int) -> list[events.MatchEvent]:
    """Exchange the host's seat with that of a player; nothing if the host sits there."""
    now = next((number for number, who in match.people.items() if who.id == match.owner), host)
    return [] if now == host else [_moved(match, now, host), _moved(match, host, now)]


def _moved(match: Match, here: int, there: int) -> events.Seated:
    """The event that gives one seat to the player of another."""
    person, text = match.people.get(here), match.seats.texts[here]
    return events.Seated(there, text, person.id, person.name) if person else events.Seated(there, text)
