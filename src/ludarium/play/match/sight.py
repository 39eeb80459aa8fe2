"""What one sees of a match in which players see different things.

A viewer is the number of the player through whose eyes one sees, WATCHER for one who plays for none, and None for one
who sees everything: in most games everyone, in the others everyone as soon as the game is over.
"""

from collections.abc import Sequence

from ...contract.errors import LudariumError
from ...contract.kind import Kind
from ...contract.options import Seed
from ...contract.row import Row
from ..game import Game
from ..move import Move
from ..opponents.opponent import HUMAN
from .match_facts import MatchFacts
from .seats import SHOWN

WATCHER = -1
HIDDEN = "?"  # a move that one does not see
KEPT_SECRET = "players see different things in this game; that can be had when it is over"

KNOWN = "the host would know what is hidden from others in this game; the server draws it, without a seed or a record"


class Secret(LudariumError):
    """What was asked for would tell what is hidden."""


def hides(match: MatchFacts) -> bool:
    """Whether something is hidden from someone now."""
    return match.game.kind.hides and not match.is_over


def viewer(match: MatchFacts, own: Sequence[int]) -> int | None:
    """Through whose eyes one sees who plays for these players; of several, those of the one to move."""
    if not hides(match):
        return None
    return match.player if match.player in own else own[0] if own else WATCHER


def local_viewer(match: MatchFacts) -> int | None:
    """Through whose eyes the people at this device see."""
    return viewer(match, people(match)) if hides(match) else None


def people(match: MatchFacts) -> list[int]:
    """The players for whom people move."""
    return [number for number in range(min(match.seats.players, SHOWN)) if match.seats[number] is HUMAN]


def seen(game: Game, row: Row, viewer: int | None) -> Row:
    """A position of a game as a viewer sees it."""
    return row if viewer is None else game.kind.seen(game.constants, row, viewer)


def is_hidden(game: Game, before: Row, player: int, number: int, viewer: int | None) -> bool:
    """Whether a viewer may not know a move that a player made."""
    return viewer not in (None, player) and game.kind.is_secret(game.constants, before, number)


def shown_moves(game: Game, movers: Sequence[int], viewer: int | None) -> Sequence[Move]:
    """The moves of a game as a viewer may know them."""
    if viewer is None:
        return game.moves
    moves = list(game.moves)
    for ply, (move, player) in enumerate(zip(moves, movers, strict=True)):
        if is_hidden(game, game.row_after(ply), player, move.number, viewer):
            move.written = HIDDEN
    return moves


def passes_device(match: MatchFacts, shown_to: int | None) -> bool:
    """Whether the device goes to another person now, and must not show what that one sees before it is there."""
    here = people(match) if hides(match) else []
    return len(here) > 1 and match.player in here and shown_to != match.player


def option_texts(game: Game, viewer: int | None) -> dict[str, str]:
    """The options, without the number that chance is drawn from where that would tell what is hidden."""
    texts = game.option_texts
    if viewer is None:
        return texts
    return {name: text for name, text in texts.items() if not isinstance(game.kind.options[name], Seed)}


def check_drawn(kind: Kind, *, is_drawn: bool) -> None:
    """Refuse to play with others what is hidden in a game unless it was drawn here, so that the host does not know."""
    if kind.hides and not is_drawn:
        raise Secret(KNOWN)


def check_open(match: MatchFacts) -> None:
    """Refuse what would tell what is hidden."""
    if hides(match):
        raise Secret(KEPT_SECRET)
