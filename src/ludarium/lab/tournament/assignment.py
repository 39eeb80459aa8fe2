"""One game of a tournament, as a process plays it."""

from contextlib import ExitStack, closing
from random import Random
from typing import NamedTuple

from ...games import kind as find
from ..engine_match import EngineMatch, Played
from ..pair_count import PAIR
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
    kind = find(tournament.game)
    with ExitStack() as seated:
        first, second = (
            seated.enter_context(closing(_seat(tournament, fixture.number, player))) for player in fixture.players
        )
        match = EngineMatch(
            kind,
            first,
            second,
            games=1,
            openings=tournament.openings,
            longest=tournament.plies,
            seed=_drawn(f"{tournament.seed} round {fixture.round}"),
            options=dict(tournament.options),
            names=(first.name, second.name),
        )
        (played,) = match.play()
    return _line(fixture, match, played)


def _seat(tournament: Tournament, number: int, player: int) -> Supervised:
    entrant = tournament.entrants[player]
    seed = _drawn(f"{tournament.seed} game {number} player {player}")
    return Supervised(entrant, make_opponent(entrant, find(tournament.game), seed), tournament.grace)


def _drawn(text: str) -> int:
    return Random(text).getrandbits(30)


def _line(fixture: Fixture, match: EngineMatch, played: Played) -> GameLine:
    game, worth = played.game, played.worth
    if played.why:
        # The record says why the game ended, and who has won it
        winner = None if worth == 1 / PAIR else game.kind.board.player(game.constants, 0 if worth == 1 else 1)
        game.end(winner, played.why)
    first, second = (round(seconds, 3) for seconds in match.seconds)
    return GameLine(
        fixture.number, fixture.round, match.names, (worth, 1 - worth), played.why, game.record(), (first, second)
    )
