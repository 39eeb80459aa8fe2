"""One game of a tournament, as a process plays it."""

from contextlib import ExitStack, closing
from random import Random
from typing import NamedTuple

from ...games import kind as find
from ..openings import Openings
from ..pair_count import PAIR
from ..seated_game import SeatedGame
from .entrant import Supervised, make_opponent
from .formats import Fixture
from .journal import GameLine
from .settings import Tournament


class Assignment(NamedTuple):
    """A fixture with all that is needed to play it."""

    tournament: Tournament
    fixture: Fixture


def play_assignment(assignment: Assignment) -> GameLine:
    """Play the game. Its chance depends on the tournament's seed and the game's number, the opening's on the round."""
    tournament, fixture = assignment
    openings = Openings(
        find(tournament.game),
        tournament.options,
        tournament.openings,
        seed=_drawn(f"{tournament.seed} round {fixture.round}"),
    )
    with ExitStack() as stack:
        opponents = [
            stack.enter_context(closing(_seat(tournament, fixture.number, player))) for player in fixture.players
        ]
        names = [opponent.name for opponent in opponents]
        seated = SeatedGame(openings.draw(), opponents, names, tournament.plies)
        seated.play()
    return _line(fixture, seated)


def _seat(tournament: Tournament, number: int, player: int) -> Supervised:
    entrant = tournament.entrants[player]
    seed = _drawn(f"{tournament.seed} game {number} player {player}")
    return Supervised(entrant, make_opponent(entrant, find(tournament.game), seed), tournament.grace)


def _drawn(text: str) -> int:
    return Random(text).getrandbits(30)


def _line(fixture: Fixture, seated: SeatedGame) -> GameLine:
    game, worths, why = seated.game, seated.worths, seated.why
    if seated.at_fault is not None and len(worths) > PAIR:
        why += "; among the others the points decide"
    if why:
        # The record says why the game ended, and who has won it
        best = [seat for seat, worth in enumerate(worths) if worth == max(worths)]
        alone = len(best) == 1 and len(worths) > 1
        game.end(game.kind.board.player(game.constants, best[0]) if alone else None, why)
    seconds = tuple(round(each, 3) for each in seated.seconds)
    return GameLine(fixture.number, fixture.round, tuple(seated.names), tuple(worths), why, game.record(), seconds)
